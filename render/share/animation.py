"""A game as an animated picture."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, assert_never

from PIL import Image

from carcassonne import Rgb
from render.look.look import DEFAULT_LOOK, Look
from render.look.palette import quantized
from render.look.score_colours import END_COLOURS
from render.look.theme import Theme
from render.share.changes import changes, palette_bytes
from render.share.containers import apng, gif
from render.share.frames import FrameLayout, chosen_steps, frames, layout_of
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
