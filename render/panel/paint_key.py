"""Painting the key of a view."""

from itertools import product
from typing import Final

from PIL import Image

from render.look.theme import INK
from render.panel.panel import TEXT_HEIGHT, KeyEntry
from render.panel.panel_text import SWATCH, SWATCH_GAP
from render.panel.sheet import Sheet
from render.panel.view_key import KeySign
from render.text.fonts import BOLD, MEDIUM

_LINE: Final = 2
"""The width of the line round a sign."""
_LEAST_STRIPES: Final = 4


def paint_key_entry(sheet: Sheet, entry: KeyEntry) -> None:
    """Draw the sign, and what it means."""
    if entry.sign is not None:
        _paint_sign(sheet, entry.sign, entry.x, entry.y)
    left = SWATCH + SWATCH_GAP
    text = sheet.fitted(entry.text, entry.room - left, TEXT_HEIGHT, MEDIUM)
    sheet.text((entry.x + left, entry.y), text, sheet.theme.text, TEXT_HEIGHT, MEDIUM)


def _paint_sign(sheet: Sheet, sign: KeySign, x: float, level: float) -> None:
    top = level - SWATCH / 2
    sheet.box((x, top, x + SWATCH - 1, top + SWATCH - 1), sign.colours[0], INK, thick=_LINE, radius=4)
    if len(sign.colours) > 1:
        wide, high = (sheet.pixels(start + SWATCH - 1 - _LINE) - sheet.pixels(start + _LINE) for start in (x, top))
        sheet.paste(_stripes(sign, wide, high), x + _LINE, top + _LINE)
    if sign.text and sign.text_rgb:
        sheet.text((x + SWATCH / 2, level), sign.text, sign.text_rgb, TEXT_HEIGHT, BOLD, "mm")


def _stripes(sign: KeySign, wide: int, high: int) -> Image.Image:
    """Return the stripes of a sign. They rise to the right, as on the board."""
    image, count = Image.new("RGB", (wide, high)), len(sign.colours)
    stripe = max(2, round(2 * wide / max(_LEAST_STRIPES, count)))
    for x, y in product(range(wide), range(high)):
        image.putpixel((x, y), sign.colours[(x + y) // stripe % count])
    return image
