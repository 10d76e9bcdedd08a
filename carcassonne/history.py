"""Writes what a state tells of how it came: who laid which tile, what the last turn has paid, where points come from.

No other module writes ``State.history``, and no rule reads it.
"""

from typing import Final

from carcassonne.events import FeatureScored, SegmentRef
from carcassonne.kinds import Kind
from carcassonne.state import History, PlacedFigure, State
from carcassonne.values import new_tuple

_SEAT_BYTES: Final = tuple(bytes([seat]) for seat in range(256))


def note_placement(state: State) -> None:
    """Note that the seat to move has placed a tile; what the turn before has paid is forgotten. In place."""
    before = state.history
    state.history = new_tuple(History, (before[0] + _SEAT_BYTES[state.seat], (), (), before[3], before[4]))


def note_skip(state: State) -> None:
    """Note that a turn has paid nothing, in place."""
    state.history = state.history._replace(paid=(), returned=())


def note_payment(state: State, event: FeatureScored, returned: list[tuple[SegmentRef, PlacedFigure]]) -> None:
    """Note what a completed feature has paid, and the figures that came back for it, with their places; in place."""
    before = state.history
    history = (before[0], (*before[1], event), (*before[2], *returned), before[3], before[4])
    state.history = new_tuple(History, history)


def note_points(state: State, kind: Kind, seats: tuple[int, ...], points: int) -> None:
    """Note where the points of these seats come from, in place."""
    before = state.history
    every: dict[Kind, tuple[int, ...]] = {**before[3], kind: _added(state, before[3].get(kind), seats, points)}
    state.history = new_tuple(History, (before[0], before[1], before[2], every, before[4]))


def note_brought(state: State, modifier: str, seats: tuple[int, ...], points: int) -> None:
    """Note what a modifier has brought these seats, or has cost them, in place."""
    before = state.history
    every: dict[str, tuple[int, ...]] = {**before[4], modifier: _added(state, before[4].get(modifier), seats, points)}
    state.history = new_tuple(History, (before[0], before[1], before[2], before[3], every))


def _added(state: State, so_far: tuple[int, ...] | None, seats: tuple[int, ...], points: int) -> tuple[int, ...]:
    """Return the points by seat, with those of some seats added."""
    by_seat = list(so_far or (0,) * state.seats)
    for seat in seats:
        by_seat[seat] += points
    return tuple(by_seat)
