"""The tiles of Inns & Cathedrals and Traders & Builders: what lies on them as on no other tile."""

import math
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from carcassonne import Kind, Rotation, find_ruleset
from carcassonne.geometry import ROTATIONS
from render.art.curves import MIDDLES, intersection_of
from render.art.plan import Plan, Route, plan_of
from render.art.regions import regions_of
from render.art.signs import SIGNS, sign_image
from render.art.tile import draw_seamless_tile

TILES = find_ruleset("classic", ["inns", "traders"]).tiles
NEW_TILES = sorted(name for name in TILES if name[0] in "it")
WITH_INNS = ("iA", "iB", "iC", "iL", "iM", "iN")
in_each_rotation = pytest.mark.parametrize("rotation", ROTATIONS)


def routes(plan: Plan) -> list[Route]:
    return sorted(plan.roads, key=lambda route: route.number)


def test_every_new_tile_is_drawn() -> None:
    assert len(NEW_TILES) == 41
    pictures = {name: draw_seamless_tile(TILES[name].turned[0], 40).tobytes() for name in NEW_TILES}
    assert len(set(pictures.values())) == 41, "no two are alike"


@in_each_rotation
@pytest.mark.parametrize("name", WITH_INNS)
def test_an_inn_lies_in_a_field_beside_its_own_road(name: str, rotation: Rotation) -> None:
    turned = TILES[name].turned[rotation]
    regions, plan = regions_of(turned), plan_of(turned)
    [(number, [inn])] = (
        regions.modifier_points.items()
        if name != "iL"
        else [one for one in regions.modifier_points.items() if turned.segments[one[0]].kind is Kind.ROAD]
    )
    assert turned.segments[regions.at(inn)].kind is Kind.FIELD
    near = {route.number: min(math.dist(inn, point) for point in route.line) for route in plan.roads}
    assert all(near[number] < 0.75 * distance for other, distance in near.items() if other != number)
    assert all(0.13 < length < 0.87 for length in inn), "the whole inn is on the tile"
    assert math.dist(inn, regions.figure_points[number]) > 0.2, "a thief does not hide it"


@in_each_rotation
def test_roads_on_a_bridge_cross_without_meeting(rotation: Rotation) -> None:
    plan = plan_of(TILES["tB"].turned[rotation])
    one, other = routes(plan)
    over = one if one.number == plan.over else other
    assert set(over.sides) == {1, 3}, "the tile looks the same however it is turned"
    assert intersection_of(one.line, other.line)
    assert plan.crossing is None
    points = regions_of(plan.turned).figure_points
    assert all(math.dist(points[route.number], (0.5, 0.5)) > 0.2 for route in (one, other)), (
        "nobody stands on the bridge"
    )


@in_each_rotation
def test_a_road_over_the_one_to_the_gate_ends_at_a_farm(rotation: Rotation) -> None:
    plan = plan_of(TILES["tC"].turned[rotation])
    to_gate, over = routes(plan)
    assert plan.over == over.number
    assert [gate.side for area in plan.areas for gate in area.gates] == [*to_gate.sides]
    assert intersection_of(to_gate.line, over.line)
    assert plan.farm == over.line[-1]
    beyond = MIDDLES[(over.sides[0] + 2) % 4]
    assert math.dist(over.line[-1], beyond) < 0.3, "it ends on the far side"


@in_each_rotation
@pytest.mark.parametrize("name", ["tU", "tO", "iQ", "tR"])
def test_two_roads_into_a_city_have_a_gate_each(name: str, rotation: Rotation) -> None:
    plan = plan_of(TILES[name].turned[rotation])
    gates = [gate for area in plan.areas for gate in area.gates]
    assert {gate.side for gate in gates} == {route.sides[0] for route in plan.roads}
    assert all(math.dist(one.point, other.point) > 0.25 for one, other in combinations(gates, 2))


@in_each_rotation
@pytest.mark.parametrize("name", ["iD", "tJ"])
def test_roads_that_end_at_a_cloister_do_not_meet(name: str, rotation: Rotation) -> None:
    plan = plan_of(TILES[name].turned[rotation])
    assert plan.crossing is None
    ends = [route.line[-1] for route in plan.roads]
    assert all(math.dist(one, other) > 0.35 for one, other in combinations(ends, 2))


@in_each_rotation
def test_roads_end_at_a_village_between_two_cities_with_a_lane_to_each(rotation: Rotation) -> None:
    plan = plan_of(TILES["iI"].turned[rotation])
    assert plan.crossing == (0.5, 0.5)
    assert [len(area.gates) for area in plan.areas] == [1, 1]
    assert sorted(lane[-1] for lane in plan.lanes) == sorted(area.gates[0].point for area in plan.areas)


@in_each_rotation
@pytest.mark.parametrize("name", ["iG", "tI", "tO", "tW"])
def test_a_city_drawn_out_to_a_corner_has_two_walls_that_meet_there(name: str, rotation: Rotation) -> None:
    (area,) = plan_of(TILES[name].turned[rotation]).areas
    (spur,) = area.outline.spurs
    assert sum(spur[0] in (wall[0], wall[-1]) for wall in area.outline.walls) == 2


@in_each_rotation
@pytest.mark.parametrize("name", ["iH", "tM", "tN", "tP", "tX"])
def test_a_closed_field_has_room_for_a_farmer(name: str, rotation: Rotation) -> None:
    turned = TILES[name].turned[rotation]
    closed = next(number for number, one in enumerate(turned.segments) if one.kind is Kind.FIELD and not one.ports)
    regions = regions_of(turned)
    assert regions.at(regions.figure_points[closed]) == closed
    assert regions.depth_at(regions.figure_points[closed]) > 0.08


def silhouette(name: str) -> Image.Image:
    return sign_image(name, 12).getchannel("A").point([255 * (value > 127) for value in range(256)])


def test_the_signs_of_goods_differ_in_shape_even_where_they_are_small() -> None:
    """A tile of 40 pixels shows them 12 pixels wide, with their halo."""
    for one, other in combinations(SIGNS, 2):
        differing = ImageChops.difference(silhouette(one), silhouette(other)).histogram()[255]
        assert differing > 0.14 * 12 * 12
