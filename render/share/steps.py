"""A game turn by turn, as it is shown around."""

from collections.abc import Sequence
from dataclasses import dataclass

from carcassonne import Phase, Position, State
from render.look.views import Area, bounding_area
from render.look.words import Words


@dataclass(frozen=True, slots=True)
class Step:
    """A game after one of its turns, whose ``number`` is 0 before the first one.

    ``seat`` is the seat that played the turn, None before the first one. ``text`` says in one or more lines what was
    played. ``winners`` say that the game is over and which seats have won; None while it goes on.
    """

    state: State
    words: Words
    number: int = 0
    seat: int | None = None
    text: str = ""
    winners: frozenset[int] | None = None

    @property
    def last(self) -> Position | None:
        """The cell of the last tile; None before the first turn."""
        return self.state.last if self.state.turn else None


class NothingToShowError(ValueError):
    """No turn is left to show."""


class TooLargeToShowError(ValueError):
    """The game is so large that no file of it would be small enough."""


def shown_state(step: Step) -> State:
    """Return the state to draw: with no tile in hand, and with the player who played the turn marked."""
    state = step.state.copy()
    state.tile = None
    if step.winners is not None:
        state.phase = Phase.OVER
    elif not state.is_over:
        state.phase = Phase.DRAW
        state.seat = state.seat if step.seat is None else step.seat
    return state


def whole_area(steps: Sequence[Step]) -> Area:
    """Return the cells of the whole game, or the whole board if it has bounds. Raise NothingToShowError."""
    if not steps:
        raise NothingToShowError
    last = steps[-1].state
    return bounding_area(tuple(last.ruleset.bounds or last.cells))
