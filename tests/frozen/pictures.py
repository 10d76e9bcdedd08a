"""Pictures of recorded games in every view and look, each as a hash of its pixels.

The font comes with a pinned package, and so does Pillow with its own FreeType; text is laid out without the system.
So the hashes are the same on every machine of one kind. (Where another processor rounds otherwise, they could differ.)
"""

import hashlib
import io
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image

from carcassonne import FOLLOWER, Phase, PlaceTile, Record, State, apply, legal_deployments, legal_moves, parse_record
from render import (
    SIZES,
    THEMES,
    ZOOMS,
    LeaderboardHeadings,
    LeaderboardRow,
    Look,
    Picture,
    View,
    draw,
    draw_laid_tile,
    draw_leaderboard,
    draw_remaining_tiles,
    draw_rotations,
    draw_tile,
    parse_area,
)
from render.english import english
from tests.frozen.records import DATA, name_of, split, states

PICTURES: Final = DATA / "pictures.txt"

_PARTS: Final = (0.5, 0.2, 0.95, 0.7, 0.05, 1)
"""How far the games have gone in which a picture is drawn."""
_ZOOMS: Final = (None, *ZOOMS)
_LOOKS: Final = tuple(Look(theme, size) for size in SIZES.values() for theme in THEMES.values())
_CLOSE_UPS: Final = (0, 10, 13, 17, 24)
"""The games of which small pictures are drawn, too."""
_SAMPLED: Final = {13, *range(2, 33, 3)}
"""Games whose pictures are enough for every day: all editions, views, themes and sizes are among them."""
_HEADINGS: Final = LeaderboardHeadings("Who plays best", "Games", "Wins", "Rating", "?")
_ROWS: Final = (
    LeaderboardRow(1, "Ann", 12, 7, 1612),
    LeaderboardRow(2, "Bob with a name that is too long to be shown in full", 103, 41, 1580, is_marked=True),
    LeaderboardRow(2, "Χλόη Дмитрий", 3, 1, 1580),
    LeaderboardRow(4, "漢字", 1, 0, 988),
    LeaderboardRow(5, "Eve", 0, 0, 987),
    LeaderboardRow(6, "Fay", 0, 0, 986),
)

Drawing = tuple[str, Callable[[], Picture]]


def hash_of(picture: Picture) -> str:
    return hash_of_png(picture.png)


def hash_of_png(png: bytes) -> str:
    """Return a hash of what is seen, whatever way it is packed."""
    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    return hashlib.sha256(repr(image.size).encode() + image.tobytes()).hexdigest()


def picture_lines(*, is_whole: bool = True) -> list[str]:
    return [f"{name}: {hash_of(drawn())}" for name, drawn in drawings(is_whole=is_whole)]


def drawings(*, is_whole: bool = True) -> Iterator[Drawing]:
    """Yield every picture's name, and what draws it; if not the whole, of some games only."""
    for number, text in enumerate(split()):
        if not is_whole and number not in _SAMPLED:
            continue
        record = parse_record(text)
        if number % 3 != 1 or number in _CLOSE_UPS:
            yield _board(number, record)
        if number in _CLOSE_UPS:
            yield from _close_up(number, record)
    yield from _lists()


def _board(number: int, record: Record) -> Drawing:
    """A board: views, zooms, looks and whatever else there is come in turns."""
    part = _PARTS[number % len(_PARTS)]
    state = state_at(record, part)
    view, zoom, look = (
        list(View)[number % len(View)],
        _ZOOMS[number // 2 % len(_ZOOMS)],
        _LOOKS[(number + number // 6) % len(_LOOKS)],
    )
    area = parse_area("K11:O14") if number % 7 == 3 and state.ruleset.bounds is None else None
    recent = (1, 1, 3, 1, state.seats)[number % 5]
    winners = frozenset({state.seats - 1}) if number % 8 == 5 else None
    shown = partial(draw, state, english(state, record.tags["Players"].values), view=view, zoom=zoom, area=area)
    about = f"{number}. {name_of(record)}, {part:.0%}, {view}, zoom {zoom}, {look.theme.name} {look.size.name}"
    return about, partial(shown, recent=recent, winners=winners, look=look)


def _close_up(number: int, record: Record) -> Iterator[Drawing]:
    """Where a tile may go, a tile alone, and what is left."""
    state = next(one for one in _each(record, 0.4) if one.phase is Phase.PLACE and one.supply[FOLLOWER][one.seat])
    words, look = english(state, record.tags["Players"].values), _LOOKS[number % len(_LOOKS)]
    places = [move for move in legal_moves(state) if isinstance(move, PlaceTile)]
    laid = [apply(state, place).state for place in places]
    with_spots = next((one for one in laid if legal_deployments(one)), laid[0])
    turned = [one for one, place in zip(laid, places, strict=True) if place.position == places[0].position]
    assert state.tile is not None
    about = f"{number}. {name_of(record)}, {look.theme.name} {look.size.name}"
    yield f"{about}, laid", partial(draw_laid_tile, with_spots, words, look)
    yield f"{about}, ways", partial(draw_rotations, turned, words, look)
    yield f"{about}, tile", partial(draw_tile, state, state.tile.turned[90], words, look)
    yield f"{about}, rest", partial(draw_remaining_tiles, state, look)


def _lists() -> Iterator[Drawing]:
    for look in _LOOKS[1::2]:
        yield f"leaderboard, {look.theme.name} {look.size.name}", partial(draw_leaderboard, _ROWS, _HEADINGS, look)


def state_at(record: Record, part: float) -> State:
    """Return the state after a part of the moves of a game; a tile is in hand then, or the game is over."""
    return next(_each(record, part))


def _each(record: Record, part: float) -> Iterator[State]:
    plies = sum(1 for _ in states(record))
    for ply, state in enumerate(states(record), 1):
        if ply == plies or (ply >= part * plies and state.phase is Phase.PLACE):
            yield state.copy()


def write(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n", "utf-8")


def differences(path: Path, found: list[str]) -> list[str]:
    """Return the lines of a file that are not found, and those found that are not there."""
    known = path.read_text("utf-8").splitlines()
    return [f"- {line}" for line in known if line not in found] + [f"+ {line}" for line in found if line not in known]
