"""The Castle: several features completed by one tile (rulebook, "The wall tiles": "The court" and before it)."""

import pytest

from carcassonne import Phase

from .castle_questions import tower_and_house_completed, two_houses_completed
from .castle_scenario import Castle

HOUSE, TOWER = "house 1 to 1", "tower 2 to 1"
IN_EITHER_ORDER = ["first I1 S", "first J2 W"]


def test_the_mover_decides_the_order_where_it_makes_a_difference() -> None:
    """From 32 the house leads to 33 and its wall tile, the tower past it."""
    castle, said = tower_and_house_completed(knight=1, squire=1, mover=1, scores=(32, 0))
    assert (said, castle.state.phase) == ([], Phase.ASK)
    assert sorted(castle.asked) == IN_EITHER_ORDER
    assert castle.answer("first J2 W") == ["house 1 to 1", "keep of 1 on 1 tiles"]
    assert castle.state.phase is Phase.REVEAL
    assert castle.answer("takes 6") == ["takes 6 to 1", TOWER]
    assert (castle.scores, castle.hand(1), castle.to_move) == ([35, 0], [6], 2)


def test_the_other_order_takes_none() -> None:
    castle, _ = tower_and_house_completed(knight=1, squire=1, mover=1, scores=(32, 0))
    assert castle.answer("first I1 S")[:2] == [TOWER, HOUSE]
    assert (castle.scores, castle.state.phase, castle.hand(1)) == ([35, 0], Phase.DRAW, [])


@pytest.mark.parametrize("score", [40, 31, 30, 0])
def test_no_question_where_the_order_makes_no_difference(score: int) -> None:
    castle, said = tower_and_house_completed(knight=1, squire=1, mover=1, scores=(score, 0))
    assert {HOUSE, TOWER} & set(said)
    assert castle.asked == []


def test_the_mover_decides_the_order_of_the_other_players_features() -> None:
    castle, _ = tower_and_house_completed(knight=1, squire=1, mover=2, scores=(32, 0))
    assert (castle.to_move, sorted(castle.asked)) == (2, IN_EITHER_ORDER)
    castle.answer("first J2 W")
    assert castle.answer("takes 6") == ["takes 6 to 1", TOWER]
    assert (castle.hand(1), castle.to_move) == ([6], 1)


def test_the_movers_own_come_first() -> None:
    """Both markers stand on 31 and reach the same corner tower. The player to move is there first."""
    castle, said = tower_and_house_completed(knight=1, squire=2, mover=1, scores=(31, 31))
    assert said == [TOWER]
    assert castle.answer("takes 6") == ["takes 6 to 1", "house 1 to 2", "keep of 2 on 1 tiles"]
    assert (castle.hand(1), castle.hand(2), castle.state.phase) == ([6], [], Phase.DRAW)
    castle, said = tower_and_house_completed(knight=1, squire=2, mover=2, scores=(31, 31))
    assert said == ["house 1 to 2", "keep of 2 on 1 tiles"]
    assert castle.answer("takes 6") == ["takes 6 to 2", TOWER]
    assert (castle.hand(1), castle.hand(2)) == ([], [6])


def test_both_may_take_one_on_a_turn() -> None:
    castle, said = tower_and_house_completed(knight=1, squire=2, mover=1, scores=(30, 51))
    assert said == [TOWER]
    castle.answer("takes 6")
    assert castle.state.phase is Phase.REVEAL
    assert castle.answer("takes 6") == ["takes 6 to 2"]


def test_wall_tile_taken_on_this_turn_doubles_nothing_yet() -> None:
    castle, _ = tower_and_house_completed(knight=1, squire=1, mover=1, scores=(32, 0))
    castle.answer("first J2 W")
    assert castle.answer("takes 2") == ["takes 2 to 1", TOWER]


def test_each_question_names_the_wall_tile_that_may_be_played() -> None:
    """For the house, wall tile 3 is offered, and for the tower wall tile 2."""
    castle, said = tower_and_house_completed(knight=1, squire=1, mover=1, scores=(40, 0), hands=([2, 3], []))
    asked = []
    while castle.asked:
        asked.append(castle.asked)
        said += castle.answer("wall -")
    assert sorted(asked) == [["wall -", "wall 2"], ["wall -", "wall 3"]]
    assert sorted(text for text in said if not text.startswith("keep")) == [HOUSE, TOWER]
    assert (castle.scores, castle.hand(1)) == ([43, 0], [2, 3])


@pytest.mark.parametrize(("played", "score"), [({"wall 2"}, 45), ({"wall 3"}, 44), ({"wall 2", "wall 3"}, 46)])
def test_one_or_several_wall_tiles_on_one_turn(played: set[str], score: int) -> None:
    castle, _ = tower_and_house_completed(knight=1, squire=1, mover=1, scores=(40, 0), hands=([1, 2, 3], []))
    while castle.asked != ["wall -", "wall 1"]:
        castle.answer(castle.asked[1] if castle.asked[1] in played else "wall -")
    assert castle.scores == [score, 0]
    castle.answer("wall 1")
    assert (len(castle.hand(1)), castle.to_move) == (2 - len(played), 1)


def test_one_wall_tile_2_for_two_towers_is_offered_until_it_is_played() -> None:
    castle = Castle()
    for turn in ("N11 I1 0 knight S", "N16 J1 0", "N10 J2 0 knight W", "N17 E8 0"):
        castle.turn(turn)
    castle.set_position(scores=(40, 0), hands=([2], []))
    castle.turn("N18 I2 0")
    before = castle.state
    assert castle.answer("wall 2")[1:] == ["tower 4 to 1", TOWER]
    assert castle.asked == []
    castle.state = before
    assert castle.answer("wall -") == [TOWER]
    assert castle.answer("wall 2")[1:] == ["tower 4 to 1"]
    assert (castle.scores, castle.hand(1)) == ([46, 0], [])


def test_order_is_asked_for_where_doubling_makes_it_matter() -> None:
    """From 28, 1 and 2 lead by 29 or 30 to 31. With both doubled, 2 leads by 30 and 4 by 32 to 34."""
    assert two_houses_completed(28, []).asked == []
    assert sorted(two_houses_completed(28, [3, 3]).asked) == ["first I1 S", "first J2 S"]


def test_order_is_not_asked_for_where_only_more_wall_tiles_would_make_it_matter() -> None:
    """With one tile 3, either 2 and 2 or 1 and 4 are scored: 30 and 32, or 29 or 32, and 33; the same corner tower."""
    assert two_houses_completed(28, [3]).asked == ["wall -", "wall 3"]
