"""The image of a tile, drawn at four times its size: flat things at once, upright ones later, from back to front."""

from collections.abc import Callable, Iterable
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from render.art.curves import Line, Point, resampled

SCALE: Final = 4
"""The width and height of the drawing, as a multiple of the finished tile's."""

MARGIN: Final = 2
"""So many empty pixels around a blurred mask are enlarged with it. Without them its borders would get other values."""

Fill = tuple[int, int, int] | tuple[int, int, int, int] | int


class Layer:
    """An image to draw on. All lengths and points are in tiles: the image reaches from (0, 0) to (1, 1)."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.side = image.width
        self.pen = ImageDraw.Draw(image)

    def pixels(self, points: Iterable[Point]) -> list[Point]:
        """Return points converted to pixels."""
        side = self.side
        return [(x * side, y * side) for x, y in points]

    def polygon(self, points: Iterable[Point], fill: Fill) -> None:
        """Fill a polygon."""
        self.pen.polygon(self.pixels(points), fill)

    def ellipse(self, centre: Point, wide: float, tall: float, fill: Fill) -> None:
        """Fill an ellipse by its centre and half axes."""
        x, y, a, b = centre[0] * self.side, centre[1] * self.side, wide * self.side, tall * self.side
        self.pen.ellipse((x - a, y - b, x + a, y + b), fill)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Fill) -> None:
        """Fill a rectangle."""
        side = self.side
        self.pen.rectangle((left * side, top * side, max(left, right) * side, max(top, bottom) * side), fill)

    def line(self, points: Iterable[Point], width: float, fill: Fill) -> None:
        """Draw a thin line; its joints are not rounded."""
        self.pen.line(self.pixels(points), fill, max(1, round(width * self.side)))

    def outline(self, points: Iterable[Point], width: float, fill: Fill) -> None:
        """Draw the outline of a polygon; it reaches ``width`` outward and inward."""
        corners = self.pixels(points)
        self.pen.line([*corners, corners[0], corners[1]], fill, max(2, round(2 * width * self.side)), "curve")

    def stroke(self, points: Line, width: float, fill: Fill) -> None:
        """Draw a broad line with round ends, out of discs: Pillow's lines would have spikes at the joints."""
        side, radius = self.side, max(0.5, width * self.side / 2)
        ellipse = self.pen.ellipse
        for x, y in resampled(points, max(0.006, width * 0.09)):
            ellipse((x * side - radius, y * side - radius, x * side + radius, y * side + radius), fill)


class Canvas(Layer):
    """The image of the tile itself."""

    def __init__(self, background: Image.Image) -> None:
        super().__init__(background.copy())
        self._upright: list[tuple[float, int, Callable[[], None]]] = []

    def mask(self) -> Layer:
        """Return an empty mask of the tile's size to draw on."""
        return Layer(Image.new("L", self.image.size))

    def cover(self, mask: Layer, paint: Image.Image | Fill) -> None:
        """Fill the masked part with a texture or a colour."""
        if box := mask.image.getbbox():
            self.image.paste(paint.crop(box) if isinstance(paint, Image.Image) else paint, box, mask.image.crop(box))

    def shade(self, mask: Layer, colour: Fill, strength: float) -> None:
        """Tint the masked part; ``strength`` is from 0 to 1."""
        if box := mask.image.getbbox():
            faded = mask.image.crop(box).point([round(value * strength) for value in range(256)])
            self.image.paste(colour, box, faded)

    def draw_later(self, foot: float, draw: Callable[[], None]) -> None:
        """Keep an upright thing to be drawn later; ``foot`` is the y of its foot, by which they are ordered."""
        self._upright.append((foot, len(self._upright), draw))

    def draw_upright(self) -> None:
        """Draw the upright things that were kept, from back to front."""
        for _, _, draw in sorted(self._upright, key=lambda one: one[:2]):
            draw()
        self._upright.clear()


def blurred(mask: Layer, radius: float) -> Layer:
    """Return a mask with blurred borders; ``radius`` is in tiles. It is blurred at the finished size, for speed."""
    small = mask.image.reduce(SCALE)
    blur = ImageFilter.BoxBlur(radius * small.width)
    small = small.filter(blur).filter(blur)
    large = Image.new("L", mask.image.size)
    if box := small.getbbox():
        left, top = max(box[0] - MARGIN, 0), max(box[1] - MARGIN, 0)
        right, bottom = min(box[2] + MARGIN, small.width), min(box[3] + MARGIN, small.height)
        part = small.crop((left, top, right, bottom))
        part = part.resize((part.width * SCALE, part.height * SCALE), Image.Resampling.BILINEAR)
        large.paste(part, (left * SCALE, top * SCALE))
    return Layer(large)
