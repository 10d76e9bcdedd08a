"""The final scoring of incomplete features (the 2000 rulebook, "Final scoring")."""

import pytest

from carcassonne import FeatureScored, GameEnded, Item, Phase, Unit, parse_move

from .positions import AROUND_M14, JOINED
from .scenario import BASE_EDITIONS, Game


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_road_one_a_tile(edition: str) -> None:
    game = Game(edition)
    game.play("""
        1 U L13 90 thief E
        2 U N13 90 -
    """)
    assert game.end() == ["road 3 to 1"]
    assert game.scores == [3, 0]


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_city_one_a_tile_and_a_pennant(edition: str) -> None:
    game = Game(edition)
    game.play("""
        1 F M12 90 knight N
        2 M M11 90 -
    """)
    assert game.end() == ["city 5 to 1"]
    event = next(event for event in game.events if isinstance(event, FeatureScored))
    assert event.items == (Item(Unit.TILE, 3, 1), Item(Unit.EMBLEM, 2, 1))
    assert (event.is_final, event.returned) == (True, ())


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_incomplete_city_of_two_tiles(edition: str) -> None:
    game = Game(edition)
    game.turn("G M12 90 knight N")
    assert game.end() == ["city 2 to 1"]


def test_incomplete_city_with_two_segments_on_a_tile_counts_it_once() -> None:
    game = Game()
    game.play("""
        1 N M14 90 knight E
        2 R N14 180 -
        1 I M15 0 -
        2 N N15 270 -
    """)
    assert game.feature("M15", "knight N").open_sides == 1
    assert game.end() == ["city 4 to 1"]


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_monastery_one_and_one_a_neighbour(edition: str) -> None:
    game = Game(edition)
    game.play(AROUND_M14)
    assert game.end() == ["monastery 8 to 1"]
    assert game.scores == [8, 0]


def test_most_knights_of_an_incomplete_city_take_all() -> None:
    """Green earns the larger city, Black with fewer knights earns nothing."""
    game = Game()
    game.play(JOINED.replace("G N15 0", "R N15 180"))
    game.turn("E Q15 270 knight W")
    game.turn("F P15 0 -")
    assert game.feature("N15", "knight E").claims == (2, 1)
    assert game.end() == ["city 7 to 1"]


def test_tie_in_an_incomplete_city_pays_both() -> None:
    game = Game()
    game.play(JOINED)
    assert game.end() == ["city 4 to 1 2"]


def test_everything_incomplete_of_everybody_then_fields() -> None:
    game = Game(seats=4)
    game.play("""
        1 E M12 180 farmer NNE
        2 U N13 90 thief E
        3 B M14 0 monk
        4 E L14 270 knight W
    """)
    said = game.end()
    assert sorted(said[:3]) == ["city 1 to 4", "monastery 4 to 3", "road 2 to 2"]
    assert said[3:] == ["field 3 to 1"]


def test_figures_stay_where_they_are_after_the_end() -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    game.end()
    assert (game.supply, len(game.state.figures)) == ([6, 7], 1)


def test_the_last_turn_is_scored_and_then_the_game_ends() -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    game.skip_all_but(keep="A")
    assert (game.state.phase, game.state.tiles_left) == (Phase.DRAW, 1)
    game.lay("A L13 270")
    assert (game.state.phase, game.state.tiles_left, game.state.is_over) == (Phase.DEPLOY, 0, False)
    seat = game.to_move
    assert sorted(game.make(parse_move("deploy monk"))) == [f"monastery 2 to {seat}", "road 3 to 1"]
    assert (game.state.phase, game.state.is_over) == (Phase.OVER, True)
    assert game.events[-1] == GameEnded(is_scored=True)


def test_the_last_tile_completes_before_the_final_scoring() -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    game.turn("A L13 270 -")
    game.skip_all_but(keep="W")
    game.lay("W O13 0")
    known = len(game.events)
    game.make(parse_move("deploy -"))
    scored = [event for event in game.events[known:] if isinstance(event, FeatureScored)]
    assert [(event.points, event.is_final) for event in scored] == [(4, False)]
    assert (game.scores, game.supply) == ([4, 0], [7, 7])
