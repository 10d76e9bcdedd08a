"""The sizes of pictures: people choose a ``Size``, in which each edition has a ``Format``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Format:
    """The sides of tiles to choose from, in pixels. The largest with which a picture fits ``max_size`` is taken.

    ``names`` and ``labels`` are the heights of the letters in slots and at the border, in tiles.
    """

    tiles: tuple[int, ...]
    max_size: tuple[int, int]
    names: float
    labels: float

    def fits_size(self, width: int, height: int) -> bool:
        """Say whether a picture of this width and height fits."""
        return width <= self.max_size[0] and height <= self.max_size[1]


@dataclass(frozen=True, slots=True)
class Size:
    """How large the pictures of a person are.

    ``scale`` is the scale of panels, legends and lists, which do not grow with the tiles. ``close`` is the side of a
    tile in pictures of a few cells, in pixels. ``columns`` is how many tiles are side by side in a list.
    """

    name: str
    formats: Mapping[str, Format]
    scale: float
    close: int
    columns: int = 8


USUAL: Final = Size(
    "usual",
    {
        "table": Format((128, 112, 96, 80, 64), (1600, 1280), 0.27, 0.20),
        "pocket": Format((96, 80, 64, 56), (900, 1600), 0.36, 0.30),
    },
    scale=1,
    close=128,
)
SMALL: Final = Size(
    "small",
    {
        "table": Format((80, 64, 56, 48, 40), (960, 800), 0.32, 0.27),
        "pocket": Format((64, 56, 48, 40), (600, 1000), 0.36, 0.30),
    },
    scale=0.7,
    close=80,
)
"""For slow connections: half the bytes."""
LARGE: Final = Size(
    "large",
    {
        "table": Format((128, 112, 96, 80, 64), (1440, 2400), 0.36, 0.25),
        "pocket": Format((128, 112, 96, 80, 64), (1350, 2400), 0.36, 0.30),
    },
    scale=1.5,
    close=128,
    columns=5,
)
"""For phones: narrow, with letters that are readable when the picture is as wide as the screen."""
COMPACT: Final = Size(
    "compact",
    {
        "table": Format((72, 64, 56, 48, 40), (460, 340), 0.32, 0.27),
        "pocket": Format((64, 56, 48, 40), (460, 340), 0.36, 0.30),
    },
    scale=0.55,
    close=72,
)
"""For small boards in a message with much text and many buttons, all of which a phone shows together."""
ANIMATED: Final = Size(
    "animated",
    {
        "table": Format((96, 88, 80, 72, 64, 56, 48, 40, 32, 24, 16, 12, 8), (1100, 700), 0.32, 0.25),
        "pocket": Format((96, 88, 80, 72, 64, 56, 48, 40, 32, 24, 16, 12, 8), (1100, 700), 0.36, 0.30),
    },
    scale=1,
    close=96,
)
"""For animations: as wide for its height as the place that a chat has for a picture, where letters stay readable."""

SIZES: Final[Mapping[str, Size]] = {size.name: size for size in (SMALL, USUAL, LARGE)}
