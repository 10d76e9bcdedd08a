"""The public functions: they turn a state into a PNG."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image

from carcassonne import Rgb, State, TurnedTile
from render.closeups import laid_tile_image, remaining_tiles_image, rotations_image, tile_image
from render.draw_options import DrawOptions
from render.leaderboard import LeaderboardHeadings, LeaderboardRow, leaderboard_image
from render.look import DEFAULT_LOOK, Look
from render.paint import paint
from render.palette import png
from render.scene import scene_of
from render.score_colours import END_COLOURS
from render.spots import spots_with_figures
from render.view_colours import picture_colours
from render.views import Area, View
from render.words import Words


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture. ``tile`` is the side of a tile in pixels, 0 if it shows no tile."""

    png: bytes
    width: int
    height: int
    tile: int


Job: TypeAlias = Callable[[], Picture]
"""A function of this module with its arguments, as ``functools.partial`` makes it."""


def draw(
    state: State,
    words: Words,
    *,
    view: View = View.NORMAL,
    zoom: int | None = None,
    area: Area | None = None,
    tile_size: int | None = None,
    recent: int = 1,
    winners: frozenset[int] | None = None,
    look: Look = DEFAULT_LOOK,
) -> Picture:
    """Draw the board of a state with its panel.

    ``zoom`` is one of ``ZOOMS`` and shows that many cells round the last move or round ``area``; None shows ``area``,
    or else all (A). ``recent`` is how many of the last moves are framed, with numbers if there are several.
    ``winners`` says that the game is over and which seats have won, even if the state could be played on; None leaves
    both to the state. Raise ValueError for an unknown zoom level.
    """
    scene = scene_of(state, words, DrawOptions(view, zoom, area, tile_size, recent, winners, look))
    more = (*picture_colours(look.theme, view), *(END_COLOURS if scene.panel.results else ()))
    return _finished(paint(scene, look.theme), scene.board.tile, look, words, more)


def draw_laid_tile(state: State, words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tile just placed and the cells around it, and mark where a figure may be deployed now.

    The state should wait for a deployment. Raise ValueError if no tile has been placed.
    """
    return _finished(laid_tile_image(state, words, look), look.size.close, look, words)


def draw_rotations(laid: Sequence[State], words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tile just laid and the cells around it, once for each state, with the rotation below.

    Raise ValueError if no tile has been placed.
    """
    return _finished(rotations_image(laid, words, look), look.size.close, look, words)


def draw_tile(state: State, turned: TurnedTile, words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw one tile, large, and mark the spots that it has in the edition of the state."""
    image = tile_image(turned, spots_with_figures(state, turned), words, look)
    return _finished(image, image.width, look, words)


def draw_remaining_tiles(state: State, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tiles still to be drawn, with their names and counts, without the tile in hand."""
    image, tile = remaining_tiles_image(state, look)
    return _finished(image, tile, look)


def draw_leaderboard(
    rows: Sequence[LeaderboardRow], headings: LeaderboardHeadings, look: Look = DEFAULT_LOOK
) -> Picture:
    """Draw the leaderboard."""
    return _finished(leaderboard_image(rows, headings, look), 0, look)


def _finished(
    image: Image.Image, tile: int, look: Look, words: Words | None = None, more: tuple[Rgb, ...] = ()
) -> Picture:
    """Pack an image in the colours of its theme and of its pieces, and in ``more``."""
    further = tuple(dict.fromkeys((*(words.further_rgb if words else ()), *more)))
    return Picture(png(image, look.theme, further), image.width, image.height, tile)
