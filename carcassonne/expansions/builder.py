"""The builder of Traders & Builders: whoever extends the road or city with their own builder plays again."""

from enum import StrEnum
from typing import Final

from carcassonne.events import Event, ExtraTurn
from carcassonne.figures import BUILDER
from carcassonne.kinds import Kind
from carcassonne.state import Extra, Follows, State, TurnStep

NAME: Final = "again"


class Again(StrEnum):
    """Where the seat to move is in a turn of two tiles."""

    __hash__ = str.__hash__

    NO = "no"
    """This is its first tile, and no extra turn has been won with it."""
    ROAD = "road"
    """This is its first tile, and an extra turn follows: its builder's road grew."""
    CITY = "city"
    """The same for a city."""
    NOW = "now"
    """This is the extra turn. There is never a third (Traders & Builders, "The builder")."""


_DUE: Final = {Again.ROAD: Kind.ROAD, Again.CITY: Kind.CITY}


def _new_turn(before: Again) -> Again:
    return Again.NOW if before in _DUE else Again.NO


AGAIN: Final = {NAME: Extra(lambda _: Again.NO, str, Again, _new_turn)}


def note_builder(state: State) -> list[Event]:
    """Note whether the tile just laid has won its player an extra turn, before anything is scored; in place.

    Traders & Builders, "The builder": the tile has become part of the road or city with their builder, who was there
    before it. It counts also if the tile completes it.
    """
    if state.supply[BUILDER][state.seat] or state.extras[NAME] is not Again.NO:
        return []
    kind = _extended(state)
    if kind is not None:
        state.set_extra(NAME, Again(kind.value))
    return []


def _extended(state: State) -> Kind | None:
    """Return what the mover's builder stands on, if the tile just laid has become part of it."""
    assert state.last is not None  # noqa: S101 (the type checker learns it)
    for ref, placed in state.figures.items():
        if placed.figure is BUILDER and placed.seat == state.seat:
            is_extended = ref.position != state.last and state.root(placed.node) in state.cells[state.last].nodes
            return state.segment_at(ref).kind if is_extended else None
    return None


def tell_builder(state: State) -> list[Event]:
    """Tell of an extra turn that has been won, when everything else of the turn is done."""
    kind = _DUE.get(state.extras[NAME])
    return [ExtraTurn(state.seat, kind)] if kind is not None and (state.bag or state.bags_left) else []


def is_extra_turn(state: State) -> bool:
    """Return whether the turn that has begun, or would begin if a tile were left, is an extra turn."""
    return state.extras.get(NAME) is Again.NOW


def builder_again(others: Follows) -> Follows:
    """Return who follows: the seat to move again if its extra turn is due. Who resigns has none."""

    def follows(state: State) -> int:
        is_again = state.extras[NAME] in _DUE and state.seat not in state.resigned
        return state.seat if is_again else others(state)

    return follows


NOTE_BUILDER: Final = TurnStep(note_builder)
TELL_BUILDER: Final = TurnStep(tell_builder)
