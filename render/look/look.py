"""How a person wants pictures to look: their theme, and their ``Size``, which has a ``Format`` for each edition."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from render.look.theme import EVENING, Theme


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a picture is shown: a larger picture is reduced to its width and height, in pixels."""

    width: float
    height: float = inf

    def share(self, width: float, height: float) -> float:
        """Return by how much a picture of this width and height is reduced: 1 is not at all."""
        return min(1.0, self.width / width, self.height / height)


CHAT: Final = Place(550, 350)
"""A message on a large screen, before anybody opens the picture."""
PHONE: Final = Place(390)
"""A message on a phone. Pictures may be tall."""
BESIDE_TEXT: Final = Place(390, 350)
"""A phone's message with much text and many buttons, which are all seen together with the picture."""
BOTH: Final = (CHAT, PHONE)
LEAST_LETTERS: Final = 10
"""The least height of letters where a picture is shown, in pixels."""


@dataclass(frozen=True, slots=True)
class Format:
    """The sides of tiles to choose from, in pixels. The largest with which a picture fits ``max_size`` is taken.

    ``names`` and ``labels`` are the heights of the letters in slots and at the border, in tiles. They are larger where
    they could not be read: all letters of a board's picture are readable in each of the ``places``. In a chat, tiles
    are no larger than they can be in the format ``ceiling``: larger letters use that room.
    """

    tiles: tuple[int, ...]
    max_size: tuple[int, int]
    names: float
    labels: float
    places: tuple[Place, ...] = (CHAT,)
    ceiling: "Format | None" = None

    def fits_size(self, width: int, height: int) -> bool:
        """Return whether a picture of this width and height fits."""
        return width <= self.max_size[0] and height <= self.max_size[1]


@dataclass(frozen=True, slots=True)
class Size:
    """How large the pictures of a person are.

    ``scale`` is the scale of legends and lists, and ``close`` the side of a tile in pictures of a few cells, in pixels.
    ``columns`` is how many tiles are side by side in a list. The tiles of a board's picture are as large as can be in
    ``place``. A board's picture that ``is_tall`` fills a phone that shows nothing else, with the panel below the board.
    """

    name: str
    formats: Mapping[str, Format]
    scale: float
    close: int
    columns: int = 8
    place: Place = CHAT
    is_tall: bool = False


_ON_PHONES: Final = Format((128, 112, 96, 80, 64), (1440, 2400), 0.36, 0.25, BOTH)
"""A table's picture whose letters could be read on a phone, too."""
USUAL: Final = Size(
    "usual",
    {
        "table": Format((128, 112, 96, 80, 64), (1600, 1280), 0.27, 0.20, ceiling=_ON_PHONES),
        "pocket": Format((96, 80, 64, 56), (900, 1600), 0.36, 0.30, BOTH),
    },
    scale=1,
    close=128,
)
SMALL: Final = Size(
    "small",
    {
        "table": Format((80, 64, 56, 48, 40), (960, 800), 0.32, 0.27),
        "pocket": Format((64, 56, 48, 40), (600, 1000), 0.36, 0.30, BOTH),
    },
    scale=0.7,
    close=72,
)
"""For slow connections: half the bytes."""
LARGE: Final = Size(
    "large",
    {
        "table": Format((128, 112, 96, 80, 64), (1350, 2400), 0.36, 0.25, (PHONE,)),
        "pocket": Format((128, 112, 96, 80, 64), (1350, 2400), 0.36, 0.30, (PHONE,)),
    },
    scale=1.5,
    close=128,
    columns=5,
    place=PHONE,
    is_tall=True,
)
"""For phones: tall, for whoever opens the picture. Letters are readable when it is as wide as the screen. In a chat,
which reduces it to its height, it is small."""
COMPACT: Final = Size(
    "compact",
    {
        "table": Format((72, 64, 56, 48, 40), (390, 350), 0.32, 0.27, (BESIDE_TEXT,)),
        "pocket": Format((64, 56, 48, 40), (390, 350), 0.36, 0.30, (BESIDE_TEXT,)),
    },
    scale=0.55,
    close=72,
    place=BESIDE_TEXT,
)
"""For small boards beside much text."""
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


@dataclass(frozen=True, slots=True)
class Look:
    """The colours around the landscape, and how large everything is."""

    theme: Theme = EVENING
    size: Size = USUAL


DEFAULT_LOOK: Final = Look()
"""The look of pictures for everybody, and for people who chose nothing."""
