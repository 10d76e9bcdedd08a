"""The tiles of both expansions against totals counted from pictures, and against the list of them if it is there."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from carcassonne import EMBLEM, Kind, Segment, Tile, find_ruleset
from carcassonne.expansions import inns, traders
from carcassonne.expansions.goods import CLOTH, GRAIN, WINE
from carcassonne.modifiers import CATHEDRAL, INN
from carcassonne.tiles import TileSet

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "expansions.json"
"""What people have read from pictures, if it lies next to the project."""

TOTALS: Mapping[str, Mapping[str, int]] = {
    "inns": {
        "tiles": 18, "kinds": 17, "tiles with city": 13, "city": 20, "tiles with road": 12, "road": 18,
        "tiles with field": 16, "field": 35, "closed fields": 1, "monastery": 1, "emblem": 3, "cathedral": 2, "inn": 6,
        "gardens": 2,
    },
    "traders": {
        "tiles": 24, "kinds": 24, "tiles with city": 22, "city": 29, "tiles with road": 16, "road": 23,
        "tiles with field": 24, "field": 56, "closed fields": 4, "monastery": 1, "wine": 9, "grain": 6, "cloth": 5,
        "gardens": 2,
    },
}  # fmt: skip
SETS: Mapping[str, TileSet] = {"inns": inns.TILES, "traders": traders.TILES}
GARDENS = {"inns": inns.GARDENS, "traders": traders.GARDENS}
HALF_SIDES = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")


@pytest.mark.parametrize("option", SETS)
def test_totals(option: str) -> None:
    tiles = [SETS[option].tiles[name] for name, copies in SETS[option].copies.items() for _ in range(copies)]
    segments = [segment for tile in tiles for segment in tile.segments]
    counted = Counter(str(segment.kind) for segment in segments)
    counted.update(one.name for segment in segments for one in segment.modifiers)
    counted["tiles"], counted["kinds"] = len(tiles), len(SETS[option].tiles)
    for kind in (Kind.CITY, Kind.ROAD, Kind.FIELD):
        counted[f"tiles with {kind}"] = sum(kind in tile.kinds for tile in tiles)
    counted["closed fields"] = sum(segment.kind is Kind.FIELD and is_closed(segment) for segment in segments)
    counted["gardens"] = len(GARDENS[option])
    assert counted == TOTALS[option]


@pytest.mark.parametrize(("options", "tiles"), [("inns", 90), ("traders", 96), ("inns traders", 114)])
def test_how_many_tiles_a_game_has(options: str, tiles: int) -> None:
    rules = find_ruleset("classic", options.split())
    assert sum(rules.bags[-1].values()) + len(rules.start) == tiles


def is_closed(segment: Segment) -> bool:
    return not set(segment.points) & set(HALF_SIDES)


@pytest.mark.skipif(not FACTS.exists(), reason="the list of tiles doesn't lie next to the project")
@pytest.mark.parametrize(("option", "title"), [("inns", "inns_and_cathedrals"), ("traders", "traders_and_builders")])
def test_each_tile_is_as_in_the_list(option: str, title: str) -> None:
    listed = {option[0] + one["id"]: one for one in json.loads(FACTS.read_text("utf-8"))[title]}
    assert {name: one["count"] for name, one in listed.items()} == SETS[option].copies
    for name, one in listed.items():
        assert described(SETS[option].tiles[name]) == listed_parts(one), name
        assert (one["garden_copies"]["new_edition"] == 1) == (name in GARDENS[option]), name


def described(tile: Tile) -> Counter[Any]:
    """Each segment: its kind, its points, its modifiers, and the points of the cities that a field touches."""
    return Counter(
        (
            str(segment.kind),
            frozenset(segment.points) - {"C"},
            tuple(sorted(one.name for one in segment.modifiers)),
            frozenset(frozenset(tile.segments[city].points) for city in segment.touches),
        )
        for segment in tile.segments
    )


def listed_parts(one: dict[str, Any]) -> Counter[Any]:
    """The same of a tile in the list."""
    cities = {city["id"]: frozenset(city["edges"]) for city in one["cities"]}
    marks = {"pennant": EMBLEM, "cathedral": CATHEDRAL, "inn": INN}
    goods = {good.name: good for good in (WINE, GRAIN, CLOTH)}

    def modifiers(part: dict[str, Any]) -> tuple[str, ...]:
        found = [mark.name for key, mark in marks.items() if part.get(key)]
        return tuple(sorted(found + ([goods[part["good"]].name] if part.get("good") else [])))

    none: frozenset[Any] = frozenset()
    return Counter(
        [
            *(("city", cities[city["id"]], modifiers(city), none) for city in one["cities"]),
            *(("road", frozenset(road["edges"]), modifiers(road), none) for road in one["roads"]),
            *([("monastery", none, (), none)] if one["cloister"] else []),
            *(
                (
                    "field",
                    frozenset(HALF_SIDES[half] for half in field["half_edges"]),
                    (),
                    frozenset(cities[city] for city in field["cities"]),
                )
                for field in one["fields"]
            ),
        ]
    )
