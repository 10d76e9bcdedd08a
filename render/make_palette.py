"""Computes the landscape's part of the palettes from all tiles: ``python -m render.make_palette``."""

from pathlib import Path
from typing import Any, Final

from PIL import Image

from carcassonne import EDITIONS, find_ruleset
from render.art import colours
from render.art.fields import CROPS
from render.art.sprites import faded, sprite
from render.look.png import LANDSCAPE
from render.look.theme import OWNERLESS, THEMES, Theme

_SIZE = 96
_FADED: Final = 6
"""How many of the colours are for tiles faded into the table."""
_EVENNESS: Final = 0.42
"""The power of its number of pixels with which a colour counts: 1 as often as it is there, 0 as often as any other."""
_STEP: Final = 4
"""Colours that differ less than this are counted as one."""
_FEWEST: Final = 4
"""A colour that so few pixels have counts for nothing."""


def landscape() -> Image.Image:
    """Return every tile of every edition, with all its options, side by side."""
    tiles = {
        tile for edition in EDITIONS.values() for tile in find_ruleset(edition.name, edition.options).tiles.values()
    }
    return stacked([sprite(tile.turned[0], _SIZE) for tile in sorted(tiles, key=lambda tile: tile.name)])


def stacked(pictures: list[Image.Image]) -> Image.Image:
    """Return square pictures one below the other."""
    sheet = Image.new("RGB", (_SIZE, _SIZE * len(pictures)))
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (0, _SIZE * number))
    return sheet


def colours_of(sheet: Image.Image, theme: Theme) -> list[str]:
    """Return the colours that best show the landscape, and some of its tiles faded into the table.

    Those of The Castle's floor, of the line round its wall, of pieces without a player and of crops are among them: no
    tile has much of them.
    """
    crops = (ground for ground, _, _ in CROPS)
    kept = (theme.floor, theme.floor_largest, theme.floor_joint, colours.WALL_LINE, OWNERLESS, *crops)
    used_up = faded(sheet.crop((0, 0, _SIZE, 8 * _SIZE)), theme.table)
    found = (*_few(evened(sheet), LANDSCAPE - len(kept) - _FADED), *_few(used_up, _FADED), *map(bytes, kept))
    return sorted(colour.hex() for colour in found)


def evened(sheet: Image.Image) -> Image.Image:
    """Return an image in which the colours of a sheet have more equal shares.

    Half of all pixels are grass. Without this, most colours of the palette would be shades of it, which nobody tells
    apart and which make files larger, and few would be left for everything else.
    """
    rough = sheet.point([value - value % _STEP + _STEP // 2 for value in range(256)] * 3)
    counts: Any = rough.getcolors(sheet.width * sheet.height)
    pixels = b"".join(bytes(colour) * round(count**_EVENNESS) for count, colour in counts if count >= _FEWEST)
    height = len(pixels) // (3 * _SIZE)
    return Image.frombytes("RGB", (_SIZE, height), pixels[: 3 * _SIZE * height])


def _few(image: Image.Image, count: int) -> list[bytes]:
    """Return the colours in which an image looks best, a given number of them."""
    values = image.quantize(count, Image.Quantize.MEDIANCUT, kmeans=2).getpalette() or []
    return [bytes(values[start : start + 3]) for start in range(0, 3 * count, 3)]


def main() -> None:
    """Write the colours next to this module, a file for each theme."""
    sheet = landscape()
    for theme in THEMES.values():
        path = Path(__file__).with_name("look") / f"{theme.name}.hex"
        path.write_text("\n".join(colours_of(sheet, theme)) + "\n", "ascii")


if __name__ == "__main__":
    main()
