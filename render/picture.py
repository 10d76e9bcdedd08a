"""How pictures are drawn from start to end: laid out, painted, packed. ``jobs.py`` says what each function takes."""

from collections.abc import Sequence

from PIL import Image

from carcassonne import Rgb, State, TurnedTile
from render.finished_picture import Picture
from render.layout.closeups import laid_tile_image, remaining_tiles_image, rotations_image, tile_image
from render.layout.scene import paint, scene_of
from render.look.look import Look
from render.look.overlays import picture_colours
from render.look.png import png
from render.look.theme import END_COLOURS
from render.look.views import DrawOptions
from render.look.words import LeaderboardHeadings, LeaderboardRow, Words
from render.panel.leaderboard import leaderboard_image
from render.panel.result_card import ResultCard
from render.pieces.spots import spots_with_figures


def draw(state: State, words: Words, options: DrawOptions) -> Picture:
    """Draw the board of a state with its panel. Raise ValueError for an unknown zoom level."""
    scene, look = scene_of(state, words, options), options.look
    more = (*picture_colours(look.theme, options.view), *(END_COLOURS if scene.panel.all(ResultCard) else ()))
    return _finished(paint(scene, look.theme), scene.board.tile, look, words, more)


def draw_laid_tile(state: State, words: Words, look: Look) -> Picture:
    """Draw the tile just placed and the cells around it. Raise ValueError if no tile has been placed."""
    return _finished(laid_tile_image(state, words, look), look.size.close, look, words)


def draw_rotations(laid: Sequence[State], words: Words, look: Look) -> Picture:
    """Draw the tile just laid, once for each state. Raise ValueError if no tile has been placed."""
    return _finished(rotations_image(laid, words, look), look.size.close, look, words)


def draw_tile(state: State, turned: TurnedTile, words: Words, look: Look) -> Picture:
    """Draw one tile, large, with its spots."""
    image = tile_image(turned, spots_with_figures(state, turned), words, look)
    return _finished(image, image.width, look, words)


def draw_remaining_tiles(state: State, look: Look) -> Picture:
    """Draw the tiles still to be drawn."""
    image, tile = remaining_tiles_image(state, look)
    return _finished(image, tile, look)


def draw_leaderboard(rows: Sequence[LeaderboardRow], headings: LeaderboardHeadings, look: Look) -> Picture:
    """Draw the leaderboard."""
    return _finished(leaderboard_image(rows, headings, look), 0, look)


def _finished(
    image: Image.Image, tile: int, look: Look, words: Words | None = None, more: tuple[Rgb, ...] = ()
) -> Picture:
    """Pack an image in the colours of its theme and of its pieces, and in ``more``."""
    further = tuple(dict.fromkeys((*(words.further_rgb if words else ()), *more)))
    return Picture(png(image, look.theme, further), image.width, image.height, tile)
