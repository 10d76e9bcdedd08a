"""The wooden figures: their seat's number and colour, with a white halo as long as somebody plays them.

A figure stands. On open ground it lies, on a token: a disc with six sides. Nobody takes it for a standing figure, nor
its seat's number for that of a spot, which is in a circle.
Where a picture is shown small, the number fills the figure, and the figure is made for it.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from carcassonne import ABBOT, FOLLOWER, Figure, Kind, Rgb, TurnedTile
from carcassonne.figures import BIG_FOLLOWER, BUILDER, PIG
from carcassonne.kinds import OPEN_GROUND
from render.art.buildings import lighter
from render.art.curves import Line, Point, smooth
from render.art.regions import GRID, regions_of
from render.look.overlays import is_dark
from render.look.theme import INK, WHITE, PieceStyle
from render.text.fonts import BOLD, font

FIGURE_SHARE: Final = 0.35
"""The height of a figure on the board, in tiles."""
MOST_FIGURE_SHARE: Final = 0.57
"""The height of a figure on tiles so small that its number is hard to read. A taller one would hide too much."""
_MOST_HIDDEN: Final = 0.57
"""How much of its field a token may hide that has room for larger letters. If that is too much, it is less high."""
_LEAST_FIGURE_SHARE: Final = 0.33
"""The least height that is used for it, in tiles."""

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


@dataclass(frozen=True, slots=True, eq=False)
class FigureShape:
    """The shape of a kind of figure. Lengths are in heights of the figure: x from its middle, y from its top.

    Shapes are compared by identity: what is kept for each of them would otherwise take a hash of all points.

    ``half`` is the outline of the right half of the body, without the head. ``further`` are more polygons, such as a
    hat. ``scale`` is how tall the figure is, compared with an ordinary one. ``level`` is the middle of its number,
    ``gleam`` where light falls on it. ``always_stands`` says that it does so on open ground, too: its shape tells it.
    """

    half: Line
    further: tuple[Line, ...] = ()
    scale: float = 1.0
    has_head: bool = True
    level: float = 0.66
    gleam: Point = (-0.07, 0.11)
    always_stands: bool = False


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
_TOKEN: Final = (0.33, 0.275)
"""Half the width and half the height of a token, in heights of the figure."""
_FLAT: Final = 0.5
"""The part of a token's width that its upper and lower side have."""
_TOKEN_EDGE: Final = (0.09, 0.04)
_TOKEN_OF_LETTERS: Final = (0.368, 0.355)
"""A token with larger letters has so much at both sides of them; and so much of half a token is for the letters."""
_LETTERS: Final = 0.65
"""The height of the letters on a figure that is large, in heights of the figure."""
_GOOD_LETTERS: Final = 0.85
"""The same on one that has to grow for its letters."""
_MOST_LETTERS: Final = 0.95
"""The same on one that may not grow any more: they fill the figure."""
_MALLET: Final[Line] = (
    (0, 0.0), (0.5, 0.0), (0.56, 0.06), (0.56, 0.36), (0.5, 0.42), (0.3, 0.44), (0.3, 0.96), (0.24, 1.0), (0, 1.0),
)  # fmt: skip
"""The outline of the right half: a block across, and a broad handle, on which the number stands."""
_PIG_BODY: Final = smooth([(0, 0.2), (0.3, 0.23), (0.51, 0.36), (0.56, 0.55), (0.5, 0.75), (0.3, 0.86), (0, 0.88)], 8)
_PIG_PARTS: Final[tuple[Line, ...]] = (
    smooth([(-0.4, 0.2), (-0.62, 0.24), (-0.74, 0.42), (-0.7, 0.62), (-0.5, 0.72), (-0.3, 0.6), (-0.3, 0.3)], 8),
    ((-0.68, 0.44), (-0.86, 0.46), (-0.86, 0.66), (-0.64, 0.68)),
    ((-0.62, 0.32), (-0.66, 0.04), (-0.36, 0.24)),
    ((-0.44, 0.7), (-0.44, 1.0), (-0.22, 1.0), (-0.22, 0.75)),
    ((0.44, 0.7), (0.44, 1.0), (0.22, 1.0), (0.22, 0.75)),
    ((0.5, 0.4), (0.66, 0.34), (0.66, 0.16), (0.78, 0.18), (0.77, 0.42), (0.52, 0.54)),
)
"""Its head, its snout, an ear, its legs, its tail. It looks to the left."""

_PLAIN_SHAPE: Final = FigureShape(_BODY)
_STRONG_SHAPE: Final = FigureShape(_BODY, scale=1.2)
"""The shape of a figure that counts as more than one."""
FIGURE_SHAPES: Final[dict[str, FigureShape]] = {
    FOLLOWER.name: _PLAIN_SHAPE,
    ABBOT.name: FigureShape(_ROBE, (_MITRE,)),
    BIG_FOLLOWER.name: FigureShape(_BODY, scale=1.3),
    BUILDER.name: FigureShape(_MALLET, has_head=False, gleam=(-0.36, 0.12)),
    PIG.name: FigureShape(
        _PIG_BODY, _PIG_PARTS, scale=0.92, has_head=False, level=0.56, gleam=(-0.5, 0.4), always_stands=True
    ),
}
"""By the name of a figure. One without a row looks like a follower, and is taller if it is stronger."""


def lies_on(kind: Kind, figure: Figure = FOLLOWER) -> bool:
    """Return whether a figure lies down on such a segment. Most do on open ground, where they stay to the end."""
    return kind in OPEN_GROUND and not shape_of(figure).always_stands


def shape_of(figure: Figure) -> FigureShape:
    return FIGURE_SHAPES.get(figure.name) or (_STRONG_SHAPE if figure.strength > 1 else _PLAIN_SHAPE)


def figure_height(tile: int, letters: int = 0) -> int:
    """Return the height of an ordinary figure on tiles with a side of this many pixels.

    ``letters`` is how tall letters should be to be read; as far as there is room, so are the numbers on figures.
    """
    return round(max(tile * FIGURE_SHARE, min(tile * MOST_FIGURE_SHARE, letters / _GOOD_LETTERS)))


@lru_cache(maxsize=2048)
def figure_height_on(turned: TurnedTile, segment: int, tile: int, letters: int = 0) -> int:
    """Return the height of an ordinary figure on a segment. On a small field, a token grows less for its letters."""
    height = figure_height(tile, letters)
    if not lies_on(turned.segments[segment].kind) or letters_share(height, letters) == _LETTERS:
        return height
    least = int(tile * _LEAST_FIGURE_SHARE)
    lower = range(height, least, -1)
    return next((tall for tall in lower if _hidden_share(turned, segment, tile, tall, letters) <= _MOST_HIDDEN), least)


def figure_middle(turned: TurnedTile, segment: int, size: tuple[int, int], tile: int) -> tuple[int, int]:
    """Return the middle of a figure on a segment, in pixels from the corner of its tile, whose side is ``tile``.

    ``size`` is that of the figure with its halo. All of it is inside the tile.
    """
    x, y = (
        max(length // 2, min(tile - (length - length // 2), round(share * tile)))
        for length, share in zip(size, regions_of(turned).figure_points[segment], strict=True)
    )
    return x, y


def _hidden_share(turned: TurnedTile, segment: int, tile: int, height: int, letters: int) -> float:
    labels = Image.frombytes("L", (GRID, GRID), regions_of(turned).labels)
    size = figure_size(height, is_lying=True, letters=letters)
    (x, y), (across, down) = figure_middle(turned, segment, size, tile), (length / 2 for length in size)
    token, scale = Image.new("1", labels.size), GRID / tile
    ImageDraw.Draw(token).polygon(_six_sides(x * scale, y * scale, across * scale, down * scale), 1)
    return labels.histogram(token)[segment] / labels.histogram()[segment]


def figure_size(height: int, figure: Figure = FOLLOWER, *, is_lying: bool = False, letters: int = 0) -> tuple[int, int]:
    """Return the width and height of ``figure_image``."""
    left, top, right, bottom = _form(figure, height, letters, is_lying=is_lying).edges
    return right - left, bottom - top


@lru_cache(maxsize=512)
def figure_image(
    style: PieceStyle,
    height: int,
    figure: Figure = FOLLOWER,
    *,
    is_lying: bool = False,
    numbered: bool = True,
    letters: int = 0,
) -> Image.Image:
    """Return the picture of a seat's figure, with transparency. Its edges are those of the figure with its halo.

    ``height`` is that of an ordinary figure without its halo, ``letters`` how tall its number should at least be, as
    far as it has room. A figure whose player has resigned has no halo.
    """
    form = _form(figure, height, letters, is_lying=is_lying)
    tall = form.tall * form.times
    image = Image.new("RGBA", (round(tall * _CANVAS),) * 2)

    def fill(colour: Rgb, grown: float) -> None:
        _fill(image, colour, form.mask(grown))

    if not style.is_ownerless:
        fill(WHITE, _HALO[is_lying])
    if not is_dark(style.rgb):  # around a dark figure, a dark outline would only make its halo thinner
        fill(INK, _OUTLINE[is_lying])
    if style.rim_rgb is None:
        fill(style.rgb, 0.0)
    else:
        fill(style.rim_rgb, 0.0)
        fill(style.rgb, -_RIM)
    _gleam(image, tall, style.rgb, None if is_lying else form.shape)
    if numbered:
        _number(image, style, tall, form.letters, None if is_lying else form.shape)
    return form.finished(image)


@lru_cache(maxsize=64)
def figure_outline(
    style: PieceStyle, height: int, figure: Figure = FOLLOWER, *, is_lying: bool = False, letters: int = 0
) -> Image.Image:
    """Return the outline of a figure, as large as ``figure_image``: it shows where a figure stood."""
    form = _form(figure, height, letters, is_lying=is_lying)
    image = Image.new("RGBA", (round(form.tall * form.times * _CANVAS),) * 2)
    halo, line = _HALO[is_lying], _OUTLINE[is_lying]
    edge = WHITE if is_dark(style.rgb) else INK
    colours: tuple[tuple[Rgb | tuple[int, int, int, int], float], ...] = (
        (edge, halo), (style.rgb, halo - line), (INK, -_RIM), ((0, 0, 0, 0), -_RIM - line)
    )  # fmt: skip
    for colour, grown in colours:
        _fill(image, colour, form.mask(grown))
    return form.finished(image)


def _fill(image: Image.Image, colour: Rgb | tuple[int, int, int, int], mask: Image.Image) -> None:
    """Fill what a mask marks. Most of the canvas is outside of it, and is left alone: that saves half the time."""
    box = mask.getbbox()
    image.paste(colour, box, mask.crop(box))


@dataclass(frozen=True, slots=True)
class _Form:
    """The form of a figure that is ``tall`` pixels high. ``letters`` are in heights of the figure."""

    shape: FigureShape
    tall: int
    letters: float
    is_lying: bool

    @property
    def times(self) -> int:
        """How many times larger it is drawn."""
        return _OVERSAMPLING[self.tall >= _LARGE]

    def mask(self, grown: float) -> Image.Image:
        """Return its mask, grown by a share of its height."""
        return _mask(self.shape, self.tall * self.times, grown, self.letters, is_lying=self.is_lying)

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """The edges with its halo: left, top, right and bottom on the finished canvas, in pixels."""
        left, top, right, bottom = _box(self.shape, self.letters, is_lying=self.is_lying)
        return floor(left * self.tall), floor(top * self.tall), ceil(right * self.tall), ceil(bottom * self.tall)

    def finished(self, image: Image.Image) -> Image.Image:
        """Return the part of the canvas that is drawn on, in its own size."""
        left, top, right, bottom = (edge * self.times for edge in self.edges)
        return image.reduce(self.times, (left, top, min(right, image.width), min(bottom, image.height)))


def _form(figure: Figure, height: int, letters: int, *, is_lying: bool) -> _Form:
    shape = shape_of(figure)
    tall = round(height * shape.scale)
    return _Form(shape, tall, letters_share(tall, letters), is_lying)


def letters_share(tall: int, letters: int) -> float:
    """Return the height of the letters on a figure, in heights of it, if they should be ``letters`` pixels tall."""
    return max(_LETTERS, min(_MOST_LETTERS, letters / tall))


@lru_cache(maxsize=64)
def _mask(shape: FigureShape, tall: int, grown: float, letters: float, *, is_lying: bool) -> Image.Image:
    """Return the mask of a figure or token, grown by a share of its height. It is the same for all seats."""
    return _token(tall, grown, letters) if is_lying else _silhouette(shape, tall, grown, letters)


@lru_cache(maxsize=256)
def _box(shape: FigureShape, letters: float, *, is_lying: bool) -> tuple[float, float, float, float]:
    """Return the edges of a figure in heights of it."""
    tall = 256
    mask = _mask(shape, tall, _HALO[is_lying], letters, is_lying=is_lying)
    left, top, right, bottom = mask.getbbox() or (0, 0, tall, tall)
    return left / tall, top / tall, right / tall, bottom / tall


def _half_token(letters: float) -> tuple[float, float]:
    """Return half the width and half the height of a token, in heights of the figure."""
    wide, high = (
        max(least, edge + share * letters)
        for least, edge, share in zip(_TOKEN, _TOKEN_EDGE, _TOKEN_OF_LETTERS, strict=True)
    )
    return wide, high


def _token(tall: int, grown: float, letters: float) -> Image.Image:
    side = round(tall * _CANVAS)
    mask = Image.new("L", (side, side))
    across, down = ((half + grown) * tall for half in _half_token(letters))
    middle = side / 2
    ImageDraw.Draw(mask).polygon(_six_sides(middle, middle, across, down), 255)
    return mask


def _six_sides(x: float, y: float, across: float, down: float) -> list[tuple[float, float]]:
    """Return the corners of a token by its middle, and half its width and height. It has a corner on each side."""
    flat = _FLAT * across
    return [
        (x - across, y), (x - flat, y - down), (x + flat, y - down), (x + across, y), (x + flat, y + down),
        (x - flat, y + down),
    ]  # fmt: skip


def _silhouette(shape: FigureShape, tall: int, grown: float, letters: float) -> Image.Image:
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
    if shape.has_head:
        _disc(pen, left + x, top + y, radius + margin)
    if letters > _LETTERS:
        _room_for_letters(pen, (left, top + _level(shape, letters) * tall), tall, margin, letters)
    return mask if grown >= 0 else _shrunk(mask, round(-grown * tall))


def _room_for_letters(
    pen: ImageDraw.ImageDraw, middle: tuple[float, float], tall: int, margin: float, letters: float
) -> None:
    """Fill what is round the letters, where a body is too narrow for them."""
    across, down = (0.27 * letters + 0.055) * tall + margin, (0.36 * letters + 0.035) * tall + margin
    x, y = middle
    pen.rounded_rectangle((x - across, y - down, x + across, y + down), 0.14 * tall + margin, 255)


def _level(shape: FigureShape, letters: float) -> float:
    """Return the middle of the letters on a standing figure. Large ones leave its head free."""
    return shape.level + (letters - _LETTERS) / 30


def _disc(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), 255)


def _shrunk(mask: Image.Image, by: int) -> Image.Image:
    """Return a mask without what is at most this many pixels from its border."""
    return mask.filter(ImageFilter.BoxBlur(by)).point([255 * (value > 253) for value in range(256)])


def _top(tall: int) -> float:
    """Return where the head of a standing figure begins on the canvas."""
    return (_CANVAS - 1) / 2 * tall


def _gleam(image: Image.Image, tall: int, colour: Rgb, shape: FigureShape | None) -> None:
    """Draw a spot of light: on a standing figure where its shape says, or at the upper left of a token (None)."""
    middle, size = image.width / 2, 0.055 * tall
    if shape is None:
        x, y = middle - 0.2 * tall, middle - 0.13 * tall
    else:
        x, y = middle + shape.gleam[0] * tall, _top(tall) + shape.gleam[1] * tall
    ImageDraw.Draw(image).ellipse((x - size, y - size, x + size, y + size), lighter(colour, 72))


def _number(image: Image.Image, style: PieceStyle, tall: int, share: float, shape: FigureShape | None) -> None:
    middle = image.width / 2
    level = middle if shape is None else _top(tall) + _level(shape, share) * tall
    letters = font(round(tall * share), BOLD)
    edge, colour = (0, None) if style.rim_rgb is None else (round(tall * _RIM), style.rim_rgb)
    ImageDraw.Draw(image).text(
        (middle, level), style.number, style.number_rgb, letters, "mm", stroke_width=edge, stroke_fill=colour
    )
