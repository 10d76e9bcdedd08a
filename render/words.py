"""What the pictures say: every word is the caller's."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from carcassonne import Role, State
from render.theme import Paint, PieceStyle


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a board.

    ``compass`` has the letters of the compass points where they are not N, E, S and W. ``terms`` are words that only
    the picture of this edition has, by what its ``EditionPicture`` calls them.
    """

    names: tuple[str, ...]
    """The players' names by seat, as they are; the picture shows what its font can."""
    colours: tuple[str, ...]
    """The names of the seats' colours, shown where the font has no letters for a name."""
    roles: Mapping[Role, str]
    tiles_left: str
    """A whole phrase, such as "12 tiles left"."""
    over: str
    """What stands in place of ``tiles_left`` when the game has ended."""
    paints: tuple[Paint, ...] = tuple(Paint)
    compass: Mapping[str, str] = field(default_factory=dict)
    resigned: str = ""
    """What stands on the card of a player who has resigned."""
    terms: Mapping[str, str] = field(default_factory=dict)

    def point(self, point: str) -> str:
        """Return a compass point, ``ESE``, as it is to be written."""
        return "".join(self.compass.get(letter, letter) for letter in point)

    def styles(self, state: State) -> tuple[PieceStyle, ...]:
        """Return what each seat's pieces are known by; those of who has resigned are nobody's."""
        return tuple(PieceStyle(seat, paint, seat in state.resigned) for seat, paint in enumerate(self.paints))
