"""The surface for panels and legends. Lengths on it are the same in all sizes of a picture."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from carcassonne import Rgb
from render.look.theme import Theme
from render.text.fonts import MEDIUM
from render.text.typeset import fitted, width_of, write

TEXT_HEIGHT: Final = 20
"""The height of the smallest letters on it."""

Box: TypeAlias = tuple[float, float, float, float]
"""(left, top, right, bottom)."""


class Sheet:
    """An image with a theme, on which a length of 1 is ``scale`` pixels."""

    def __init__(self, image: Image.Image, theme: Theme, scale: float = 1) -> None:
        self.image, self.theme, self.scale = image, theme, scale
        self._pen = ImageDraw.Draw(image)

    def pixels(self, length: float) -> int:
        """Return how many pixels a length is."""
        return round(length * self.scale)

    def text(
        self, at: tuple[float, float], text: str, colour: Rgb, size: int, face: str = MEDIUM, anchor: str = "lm"
    ) -> None:
        """Write a line of text; ``anchor`` says which part of it is at the given point, as in Pillow."""
        write(self._pen, (at[0] * self.scale, at[1] * self.scale), text, colour, self.pixels(size), face, anchor)

    def width_of(self, text: str, size: int, face: str = MEDIUM) -> float:
        """Return how wide a line of text is."""
        return width_of(text, self.pixels(size), face) / self.scale

    def fitted(self, text: str, width: float, size: int, face: str = MEDIUM) -> str:
        """Return a text, cut with an ellipsis if it is wider than ``width``."""
        return fitted(text, width * self.scale, self.pixels(size), face)

    def fitting_size(self, text: str, width: float, sizes: Sequence[int], face: str = MEDIUM) -> int:
        """Return the first of some sizes in which a text is at most ``width`` wide; the last one if it never is."""
        return next((size for size in sizes if self.width_of(text, size, face) <= width), sizes[-1])

    def fitted_in(self, text: str, width: float, sizes: Sequence[int], face: str = MEDIUM) -> tuple[str, int]:
        """Return a text and the height of its letters: a long text is smaller, or cut if it's still too wide."""
        size = self.fitting_size(text, width, sizes, face)
        return self.fitted(text, width, size, face), size

    def box(self, box: Box, fill: Rgb, line: Rgb | None = None, *, thick: float = 1, radius: float = 0) -> None:
        """Draw a rectangle, perhaps with a frame and round corners. Its right and bottom edges are included."""
        left, top, right, bottom = (round(length * self.scale) for length in box)
        right, bottom = max(left, right), max(top, bottom)
        half = max(0, min(right - left, bottom - top) // 2 - 1)  # a rounder one fails in some versions of Pillow
        corners, thick = (left, top, right, bottom), max(1, self.pixels(thick))
        self._pen.rounded_rectangle(corners, min(self.pixels(radius), half), fill, line, thick)

    def paste(self, picture: Image.Image, x: float, y: float) -> None:
        """Paste a picture by its upper left corner."""
        mask = picture if picture.mode == "RGBA" else None
        self.image.paste(picture, (self.pixels(x), self.pixels(y)), mask)

    def paste_at_level(self, picture: Image.Image, x: float, level: float) -> None:
        """Paste a picture by its left edge and middle height."""
        self.image.paste(picture, (self.pixels(x), self.pixels(level) - picture.height // 2), picture)
