"""What is said of where a spot lies agrees with where its number is drawn: every tile, rotation and edition."""

import pytest

from carcassonne import FIGURES, Kind, TurnedTile, find_ruleset, spot_number, spots_of
from render.art.spot_places import PLACES_FILE, SpotPlace, place_of, side_near, spot_place
from render.make_spot_places import lines
from render.pieces.spots import spot_marks
from tests.carcassonne.every_tile import every_tile

SIDE = 360
TWO_IN_A_CORNER = "tO"
"""The only tile with two fields in the same ninth."""


def drawn_places(turned: TurnedTile) -> dict[int, SpotPlace]:
    """Return by number where the numbers of a tile are drawn."""
    every_spot = turned.deploy_options[tuple(FIGURES.values())]
    marks = spot_marks(turned, every_spot, (0, 0), SIDE)
    return {mark.number: place_of(mark.x / SIDE, mark.y / SIDE) for mark in marks}


@pytest.mark.slow
def test_places_are_where_the_numbers_are_drawn() -> None:
    for tile in every_tile():
        for turned in tile.turned.values():
            drawn = drawn_places(turned)
            said = {
                spot_number(tile, segment): spot_place(turned, segment)
                for segment, one in enumerate(tile.segments)
                if one.kind is not Kind.RIVER
            }
            if tile.name != TWO_IN_A_CORNER:
                assert said == drawn, turned


def test_two_fields_in_one_corner_are_told_apart_by_the_sides_that_they_lie_at() -> None:
    for turned in find_ruleset("classic", ["traders"]).tiles[TWO_IN_A_CORNER].turned.values():
        every_spot = turned.deploy_options[tuple(FIGURES.values())]
        for mark in spot_marks(turned, every_spot, (0, 0), SIDE):
            segment = spots_of(turned.tile)[mark.number - 1]
            place = spot_place(turned, segment)
            at = mark.x / SIDE, mark.y / SIDE
            assert place in (place_of(*at), side_near(*at))


@pytest.mark.slow
def test_the_file_is_what_its_command_writes() -> None:
    assert PLACES_FILE.read_text("ascii").splitlines() == list(lines())
