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


def game_area(steps: Sequence[Step]) -> Area:
    """Return the cells of the whole game, or the whole board if it has bounds. Raise NothingToShowError."""
    if not steps:
        raise NothingToShowError
    last = steps[-1].state
    return bounding_area(tuple(last.ruleset.bounds or last.cells))


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words on a page that are the same for all turns. ``language`` is its code, such as ``en``."""

    title: str
    language: str = "en"
    board: str = "The board"
    turn: str = "Turn {turn} of {turns}"
    """How the turn that is shown is counted."""
    first: str = "First turn"
    previous: str = "Previous turn"
    next: str = "Next turn"
    last: str = "Last turn"
    play: str = "Play"
    pause: str = "Pause"
    zoom_in: str = "Zoom in"
    zoom_out: str = "Zoom out"
    whole: str = "Show the whole board"
    theme: str = "Light or dark"
    players: str = "Players"
    followers: str = "Followers left: {count}"
    """How many followers a player has left."""
    scores: str = "Scores"
    turns: str = "All turns"
    keys: str = "The arrow keys go from turn to turn, and the space bar plays. Drag the board to move it."


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """A part of a game's review: its text, and its picture as a PNG, which may be missing."""

    text: str
    png: bytes | None = None
    alt: str = ""


@dataclass(frozen=True, slots=True)
class ReviewTurn:
    """A turn that stands out, with its ``label`` in the menu of them."""

    number: int
    label: str
    shown: ReviewPart


@dataclass(frozen=True, slots=True)
class ReviewWords:
    """What stands around a review."""

    review: str = "Review"
    turns: str = "Turns that stand out"
    close: str = "Close"


@dataclass(frozen=True, slots=True)
class PageReview:
    """A finished game in review, as its page has it."""

    whole: ReviewPart
    turns: Sequence[ReviewTurn]
    words: ReviewWords = ReviewWords()
