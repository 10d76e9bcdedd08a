"""Computes the landscape's part of the palettes from all tiles: ``python -m render.make_palette``."""

from pathlib import Path

from PIL import Image

from carcassonne import EDITIONS, find_ruleset
from render.art import colours
from render.art.sprites import faded, sprite
from render.palette import LANDSCAPE
from render.theme import OWNERLESS, THEMES, Theme

_SIZE = 96


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

    Those of The Castle's floor, of the line round its wall and of pieces without a player are among them: no tile has
    them, or hardly.
    """
    used_up = faded(sheet.crop((0, 0, _SIZE, 8 * _SIZE)), theme.table)
    both = Image.new("RGB", (_SIZE, sheet.height + used_up.height))
    both.paste(sheet)
    both.paste(used_up, (0, sheet.height))
    kept = (theme.floor, theme.floor_largest, theme.floor_joint, colours.WALL_LINE, OWNERLESS)
    count = LANDSCAPE - len(kept)
    values = both.quantize(count, Image.Quantize.MEDIANCUT, kmeans=2).getpalette() or []
    found = [bytes(values[start : start + 3]) for start in range(0, 3 * count, 3)]
    return sorted(colour.hex() for colour in (*found, *map(bytes, kept)))


def main() -> None:
    """Write the colours next to this module, a file for each theme."""
    sheet = landscape()
    for theme in THEMES.values():
        path = Path(__file__).with_name(f"{theme.name}.hex")
        path.write_text("\n".join(colours_of(sheet, theme)) + "\n", "ascii")


if __name__ == "__main__":
    main()
