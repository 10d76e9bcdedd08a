"""What the pictures say: every word is the caller's."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from carcassonne import BASE_GAME_COLOURS, Colour, Deploy, Rgb, Role, State
from render.theme import PieceStyle


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a board.

    ``compass`` has the letters of the compass points where they are not N, E, S and W. ``terms`` are words that only
    the picture of this edition has, by what its ``EditionPicture`` calls them.
    """

    names: tuple[str, ...]
    """The players' names by seat, as they are; the picture shows what its font can."""
    colours: tuple[Colour, ...]
    """By seat."""
    colour_names: tuple[str, ...]
    """By seat; each is shown where the font has no letters for the player's name."""
    roles: Mapping[Role, str]
    tiles_left: str
    """A whole phrase, such as "12 tiles left"."""
    over: str
    """What stands in place of ``tiles_left`` when the game has ended."""
    compass: Mapping[str, str] = field(default_factory=dict)
    resigned: str = ""
    """What stands on the card of a player who has resigned."""
    terms: Mapping[str, str] = field(default_factory=dict)
    prefixes: Mapping[str, str] = field(default_factory=dict)
    """What stands before a role where figures with the same roles have to be told apart, by the prefix in notation."""

    def figure(self, move: Deploy) -> str:
        """Return what a figure is called where it goes: ``knight``, ``big knight``."""
        prefix = move.figure.prefix
        return f"{self.prefixes.get(prefix, prefix)} {self.roles[move.role]}".lstrip()

    def point(self, point: str) -> str:
        """Return a compass point, ``ESE``, as it is to be written."""
        return "".join(self.compass.get(letter, letter) for letter in point)

    @property
    def further_rgb(self) -> tuple[Rgb, ...]:
        """The seats' colours that the base game does not have, as they are in the picture."""
        return tuple(colour.rgb for colour in Colour if colour in self.colours and colour not in BASE_GAME_COLOURS)

    def styles(self, state: State) -> tuple[PieceStyle, ...]:
        """Return what each seat's pieces are known by; those of who has resigned are nobody's."""
        return tuple(PieceStyle(seat, colour, seat in state.resigned) for seat, colour in enumerate(self.colours))
