"""The public functions: they turn a state into a PNG.

What draws is loaded when one of them is called. The bot never calls them: it names them to the processes that draw, so
it starts sooner, and is smaller.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from carcassonne import State, TurnedTile
from render.finished_picture import Picture
from render.look.look import DEFAULT_LOOK, Look
from render.look.views import Area, DrawOptions, View
from render.look.words import LeaderboardHeadings, LeaderboardRow, Words

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
    from render import picture  # late: see above

    return picture.draw(state, words, DrawOptions(view, zoom, area, tile_size, recent, winners, look))


def draw_laid_tile(state: State, words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tile just placed and the cells around it, and mark where a figure may be deployed now.

    The state should wait for a deployment. Raise ValueError if no tile has been placed.
    """
    from render import picture  # late: see above

    return picture.draw_laid_tile(state, words, look)


def draw_rotations(laid: Sequence[State], words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tile just laid and the cells around it, once for each state, with the rotation below.

    Raise ValueError if no tile has been placed.
    """
    from render import picture  # late: see above

    return picture.draw_rotations(laid, words, look)


def draw_tile(state: State, turned: TurnedTile, words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw one tile, large, and mark the spots that it has in the edition of the state."""
    from render import picture  # late: see above

    return picture.draw_tile(state, turned, words, look)


def draw_remaining_tiles(state: State, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tiles still to be drawn, with their names and counts, without the tile in hand."""
    from render import picture  # late: see above

    return picture.draw_remaining_tiles(state, look)


def draw_leaderboard(
    rows: Sequence[LeaderboardRow], headings: LeaderboardHeadings, look: Look = DEFAULT_LOOK
) -> Picture:
    """Draw the leaderboard."""
    from render import picture  # late: see above

    return picture.draw_leaderboard(rows, headings, look)


def missing_encoders() -> tuple[str, ...]:
    """Return the packages that are not installed without which pictures take longer, or more bytes."""
    from render.look import png  # late: it loads Pillow

    return png.missing_encoders()


def scripts_without_font() -> list[str]:
    """Return the scripts for which this machine has no font, by their English names."""
    from render.text import script_fonts  # late: it loads Pillow

    return script_fonts.scripts_without_font()
