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
    movers, _, _, earned = state.history
    state.history = new_tuple(History, (movers + _SEAT_BYTES[state.seat], (), (), earned))


def note_skip(state: State) -> None:
    """Note that a turn has paid nothing, in place."""
    state.history = state.history._replace(paid=(), returned=())


def note_payment(state: State, event: FeatureScored, figures: tuple[PlacedFigure, ...]) -> None:
    """Note what a completed feature has paid, and the figures that came back from ``event.returned``; in place."""
    movers, paid, returned, earned = state.history
    back: tuple[tuple[SegmentRef, PlacedFigure], ...] = tuple(zip(event.returned, figures, strict=True))
    state.history = new_tuple(History, (movers, (*paid, event), (*returned, *back), earned))


def note_points(state: State, kind: Kind, seats: tuple[int, ...], points: int) -> None:
    """Note where the points of these seats come from, in place."""
    movers, paid, returned, earned = state.history
    by_seat = list(earned.get(kind) or (0,) * state.seats)
    for seat in seats:
        by_seat[seat] += points
    every: dict[Kind, tuple[int, ...]] = {**earned, kind: tuple(by_seat)}
    state.history = new_tuple(History, (movers, paid, returned, every))
