"""Computes the landscape's part of the palettes from all tiles: ``python -m render.make_palette``."""

from pathlib import Path

from PIL import Image

from carcassonne import EDITIONS, find_ruleset
from render.art.sprites import faded
from render.art.tile import draw_tile
from render.palette import LANDSCAPE
from render.theme import THEMES, Theme

_SIZE = 96


def landscape() -> Image.Image:
    """Return every tile of every edition, with all its options, side by side."""
    tiles = {
        tile for edition in EDITIONS.values() for tile in find_ruleset(edition.name, edition.options).tiles.values()
    }
    return stacked([draw_tile(tile.turned[0], _SIZE) for tile in sorted(tiles, key=lambda tile: tile.name)])


def stacked(pictures: list[Image.Image]) -> Image.Image:
    """Return square pictures one below the other."""
    sheet = Image.new("RGB", (_SIZE, _SIZE * len(pictures)))
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (0, _SIZE * number))
    return sheet


def colours_of(sheet: Image.Image, theme: Theme) -> list[str]:
    """Return the colours that best show the landscape, and some of its tiles faded into the table."""
    used_up = faded(sheet.crop((0, 0, _SIZE, 8 * _SIZE)), theme.table)
    both = Image.new("RGB", (_SIZE, sheet.height + used_up.height))
    both.paste(sheet)
    both.paste(used_up, (0, sheet.height))
    quantized = both.quantize(LANDSCAPE, Image.Quantize.MEDIANCUT, kmeans=2)
    values = quantized.getpalette() or []
    return sorted(bytes(values[start : start + 3]).hex() for start in range(0, 3 * LANDSCAPE, 3))


def main() -> None:
    """Write the colours next to this module, a file for each theme."""
    sheet = landscape()
    for theme in THEMES.values():
        path = Path(__file__).with_name(f"{theme.name}.hex")
        path.write_text("\n".join(colours_of(sheet, theme)) + "\n", "ascii")


if __name__ == "__main__":
    main()
