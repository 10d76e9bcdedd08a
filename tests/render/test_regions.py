"""The map of a tile's regions matches its topology: connected segments, neighbours, and places for figures."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import pytest

from carcassonne import FIGURES, Kind, TurnedTile
from render.art.plan import plan_of
from render.art.regions import GRID, Regions, regions_of
from tests.fixtures.cases import slow_but
from tests.render.tiles import every_tile


class Pixel(NamedTuple):
    row: int
    column: int


def ground(turned: TurnedTile, regions: Regions, number: int) -> set[Pixel]:
    """Return the cells (row, column) of a segment. A garden lies within its field; a road goes on below a bridge."""
    kinds, over = {number}, plan_of(turned).over
    if turned.segments[number].kind is Kind.ROAD and over is not None:
        kinds.add(over)
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


@pytest.mark.parametrize(
    "rotations",
    slow_but(8, ([*rotations] for _, rotations in groupby(every_tile(), lambda one: one.tile))),
    ids=lambda rotations: rotations[0].tile.name,
)
def test_the_map_of_a_tile(rotations: Sequence[TurnedTile]) -> None:
    """All rotations and checks in one test: the map takes longer to make than what a check proves."""
    for turned in rotations:
        regions = regions_of(turned)
        check_segments(turned, regions)
        check_fields(turned, regions)
        check_figures(turned, regions)


def check_segments(turned: TurnedTile, regions: Regions) -> None:
    """Each segment hangs together, and reaches the border where it should."""
    for number, segment in enumerate(turned.segments):
        cells = ground(turned, regions, number)
        if segment.kind is Kind.RIVER or not segment.ports:
            continue
        reached = within(cells, border_cell(segment.ports[0]))
        assert {border_cell(port) for port in segment.ports} <= reached
        own = {cell for cell in cells if regions.labels[cell.row * GRID + cell.column] == number}
        if segment.kind is Kind.FIELD:
            assert own <= reached


def check_fields(turned: TurnedTile, regions: Regions) -> None:
    """Each field is drawn along the walls of the cities that it touches."""
    for number, segment in enumerate(turned.segments):
        if segment.kind is Kind.FIELD:
            assert cities_beside(turned, regions, number) == set(segment.touches)


def cities_beside(turned: TurnedTile, regions: Regions, number: int) -> set[int]:
    """Return the cities along whose walls the field lies for more than a step or two."""
    along: dict[int, int] = {}
    for row, column in ground(turned, regions, number):
        for y, x in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            label = regions.labels[y * GRID + x] if 0 <= y < GRID and 0 <= x < GRID else 255
            if label < len(turned.segments) and turned.segments[label].kind is Kind.CITY:
                along[label] = along.get(label, 0) + 1
    return {label for label, steps in along.items() if steps > 2}


def check_figures(turned: TurnedTile, regions: Regions) -> None:
    """Figures stand on their segments, and apart."""
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
