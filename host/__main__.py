"""The command line: ``python -m host verify GAME.carc …`` checks that the draws of games were fair."""

import argparse
import sys
from functools import singledispatch
from io import TextIOWrapper
from pathlib import Path

from carcassonne.record import read_record
from host.model.verify import (
    BadSeedError,
    IllegalRecordError,
    MissingTagError,
    VerificationError,
    WrongSeedError,
    WrongTileError,
    verify,
)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    args = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal without a letter shows its number
        sys.stdout.reconfigure(errors="backslashreplace")
    verdicts = [_verified(Path(name)) for name in args.files]
    for name, (_, words) in zip(args.files, verdicts, strict=True):
        print(f"{name}: {words}")
    return int(not all(is_right for is_right, _ in verdicts))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m host", description="Games of the bot.")
    commands = parser.add_subparsers(required=True)
    verifying = commands.add_parser("verify", help="check every draw of finished games against their seeds")
    verifying.add_argument("files", nargs="+", metavar="GAME.carc")
    return parser


def _verified(path: Path) -> tuple[bool, str]:
    """Return whether the draws of a file are right, and a sentence."""
    try:
        draws = verify(read_record(path.read_bytes().decode("utf-8")))
    except OSError as error:
        return False, f"It cannot be read: {error.strerror or 'it cannot be opened'}."
    except UnicodeDecodeError:
        return False, "It cannot be read: it is not UTF-8 text."
    except VerificationError as error:
        return False, _error_text(error)
    return True, f"The seed is the one committed to, and all {draws} draws follow from it."


@singledispatch
def _error_text(error: VerificationError) -> str:
    """Return a sentence about an error. A test makes sure that every class has one."""
    raise NotImplementedError(type(error))


@_error_text.register
def _(error: IllegalRecordError) -> str:
    wrong = error.error
    where = f" in line {wrong.data['line']}" if wrong.data.get("line") else ""
    more = "python -m carcassonne replay tells more"
    return f"It is not the record of a legal game: {wrong.reason}{where}; {more}."


@_error_text.register
def _(error: MissingTagError) -> str:
    return f'It has no tag [{error.tag} "…"]; the seed is told when the game is over.'


@_error_text.register
def _(error: BadSeedError) -> str:
    return f"Its seed is not 64 hexadecimal digits: {error.text[:80]!r}."


@_error_text.register
def _(error: WrongSeedError) -> str:
    return f"The seed does not go with the commitment: its SHA-256 is {error.found}."


@_error_text.register
def _(error: WrongTileError) -> str:
    where = f"Draw {error.number} (line {error.line})"
    return f"{where} does not follow from the seed: {error.found} where it gives {error.expected}."


if __name__ == "__main__":
    sys.exit(main())
