"""The colours of the landscape, as (red, green, blue). All other colours are in ``render/look/theme.py``."""

from typing import Final

from carcassonne import Rgb

INK: Final = (54, 42, 34)

GRASS: Final = (140, 171, 76)
GRASS_DARK: Final = (112, 147, 58)
GRASS_LIGHT: Final = (166, 193, 98)
GRASS_SHADE: Final = (88, 120, 46)
LAWN: Final = (172, 200, 106)

ROAD: Final = (241, 231, 205)
ROAD_WORN: Final = (220, 204, 168)
ROAD_EDGE: Final = (116, 101, 66)

GROUND: Final = (216, 184, 134)
GROUND_DARK: Final = (180, 144, 96)
GROUND_LIGHT: Final = (230, 204, 158)
STREET: Final = (238, 219, 180)
STREET_DARK: Final = (214, 188, 144)

WALL_TOP: Final = (226, 218, 200)
WALL_LIGHT: Final = (243, 237, 222)
WALL_FACE: Final = (166, 155, 138)
WALL_DARK: Final = (128, 117, 101)
WALL_LINE: Final = (66, 58, 49)

HOUSE_LINE: Final = (104, 70, 50)
"""The outlines of houses: softer than ink, because there are many."""
PLASTER: Final = (247, 233, 203)
PLASTER_DARK: Final = (214, 192, 152)
TIMBER: Final = (112, 78, 50)
WINDOW: Final = (82, 88, 108)

ROOFS: Final[tuple[tuple[Rgb, Rgb], ...]] = (
    ((204, 106, 74), (168, 82, 58)),
    ((196, 98, 70), (160, 76, 56)),
    ((210, 118, 82), (176, 92, 64)),
    ((192, 102, 78), (158, 80, 62)),
    ((202, 112, 76), (166, 86, 60)),
)
"""Roofs of houses: the lit slope, the shaded slope."""
RED_ROOF: Final = ((208, 76, 50), (158, 50, 36))
BLUE_ROOF: Final = ((98, 138, 182), (62, 96, 140))

TREES: Final[tuple[tuple[Rgb, Rgb], ...]] = (
    ((74, 112, 48), (104, 146, 62)),
    ((84, 120, 44), (120, 158, 66)),
    ((62, 102, 56), (92, 134, 72)),
)
TREE_LINE: Final = (44, 72, 34)

WATER: Final = (92, 158, 208)
WATER_DARK: Final = (64, 124, 182)
WATER_LIGHT: Final = (158, 206, 234)
BANK: Final = (48, 104, 158)
SHORE: Final = (196, 184, 122)

SHIELD: Final = (38, 92, 170)
SHIELD_WHITE: Final = (252, 248, 236)
