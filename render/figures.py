"""The wooden figures: seat number as well as colour, a white halo as long as somebody plays them, standing or lying."""

from enum import Enum, auto
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import ABBOT, Figure, Rgb, Role
from render.art.buildings import lighter
from render.art.curves import Line, smooth
from render.fonts import BOLD, font
from render.theme import INK, WHITE, PieceStyle

_SCALE: Final = 6


LYING: Final = frozenset({Role.FARMER, Role.MERCHANT})
"""Who lies, because he stays to the end."""


class Pose(Enum):
    """How a figure is drawn."""

    STANDING = auto()
    LYING = auto()
    ABBOT = auto()


_HALF: Final = smooth(
    [
        (0, 0.3), (0.115, 0.315), (0.27, 0.375), (0.43, 0.44), (0.485, 0.5), (0.47, 0.575), (0.39, 0.61), (0.24, 0.615),
        (0.28, 0.72), (0.36, 0.88), (0.395, 0.96), (0.355, 1.0), (0.2, 1.0), (0.1, 0.985), (0.05, 0.88), (0, 0.82),
    ],
    8,
)  # fmt: skip
_ROBE: Final = smooth(
    [(0, 0.32), (0.17, 0.34), (0.29, 0.42), (0.34, 0.56), (0.37, 0.74), (0.4, 0.92), (0.34, 1.0), (0, 1.0)], 8
)
_HEAD: Final = (0.0, 0.175, 0.175)
"""Middle (x, y) and radius."""
_MITRE: Final[Line] = ((-0.15, 0.14), (-0.17, -0.02), (0.0, -0.2), (0.17, -0.02), (0.15, 0.14))


_POSES: Final = {ABBOT.name: Pose.ABBOT}
"""How a kind of figure stands, by its name, where it has a shape of its own."""


def standing(figure: Figure) -> Pose:
    """Return how a figure is drawn that stands, as it does in hand."""
    return _POSES.get(figure.name, Pose.STANDING)


def pose_of(role: Role, figure: Figure) -> Pose:
    """Return how a figure is drawn by what it is: a farmer lies, and so does a merchant."""
    return Pose.LYING if role in LYING else standing(figure)


@lru_cache(maxsize=512)
def figure(style: PieceStyle, height: int, pose: Pose = Pose.STANDING, *, numbered: bool = True) -> Image.Image:
    """Return a seat's figure, square, with transparency; ``height`` is that of the figure without its halo, which one
    that is nobody's does not have."""
    tall = height * _SCALE
    side = round(tall * 1.34)
    image = Image.new("RGBA", (side, side))
    pen = _Pen(image, tall, pose)
    if not style.is_ownerless:
        pen.silhouette(0.115, WHITE)
    pen.silhouette(0.06, INK)
    pen.silhouette(0.0, style.rgb)
    pen.gleam(style.rgb)
    if pose is Pose.LYING:
        image = image.rotate(90, Image.Resampling.BICUBIC)
    if numbered:
        _number(image, style, tall, pose)
    return image.reduce(_SCALE)


class _Pen:
    def __init__(self, image: Image.Image, tall: float, pose: Pose) -> None:
        self.pen = ImageDraw.Draw(image)
        self.tall, self.left = tall, image.width / 2
        self.top = image.height * (0.16 if pose is Pose.ABBOT else 0.13)
        half = _ROBE if pose is Pose.ABBOT else _HALF
        self.shapes = [(*half, *((-x, y) for x, y in reversed(half)))]
        if pose is Pose.ABBOT:
            self.shapes.append(_MITRE)

    def silhouette(self, grown: float, colour: Rgb) -> None:
        """Fill the figure, grown by a share of its height."""
        margin = grown * self.tall
        for shape in self.shapes:
            corners = [(self.left + x * self.tall, self.top + y * self.tall) for x, y in shape]
            self.pen.polygon(corners, colour)
            if margin:
                self.pen.line([*corners, *corners[:2]], colour, round(2 * margin), "curve")
        x, y, radius = (value * self.tall for value in _HEAD)
        reach = radius + margin
        middle_x, middle_y = self.left + x, self.top + y
        self.pen.ellipse((middle_x - reach, middle_y - reach, middle_x + reach, middle_y + reach), colour)

    def gleam(self, colour: Rgb) -> None:
        """Light falls on the head from the left."""
        x, y, size = self.left - 0.07 * self.tall, self.top + 0.11 * self.tall, 0.055 * self.tall
        self.pen.ellipse((x - size, y - size, x + size, y + size), lighter(colour, 72))


def _number(image: Image.Image, style: PieceStyle, tall: float, pose: Pose) -> None:
    middle = image.width / 2
    spot = (middle + 0.09 * tall, middle) if pose is Pose.LYING else (middle, image.height * 0.13 + 0.62 * tall)
    letters = font(round(tall * 0.4), BOLD)
    ImageDraw.Draw(image).text(spot, style.number, style.number_rgb, letters, "mm")
