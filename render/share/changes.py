"""What changes from one frame to the next, in the colours of one palette for all frames."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops

from carcassonne import Rgb
from render.look.palette import colours, quantized
from render.look.theme import Theme

UNCHANGED: Final = 255
"""The palette entry of pixels that stay as they are. No palette has that many colours."""


@dataclass(frozen=True, slots=True)
class Change:
    """A rectangle by its upper left corner, as an image of mode L whose values are palette entries.

    ``seconds`` is how long the frame is shown.
    """

    x: int
    y: int
    image: Image.Image
    seconds: float


def changes(
    frames: Iterable[Image.Image], seconds: Iterable[float], theme: Theme, more: tuple[Rgb, ...]
) -> Iterator[Change]:
    """Yield the first frame whole, and of each further one the smallest rectangle that holds what changes.

    A frame that changes nothing is a rectangle of one pixel.
    """
    shown: Image.Image | None = None
    for frame, duration in zip(frames, seconds, strict=True):
        if shown is None:
            yield Change(0, 0, _indices(frame, theme, more), duration)
        else:
            difference = ImageChops.difference(shown, frame)
            box = difference.getbbox() or (0, 0, 1, 1)
            indices = _indices(frame.crop(box), theme, more)
            same = _is_black(difference.crop(box))
            indices.paste(UNCHANGED, (0, 0, *indices.size), same)
            yield Change(box[0], box[1], indices, duration)
        shown = frame


def _indices(image: Image.Image, theme: Theme, more: tuple[Rgb, ...]) -> Image.Image:
    """Return the palette entries of an RGB image."""
    return Image.frombytes("L", image.size, quantized(image, theme, more).tobytes())


def _is_black(difference: Image.Image) -> Image.Image:
    """Return a mask of the pixels that are black."""
    red, green, blue = difference.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255, *[0] * 255])


def palette_bytes(theme: Theme, more: tuple[Rgb, ...]) -> bytes:
    """Return the palette as 256 triples of red, green and blue."""
    values = [value for colour in colours(theme, more) for value in colour]
    return bytes(values).ljust(3 * 256, b"\0")
