"""What changes from one frame to the next, in the colours of one palette for all frames."""

import io
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, assert_never

from PIL import GifImagePlugin, Image, ImageChops

from carcassonne import Rgb
from render.look.look import DEFAULT_LOOK, Look
from render.look.png import colours, quantized
from render.look.theme import END_COLOURS, Theme
from render.share.frames import FrameLayout, chosen_steps, frames, layout_of
from render.share.steps import Step, TooLargeToShowError

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


_FOR_EVER: Final = 0
_KEEP: Final = 1
"""The disposal of a frame in GIF: the next one is drawn over it."""
_ZLIB_LEVEL: Final = 6
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_INDEXED: Final = 3
"""The colour type of PNG for a palette."""
_OVER: Final = 1
"""How a frame of PNG is put onto the one before: transparent pixels change nothing."""


def gif(size: tuple[int, int], palette: bytes, changes: Iterable[Change]) -> Iterator[bytes]:
    """Yield the parts of a GIF. ``palette`` has 256 colours."""
    yield b"GIF89a" + struct.pack("<HHBBB", *size, 0b1111_0111, UNCHANGED, 0) + palette
    yield b"\x21\xff\x0bNETSCAPE2.0" + struct.pack("<BBHB", 3, 1, _FOR_EVER, 0)
    for change in changes:
        image = Image.frombytes("P", change.image.size, change.image.tobytes())
        hundredths = round(100 * change.seconds)
        yield b"\x21\xf9" + struct.pack("<BBHBB", 4, _KEEP << 2 | 1, hundredths, UNCHANGED, 0)
        yield from GifImagePlugin.getdata(image, (change.x, change.y), include_color_table=False)
    yield b";"


def apng(size: tuple[int, int], palette: bytes, changes: Iterable[Change], frames: int) -> Iterator[bytes]:
    """Yield the parts of an animated PNG of this many frames. ``palette`` has 256 colours."""
    yield _SIGNATURE + _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, _INDEXED, 0, 0, 0))
    yield _chunk(b"PLTE", palette) + _chunk(b"tRNS", b"\xff" * UNCHANGED + b"\0")
    yield _chunk(b"acTL", struct.pack(">II", frames, _FOR_EVER))
    number = 0
    for change in changes:
        box = (*change.image.size, change.x, change.y)
        milliseconds = round(1000 * change.seconds)
        control = struct.pack(">IIIIIHHBB", number, *box, milliseconds, 1000, 0, _OVER)
        yield _chunk(b"fcTL", control)
        data = zlib.compress(_rows(change.image), _ZLIB_LEVEL)
        if number == 0:
            yield _chunk(b"IDAT", data)
            number += 1
        else:
            yield _chunk(b"fdAT", struct.pack(">I", number + 1) + data)
            number += 2
    yield _chunk(b"IEND", b"")


def _rows(image: Image.Image) -> bytes:
    """Return the rows of an image, each after the number of the filter that PNG has for none."""
    width, values = image.width, image.tobytes()
    return b"".join(b"\0" + values[start : start + width] for start in range(0, len(values), width))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


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


@dataclass(frozen=True, slots=True)
class Animation:
    """A finished animation."""

    data: bytes
    format: AnimationFormat
    width: int
    height: int
    frames: int


def draw_animation(
    steps: Sequence[Step],
    form: AnimationFormat = AnimationFormat.GIF,
    look: Look = DEFAULT_LOOK,
    progress: Progress | None = None,
) -> Animation:
    """Draw a game turn by turn; each frame shows who played, the scores and the last tile.

    Only the theme of the look counts. A very long game has fewer frames than turns. Raise NothingToShowError, and
    TooLargeToShowError if the file would have more than ``MAX_BYTES``.
    """
    layout = layout_of(steps, look.theme)
    shown = chosen_steps(steps)
    seconds = [*[FRAME_SECONDS] * (len(shown) - 1), PAUSE_SECONDS]
    drawn = _told(frames(shown, layout), len(shown), progress)
    data = _written(drawn, seconds, form, layout, (*steps[-1].words.further_rgb, *END_COLOURS))
    return Animation(data, form, *layout.size, len(shown))


def animation_bytes(steps: Sequence[Step], *, look: Look = DEFAULT_LOOK, progress: Progress | None = None) -> bytes:
    """Return a GIF of a game; see ``draw_animation``."""
    return draw_animation(steps, AnimationFormat.GIF, look, progress).data


def _told(images: Iterable[Image.Image], total: int, progress: Progress | None) -> Iterator[Image.Image]:
    for number, image in enumerate(images, 1):
        yield image
        if progress is not None:
            progress(number, total)


def _written(
    images: Iterator[Image.Image],
    seconds: list[float],
    form: AnimationFormat,
    layout: FrameLayout,
    more: tuple[Rgb, ...],
) -> bytes:
    theme = layout.options.look.theme
    match form:
        case AnimationFormat.WEBP:
            return _webp(images, seconds, theme, more)
        case AnimationFormat.GIF:
            palette = palette_bytes(theme, more)
            return _joined(gif(layout.size, palette, changes(images, seconds, theme, more)))
        case AnimationFormat.APNG:
            palette = palette_bytes(theme, more)
            return _joined(apng(layout.size, palette, changes(images, seconds, theme, more), len(seconds)))
        case _:
            assert_never(form)


def _joined(parts: Iterable[bytes]) -> bytes:
    """Join the parts of a file; raise TooLargeToShowError as soon as there are too many bytes."""
    data = bytearray()
    for part in parts:
        data += part
        if len(data) > MAX_BYTES:
            raise TooLargeToShowError(len(data))
    return bytes(data)


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
    return _joined([buffer.getvalue()])
