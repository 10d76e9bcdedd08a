"""Pictures: turns a state into a PNG. This package only reads states, and the caller provides every word in a picture.

All functions are synchronous and may run in several threads at once. What draws is loaded when one of them is called:
the bot only names them to the processes that draw, so it starts sooner, and is smaller.

>>> from carcassonne import Colour, find_ruleset, new_game
>>> words = Words(("Ann", "Bob"), (Colour.RED, Colour.BLUE), ("red", "blue"), {}, "71 tiles left", "The game is over")
>>> picture = draw(new_game(find_ruleset("classic"), seats=2), words)
>>> picture.png[:4], picture.width > picture.tile
(b'\\x89PNG', True)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from carcassonne import Rgb, SegmentRef, State, TurnedTile
from render.look.curve import Curve, CurveLine, CurveMark
from render.look.look import COMPACT, DEFAULT_LOOK, SIZES, SMALL, Look
from render.look.theme import THEMES
from render.look.views import ZOOMS, Area, BoardWindow, DrawOptions, View, board_window, bounding_area, parse_area
from render.look.words import (
    BracketHeadings,
    BracketMatch,
    LeaderboardHeadings,
    LeaderboardRow,
    PodiumStep,
    RoundCell,
    StandingsHeadings,
    StandingsRow,
    ViewMeaning,
    Words,
    signed,
)

if TYPE_CHECKING:
    from PIL import Image

__all__ = [
    "COMPACT",
    "DEFAULT_LOOK",
    "SIZES",
    "SMALL",
    "THEMES",
    "ZOOMS",
    "Area",
    "BoardWindow",
    "BracketHeadings",
    "BracketMatch",
    "Curve",
    "CurveLine",
    "CurveMark",
    "Job",
    "LeaderboardHeadings",
    "LeaderboardRow",
    "Look",
    "Picture",
    "PodiumStep",
    "RoundCell",
    "StandingsHeadings",
    "StandingsRow",
    "View",
    "ViewMeaning",
    "Words",
    "board_window",
    "bounding_area",
    "draw",
    "draw_bracket",
    "draw_compared",
    "draw_curve",
    "draw_laid_tile",
    "draw_leaderboard",
    "draw_podium",
    "draw_remaining_tiles",
    "draw_rotations",
    "draw_standings",
    "draw_tile",
    "missing_encoders",
    "parse_area",
    "scripts_without_font",
    "signed",
]


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture. ``tile`` is the side of a tile in pixels, 0 if it shows no tile."""

    png: bytes
    width: int
    height: int
    tile: int


Job: TypeAlias = Callable[[], Picture]
"""A function of this package with its arguments, as ``functools.partial`` makes it."""


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
    spot: SegmentRef | None = None,
    shows_spots: bool = True,
) -> Picture:
    """Draw the board of a state with its panel.

    ``zoom`` is one of ``ZOOMS`` and shows that many cells round the last move or round ``area``; None shows ``area``,
    or else all (A). ``recent`` is how many of the last moves are framed, with numbers if there are several.
    ``winners`` says that the game is over and which seats have won, even if the state could be played on; None leaves
    both to the state. ``spot`` has its number beside the figure that stands there. ``shows_spots`` says whether the
    tile in hand has the numbers of its spots and its rotations. Raise ValueError for an unknown zoom level.
    """
    from render.editions import added_colours  # late: see above
    from render.layout.scene import scene_of

    options = DrawOptions(view, zoom, area, tile_size, recent, winners, look, spot, shows_spots)
    scene = scene_of(state, words, options)
    more = (*words.further_rgb, *added_colours(state), *scene.colours(look.theme))
    return _finished(scene.paint(look.theme), scene.board.tile, look, more)


def draw_laid_tile(state: State, words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tile just placed and the cells around it, and mark where a figure may be deployed now.

    The state should wait for a deployment. Raise ValueError if no tile has been placed.
    """
    from render.editions import added_colours  # late: see above
    from render.layout.closeups import laid_tile_image

    more = (*words.further_rgb, *added_colours(state))
    return _finished(laid_tile_image(state, words, look), look.size.close, look, more)


def draw_rotations(
    laid: Sequence[State], words: Words, look: Look = DEFAULT_LOOK, *, shows_spots: bool = True
) -> Picture:
    """Draw the tile just laid and the cells around it, once for each state, with the rotation below.

    ``shows_spots`` says whether each tile has the numbers of its spots. Raise ValueError if no tile has been placed.
    """
    from render.editions import added_colours  # late: see above
    from render.layout.closeups import rotations_image

    image = rotations_image(laid, words, look, shows_spots=shows_spots)
    return _finished(image, look.size.close, look, (*words.further_rgb, *added_colours(laid[0])))


def draw_compared(laid: Sequence[State], captions: Sequence[str], words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tile just laid and the board around it, once for each state, with its caption below.

    Raise ValueError if no tile has been placed.
    """
    from render.editions import added_colours  # late: see above
    from render.layout.closeups import compared_image

    image = compared_image(laid, captions, words, look)
    return _finished(image, look.size.close, look, (*words.further_rgb, *added_colours(laid[0])))


def draw_curve(curve: Curve, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw how well each player stood after each turn of a game."""
    from render.panel.curve import curve_image  # late: see above

    return _finished(curve_image(curve, look), 0, look, curve.further_rgb)


def draw_tile(state: State, turned: TurnedTile, words: Words, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw one tile, large, and mark the spots that it has in the edition of the state."""
    from render.editions import added_colours  # late: see above
    from render.layout.closeups import tile_image

    image = tile_image(state, turned, words, look)
    return _finished(image, image.width, look, (*words.further_rgb, *added_colours(state)))


def draw_remaining_tiles(state: State, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the tiles still to be drawn, with their names and counts, without the tile in hand."""
    from render.editions import added_colours  # late: see above
    from render.layout.closeups import remaining_tiles_image

    return _finished(*remaining_tiles_image(state, look), look, added_colours(state))


def draw_leaderboard(
    rows: Sequence[LeaderboardRow], headings: LeaderboardHeadings, look: Look = DEFAULT_LOOK
) -> Picture:
    """Draw the leaderboard."""
    from render.panel.leaderboard import leaderboard_image  # late: see above

    return _finished(leaderboard_image(rows, headings, look), 0, look)


def draw_standings(rows: Sequence[StandingsRow], headings: StandingsHeadings, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw a page of a tournament's table."""
    from render.panel.standings import standings_image  # late: see above

    return _finished(standings_image(rows, headings, look), 0, look)


def draw_bracket(
    rounds: Sequence[Sequence[BracketMatch]],
    third: BracketMatch | None,
    headings: BracketHeadings,
    look: Look = DEFAULT_LOOK,
) -> Picture:
    """Draw the bracket of a knockout; ``third`` is the match for the third place."""
    from render.panel.bracket import bracket_image  # late: see above

    return _finished(bracket_image(rounds, third, headings, look), 0, look)


def draw_podium(title: str, steps: Sequence[PodiumStep], unreadable: str, look: Look = DEFAULT_LOOK) -> Picture:
    """Draw the podium of a tournament. ``unreadable``, with ``{rank}`` filled in, replaces a name without letters."""
    from render.panel.podium import podium_image  # late: see above

    return _finished(podium_image(title, steps, unreadable, look), 0, look)


def _finished(image: "Image.Image", tile: int, look: Look, more: tuple[Rgb, ...] = ()) -> Picture:
    """Pack an image in the colours of its theme, and in ``more``."""
    from render.look.png import png  # late: see above

    return Picture(png(image, look.theme, tuple(dict.fromkeys(more))), image.width, image.height, tile)


def missing_encoders() -> tuple[str, ...]:
    """Return the packages that are not installed without which pictures take longer, or more bytes."""
    from render.look import png  # late: it loads Pillow

    return png.missing_encoders()


def scripts_without_font() -> list[str]:
    """Return the scripts for which this machine has no font, by their English names."""
    from render.text import script_fonts  # late: it loads Pillow

    return script_fonts.scripts_without_font()
