"""Pictures of a game: a state becomes a PNG. Reads ``carcassonne``, draws with Pillow, knows no language.

All functions are synchronous and may run in several threads at once; a state handed in is only read.

>>> from carcassonne import Colour, find_ruleset, new_game
>>> words = Words(("Ann", "Bob"), (Colour.RED, Colour.BLUE), ("red", "blue"), {}, "71 tiles left", "The game is over")
>>> picture = draw(new_game(find_ruleset("classic"), seats=2), words)
>>> picture.png[:4], picture.width > picture.tile
(b'\\x89PNG', True)
"""

from carcassonne.projection import dead_cells, projected_scores
from render.formats import SIZES
from render.leaderboard import Headings, Row
from render.look import PLAIN, Look
from render.picture import Picture, draw, draw_laid, draw_leaderboard, draw_tile, draw_tiles, draw_ways
from render.theme import THEMES
from render.views import ZOOMS, Area, View, bounding_area, parse_area
from render.words import Words

__all__ = [
    "PLAIN",
    "SIZES",
    "THEMES",
    "ZOOMS",
    "Area",
    "Headings",
    "Look",
    "Picture",
    "Row",
    "View",
    "Words",
    "bounding_area",
    "dead_cells",
    "draw",
    "draw_laid",
    "draw_leaderboard",
    "draw_tile",
    "draw_tiles",
    "draw_ways",
    "parse_area",
    "projected_scores",
]
