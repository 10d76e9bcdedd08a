"""How large pictures are meant to be: an edition names its format."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from carcassonne import State


@dataclass(frozen=True, slots=True)
class Format:
    """The tile sizes to choose from, in pixels, and what a picture should fit within: the largest tiles that do.

    ``names`` and ``labels`` are the heights of the letters in legal cells and at the border, in tiles.
    """

    tiles: tuple[int, ...]
    fitting: tuple[int, int]
    names: float
    labels: float

    def holds(self, width: int, height: int) -> bool:
        """Say whether a picture fits."""
        return width <= self.fitting[0] and height <= self.fitting[1]


FORMATS: Final[Mapping[str, Format]] = {
    "table": Format((128, 112, 96, 80, 64), (1600, 1280), 0.27, 0.20),
    "pocket": Format((96, 80, 64, 56), (900, 1600), 0.36, 0.30),
}


def format_of(state: State) -> Format:
    """Return the format of a state's edition."""
    return FORMATS[state.ruleset.picture]
