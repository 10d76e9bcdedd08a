"""The public functions: from a state to PNG bytes."""

from dataclasses import dataclass

from carcassonne import State
from render.paint import paint
from render.palette import png
from render.scene import Wish, scene_of
from render.views import Area, View
from render.words import Words


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture; ``tile`` is the side of a tile in pixels."""

    png: bytes
    width: int
    height: int
    tile: int


def draw(
    state: State,
    words: Words,
    *,
    view: View = View.NORMAL,
    zoom: int | None = None,
    area: Area | None = None,
    tile_size: int | None = None,
    recent: int = 1,
) -> Picture:
    """Draw the board of a state with its panel.

    ``zoom`` is one of ``ZOOMS`` and shows that many cells round the last move or round ``area``; None shows ``area``,
    or else all (A). ``recent`` is how many of the last moves are framed, numbered where there are several.
    Raise ValueError for an unknown zoom level.
    """
    scene = scene_of(state, words, Wish(view, zoom, area, tile_size, recent))
    return Picture(png(paint(scene)), scene.width, scene.height, scene.board.tile)
