"""The names of the game's parts: kinds of features, terrains of a tile's sides, and roles of figures."""

from enum import IntEnum, StrEnum
from typing import Final


class Kind(StrEnum):
    """What a segment, and the feature that it grows into, is."""

    __hash__ = str.__hash__

    CITY = "city"
    ROAD = "road"
    MONASTERY = "monastery"
    GARDEN = "garden"
    FIELD = "field"
    RIVER = "river"
    PATH = "path"
    TOWER = "tower"
    HOUSE = "house"
    COURT = "court"
    KEEP = "keep"
    """No segment: what The Castle pays for the largest keep."""
    WALL = "wall"
    """No segment: what The Castle pays for a wall tile by itself."""
    GOODS = "goods"
    """No segment: what Traders & Builders pays for most of one of the goods."""


class Terrain(IntEnum):
    """What a side of a tile shows; fits into four bits, where 0 is kept for "no tile there" and 15 for "no river"."""

    FIELD = 1
    ROAD = 2
    CITY = 3
    RIVER = 4
    PATH = 5
    TOWER = 6
    HOUSE = 7
    COURT = 8
    WALL = 9


class Role(StrEnum):
    """What a figure is called, depending on where it stands."""

    __hash__ = str.__hash__

    KNIGHT = "knight"
    THIEF = "thief"
    FARMER = "farmer"
    MONK = "monk"
    ABBOT = "abbot"
    HERALD = "herald"
    SQUIRE = "squire"
    MERCHANT = "merchant"
    BUILDER = "builder"
    PIG = "pig"


SURROUNDED: Final = frozenset({Kind.MONASTERY, Kind.GARDEN})
"""Kinds that lie inside their tile and are completed by the eight tiles around it."""

ENCLOSED: Final = frozenset({Kind.CITY, Kind.ROAD, Kind.PATH, Kind.TOWER, Kind.HOUSE})
"""Kinds that are completed when no side of theirs is open."""

OPEN_GROUND: Final = frozenset({Kind.FIELD, Kind.COURT})
"""Kinds that reach the border by half-sides, beside a road or path too. They are never complete."""

NO_SEGMENTS: Final = frozenset({Kind.KEEP, Kind.WALL, Kind.GOODS})
"""Kinds that only scores have; no tile shows them."""

TERRAIN_OF: Final = {
    Kind.CITY: Terrain.CITY,
    Kind.ROAD: Terrain.ROAD,
    Kind.FIELD: Terrain.FIELD,
    Kind.RIVER: Terrain.RIVER,
    Kind.PATH: Terrain.PATH,
    Kind.TOWER: Terrain.TOWER,
    Kind.HOUSE: Terrain.HOUSE,
    Kind.COURT: Terrain.COURT,
}
"""What a side shows by which such a segment leaves its tile. Kinds inside a tile have none."""
