"""The pieces of The Castle: keeps, wooden towers in their players' colours; wall tiles; and both on players' cards."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.art import colours
from render.look.overlays import is_dark
from render.look.theme import INK, WHITE, PieceStyle
from render.panel.player_card import PlayerCard
from render.panel.sheet import Sheet
from render.text.fonts import BOLD, font

_LETTERS: Final = 0.72
_MOST_LETTERS: Final = 0.9
"""The least and the most height of the number, in heights of the keep."""
_RIM: Final = 0.06
"""The width of the rim of some colours, in heights of the keep: inside the outline, and round the number."""


@lru_cache(maxsize=64)
def keep(style: PieceStyle, height: int, letters: int = 0) -> Image.Image:
    """Return the picture of a keep: square, with transparency. ``height`` is that of the keep without its halo.

    ``letters`` is how tall its number should at least be, as far as it has room.
    """
    scale = 4
    side = round(height * 1.3) * scale
    image = Image.new("RGBA", (side, side))
    pen, unit = ImageDraw.Draw(image), height * scale
    shape = [
        (-0.36, -0.5), (-0.2, -0.5), (-0.2, -0.38), (-0.08, -0.38), (-0.08, -0.5), (0.08, -0.5), (0.08, -0.38),
        (0.2, -0.38), (0.2, -0.5), (0.36, -0.5), (0.36, -0.2), (0.29, -0.12), (0.29, 0.26), (0.4, 0.5), (-0.4, 0.5),
        (-0.29, 0.26), (-0.29, -0.12), (-0.36, -0.2),
    ]  # fmt: skip
    corners = [(side / 2 + x * unit, side / 2 + y * unit) for x, y in shape]
    halo = () if style.is_ownerless else ((0.22, WHITE),)
    outline = () if is_dark(style.rgb) else ((0.11, INK),)
    for width, colour in (*halo, *outline):
        pen.line([*corners, *corners[:2]], colour, round(width * unit), "curve")
    pen.polygon(corners, style.rgb)
    edge = 0 if style.rim_rgb is None else round(_RIM * unit)
    if style.rim_rgb is not None:
        image.paste(style.rim_rgb, mask=_rim(image.size, corners, edge))
    middle, share = (side / 2, side / 2 + 0.1 * unit), max(_LETTERS, min(_MOST_LETTERS, letters / height))
    face = font(round(unit * share), BOLD)
    pen.text(middle, style.number, style.number_rgb, face, "mm", stroke_width=edge, stroke_fill=style.rim_rgb)
    return image.reduce(scale)


def _rim(size: tuple[int, int], corners: list[tuple[float, float]], wide: int) -> Image.Image:
    """Return the mask of what is inside a polygon and so near to its edge."""
    body, edge = Image.new("L", size), Image.new("L", size)
    ImageDraw.Draw(body).polygon(corners, 255)
    ImageDraw.Draw(edge).line([*corners, *corners[:2]], 255, 2 * wide, "curve")
    return ImageChops.darker(body, edge)


_HEIGHT: Final = 42
"""How much taller a card is for the keep and the first row of wall tiles."""
ROW_LENGTHS: Final = (4, 9)
"""How many wall tiles are in the row beside the keep, and in the row below it. Nobody can have more."""
_STEP: Final = 29
"""From one wall tile to the next, and from one row to the next."""
_SIDE: Final = 26
_KEEP: Final = 27
_KEEP_SIZES: Final = (22, 20)
"""The sizes of the letters beside the keep: a long word is smaller."""


@dataclass(frozen=True, slots=True)
class WallTileRow:
    """A player's wall tiles, and the size of the keep's house after a word; 0 if the keep is not on the board yet."""

    tiles: tuple[int, ...]
    keep: int
    word: str

    @property
    def height(self) -> float:
        """How much taller the card is: many wall tiles have two rows."""
        return _HEIGHT + _STEP * (len(self.tiles) > ROW_LENGTHS[0])

    def paint(self, sheet: Sheet, card: PlayerCard, top: float) -> None:
        """Paint the keep with the size of its house, then the wall tiles."""
        level = top + _HEIGHT // 2 - 6
        sheet.paste_at_level(keep(card.style, sheet.pixels(_KEEP)), card.x + 12, level)
        right = card.x + card.width - 10
        first = right - ROW_LENGTHS[0] * _STEP
        text, room = f"{self.word} {self.keep or '–'}".strip(), (first if self.tiles else right) - card.x - 50
        size = sheet.fitting_size(text, room, _KEEP_SIZES, BOLD)
        if sheet.width_of(text, size, BOLD) > room:
            text = str(self.keep or "–")  # the picture of the keep says the word
        colour = sheet.theme.text if card.resigned is None else sheet.theme.text_dim
        sheet.text((card.x + 46, level), text, colour, size, BOLD)
        for number, value in enumerate(self.tiles):
            later = number - ROW_LENGTHS[0]
            x = first + number * _STEP if later < 0 else right - (ROW_LENGTHS[1] - later) * _STEP
            upper = level - _SIDE // 2 + (_STEP if later >= 0 else 0)
            sheet.paste(wall_tile(value, sheet.pixels(_SIDE)), x, upper)


@lru_cache(maxsize=64)
def wall_tile(number: int | None, side: int) -> Image.Image:
    """Return a wall tile: its number, or its back."""
    scale = 4
    full = side * scale
    image = Image.new("RGBA", (full, full))
    pen = ImageDraw.Draw(image)
    fill = colours.PLASTER if number is not None else colours.RED_ROOF[1]
    pen.rounded_rectangle((0, 0, full - 1, full - 1), full * 0.14, INK)
    edge = full * 0.07
    pen.rounded_rectangle((edge, edge, full - 1 - edge, full - 1 - edge), full * 0.1, fill)
    if number is not None:
        pen.text((full / 2, full / 2), str(number), INK, font(round(full * 0.8), BOLD), "mm")
    else:
        inner = full * 0.26
        pen.rectangle((inner, inner, full - inner, full - inner), colours.PLASTER_DARK)
    return image.reduce(scale)
