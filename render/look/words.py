"""The words in pictures, which the caller provides."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from carcassonne import BASE_GAME_COLOURS, Colour, Deploy, Kind, Rgb, Role, State
from render.look.theme import PieceStyle


class ViewMeaning(StrEnum):
    """What a fill of a view means, or a sign on it, besides a kind of ground."""

    SHARED = "shared"
    TIED = "tied"
    NOBODYS = "nobody's"
    REST = "rest"
    EARNED = "earned"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a board.

    ``terms`` are the words that only the picture of this edition needs, by the keys in its ``EditionPicture``.
    """

    names: tuple[str, ...]
    """The players' names by seat, as they are; the picture shows what its font can."""
    colours: tuple[Colour, ...]
    """By seat."""
    colour_names: tuple[str, ...]
    """By seat. A colour's name is shown if the font cannot show the player's name."""
    roles: Mapping[Role, str]
    tiles_left: str
    """A whole phrase, such as "12 tiles left"."""
    over: str
    """What replaces ``tiles_left`` when the game has ended."""
    resigned: str = ""
    """What stands on the card of a player who has resigned."""
    terms: Mapping[str, str] = field(default_factory=dict)
    figures: Mapping[tuple[str, Role], str] = field(default_factory=dict)
    """What figures with the same roles are called, by the prefix that tells them apart in notation, and the role."""
    in_hand: Mapping[str, str] = field(default_factory=dict)
    """What is told of a figure that a seat has besides followers and hasn't placed, by the figure's name."""
    computers: frozenset[int] = frozenset()
    """The seats that computers play; their names have a mark."""
    result: str = ""
    """Who has won, once the game is over: ``{1} wins 64 : 51``. A number in braces is a seat, and its name is there."""
    kinds: Mapping[Kind, str] = field(default_factory=dict)
    """The words for what has paid, in the plural."""
    modifiers: Mapping[str, str] = field(default_factory=dict)
    """The words for what makes features pay more or nothing, in the plural, by the names of modifiers."""
    key: Mapping[ViewMeaning, str] = field(default_factory=dict)
    """What the fills of views mean, for each of them. Without words there is no key."""
    nobody_moves: bool = False
    """Whether the game waits for nobody: the last turn can still be taken back."""

    def figure(self, move: Deploy) -> str:
        """Return the name of a figure in the place where it is deployed: ``knight``, ``big knight``."""
        prefix = move.figure.prefix
        return self.figures.get((prefix, move.role)) or f"{prefix} {self.roles[move.role]}".lstrip()

    @property
    def further_rgb(self) -> tuple[Rgb, ...]:
        """The seats' colours in the picture that the base game does not have."""
        return tuple(colour.rgb for colour in Colour if colour in self.colours and colour not in BASE_GAME_COLOURS)

    def styles(self, state: State) -> tuple[PieceStyle, ...]:
        """Return how each seat's pieces look. Those of players who have resigned look like nobody's."""
        return piece_styles(state, self.colours)


def piece_styles(state: State, colours: tuple[Colour, ...]) -> tuple[PieceStyle, ...]:
    """Return how the pieces of seats with these colours look."""
    return tuple(PieceStyle(seat, colour, seat in state.resigned) for seat, colour in enumerate(colours))


def signed(points: int) -> str:
    """Return what has been added, or taken away: ``+6``, ``\N{MINUS SIGN}9``."""
    return f"{points:+}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A player's row; a marked one is highlighted."""

    rank: int
    name: str
    games: int
    wins: int
    rating: int
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardHeadings:
    """The texts of a leaderboard. ``unreadable``, with ``{rank}`` filled in, replaces a name that cannot be drawn."""

    title: str
    games: str
    wins: str
    rating: str
    unreadable: str


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What somebody got in a round: the label of the opponent's row, and the result as text."""

    opponent: str
    result: str
    share: float
    """The part of what could be won, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """Somebody in the table of a tournament. Numbers are texts, as people read them."""

    place: int
    name: str
    cells: tuple[RoundCell | None, ...]
    """By round; None where nothing was played, or not yet."""
    points: str
    decider: str
    """The number that decided between equal points; empty if none did."""
    label: str = ""
    """The place as it is shown, if it is more than its number: no other row that it could mean has the same."""
    is_gone: bool = False
    """Whether somebody has left."""
    heading: str = ""
    """What stands above the row; empty for nothing."""


@dataclass(frozen=True, slots=True)
class StandingsHeadings:
    """The texts of a tournament's table. ``unreadable``, with ``{rank}`` filled in, replaces a name that cannot be
    drawn.
    """

    title: str
    rounds: tuple[str, ...]
    points: str
    unreadable: str
    decider: str = ""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Who stands on a step of a podium."""

    place: int
    names: tuple[str, ...]
    points: str
    """With the word for them, such as "3 points"; empty where they say nothing."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a knockout: two names and results, each empty where it isn't known, and who has won."""

    names: tuple[str, str]
    results: tuple[str, str]
    winner: int | None
    """0 or 1; None while nobody has won."""
    is_lone: bool = False
    """Whether one place is free, and stays free: there is nobody to meet."""


@dataclass(frozen=True, slots=True)
class BracketHeadings:
    """The texts of a bracket. ``unreadable`` replaces a name without letters."""

    title: str
    rounds: tuple[str, ...]
    """What each round is called."""
    third: str
    """What stands above the match below the final."""
    unreadable: str
