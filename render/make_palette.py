"""Makes the landscape's part of the palette anew, from all tiles: ``python -m render.make_palette``."""

from pathlib import Path

from PIL import Image

from carcassonne import EDITIONS, find_ruleset
from render import palette, theme
from render.art.tile import draw_tile

_SIZE = 96


def landscape() -> Image.Image:
    """Return every tile of every edition, with all its options, side by side."""
    tiles = {
        tile for edition in EDITIONS.values() for tile in find_ruleset(edition.name, edition.options).tiles.values()
    }
    pictures = [draw_tile(tile.turned[0], _SIZE) for tile in sorted(tiles, key=lambda tile: tile.name)]
    return _stacked(pictures)


def _stacked(pictures: list[Image.Image]) -> Image.Image:
    sheet = Image.new("RGB", (_SIZE, _SIZE * len(pictures)))
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (0, _SIZE * number))
    return sheet


def main() -> None:
    """Write the colours next to this module."""
    count = palette.SIZE - len(theme.RESERVED)
    sheet = landscape()
    reduced = sheet.quantize(count, Image.Quantize.MEDIANCUT, kmeans=2)
    values = reduced.getpalette() or []
    lines = [bytes(values[start : start + 3]).hex() for start in range(0, 3 * count, 3)]
    Path(__file__).with_name("landscape.hex").write_text("\n".join(sorted(lines)) + "\n", "ascii")


if __name__ == "__main__":
    main()
