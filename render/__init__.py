"""Pictures: turns a state into a PNG. This package only reads states, and the caller provides every word in a picture.

All functions are synchronous and may run in several threads at once.

>>> from carcassonne import Colour, find_ruleset, new_game
>>> words = Words(("Ann", "Bob"), (Colour.RED, Colour.BLUE), ("red", "blue"), {}, "71 tiles left", "The game is over")
>>> picture = draw(new_game(find_ruleset("classic"), seats=2), words)
>>> picture.png[:4], picture.width > picture.tile
(b'\\x89PNG', True)
"""

from carcassonne.projection import dead_cells, projected_scores
from render.finished_picture import Picture
from render.jobs import (
    Job,
    draw,
    draw_laid_tile,
    draw_leaderboard,
    draw_remaining_tiles,
    draw_rotations,
    draw_tile,
    missing_encoders,
    scripts_without_font,
)
from render.look.look import COMPACT, DEFAULT_LOOK, SIZES, SMALL, Look
from render.look.theme import THEMES
from render.look.views import ZOOMS, Area, BoardWindow, View, board_window, bounding_area, parse_area
from render.look.words import LeaderboardHeadings, LeaderboardRow, ViewMeaning, Words

__all__ = [
    "COMPACT",
    "DEFAULT_LOOK",
    "SIZES",
    "SMALL",
    "THEMES",
    "ZOOMS",
    "Area",
    "BoardWindow",
    "Job",
    "LeaderboardHeadings",
    "LeaderboardRow",
    "Look",
    "Picture",
    "View",
    "ViewMeaning",
    "Words",
    "board_window",
    "bounding_area",
    "dead_cells",
    "draw",
    "draw_laid_tile",
    "draw_leaderboard",
    "draw_remaining_tiles",
    "draw_rotations",
    "draw_tile",
    "missing_encoders",
    "parse_area",
    "projected_scores",
    "scripts_without_font",
]
