"""The wooden figures: their seat's number and colour, with a white halo as long as somebody plays them.

A figure stands. On open ground it lies, on a token: an oval disc, which nobody takes for a standing figure.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from carcassonne import ABBOT, FOLLOWER, Figure, Kind, Rgb, TurnedTile
from carcassonne.kinds import OPEN_GROUND
from render.art.buildings import lighter
from render.art.curves import Line, smooth
from render.art.regions import regions_of
from render.fonts import BOLD, font
from render.theme import INK, WHITE, PieceStyle

FIGURE_SHARE: Final = 0.35
"""The height of a figure on the board, in tiles."""
MOST_FIGURE_SHARE: Final = 0.4
"""The height of a figure on tiles so small that its number is hard to read. A taller one would hide too much."""

_OVERSAMPLING: Final = (4, 3)
"""How many times larger figures are drawn, so that their edges are smooth: small figures, and large ones."""
_LARGE: Final = 64
"""The height of the smallest figure that is large, in pixels."""
_CANVAS: Final = 1.8
"""The side of the canvas, in heights of the figure. The finished picture is the part that is drawn on."""
_OUTLINE: Final = (0.06, 0.05)
_HALO: Final = (0.105, 0.09)
"""How far the dark outline and the white halo reach beyond a standing figure and a token, in heights of the figure."""
_RIM: Final = 0.052
"""The width of the rim of some colours, in heights of the figure: inside the outline, and round the number."""


@dataclass(frozen=True, slots=True)
class FigureShape:
    """The shape of a kind of figure. Lengths are in heights of the figure: x from its middle, y from its top.

    ``half`` is the outline of the right half of the body, without the head, which all figures have. ``further`` are
    more polygons, such as a hat. ``scale`` is how tall the figure is, compared with an ordinary one.
    """

    half: Line
    further: tuple[Line, ...] = ()
    scale: float = 1.0


_BODY: Final = smooth(
    [
        (0, 0.3), (0.12, 0.315), (0.27, 0.355), (0.43, 0.41), (0.49, 0.47), (0.475, 0.55), (0.4, 0.595), (0.32, 0.62),
        (0.335, 0.72), (0.385, 0.88), (0.41, 0.96), (0.37, 1.0), (0.2, 1.0), (0.1, 0.985), (0.06, 0.93), (0, 0.9),
    ],
    8,
)  # fmt: skip
"""It is broad, so that there is room for a number that can be read when a tile has 30 pixels."""
_ROBE: Final = smooth(
    [(0, 0.32), (0.17, 0.34), (0.29, 0.42), (0.34, 0.56), (0.37, 0.74), (0.4, 0.92), (0.34, 1.0), (0, 1.0)], 8
)
_HEAD: Final = (0.0, 0.175, 0.175)
"""Middle (x, y) and radius."""
_MITRE: Final[Line] = ((-0.15, 0.14), (-0.17, -0.02), (0.0, -0.2), (0.17, -0.02), (0.15, 0.14))
_STRONG: Final = 1.2
"""The scale of a figure that counts as more than one."""
_TOKEN: Final = (0.33, 0.275)
"""Half the width and half the height of a token, in heights of the figure."""
_LETTERS: Final = (0.65, 0.65)
"""The heights of the letters on a standing figure and on a token, in heights of the figure."""

FIGURE_SHAPES: Final[dict[str, FigureShape]] = {
    FOLLOWER.name: FigureShape(_BODY),
    ABBOT.name: FigureShape(_ROBE, (_MITRE,)),
}
"""By the name of a figure. One without a row looks like a follower, and is taller if it is stronger.

``render.with_art`` adds rows from outside."""


def lies_on(kind: Kind) -> bool:
    """Say whether figures lie down on such a segment. They do on open ground, where they stay to the end."""
    return kind in OPEN_GROUND


def shape_of(figure: Figure) -> FigureShape:
    """Return the shape of a kind of figure."""
    return FIGURE_SHAPES.get(figure.name) or FigureShape(_BODY, scale=_STRONG if figure.strength > 1 else 1.0)


def figure_height(tile: int, letters: int = 0) -> int:
    """Return the height of an ordinary figure on tiles with a side of so many pixels.

    ``letters`` is how tall letters should be to be read; as far as there is room, so are the numbers on figures.
    """
    return round(max(tile * FIGURE_SHARE, min(tile * MOST_FIGURE_SHARE, letters / min(_LETTERS))))


def figure_middle(turned: TurnedTile, segment: int, figure: Figure, tile: int, height: int) -> tuple[int, int]:
    """Return the middle of a figure on a segment, in pixels from the corner of its tile, whose side is ``tile``.

    ``height`` is that of an ordinary figure. The whole figure, with its halo, is inside the tile.
    """
    is_lying = lies_on(turned.segments[segment].kind)
    size = figure_size(height, figure, is_lying=is_lying)
    x, y = (
        max(length // 2, min(tile - (length - length // 2), round(share * tile)))
        for length, share in zip(size, regions_of(turned).figure_points[segment], strict=True)
    )
    return x, y


def figure_size(height: int, figure: Figure = FOLLOWER, *, is_lying: bool = False) -> tuple[int, int]:
    """Return the width and height of ``figure_image``."""
    left, top, right, bottom = _edges(shape_of(figure), height, is_lying=is_lying)
    return right - left, bottom - top


@lru_cache(maxsize=512)
def figure_image(
    style: PieceStyle, height: int, figure: Figure = FOLLOWER, *, is_lying: bool = False, numbered: bool = True
) -> Image.Image:
    """Return the picture of a seat's figure, with transparency. Its edges are those of the figure with its halo.

    ``height`` is that of an ordinary figure without its halo. A figure whose player has resigned has no halo.
    """
    shape = shape_of(figure)
    times = _OVERSAMPLING[height >= _LARGE]
    tall = round(height * shape.scale) * times
    image = Image.new("RGBA", (round(tall * _CANVAS),) * 2)

    def fill(colour: Rgb, grown: float) -> None:
        image.paste(colour, mask=_mask(shape, tall, grown, is_lying=is_lying))

    if not style.is_ownerless:
        fill(WHITE, _HALO[is_lying])
    fill(INK, _OUTLINE[is_lying])
    if style.rim_rgb is None:
        fill(style.rgb, 0.0)
    else:
        fill(style.rim_rgb, 0.0)
        fill(style.rgb, -_RIM)
    _gleam(image, tall, style.rgb, is_lying=is_lying)
    if numbered:
        _number(image, style, tall, is_lying=is_lying)
    return image.reduce(times).crop(_edges(shape, height, is_lying=is_lying))


@lru_cache(maxsize=64)
def figure_outline(style: PieceStyle, height: int, figure: Figure = FOLLOWER, *, is_lying: bool = False) -> Image.Image:
    """Return the outline of a figure, as large as ``figure_image``: it shows where a figure stood."""
    shape = shape_of(figure)
    times = _OVERSAMPLING[height >= _LARGE]
    tall = round(height * shape.scale) * times
    image = Image.new("RGBA", (round(tall * _CANVAS),) * 2)
    halo, line = _HALO[is_lying], _OUTLINE[is_lying]
    colours: tuple[tuple[Rgb | tuple[int, int, int, int], float], ...] = (
        (INK, halo), (style.rgb, halo - line), (INK, -_RIM), ((0, 0, 0, 0), -_RIM - line)
    )  # fmt: skip
    for colour, grown in colours:
        image.paste(colour, mask=_mask(shape, tall, grown, is_lying=is_lying))
    return image.reduce(times).crop(_edges(shape, height, is_lying=is_lying))


@lru_cache(maxsize=64)
def _mask(shape: FigureShape, tall: int, grown: float, *, is_lying: bool) -> Image.Image:
    """Return the mask of a figure or token, grown by a share of its height. It is the same for all seats."""
    return _token(tall, grown) if is_lying else _silhouette(shape, tall, grown)


def _edges(shape: FigureShape, height: int, *, is_lying: bool) -> tuple[int, int, int, int]:
    """Return the edges of a figure with its halo: left, top, right and bottom on the finished canvas, in pixels."""
    tall = round(height * shape.scale)
    left, top, right, bottom = _box(shape, is_lying=is_lying)
    return floor(left * tall), floor(top * tall), ceil(right * tall), ceil(bottom * tall)


@lru_cache(maxsize=32)
def _box(shape: FigureShape, *, is_lying: bool) -> tuple[float, float, float, float]:
    """Return the same edges in heights of the figure."""
    tall = 256
    left, top, right, bottom = _mask(shape, tall, _HALO[is_lying], is_lying=is_lying).getbbox() or (0, 0, tall, tall)
    return left / tall, top / tall, right / tall, bottom / tall


def _token(tall: int, grown: float) -> Image.Image:
    side = round(tall * _CANVAS)
    mask = Image.new("L", (side, side))
    across, down = ((half + grown) * tall for half in _TOKEN)
    middle = side / 2
    ImageDraw.Draw(mask).ellipse((middle - across, middle - down, middle + across, middle + down), 255)
    return mask


def _silhouette(shape: FigureShape, tall: int, grown: float) -> Image.Image:
    side = round(tall * _CANVAS)
    mask = Image.new("L", (side, side))
    pen, margin, left, top = ImageDraw.Draw(mask), max(0.0, grown) * tall, side / 2, _top(tall)
    for outline in ((*shape.half, *((-x, y) for x, y in reversed(shape.half))), *shape.further):
        corners = [(left + x * tall, top + y * tall) for x, y in outline]
        pen.polygon(corners, 255)
        if margin:  # Pillow's own round joints leave hairlines between them
            pen.line([*corners, corners[0]], 255, round(2 * margin))
            for x, y in corners:
                _disc(pen, x, y, margin)
    x, y, radius = (value * tall for value in _HEAD)
    _disc(pen, left + x, top + y, radius + margin)
    return mask if grown >= 0 else _shrunk(mask, round(-grown * tall))


def _disc(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), 255)


def _shrunk(mask: Image.Image, by: int) -> Image.Image:
    """Return a mask without what is at most so many pixels from its border."""
    return mask.filter(ImageFilter.BoxBlur(by)).point([255 * (value > 253) for value in range(256)])


def _top(tall: int) -> float:
    """Return where the head of a standing figure begins on the canvas."""
    return (_CANVAS - 1) / 2 * tall


def _gleam(image: Image.Image, tall: int, colour: Rgb, *, is_lying: bool) -> None:
    """Draw a spot of light: on the left of the head, or at the upper left of a token."""
    middle, size = image.width / 2, 0.055 * tall
    x, y = middle - 0.07 * tall, _top(tall) + 0.11 * tall
    if is_lying:
        x, y = middle - 0.2 * tall, middle - 0.13 * tall
    ImageDraw.Draw(image).ellipse((x - size, y - size, x + size, y + size), lighter(colour, 72))


def _number(image: Image.Image, style: PieceStyle, tall: int, *, is_lying: bool) -> None:
    middle = image.width / 2
    level = middle if is_lying else _top(tall) + 0.66 * tall
    letters = font(round(tall * _LETTERS[is_lying]), BOLD)
    edge, colour = (0, None) if style.rim_rgb is None else (round(tall * _RIM), style.rim_rgb)
    ImageDraw.Draw(image).text(
        (middle, level), style.number, style.number_rgb, letters, "mm", stroke_width=edge, stroke_fill=colour
    )
