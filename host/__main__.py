"""The command line: ``python -m host verify GAME.carc …`` checks draws, and other commands copy databases."""

import argparse
import asyncio
import errno
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from dotenv import load_dotenv

from carcassonne.record import read_record
from host.errors import (
    BadUrlError,
    DamagedDatabaseError,
    DatabaseAwayError,
    DatabaseLockedError,
    DatabaseRefusedError,
    DiskFullError,
    FileInUseError,
    HostError,
    LeftoverFileError,
    MissingDriverError,
    NewerDatabaseError,
    NotAFileError,
    NotInAFileError,
    ReadOnlyDatabaseError,
    TakenOverError,
    UnopenedDatabaseError,
)
from host.model.draws import (
    BadSeedError,
    IllegalRecordError,
    MissingTagError,
    VerificationError,
    WrongSeedError,
    WrongTileError,
    verify,
)
from host.model.shards import ShardsTakenError
from host.storage.copies.backups import BackupReport, check_backup, restore_database
from host.storage.copies.database_transfer import TargetNotEmptyError, TransferMismatchError, transfer
from host.storage.engine.database_copy import copy_database
from host.storage.engine.database_url import database_path, parse_url

DEFAULT_DATABASE: Final = "sqlite:///carcassonne.db"


COPY_ERRORS: Final[Mapping[type[Exception], str]] = {
    TargetNotEmptyError: "{error.name} isn't empty. Nothing was copied.",
    TransferMismatchError: "The rows of {error.table} differ in the copy. Don't use it.",
    DatabaseAwayError: "The database {error.path} doesn't answer.",
    DatabaseRefusedError: "The database {error.path} doesn't let me in: {error.problem}.",
    MissingDriverError: "Install the driver first: .venv/bin/pip install -r requirements-postgresql.txt",
    BadUrlError: (
        "{error.url!r} isn't a database. Write sqlite:///relative.db, sqlite:////absolute.db or "
        "postgresql://user:password@server/database; in the password, %40 stands for @."
    ),
    NotInAFileError: "The database {error.url} isn't in a file. Use pg_dump and pg_restore.",
    NotAFileError: "The database {error.path} isn't a file, but a folder or something else.",
    UnopenedDatabaseError: "I can't open {error.path}: {error.problem}.",
    FileInUseError: "A bot is using {error.path}. Stop it first.",
    LeftoverFileError: (
        "{error.path} belongs to the database that is, or was, {error.database}, and may hold its last moves. "
        "Move both away together first."
    ),
    ShardsTakenError: "A bot is using {error.path}: it serves shards {error.other}. Stop all its processes first.",
    DatabaseLockedError: "Another program has locked {error.path}. Try again when it is done.",
    TakenOverError: "A bot has begun to use {error.path} meanwhile. Stop it, and start again.",
    ReadOnlyDatabaseError: "The database {error.path} can't be written.",
    DiskFullError: "The disk of {error.path} is full.",
    DamagedDatabaseError: "{error.path} is damaged, or it isn't a database: {error.problem}.",
    NewerDatabaseError: (
        "The database has version {error.version}, but this program only knows {error.known}. Update the program."
    ),
}
"""A sentence about what stands in the way of a copy."""


class NothingToCopyError(Exception):
    """There is nothing to be copied. The argument is a sentence."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    args = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal without a letter shows its number
        sys.stdout.reconfigure(errors="backslashreplace")
    match args.command:
        case "verify":
            return _verify_files(args.files)
        case "copy":
            try:
                return _report(partial(_transfer, args.source, args.target))
            except KeyboardInterrupt:
                print("Stopped. Don't use the copy: empty it, and start again.", file=sys.stderr)
                return 130
        case "backup":
            return _report(partial(_back_up, args.database, args.file))
        case _:
            return _report(partial(_restore, args.database, args.file))


def _parser() -> argparse.ArgumentParser:
    description = "Check the bot's games, back them up, or restore them."
    parser = argparse.ArgumentParser(prog="python -m host", description=description)
    commands = parser.add_subparsers(required=True, dest="command")
    verifying = commands.add_parser("verify", help="check every draw of finished games against the seed")
    verifying.add_argument("files", nargs="+", metavar="GAME.carc")
    backing_up = commands.add_parser("backup", help="copy the database, even while the bot runs, and check the copy")
    restoring = commands.add_parser("restore", help="check a backup, and put it where the bot looks for its database")
    copying = commands.add_parser("copy", help="copy a database into an empty one, such as a file into PostgreSQL")
    copying.add_argument("source", metavar="FROM", help="a file, or sqlite:///old.db, or postgresql://…")
    copying.add_argument("target", metavar="TO", help="the same, of a database that is empty")
    for command in (backing_up, restoring):
        command.add_argument("file", type=Path, metavar="FILE", help="the backup")
        command.add_argument("--database", help="a file, or sqlite:///games.db; DATABASE_URL if you leave it out")
    return parser


def _report(copy: Callable[[], BackupReport]) -> int:
    """Make a copy, and say in one sentence what came of it. Return the exit code."""
    try:
        report = copy()
    except (HostError, NothingToCopyError, TargetNotEmptyError, TransferMismatchError, OSError) as error:
        print(_copy_error_text(error), file=sys.stderr)
        return 1
    print(_report_text(report))
    return int(bool(report.mismatches))


def _transfer(source: str, target: str) -> BackupReport:
    source, target = _database_url(source), _database_url(target)
    place = parse_url(source)
    if place == parse_url(target):
        raise NothingToCopyError("FROM and TO are the same database.")
    if isinstance(place, Path) and not place.is_file():
        raise NothingToCopyError(f"There's no database at {place}.")
    return asyncio.run(transfer(source, target, _show_transfer))


def _show_transfer(what: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{what}: {done} of {of}   ", end="\n" if done == of else "", file=sys.stderr, flush=True)


def _database_url(option: str | None) -> str:
    """Return the database's URL: as the option says, or the environment. The option may also be a file's name."""
    if option and "://" not in option:
        return f"sqlite:///{option}"
    return option or os.environ.get("DATABASE_URL") or DEFAULT_DATABASE


def _back_up(option: str | None, target: Path) -> BackupReport:
    database = _database_file(option)
    if not database.is_file():
        raise NothingToCopyError(
            f"There's no database at {database}. Name yours with --database, like --database sandbox.db, "
            "or with DATABASE_URL."
        )
    if target.exists() and target.samefile(database):  # any other file is replaced, as copying does
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    copy_database(database, target)
    return asyncio.run(check_backup(target, _show_progress))


def _restore(option: str | None, backup: Path) -> BackupReport:
    database = _database_file(option)
    if not backup.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(backup))
    report = asyncio.run(check_backup(backup, _show_progress))
    restore_database(backup, database)
    return report


def _database_file(option: str | None) -> Path:
    try:
        load_dotenv(".env")
    except UnicodeDecodeError:
        raise NothingToCopyError("The file .env must be UTF-8 text, not another encoding.") from None
    return database_path(_database_url(option))


def _show_progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of} games replayed", end="\n" if done == of else "", file=sys.stderr, flush=True)


def _report_text(report: BackupReport) -> str:
    text = f"The copy is fine, and every game in it replays (games: {report.games}, moves: {report.entries})."
    if report.mismatches:
        numbers = ", ".join(f"#{number}" for number in report.mismatches)
        text = (
            f"The copy has everything. These games have damaged moves, in the database, too: {numbers}. The bot holds "
            "them, and lets all others be played."
        )
    return text


def _copy_error_text(error: Exception) -> str:
    match error:
        case NothingToCopyError():
            return str(error)
        case FileExistsError():
            return f"{error.filename} already exists. Move it away first."
        case OSError():
            return f"{error.filename or 'The file'}: {(error.strerror or str(error)).lower()}."
        case _:
            return COPY_ERRORS.get(type(error), "I can't read the database: {error}.").format(error=error)


def _verify_files(names: list[str]) -> int:
    verdicts = [_verified(Path(name)) for name in names]
    for name, (_, words) in zip(names, verdicts, strict=True):
        print(f"{name}: {words}")
    return int(not all(is_right for is_right, _ in verdicts))


def _verified(path: Path) -> tuple[bool, str]:
    """Return whether the draws of a file are right, and a sentence."""
    try:
        draws = verify(read_record(path.read_bytes().decode("utf-8")))
    except OSError as error:
        why = error.strerror or "it doesn't open"
        return False, f"I can't read it: {why}."
    except UnicodeDecodeError:
        return False, "I can't read it: it isn't UTF-8 text."
    except VerificationError as error:
        return False, _error_text(error)
    return True, f"The seed matches the commitment, and all {draws} draws follow from it."


def _error_text(error: VerificationError) -> str:
    """Return a sentence about an error. A test makes sure that every class has one."""
    match error:
        case IllegalRecordError(error=wrong):
            where = f" in line {wrong.data['line']}" if wrong.data.get("line") else ""
            return f"It isn't a legal game: {wrong.reason}{where}; python -m carcassonne replay tells you more."
        case MissingTagError():
            return f'It has no tag [{error.tag} "…"]. Get the file from /log when the game is over.'
        case BadSeedError():
            return f"Its seed isn't 64 hexadecimal digits: {error.text[:80]!r}."
        case WrongSeedError():
            return f"The seed doesn't match the commitment: its SHA-256 is {error.found}."
        case WrongTileError():
            where = f"Draw {error.number} (line {error.line})"
            return f"{where} doesn't follow from the seed: the file has {error.found}, the seed gives {error.expected}."
        case _:
            raise NotImplementedError(type(error))


if __name__ == "__main__":
    sys.exit(main())
