"""Painting of views: land goes grey, and what a view shows is filled, striped or hatched, with an outline."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from carcassonne import Rgb, TurnedTile
from render.art.regions import GRID, regions_of
from render.board import Board
from render.overlays import Fill
from render.theme import INK
from render.view_colours import LAND, MIDDLE, OUTLINE_ON_DARK, RELIEF, hatching

_ALIKE: Final = 8
"""How many features of one fill have numbers of their own; then the numbers begin again."""
_DARK: Final = 56
"""The greatest lightness of a colour on which ink isn't seen, from 0 to 255."""
_STRIPE: Final = 0.14
"""The width of a stripe, in tiles."""
_HATCH_GAP: Final = 0.2
_STEPS: Final = ((1, 1), (1, -1), (1, 0), (0, 1), (2, 1), (1, 2), (2, -1))
"""By way of hatching: how the number of a line grows with x and with y."""


def paint_tints(image: Image.Image, board: Board) -> None:
    """Make the tiles of a board grey, and fill what its view shows."""
    grey = image.convert("L").point([round(LAND[0] + LAND[1] * value) for value in range(256)])
    land = Image.new("L", image.size)
    for item in board.tiles:
        land.paste(255, (item.x, item.y, item.x + board.tile, item.y + board.tile))
    image.paste(Image.merge("RGB", (grey, grey, grey)), mask=land)
    fills = list(dict.fromkeys(tint.fill for *_, tint in board.tints))
    numbers = _numbers(image.size, board, fills)
    for place, fill in enumerate(fills):
        _paint_fill(image, grey, numbers.point(_table(place)), fill, board.tile)
    _paint_outlines(image, numbers, fills, board.tile)


def _numbers(size: tuple[int, int], board: Board, fills: list[Fill]) -> Image.Image:
    """Return a map of the picture: 0 where nothing is filled, else a number that features side by side don't share."""
    places: Mapping[Fill, int] = {fill: place for place, fill in enumerate(fills)}
    numbers = Image.new("L", size)
    for x, y, turned, tint in board.tints:
        number = 1 + (places[tint.fill] * _ALIKE + tint.feature % _ALIKE) % 255
        numbers.paste(number, (x, y), _segment_mask(turned, tint.segment, board.tile))
    return numbers


def _table(place: int) -> list[int]:
    """Return a table that turns the numbers of one fill into 255, and all others into 0."""
    own = {1 + (place * _ALIKE + number) % 255 for number in range(_ALIKE)}
    return [255 * (number in own) for number in range(256)]


def _paint_fill(image: Image.Image, grey: Image.Image, mask: Image.Image, fill: Fill, tile: int) -> None:
    box = mask.getbbox()
    if box is None:
        return
    mask, grey = mask.crop(box), grey.crop(box)
    count = len(fill.colours)
    for number, colour in enumerate(fill.colours):
        part = mask if count == 1 else ImageChops.multiply(mask, _stripes(box, count, number, tile))
        image.paste(_shaded(grey, colour), box, part)
    if fill.hatch is not None:
        lines = ImageChops.multiply(mask, _hatching(box, fill.hatch, tile))
        image.paste(_shaded(grey, hatching(fill.colours[0])), box, lines)


def _shaded(grey: Image.Image, colour: Rgb) -> Image.Image:
    """Return a colour with a little of the land's light and shade."""
    return Image.merge(
        "RGB",
        [
            grey.point([min(252, max(0, round(value + RELIEF * (light - MIDDLE)))) for light in range(256)])
            for value in colour
        ],
    )


def _stripes(box: tuple[int, int, int, int], count: int, number: int, tile: int) -> Image.Image:
    """Return a mask of every stripe of one of so many colours, in a box of the picture."""
    width = max(5, round(_STRIPE * tile))
    return _lines(box, (1, 1), width * count, range(width * number, width * (number + 1)))


def _hatching(box: tuple[int, int, int, int], way: int, tile: int) -> Image.Image:
    step = _STEPS[way % len(_STEPS)]
    across = max(step)  # lines that are steeper lie closer together
    gap = max(6, round(_HATCH_GAP * tile)) * across
    return _lines(box, step, gap, range(max(2, tile // 40) * across))


def _lines(box: tuple[int, int, int, int], step: tuple[int, int], period: int, shown: range) -> Image.Image:
    """Return a mask of parallel lines in a box.

    A pixel's number grows by ``step`` with x and y. Those are shown whose number, modulo the period, is in ``shown``.
    """
    left, top, right, bottom = box
    width = right - left
    rows = [
        (bytes(255 * ((step[0] * x + phase) % period in shown) for x in range(period)) * (width // period + 1))[:width]
        for phase in range(period)
    ]
    first = step[0] * left
    return Image.frombytes(
        "L", (width, bottom - top), b"".join(rows[(first + step[1] * y) % period] for y in range(top, bottom))
    )


def _paint_outlines(image: Image.Image, numbers: Image.Image, fills: list[Fill], tile: int) -> None:
    """Draw a line inside the border of each feature that is filled."""
    thick = max(1, tile // 48)
    edges = Image.new("L", numbers.size)
    for dx, dy in ((thick, 0), (-thick, 0), (0, thick), (0, -thick)):
        moved = ImageChops.difference(numbers, ImageChops.offset(numbers, dx, dy))
        edges = ImageChops.lighter(edges, moved.point([0, *[255] * 255]))
    for is_dark, colour in ((False, INK), (True, OUTLINE_ON_DARK)):
        own = [_table(place) for place, fill in enumerate(fills) if _is_dark(fill) == is_dark]
        if own:
            image.paste(
                colour, mask=ImageChops.multiply(edges, numbers.point([max(rows) for rows in zip(*own, strict=True)]))
            )


def _is_dark(fill: Fill) -> bool:
    return all(max(colour) < _DARK for colour in fill.colours)


@lru_cache(maxsize=1024)
def _segment_mask(turned: TurnedTile, segment: int, size: int) -> Image.Image:
    """Return the mask of a segment's ground, without half tones."""
    labels = Image.frombytes("L", (GRID, GRID), regions_of(turned).labels)
    ground = labels.point([255 * (label == segment) for label in range(256)])
    return ground.resize((size, size), Image.Resampling.BICUBIC).point([255 * (value > 127) for value in range(256)])
