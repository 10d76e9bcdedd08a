"""A game as an animated picture. Its frames have one palette, and each holds only what it changes.

GIF and animated PNG are written change by change, so that no two frames are in memory at once.
"""

import io
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, assert_never

from PIL import GifImagePlugin, Image, ImageChops

from carcassonne import Rgb
from render.editions import added_colours
from render.look.look import DEFAULT_LOOK, Look
from render.look.png import SIGNATURE, chunk, colours, header, lines, quantized
from render.look.theme import END_COLOURS, Theme
from render.share.frames import chosen_steps, frames, layout_of
from render.share.steps import Step, TooLargeToShowError

MAX_BYTES: Final = 8 * 2**20
FRAME_SECONDS: Final = 0.8
PAUSE_SECONDS: Final = 5.0
"""How long the last frame stays."""
_WEBP_METHOD: Final = 1
"""How hard WebP tries. Method 0 has four times the bytes, and method 2 takes half as long again for 1 % less."""
_WEBP_EFFORT: Final = 20

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many frames of how many are drawn."""


class AnimationFormat(StrEnum):
    """How an animation is stored; the value is the suffix of the file.

    Discord plays a GIF in every client, and since 2025 a WebP; of an APNG it shows only the first frame (issue 6359 of
    discord-api-docs). 72 turns take 830 KB as GIF, 690 as WebP, 710 as APNG, and a WebP takes longest to write.
    """

    GIF = "gif"
    WEBP = "webp"
    APNG = "apng"


def draw_animation(
    steps: Sequence[Step],
    form: AnimationFormat = AnimationFormat.GIF,
    look: Look = DEFAULT_LOOK,
    progress: Progress | None = None,
) -> bytes:
    """Draw a game turn by turn; each frame shows who played, the scores and the last tile.

    Only the theme of the look counts. A very long game has fewer frames than turns. Raise NothingToShowError, and
    TooLargeToShowError if the file would have more than ``MAX_BYTES``.
    """
    theme, layout, shown = look.theme, layout_of(steps, look.theme), chosen_steps(steps)
    last = steps[-1]
    more = (*last.words.further_rgb, *added_colours(last.state), *END_COLOURS)
    seconds = [*[FRAME_SECONDS] * (len(shown) - 1), PAUSE_SECONDS]
    drawn = _told(frames(shown, layout), len(shown), progress)
    match form:
        case AnimationFormat.WEBP:
            return _joined([_webp(drawn, seconds, theme, more)])
        case AnimationFormat.GIF:
            return _joined(_gif(layout.size, _palette(theme, more), _changes(drawn, seconds, theme, more)))
        case AnimationFormat.APNG:
            changes = _changes(drawn, seconds, theme, more)
            return _joined(_apng(layout.size, _palette(theme, more), changes, len(seconds)))
        case _:
            assert_never(form)


def _told(images: Iterable[Image.Image], total: int, progress: Progress | None) -> Iterator[Image.Image]:
    for number, image in enumerate(images, 1):
        yield image
        if progress is not None:
            progress(number, total)


def _joined(parts: Iterable[bytes]) -> bytes:
    """Join the parts of a file; raise TooLargeToShowError as soon as there are too many bytes."""
    data = bytearray()
    for part in parts:
        data += part
        if len(data) > MAX_BYTES:
            raise TooLargeToShowError(len(data))
    return bytes(data)


def _palette(theme: Theme, more: tuple[Rgb, ...]) -> bytes:
    """Return the palette as 256 triples of red, green and blue."""
    values = [value for colour in colours(theme, more) for value in colour]
    return bytes(values).ljust(3 * 256, b"\0")


_UNCHANGED: Final = 255
"""The palette entry of pixels that stay as they are. No palette has that many colours."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A rectangle by its upper left corner, as an image of mode P, that is shown for some seconds."""

    x: int
    y: int
    image: Image.Image
    seconds: float


def _changes(
    frames: Iterable[Image.Image], seconds: Iterable[float], theme: Theme, more: tuple[Rgb, ...]
) -> Iterator[_Change]:
    """Yield the first frame whole, and of each further one the smallest rectangle that holds what changes.

    A frame that changes nothing is a rectangle of one pixel.
    """
    shown: Image.Image | None = None
    for frame, duration in zip(frames, seconds, strict=True):
        if shown is None:
            yield _Change(0, 0, quantized(frame, theme, more), duration)
        else:
            difference = ImageChops.difference(shown, frame)
            box = difference.getbbox() or (0, 0, 1, 1)
            image = quantized(frame.crop(box), theme, more)
            image.paste(_UNCHANGED, (0, 0, *image.size), _black_mask(difference.crop(box)))
            yield _Change(box[0], box[1], image, duration)
        shown = frame


def _black_mask(difference: Image.Image) -> Image.Image:
    red, green, blue = difference.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255, *[0] * 255])


_FOR_EVER: Final = 0
_KEEP: Final = 1
"""The disposal of a frame in GIF: the next one is drawn over it."""


def _gif(size: tuple[int, int], palette: bytes, changes: Iterable[_Change]) -> Iterator[bytes]:
    yield b"GIF89a" + struct.pack("<HHBBB", *size, 0b1111_0111, _UNCHANGED, 0) + palette
    yield b"\x21\xff\x0bNETSCAPE2.0" + struct.pack("<BBHB", 3, 1, _FOR_EVER, 0)
    for change in changes:
        hundredths = round(100 * change.seconds)
        yield b"\x21\xf9" + struct.pack("<BBHBB", 4, _KEEP << 2 | 1, hundredths, _UNCHANGED, 0)
        yield from GifImagePlugin.getdata(change.image, (change.x, change.y), include_color_table=False)
    yield b";"


_ZLIB_LEVEL: Final = 6
_OVER: Final = 1
"""How a frame of PNG is put onto the one before: transparent pixels change nothing."""


def _apng(size: tuple[int, int], palette: bytes, changes: Iterable[_Change], frames: int) -> Iterator[bytes]:
    yield SIGNATURE + header(size) + chunk(b"PLTE", palette) + chunk(b"tRNS", b"\xff" * _UNCHANGED + b"\0")
    yield chunk(b"acTL", struct.pack(">II", frames, _FOR_EVER))
    number = 0
    for change in changes:
        box = (*change.image.size, change.x, change.y)
        milliseconds = round(1000 * change.seconds)
        yield chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *box, milliseconds, 1000, 0, _OVER))
        data = zlib.compress(lines(change.image), _ZLIB_LEVEL)
        if number == 0:
            yield chunk(b"IDAT", data)
            number += 1
        else:
            yield chunk(b"fdAT", struct.pack(">I", number + 1) + data)
            number += 2
    yield chunk(b"IEND", b"")


def _webp(images: Iterator[Image.Image], seconds: list[float], theme: Theme, more: tuple[Rgb, ...]) -> bytes:
    """Return a WebP without loss. It keeps by itself only what changes."""
    in_palette = (quantized(image, theme, more).convert("RGB") for image in images)
    buffer = io.BytesIO()
    next(in_palette).save(
        buffer,
        "WEBP",
        save_all=True,
        append_images=in_palette,
        duration=[round(1000 * one) for one in seconds],
        lossless=True,
        method=_WEBP_METHOD,
        quality=_WEBP_EFFORT,
    )
    return buffer.getvalue()
