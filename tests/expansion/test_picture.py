"""Pictures with the expansions: every view, the panel with six players, the big follower, and tiles with an inn."""

import pytest
from PIL import ImageChops

from carcassonne import FOLLOWER, Colour, Phase, apply_all, find_ruleset, new_game, parse_move
from carcassonne.expansions.inns import TILES
from carcassonne.figures import BIG_FOLLOWER, BUILDER, PIG
from carcassonne.tiles import parse_tile_set
from render import View, draw, draw_remaining_tiles
from render.art.tile import draw_seamless_tile
from render.english import english
from render.layout.scene import scene_of
from render.look.look import Look
from render.look.theme import PieceStyle
from render.look.views import DrawOptions
from render.panel.text_boxes import Text
from render.pieces.figures import figure_image
from tests.render.games import NAMES, game

EVERYTHING = "river abbot inns traders"


@pytest.mark.parametrize("view", View)
def test_a_game_for_six_is_drawn(view: View) -> None:
    state = game(60, Phase.DRAW, edition="new-edition", options="river abbot inns", seats=6)
    assert draw(state, english(state, NAMES), view=view).png.startswith(b"\x89PNG")


def test_the_tiles_to_come_are_drawn() -> None:
    state = game(20, Phase.PLACE, options="inns", seats=6)
    assert draw_remaining_tiles(state, Look()).png.startswith(b"\x89PNG")


def test_an_inn_is_seen() -> None:
    without = parse_tile_set("iB 1  road E W | field N ENE WNW | field S ESE WSW").tiles["iB"]
    with_inn, plain = (draw_seamless_tile(tile.turned[0], 96) for tile in (TILES.tiles["iB"], without))
    assert ImageChops.difference(with_inn, plain).getbbox() is not None


def test_the_big_follower_is_taller() -> None:
    style = PieceStyle(0, Colour.RED)
    assert figure_image(style, 40, BIG_FOLLOWER).height > figure_image(style, 40, FOLLOWER).height


def test_the_panel_says_where_the_big_follower_may_go() -> None:
    start = new_game(find_ruleset("classic", ["inns"]), 2)
    state = apply_all(start, [parse_move("draw iB"), parse_move("place L13 0")]).state
    legend = [one.text for one in scene_of(state, english(state, NAMES[:2]), DrawOptions()).panel.all(Text)]
    assert legend[1:] == ["thief 2", "big thief 2", "farmer 1 3", "big farmer 1 3"]


@pytest.mark.parametrize("view", View)
def test_a_game_with_both_expansions_is_drawn(view: View) -> None:
    state = game(60, Phase.DRAW, edition="new-edition", options=EVERYTHING, seats=6)
    assert {placed.figure for placed in state.figures.values()} & {BIG_FOLLOWER, BUILDER, PIG}
    assert draw(state, english(state, NAMES), view=view).png.startswith(b"\x89PNG")


def test_a_finished_game_with_both_expansions_is_drawn() -> None:
    state = game(200, Phase.OVER, edition="new-edition", options=EVERYTHING, seats=3)
    assert state.is_over
    assert draw(state, english(state, NAMES)).png.startswith(b"\x89PNG")
