"""Completed monasteries (the 2000 rulebook, "A completed cloister")."""

import pytest

from .positions import AROUND_M14
from .scenario import BASE_EDITIONS, Game


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_nine_points_when_the_eighth_neighbour_is_laid(edition: str) -> None:
    game = Game(edition)
    game.play(AROUND_M14)
    assert game.feature("M14", "monk").open_sides == 1
    assert not game.feature("M14", "monk").is_complete
    assert (game.scores, game.supply) == ([0, 0], [6, 7])
    assert game.turn("E N15 180 -") == ["monastery 9 to 1"]
    assert game.feature("M14", "monk").is_complete
    assert (game.scores, game.supply) == ([9, 0], [7, 7])


def test_empty_monastery_pays_nobody() -> None:
    game = Game()
    game.play(AROUND_M14.replace("monk", "farmer NNE"))
    assert game.turn("E N15 180 -") == []
    assert (game.scores, game.supply) == ([0, 0], [6, 7])


def test_monastery_laid_into_a_hole_is_complete_at_once() -> None:
    game = Game()
    game.play("""
        1 U L13 90 -
        2 U N13 90 -
        1 B L14 0 -
        2 B N14 0 -
        1 B L15 0 -
        2 E N15 180 -
        1 E M15 180 -
    """)
    assert game.turn("B M14 0 monk") == ["monastery 9 to 2"]
    assert game.supply == [7, 7]


def test_one_tile_completes_two_monasteries() -> None:
    game = Game()
    game.play("""
        1 U L13 90 -
        2 U N13 90 -
        1 U O13 90 -
        2 B N14 0 monk
        1 B M14 0 monk
        2 B L14 0 -
        1 B O14 0 -
        2 E L15 180 -
        1 E N15 180 -
        2 E O15 180 -
    """)
    assert sorted(game.turn("E M15 180 -")) == ["monastery 9 to 1", "monastery 9 to 2"]
    assert game.supply == [7, 7]


def test_neighbouring_monasteries_count_each_other() -> None:
    game = Game()
    game.play("""
        1 B M14 0 monk
        2 B L14 0 monk
    """)
    assert game.end() == ["monastery 3 to 2", "monastery 3 to 1"]


def test_monastery_with_a_road_is_worth_the_same() -> None:
    game = Game()
    game.play(AROUND_M14.replace("B M14 0", "A M14 90").replace("B L14 0", "U L14 90"))
    assert game.turn("E N15 180 -") == ["monastery 9 to 1"]


def test_who_lays_the_last_tile_does_not_matter() -> None:
    game = Game(seats=3)
    game.play("""
        1 B M14 0 monk
        2 U L13 90 -
        3 U N13 90 -
        1 B L14 0 -
        2 B N14 0 -
        3 B L15 0 -
        1 E M15 180 -
    """)
    assert game.to_move == 2
    assert game.turn("E N15 180 farmer NNE") == ["monastery 9 to 1"]
    assert game.supply == [7, 6, 7]
