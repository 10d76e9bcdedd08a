"""A short proof of a state, stored with each ply: has a replay come to the same state as the game did then?"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from carcassonne import Laid, State, format_cell

BYTES: Final = 16

_cell = lru_cache(maxsize=4096)(format_cell)


def fingerprint(state: State) -> str:
    """Return the blake2b hash of a state's text, in hex."""
    return blake2b(format_state(state).encode(), digest_size=BYTES).hexdigest()


def format_state(state: State) -> str:
    """Write what a state consists of, in words that do not hang on how the engine keeps it.

    Features and legal moves follow from the tiles and figures on the table, and are left out.
    """
    return "\n".join(_lines(state))


def _lines(state: State) -> Iterator[str]:
    rules = state.ruleset
    yield " ".join(["rules", rules.edition, *rules.options])
    tile = state.tile.name if state.tile else "-"
    yield f"turn {state.turn} seat {state.seat} of {state.seats} {state.phase.name.lower()} {tile}"
    yield "last " + (_cell(state.last) if state.last is not None else "-")
    yield _numbers("resigned", sorted(state.resigned))
    yield _numbers("scores", state.scores)
    for pieces in state.supply:
        yield _numbers("supply", pieces)
    yield "bag " + " ".join(f"{name}*{copies}" for name, copies in sorted(state.bag.items()))
    yield _numbers("layers", state.layers)
    for position, laid in state.cells.items():
        yield f"{_cell(position)} {laid.turned.tile.name} {laid.turned.rotation}"
    for place, meeple in sorted(state.meeples.items()):
        point = _point(state.cells[place.position], place.segment)
        yield f"{meeple.seat} {_cell(place.position)} {meeple.role} {point}"
    if state.extras is not None:
        yield f"extras {state.extras}"


def _point(laid: Laid, segment: int) -> str:
    return next(iter(laid.turned.segments[segment].points), "-")


def _numbers(name: str, numbers: Sequence[int]) -> str:
    return " ".join([name, *map(str, numbers)])
