"""The wooden figures: their seat's number and colour, with a white halo as long as somebody plays them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import ABBOT, FOLLOWER, Figure, Kind, Rgb
from carcassonne.kinds import OPEN_GROUND
from render.art.buildings import lighter
from render.art.curves import Line, smooth
from render.fonts import BOLD, font
from render.theme import INK, WHITE, PieceStyle

_OVERSAMPLING: Final = 4
_SIDE: Final = 1.34
"""The side of the picture, in heights of the figure."""


@dataclass(frozen=True, slots=True)
class FigureShape:
    """The shape of a kind of figure. Lengths are in heights of the figure: x from its middle, y from its top.

    ``half`` is the outline of the right half of the body, without the head, which all figures have. ``further`` are
    more polygons, such as a hat. ``top`` is the room above the figure, as a share of the picture. ``scale`` is how tall
    the figure is, compared with an ordinary one.
    """

    half: Line
    further: tuple[Line, ...] = ()
    top: float = 0.13
    scale: float = 1.0


_BODY: Final = smooth(
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
_STRONG: Final = 1.2
"""The scale of a figure that counts as more than one."""

FIGURE_SHAPES: Final[dict[str, FigureShape]] = {
    FOLLOWER.name: FigureShape(_BODY),
    ABBOT.name: FigureShape(_ROBE, (_MITRE,), top=0.16),
}
"""By the name of a figure. One without a row looks like a follower, and is taller if it is stronger.

``render.with_art`` adds rows from outside."""


def lies_on(kind: Kind) -> bool:
    """Say whether figures lie down on such a segment. They do on open ground, where they stay to the end."""
    return kind in OPEN_GROUND


def shape_of(figure: Figure) -> FigureShape:
    """Return the shape of a kind of figure."""
    return FIGURE_SHAPES.get(figure.name) or FigureShape(_BODY, scale=_STRONG if figure.strength > 1 else 1.0)


@lru_cache(maxsize=512)
def figure_image(
    style: PieceStyle, height: int, figure: Figure = FOLLOWER, *, is_lying: bool = False, numbered: bool = True
) -> Image.Image:
    """Return the picture of a seat's figure: square, with transparency.

    ``height`` is that of an ordinary figure without its halo. A figure whose player has resigned has no halo.
    """
    shape = shape_of(figure)
    tall = round(height * shape.scale) * _OVERSAMPLING
    side = round(tall * _SIDE)
    image = Image.new("RGBA", (side, side))
    if not style.is_ownerless:
        image.paste(WHITE, mask=_silhouette(shape, tall, 0.115))
    image.paste(INK, mask=_silhouette(shape, tall, 0.06))
    image.paste(style.rgb, mask=_silhouette(shape, tall, 0.0))
    _gleam(image, shape, tall, style.rgb)
    if is_lying:
        image = image.rotate(90, Image.Resampling.BICUBIC)
    if numbered:
        _number(image, style, tall, is_lying=is_lying)
    return image.reduce(_OVERSAMPLING)


@lru_cache(maxsize=32)
def _silhouette(shape: FigureShape, tall: int, grown: float) -> Image.Image:
    """Return the mask of a figure, grown by a share of its height. It is the same for all seats."""
    side = round(tall * _SIDE)
    mask = Image.new("L", (side, side))
    pen, margin, left, top = ImageDraw.Draw(mask), grown * tall, side / 2, side * shape.top
    for outline in ((*shape.half, *((-x, y) for x, y in reversed(shape.half))), *shape.further):
        corners = [(left + x * tall, top + y * tall) for x, y in outline]
        pen.polygon(corners, 255)
        if margin:
            pen.line([*corners, *corners[:2]], 255, round(2 * margin), "curve")
    x, y, radius = (value * tall for value in _HEAD)
    reach, middle_x, middle_y = radius + margin, left + x, top + y
    pen.ellipse((middle_x - reach, middle_y - reach, middle_x + reach, middle_y + reach), 255)
    return mask


def _gleam(image: Image.Image, shape: FigureShape, tall: int, colour: Rgb) -> None:
    """Draw a spot of light on the left of the head."""
    x, y, size = image.width / 2 - 0.07 * tall, image.height * shape.top + 0.11 * tall, 0.055 * tall
    ImageDraw.Draw(image).ellipse((x - size, y - size, x + size, y + size), lighter(colour, 72))


def _number(image: Image.Image, style: PieceStyle, tall: float, *, is_lying: bool) -> None:
    middle = image.width / 2
    spot = (middle + 0.09 * tall, middle) if is_lying else (middle, image.height * 0.13 + 0.62 * tall)
    letters = font(round(tall * 0.4), BOLD)
    ImageDraw.Draw(image).text(spot, style.number, style.number_rgb, letters, "mm")
