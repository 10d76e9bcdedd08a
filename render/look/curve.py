"""What a curve of a game shows: who stood how well after each turn."""

from dataclasses import dataclass

from carcassonne import BASE_GAME_COLOURS, Rgb
from render.look.theme import PieceStyle


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A player's line. ``instead`` replaces a name that cannot be drawn."""

    name: str
    instead: str
    style: PieceStyle
    values: tuple[float, ...]
    """How many points the player was ahead before each turn, and at the end."""
    is_computer: bool = False


@dataclass(frozen=True, slots=True)
class CurveMark:
    """A turn that stands out, by its number as people count it, from 1."""

    number: int
    seat: int
    place: int
    """Of which value of the lines it is."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The lines of all players, or where there are two, of the first one: the other is behind by as much."""

    lines: tuple[CurveLine, ...]
    numbers: tuple[int, ...]
    """The number of the turn that follows each value but the last."""
    marks: tuple[CurveMark, ...]

    @property
    def further_rgb(self) -> tuple[Rgb, ...]:
        """The colours of the lines that the base game does not have."""
        rgbs = [line.style.rgb for line in self.lines if line.style.colour not in BASE_GAME_COLOURS]
        return tuple(dict.fromkeys(rgbs))
