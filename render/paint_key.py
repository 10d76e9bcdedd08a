"""Painting the key of a view."""

from PIL import Image

from render.fonts import BOLD, MEDIUM
from render.panel import TEXT_HEIGHT, KeyEntry
from render.panel_text import SWATCH, SWATCH_GAP
from render.sheet import Sheet
from render.theme import INK
from render.view_key import KeySign


def paint_key_entry(sheet: Sheet, entry: KeyEntry) -> None:
    """Draw the sign, and what it means."""
    if entry.sign is not None:
        _paint_sign(sheet, entry.sign, entry.x, entry.y)
    left = SWATCH + SWATCH_GAP
    text = sheet.fitted(entry.text, entry.room - left, TEXT_HEIGHT, MEDIUM)
    sheet.text((entry.x + left, entry.y), text, sheet.theme.text, TEXT_HEIGHT, MEDIUM)


def _paint_sign(sheet: Sheet, sign: KeySign, x: float, level: float) -> None:
    top = level - SWATCH / 2
    sheet.box((x, top, x + SWATCH - 1, top + SWATCH - 1), INK, radius=3)
    sheet.paste(_filled(sign, sheet.pixels(SWATCH - 4)), x + 2, top + 2)
    if sign.text and sign.text_rgb:
        sheet.text((x + SWATCH / 2, level), sign.text, sign.text_rgb, TEXT_HEIGHT, BOLD, "mm")


def _filled(sign: KeySign, side: int) -> Image.Image:
    """Return a square in the colours of a sign. Its stripes rise to the right, as on the board."""
    image = Image.new("RGB", (side, side), sign.colours[0])
    count = len(sign.colours)
    wide = max(2, round(side / (1.5 * count)))
    for y in range(side):
        for x in range(side):
            image.putpixel((x, y), sign.colours[(x + y) // wide % count])
    return image
