"""The map of a tile's regions matches its topology: connected segments, neighbours, and places for figures."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import pytest

from carcassonne import FIGURES, Kind, TurnedTile
from render.art.regions import GRID, Regions, regions_of
from tests.render.tiles import every_tile


class Pixel(NamedTuple):
    row: int
    column: int


EACH_TILE = pytest.mark.parametrize(
    "rotations",
    [pytest.param([*rotations], id=tile.name) for tile, rotations in groupby(every_tile(), lambda one: one.tile)],
)
"""All rotations of a tile at once: a test for each takes longer to begin and end than what it proves."""


def ground(turned: TurnedTile, regions: Regions, number: int) -> set[Pixel]:
    """Return the cells (row, column) of a segment. A garden lies within its field."""
    kinds = {number}
    if turned.segments[number].kind is Kind.FIELD:
        kinds |= {other for other, segment in enumerate(turned.segments) if segment.kind is Kind.GARDEN}
    return {Pixel(*divmod(cell, GRID)) for cell, label in enumerate(regions.labels) if label in kinds}


def within(cells: set[Pixel], start: Pixel) -> set[Pixel]:
    reached, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        for near in (Pixel(row + 1, column), Pixel(row - 1, column), Pixel(row, column + 1), Pixel(row, column - 1)):
            if near in cells and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached


def border_cell(port: int) -> Pixel:
    side, place = divmod(port, 3)
    offset = round((0.2, 0.5, 0.8)[place] * (GRID - 1))
    far = GRID - 1
    return (Pixel(0, offset), Pixel(offset, far), Pixel(far, far - offset), Pixel(far - offset, 0))[side]


@EACH_TILE
def test_a_segment_hangs_together_and_reaches_the_border_where_it_should(rotations: Sequence[TurnedTile]) -> None:
    for turned in rotations:
        check_segments(turned, regions_of(turned))


def check_segments(turned: TurnedTile, regions: Regions) -> None:
    for number, segment in enumerate(turned.segments):
        cells = ground(turned, regions, number)
        if segment.kind is Kind.RIVER or not segment.ports:
            continue
        reached = within(cells, border_cell(segment.ports[0]))
        assert {border_cell(port) for port in segment.ports} <= reached
        own = {cell for cell in cells if regions.labels[cell.row * GRID + cell.column] == number}
        if segment.kind is Kind.FIELD:
            assert own <= reached


@EACH_TILE
def test_a_field_is_drawn_along_the_walls_of_the_cities_that_it_touches(rotations: Sequence[TurnedTile]) -> None:
    for turned in rotations:
        for number, segment in enumerate(turned.segments):
            if segment.kind is Kind.FIELD:
                assert cities_beside(turned, regions_of(turned), number) == set(segment.touches)


def cities_beside(turned: TurnedTile, regions: Regions, number: int) -> set[int]:
    """Return the cities along whose walls the field lies for more than a step or two."""
    along: dict[int, int] = {}
    for row, column in ground(turned, regions, number):
        for y, x in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            label = regions.labels[y * GRID + x] if 0 <= y < GRID and 0 <= x < GRID else 255
            if label < len(turned.segments) and turned.segments[label].kind is Kind.CITY:
                along[label] = along.get(label, 0) + 1
    return {label for label, steps in along.items() if steps > 2}


@EACH_TILE
def test_figures_stand_on_their_segment_and_apart(rotations: Sequence[TurnedTile]) -> None:
    for turned in rotations:
        check_figures(turned, regions_of(turned))


def check_figures(turned: TurnedTile, regions: Regions) -> None:
    spots = turned.deploy_options[tuple(FIGURES.values())]
    for spot in spots:
        x, y = regions.figure_points[spot.segment]
        assert regions.at((x, y)) == spot.segment
        assert 0.02 < x < 0.98
        assert 0.02 < y < 0.98
    places = [regions.figure_points[number] for number in {spot.segment for spot in spots}]
    assert all(
        abs(x - px) + abs(y - py) > 0.12
        for number, (x, y) in enumerate(places)
        for px, py in places[:number]
    )  # fmt: skip
