"""The Castle's house set: 60 tiles, the outline of 76 spaces, start spaces, corner towers.

The printed tile list could not be found, so this set was rebuilt from the rules; players are told so. It is data: a
printed list can take its place. A path that ends on the tile, at a square or a building, is a segment of its own.
"""

from typing import Final

from carcassonne.geometry import SIDE_POINTS, STEPS, Position, Rotation, position_at
from carcassonne.modifiers import Modifier, counts_once, each_counts
from carcassonne.tiles import parse_tile_set

FOUNTAIN: Final = Modifier("fountain", counts_once)
"""On a path."""
MARKET: Final = Modifier("market", each_counts)
"""In a court."""
_MODIFIERS: Final = {"fountain": FOUNTAIN, "market": MARKET}

HOUSE_SET: Final = parse_tile_set(
    """
S01 2  path N S | house E | court NNW SSW W | court NNE SSE
S02 1  path N S | house E | court NNW SSW W market | court NNE SSE
S03 1  path N S fountain | house E | court NNW SSW W | court NNE SSE
S04 2  path N S | house E | tower W | court NNW SSW | court NNE SSE
S05 1  path N S fountain | house E | tower W | court NNW SSW | court NNE SSE
S06 2  path N S | tower E | court NNW SSW W | court NNE SSE
S07 1  path N S | tower E | court NNW SSW W market | court NNE SSE
S08 1  path N S fountain | court NNE E SSE | court NNW SSW W
S09 1  path N S | court NNE E SSE market | court NNW SSW W
S10 2  path N S | house E | house W | court NNW SSW | court NNE SSE
K01 1  path N E | house S W | court NNW ESE | court NNE ENE
K02 1  path N E | tower S W | court NNW ESE | court NNE ENE
K03 1  path N E | court NNW ESE S W market | court NNE ENE
K04 1  path N E fountain | house S | court NNW ESE W | court NNE ENE
K05 1  path N E | tower S | court NNW ESE W | court NNE ENE
J01 2  path N | path E | path W | house S | court NNW WNW | court NNE ENE | court ESE WSW
J02 2  path N | path E | path W | tower S | court NNW WNW | court NNE ENE | court ESE WSW
J03 1  path N | path E | path W | court ESE S WSW | court NNW WNW | court NNE ENE
J04 1  path N | path E | path W | court ESE S WSW market | court NNW WNW | court NNE ENE
J05 1  path N E W | house S | court NNW WNW | court NNE ENE | court ESE WSW
J06 1  path N E W | tower S | court NNW WNW | court NNE ENE | court ESE WSW
J07 1  path N E W fountain | court ESE S WSW | court NNW WNW | court NNE ENE
J08 1  path N E W fountain | house S | court NNW WNW | court NNE ENE | court ESE WSW
X01 1  path N W | path E S | court NNE ENE SSW WSW market | court NNW WNW | court ESE SSE
X02 1  path N E S W | court NNW WNW | court NNE ENE | court ESE SSE | court SSW WSW
D01 2  path N | house E S W | court NNW | court NNE
D02 2  path N | tower E S W | court NNW | court NNE
D03 1  path N | house S | court NNE E market | court NNW W
D04 1  path N | tower S | house W | court NNE E | court NNW
D05 1  path N | tower S | court NNE E | court NNW W
D06 1  path N | house E S | court NNW W | court NNE
D07 1  path N | house S W | tower E | court NNW | court NNE
N01 2  house N E | court S W market
N02 2  house N E | tower S W
N03 1  tower N E | court S W
N04 1  tower N E | court S W market
N05 1  house N E S | court W
N06 1  house N E S | tower W
N07 1  tower N E S | court W
N08 1  tower N E S | house W
N09 1  house W | court N E S market
N10 1  tower W | court N E S market
N11 1  house N | tower S | court E W
N12 1  house N | tower S | court E W market
N13 1  house N S | court E | court W
N14 1  tower N S | house E | court W
N15 1  house N | house S | court E W market
N16 1  house N | house S | court E W
N17 1  house N | tower E | court S W
N18 1  court N E S W market
""",
    _MODIFIERS,
)

OUTLINE: Final = """
#####..###
##########
##########
##########
##########
.#########
...#######
...#######
.....#####
"""

SPACES: Final[frozenset[Position]] = frozenset(
    position_at(column, row)
    for row, line in enumerate(OUTLINE.split())
    for column, mark in enumerate(line)
    if mark == "#"
)
"""The spaces within the wall; A1 is the north-west corner."""

START_TILES: Final = parse_tile_set(
    """
start-path  2  path S
start-house 2  house S
start-tower 2  tower S
start-court 1  court S market
""",
    _MODIFIERS,
)
"""Start spaces are part of the wall, but count and connect like tiles. Here the wall is to the north of each."""

_START_SPACES: Final = (
    ((2, 0), "N", "start-path"),
    ((8, 0), "N", "start-house"),
    ((9, 3), "E", "start-tower"),
    ((9, 6), "E", "start-path"),
    ((7, 8), "S", "start-court"),
    ((0, 3), "W", "start-house"),
    ((4, 7), "S", "start-tower"),
)


def start_spaces() -> tuple[tuple[Position, str, Rotation], ...]:
    """Return (cell in the wall, tile, rotation) of every start space."""
    return tuple(
        (position_at(*cell) + STEPS[side], tile, 90 * side)
        for cell, wall, tile in _START_SPACES
        for side in (SIDE_POINTS.index(wall),)
    )


CORNER_TOWERS: Final = (12, 15, 20, 24, 32, 52, 64, 67, 72, 77, 82, 85, 88)
"""The corner towers that carry a wall tile, by the lower of their two spaces on the scoring track; 0/1 has none."""
TRACK: Final = 100
WALL_TILES: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9) * 2
"""The wall tiles that are shuffled; five of them stay unseen in the box."""
