"""What the panel of a finished game shows, as plain values: a card for each player, and what the colours mean.

Lengths are those of a ``Sheet``.
"""

from dataclasses import dataclass
from typing import Final

from carcassonne import Kind
from render.look.theme import PieceStyle

RESULT_HEIGHT: Final = 92
"""The height of a card with numbers in its bar."""
LOW_RESULT_HEIGHT: Final = 64
"""The height of one with a thin bar."""


@dataclass(frozen=True, slots=True)
class ScorePart:
    """What one kind of feature has paid to a player."""

    kind: Kind
    points: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of a card, by its middle height: what one kind of feature has paid to the player."""

    y: float
    kind: Kind
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class ResultCard:
    """A player's card at the end, by its upper left corner.

    ``head`` is the height of its upper part, with the name and the bar; below it are the ``rows``, if there are any.
    ``parts`` are those of the score, None if they are not known. ``most`` is the best score: a bar for it would be as
    wide as the card. ``resigned`` is the word for that, None for all others. Numbers stand in the bar if ``is_tall``.
    """

    x: float
    y: float
    width: float
    height: float
    style: PieceStyle
    name: str
    score: int
    parts: tuple[ScorePart, ...] | None
    most: int
    is_winner: bool
    is_computer: bool
    resigned: str | None
    is_tall: bool
    head: float
    rows: tuple[ResultRow, ...] = ()


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """The meaning of a colour in the bars, by its left end and middle height."""

    x: float
    y: float
    room: float
    kind: Kind
    text: str
