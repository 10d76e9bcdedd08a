"""The command line: ``python -m render GAME.carc -o OUT.png``.

The suffix of the output says what is drawn: the board (``.png``), or the whole game as an animation (``.gif``,
``.webp``, ``.apng``) or as a page for a browser (``.html``).
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias, assert_never

from carcassonne import CarcassonneError, Record, State, parse_record, replay
from carcassonne.record import MAX_RECORD_LENGTH, TurnLine
from render import DEFAULT_LOOK, SIZES, THEMES, Look, Picture, View, Words, draw
from render.english import english
from render.look.theme import Theme
from render.share.animation import AnimationFormat, draw_animation
from render.share.page import draw_page
from render.share.record_steps import record_steps
from render.share.steps import NothingToShowError, PageWords, Step, TooLargeToShowError


class TooLongRecordError(Exception):
    """The file is longer than any game log."""


TILES = range(16, 513)
"""The sides of a tile that the command line accepts, in pixels."""


Refusal: TypeAlias = (
    CarcassonneError | OSError | UnicodeDecodeError | NothingToShowError | TooLargeToShowError | TooLongRecordError
)
"""What can be wrong with a game."""


def main(arguments: list[str] | None = None) -> int:
    """Draw one game and return the exit code."""
    args = _parser().parse_args(arguments)
    try:
        if Path(args.output).suffix.lower() in _WHOLE_GAMES:
            _draw_game(args)
        else:
            _draw_board(args)
    except (
        CarcassonneError,
        OSError,
        UnicodeDecodeError,
        NothingToShowError,
        TooLargeToShowError,
        TooLongRecordError,
    ) as error:
        print(f"render: {_why_not(args.game, error)}", file=sys.stderr)
        return 1
    return 0


def _draw_board(args: argparse.Namespace) -> None:
    state, record = _state_of(Path(args.game), args.turn)
    words = english(state, record.tags["Players"].values)
    look = Look(THEMES[args.theme], SIZES[args.size])
    picture = draw(state, words, view=args.view, tile_size=args.tile, look=look)
    Path(args.output).write_bytes(picture.png)
    if args.bench:
        print(json.dumps(_bench(state, words, args, look, picture)))


def _draw_game(args: argparse.Namespace) -> None:
    """Draw the game from one turn to another, as the suffix of the output says."""
    _, record = _state_of(Path(args.game), args.turn)
    steps = record_steps(record)[args.first :]
    Path(args.output).write_bytes(_WHOLE_GAMES[Path(args.output).suffix.lower()](steps, THEMES[args.theme]))


def _animated(form: AnimationFormat) -> Callable[[Sequence[Step], Theme], bytes]:
    def animated(steps: Sequence[Step], theme: Theme) -> bytes:
        return draw_animation(steps, form, Look(theme), _tell if sys.stderr.isatty() else None)

    return animated


def _tell(done: int, total: int) -> None:
    print(f"\rframe {done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


_WHOLE_GAMES: Final[Mapping[str, Callable[[Sequence[Step], Theme], bytes]]] = {
    **{f".{form}": _animated(form) for form in AnimationFormat},
    ".html": lambda steps, _: draw_page(
        steps, PageWords(" – ".join(steps[-1].words.names)) if steps else PageWords("")
    ),
}
"""What draws a whole game, by the suffix of the output."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m render", description="Draw the board of a recorded game.")
    parser.add_argument("game", metavar="GAME.carc")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        help="OUT.png is the board; OUT.gif, .webp, .apng or .html the whole game",
    )
    parser.add_argument("--tile", type=_pixels, default=None, help="pixels a tile; by default as large as fits")
    parser.add_argument("--turn", type=_turn, default=None, help="the board as it was after this turn")
    parser.add_argument(
        "--from", dest="first", type=_turn, default=0, metavar="TURN", help="where an animation or a page begins"
    )
    parser.add_argument("--view", type=View, default=View.NORMAL, choices=list(View))
    parser.add_argument("--theme", default=DEFAULT_LOOK.theme.name, choices=list(THEMES))
    parser.add_argument("--size", default=DEFAULT_LOOK.size.name, choices=list(SIZES))
    parser.add_argument("--bench", type=_times, default=0, metavar="N", help="draw N times and print how long it takes")
    return parser


def _pixels(text: str) -> int:
    size = int(text)
    if size not in TILES:
        raise argparse.ArgumentTypeError(f"a tile has {TILES.start} to {TILES.stop - 1} pixels, not {size}")
    return size


def _turn(text: str) -> int:
    turn = int(text)
    if turn < 0:
        raise argparse.ArgumentTypeError(f"turns count from 0, not from {turn}")
    return turn


def _times(text: str) -> int:
    times = int(text)
    if times < 0:
        raise argparse.ArgumentTypeError(f"nothing can be drawn {times} times")
    return times


def _why_not(game: str, error: Refusal) -> str:
    """Return why there is no picture, as a sentence."""
    match error:
        case CarcassonneError(reason=reason, data={"line": line}) if line:
            return f"{game} is no legal game: {reason} in line {line}; python -m carcassonne replay tells more"
        case CarcassonneError(reason=reason):
            return f"{game} is no whole record: {reason}; python -m carcassonne replay tells more"
        case OSError(filename=path, strerror=why):
            return f"{path} cannot be opened: {why}"
        case NothingToShowError():
            return f"{game} has no such turn"
        case TooLargeToShowError():
            return f"{game} is too large for a file like this"
        case TooLongRecordError():
            return f"{game} is too long: a game log has {MAX_RECORD_LENGTH} bytes at most"
        case UnicodeDecodeError():
            return f"{game} cannot be read: not UTF-8 text"
        case _:
            assert_never(error)


def _state_of(path: Path, turn: int | None) -> tuple[State, Record]:
    with path.open("rb") as file:
        text = file.read(MAX_RECORD_LENGTH + 1)
    if len(text) > MAX_RECORD_LENGTH:
        raise TooLongRecordError
    record = parse_record(text.decode("utf-8"))
    if turn is not None:
        record = _cut(record, turn)
    done = replay(record)
    if done.error is not None:
        raise done.error
    assert done.state is not None  # noqa: S101 (the type checker learns it)
    return done.state, record


def _cut(record: Record, turn: int) -> Record:
    """Return the record up to and including a turn, without the draw that follows it."""
    later = (
        number for number, entry in enumerate(record.entries) if isinstance(entry, TurnLine) and entry.number > turn
    )
    tags = {name: tag for name, tag in record.tags.items() if name != "Result"}
    return Record(tags, record.entries[: next(later, None)], "*")


def _bench(state: State, words: Words, args: argparse.Namespace, look: Look, picture: Picture) -> dict[str, float]:
    taken = []
    for _ in range(args.bench):
        began = time.perf_counter()
        draw(state, words, view=args.view, tile_size=args.tile, look=look)
        taken.append((time.perf_counter() - began) * 1000)
    return {"ms": round(statistics.median(taken), 2), "kib": round(len(picture.png) / 1024, 1)}


if __name__ == "__main__":
    sys.exit(main())
