"""What inns and cathedrals have brought each player, or have cost: the history tells it for the end of a game."""

import pytest

from carcassonne import Kind
from tests.carcassonne.scenario import Game

ROAD = """
    1 A L13 270 thief E
    2 iB N13 0 -
    1 U O13 90 -
"""
"""A road of seat 1 with an inn, which needs a tile on P13."""

CITY = """
    1 iK M12 0 knight N
    2 E L12 90 -
    1 E N12 270 -
    2 F M11 90 -
"""
"""A city of seat 1 with a cathedral and a shield, which needs a tile on M10."""


def inns(script: str = "", seats: int = 2) -> Game:
    game = Game(options="inns", seats=seats)
    game.play(script)
    return game


def test_a_finished_road_has_one_point_a_tile_from_its_inn() -> None:
    game = inns(ROAD)
    assert game.turn("A P13 90 -") == ["road 10 to 1"]
    assert game.state.history.brought == {"inn": (5, 0)}


def test_a_second_inn_brings_nothing_more() -> None:
    game = inns(ROAD)
    game.turn("iN P13 90 -")
    assert game.state.history.brought == {"inn": (5, 0)}


def test_a_finished_city_has_one_point_a_tile_and_a_shield_from_its_cathedral() -> None:
    game = inns(CITY)
    assert game.turn("E M10 180 -") == ["city 21 to 1"]
    assert game.state.history.brought == {"cathedral": (7, 0)}


@pytest.mark.parametrize(("script", "modifier", "cost"), [(ROAD, "inn", -4), (CITY, "cathedral", -6)])
def test_what_is_unfinished_at_the_end_has_cost_what_it_would_have_scored(
    script: str, modifier: str, cost: int
) -> None:
    game = inns(script)
    game.end()
    assert game.state.history.brought == {modifier: (cost, 0)}
    assert not any(game.scores)


def test_each_of_several_who_share_a_road_has_it() -> None:
    game = inns("""
        1 A L13 270 thief E
        2 B M14 0 -
        1 B N14 0 -
        2 B O14 0 -
        1 B P14 0 -
        2 A O13 90 thief W
        1 iB N13 0 -
    """)
    assert game.state.history.earned[Kind.ROAD] == (8, 8)
    assert game.state.history.brought == {"inn": (4, 4)}


def test_nobody_has_it_who_has_resigned() -> None:
    game = inns("1 A L13 270 thief E\n2 iB N13 0 -\n3 U O13 90 -\nresign 1", seats=3)
    game.turn("A P13 90 -")
    assert not any(game.state.history.brought.get("inn", ()))


def test_what_no_expansion_adds_is_not_told() -> None:
    game = Game()
    game.play("1 F M12 90 knight N\n2 E M11 180 -")
    assert game.state.history.earned
    assert game.state.history.brought == {}
