"""The builder of Traders & Builders: whoever extends the road or city with their own builder plays again."""

from enum import StrEnum
from typing import Final

from carcassonne.events import Event, ExtraTurn
from carcassonne.figures import BUILDER
from carcassonne.state import Extra, Follows, State, TurnStep

NAME: Final = "again"


class Again(StrEnum):
    """Where the seat to move is in a turn of two tiles."""

    NO = "no"
    """This is its first tile, and no extra turn has been won with it."""
    DUE = "due"
    """This is its first tile, and an extra turn follows."""
    NOW = "now"
    """This is the extra turn. There is never a third (Traders & Builders, "The builder")."""


def _new_turn(before: Again) -> Again:
    return Again.NOW if before is Again.DUE else Again.NO


AGAIN: Final = {NAME: Extra(lambda _: Again.NO, str, Again, _new_turn)}


def note_builder(state: State) -> list[Event]:
    """Note whether the tile just laid has won its player an extra turn, before anything is scored; in place.

    Traders & Builders, "The builder": the tile has become part of the road or city with their builder, who was there
    before it. It counts also if the tile completes it.
    """
    if state.extras[NAME] is not Again.NO or state.supply[BUILDER][state.seat] or not _extends_builder(state):
        return []
    state.set_extra(NAME, Again.DUE)
    return [ExtraTurn(state.seat)]


def _extends_builder(state: State) -> bool:
    assert state.last is not None  # noqa: S101 (the type checker learns it)
    for ref, placed in state.figures.items():
        if placed.figure is BUILDER and placed.seat == state.seat:
            return ref.position != state.last and state.root(placed.node) in state.cells[state.last].nodes
    return False


def builder_again(others: Follows) -> Follows:
    """Return who follows: the seat to move again if its extra turn is due. Who resigns has none."""

    def follows(state: State) -> int:
        is_again = state.extras[NAME] is Again.DUE and state.seat not in state.resigned
        return state.seat if is_again else others(state)

    return follows


NOTE_BUILDER: Final = TurnStep(note_builder)
