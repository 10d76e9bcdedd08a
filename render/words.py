"""What the pictures say: every word is the caller's."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from carcassonne import Role, State
from render.theme import Paint, PieceStyle


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a board.

    ``names`` are the players' by seat, as they are; the picture shows what its font can. ``colours`` are the names of
    the seats' colours, shown where a name cannot be, and ``paints`` the colours themselves. ``tiles_left`` is a whole
    phrase, such as "12 tiles left"; ``over`` stands in its place when the game has ended. ``keep`` and ``empty_area``
    come before a number in The Castle: the size of a player's keep, and of the largest empty area. ``compass`` has the
    letters of the compass points where they are not N, E, S and W. ``resigned`` stands on the card of who has resigned.
    """

    names: tuple[str, ...]
    colours: tuple[str, ...]
    roles: Mapping[Role, str]
    tiles_left: str
    over: str
    paints: tuple[Paint, ...] = tuple(Paint)
    compass: Mapping[str, str] = field(default_factory=dict)
    resigned: str = ""
    terms: Mapping[str, str] = field(default_factory=dict)

    def point(self, point: str) -> str:
        """Return a compass point, ``ESE``, as it is to be written."""
        return "".join(self.compass.get(letter, letter) for letter in point)

    def styles(self, state: State) -> tuple[PieceStyle, ...]:
        """Return what each seat's pieces are known by; those of who has resigned are nobody's."""
        return tuple(PieceStyle(seat, paint, seat in state.resigned) for seat, paint in enumerate(self.paints))
