"""The Castle: corner towers, wall tiles 1 to 3, the order of scoring (rulebook, "The wall tiles")."""

from collections.abc import Sequence

import pytest

from carcassonne import Phase, RevealWallTile, draws, legal_moves
from carcassonne.castle.tiles import CORNER_TOWERS

from .castle_scenario import Castle

PATH_OF_2 = "D02 C1 0 herald N"
TOWER_OF_2 = "N12 E8 0 knight S"
HOUSE_OF_2 = "N16 I1 0 squire N"


def at(first: int, second: int = 0, *, mine: Sequence[int] = (), other: Sequence[int] = ()) -> Castle:
    """A game before its first turn, with the markers on these spaces and these wall tiles taken on earlier turns."""
    castle = Castle()
    castle.set_position(scores=(first, second), hands=(mine, other))
    return castle


# Corner towers


def test_marker_moved_to_33_takes_the_wall_tile_there() -> None:
    """Black scores 2 points, moves his marker 2 spaces to space 33, and takes the wall tile lying there."""
    castle = at(31)
    assert castle.turn(PATH_OF_2) == ["path 2 to 1"]
    assert castle.state.phase is Phase.REVEAL
    assert castle.answer("takes 5") == ["takes 5 to 1"]
    assert (castle.scores, castle.hand(1), castle.to_move) == ([33, 0], [5], 2)


@pytest.mark.parametrize("tower", CORNER_TOWERS)
@pytest.mark.parametrize("space", [0, 1])
def test_either_of_the_two_spaces_of_every_corner_tower(tower: int, space: int) -> None:
    castle = at(tower + space - 2)
    castle.turn(PATH_OF_2)
    assert castle.state.phase is Phase.REVEAL


def test_no_wall_tile_on_the_spaces_between() -> None:
    lands = {score for score in range(2, 102) if _takes(score)}
    assert lands == {space for tower in CORNER_TOWERS for space in (tower, tower + 1)}


def _takes(score: int) -> bool:
    castle = at(score - 2)
    castle.turn(PATH_OF_2)
    return castle.state.phase is Phase.REVEAL


def test_passing_takes_none() -> None:
    castle = at(10)
    assert castle.turn(TOWER_OF_2) == ["tower 4 to 1"]
    assert (castle.scores, castle.state.phase, castle.hand(1)) == ([14, 0], Phase.DRAW, [])


def test_a_wall_tile_is_there_once() -> None:
    castle = at(31, 31)
    castle.turn(PATH_OF_2)
    castle.answer("takes 9")
    assert castle.turn(HOUSE_OF_2)[0] == "house 2 to 2"
    assert (castle.scores, castle.state.phase, castle.hand(2)) == ([33, 33], Phase.DRAW, [])


def test_any_tile_that_nobody_has_seen_may_lie_there() -> None:
    castle = at(31, mine=[1, 1, 4], other=[9])
    castle.turn(PATH_OF_2)
    unseen = [2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9]
    assert draws(castle.state) == [RevealWallTile(number) for number in unseen]
    assert castle.refused("takes 1") == "no-such-wall-tile"
    castle.answer("takes 4")
    unseen.remove(4)
    assert list(castle.kept.unseen) == unseen


def test_what_may_lie_there_is_listed_once_as_a_legal_move() -> None:
    castle = at(31)
    castle.turn(PATH_OF_2)
    assert legal_moves(castle.state) == [RevealWallTile(number) for number in range(1, 10)]


def test_no_wall_tile_on_0_and_1_and_the_towers_count_again_past_99() -> None:
    castle = at(98, 130)
    castle.turn(PATH_OF_2)
    assert (castle.scores, castle.state.phase) == ([100, 130], Phase.DRAW)
    castle.turn(HOUSE_OF_2)
    assert castle.state.phase is Phase.REVEAL
    castle.answer("takes 1")
    assert (castle.scores[1], castle.hand(2)) == (132, [1])


def test_the_other_player_takes_one_on_my_turn_and_may_use_it_on_his_next() -> None:
    castle = at(0, 16)
    castle.turn("N18 I1 0")
    castle.turn("N14 E8 0 knight N")
    assert castle.turn("N15 E7 0") == ["tower 4 to 2"]
    assert castle.answer("takes 1") == ["takes 1 to 2"]
    assert (castle.hand(1), castle.hand(2), castle.to_move) == ([], [1], 2)
    castle.turn("N05 J1 90")
    assert castle.asked == ["wall -", "wall 1"]


# Wall tile 1


def test_another_complete_turn() -> None:
    castle = at(0, mine=[1])
    castle.turn("N18 I1 0 merchant NNE")
    assert castle.asked == ["wall -", "wall 1"]
    assert castle.answer("wall 1") == ["wall 1 by 1"]
    assert (castle.to_move, castle.hand(1), castle.state.phase) == (1, [], Phase.DRAW)
    assert castle.turn(TOWER_OF_2) == ["tower 4 to 1"]
    assert (castle.scores, castle.to_move) == ([4, 0], 2)


def test_it_may_be_kept_for_later() -> None:
    castle = at(0, mine=[1])
    castle.turn("N18 I1 0")
    assert castle.answer("wall -") == []
    assert (castle.to_move, castle.hand(1)) == (2, [1])
    castle.turn("N16 J1 90")
    castle.turn("N15 H1 90")
    assert castle.asked == ["wall -", "wall 1"]


def test_two_of_them_make_two_more_turns() -> None:
    castle = at(0, mine=[1, 1])
    for turn in ("N18 I1 0", "N16 J1 90"):
        castle.turn(turn)
        castle.answer("wall 1")
    castle.turn("N15 H1 90")
    assert (castle.asked, castle.to_move) == ([], 2)


def test_only_the_mover_is_asked() -> None:
    castle = at(0, other=[1])
    castle.turn("N18 I1 0")
    assert (castle.asked, castle.to_move) == ([], 2)


def test_not_on_the_turn_on_which_it_was_taken() -> None:
    castle = at(31)
    castle.turn(PATH_OF_2)
    castle.answer("takes 1")
    assert (castle.asked, castle.to_move) == ([], 2)
    castle.turn("N18 I1 0")
    castle.turn("N16 J1 90")
    assert castle.asked == ["wall -", "wall 1"]


def test_a_second_one_just_taken_does_not_count_but_the_first_does() -> None:
    castle = at(31, mine=[1])
    castle.turn(PATH_OF_2)
    castle.answer("takes 1")
    assert castle.asked == ["wall -", "wall 1"]
    castle.answer("wall 1")
    castle.turn("N18 I1 0")
    assert castle.asked == ["wall -", "wall 1"]  # the extra turn is a later turn


def test_no_other_turn_after_the_last_tile() -> None:
    castle = at(0, mine=[1], other=[1])
    castle.last_tile("N18")
    castle.answer("place I1 0", "deploy -")
    assert (castle.state.phase, castle.asked) == (Phase.OVER, [])


def test_follower_that_came_back_is_there_on_the_extra_turn() -> None:
    castle = at(0, mine=[1])
    castle.turn(TOWER_OF_2)
    castle.answer("wall 1")
    assert castle.supply == [6, 6]


# Wall tiles 2 and 3


@pytest.mark.parametrize(
    ("number", "turn", "once", "twice"),
    [(2, TOWER_OF_2, "tower 4 to 1", "tower 8 to 1"), (3, HOUSE_OF_2, "house 2 to 1", "house 4 to 1")],
)
def test_doubles_one_completed_tower_or_house(number: int, turn: str, once: str, twice: str) -> None:
    for answer, said in (("wall -", [once]), (f"wall {number}", [f"wall {number} by 1", twice])):
        castle = at(0, mine=[number])
        assert castle.turn(turn) == []
        assert castle.asked == ["wall -", f"wall {number}"]
        assert castle.answer(answer)[: len(said)] == said
        assert castle.hand(1) == ([number] if answer == "wall -" else [])


@pytest.mark.parametrize(("number", "turn"), [(3, TOWER_OF_2), (2, HOUSE_OF_2), (2, PATH_OF_2), (3, PATH_OF_2)])
def test_doubles_nothing_else(number: int, turn: str) -> None:
    castle = at(0, mine=[number])
    assert castle.turn(turn) != []
    assert castle.asked == []


@pytest.mark.parametrize("number", [4, 5, 6, 7, 8, 9])
def test_the_others_are_for_the_end(number: int) -> None:
    for turn in (PATH_OF_2, TOWER_OF_2, HOUSE_OF_2):
        castle = at(0, mine=[number])
        castle.turn(turn)
        assert castle.asked == []


def test_a_feature_is_doubled_once() -> None:
    castle = at(0, mine=[2, 2])
    castle.turn(TOWER_OF_2)
    assert castle.answer("wall 2") == ["wall 2 by 1", "tower 8 to 1"]
    assert (castle.hand(1), castle.to_move) == ([2], 2)


def test_doubled_house_counts_its_tiles_for_the_keep_once() -> None:
    castle = at(0, mine=[3])
    castle.turn(HOUSE_OF_2)
    assert castle.answer("wall 3")[1:] == ["house 4 to 1", "keep of 1 on 2 tiles"]


def test_not_while_the_other_player_completes_it() -> None:
    castle = at(0, mine=[2])
    castle.turn("N14 E8 0 knight S")
    assert castle.turn("N15 E7 0") == ["tower 4 to 1"]
    assert (castle.hand(1), castle.asked) == ([2], [])


def test_not_where_the_other_player_has_more_followers() -> None:
    castle = at(0, other=[2], mine=[])
    castle.turn("N14 E8 0 knight S")
    assert castle.turn("N15 E7 0") == ["tower 4 to 1"]
    assert castle.hand(2) == [2]


def test_not_in_a_tie() -> None:
    castle = at(0, mine=[2], other=[2])
    for turn in ("N14 E8 0 knight S", "N12 D8 180 knight N", "N03 D7 90"):
        castle.turn(turn)
    assert castle.turn("N04 E7 180") == ["tower 10 to nobody"]
    assert castle.asked == []


def test_doubled_points_may_lead_to_a_corner_tower() -> None:
    castle = at(4, mine=[2])
    castle.turn(TOWER_OF_2)
    castle.answer("wall 2")
    assert (castle.scores, castle.state.phase) == ([12, 0], Phase.REVEAL)
