"""The Castle: completed paths, towers and houses (rulebook, "Scoring completed paths, towers, and houses")."""

import pytest

from .castle_scenario import Castle


def played(*turns: str) -> list[str]:
    """Play these turns; return the events of the last one."""
    castle, said = Castle(), list[str]()
    for turn in turns:
        said = castle.turn(turn)
    return said


# Paths


def test_three_tiles_with_a_fountain_and_the_start_space_score_8() -> None:
    assert played("S03 C1 0 herald N", "S01 C2 0", "D03 C3 0") == ["path 8 to 1"]


def test_without_a_fountain_1_a_tile_and_the_start_space() -> None:
    assert played("S01 C1 0 herald N", "S01 C2 0", "D03 C3 0") == ["path 4 to 1"]


def test_several_fountains_pay_no_more_than_one() -> None:
    assert played("S03 C1 0 herald N", "S05 C2 0", "D03 C3 0") == ["path 8 to 1"]


def test_a_fountain_on_another_path_of_the_castle_pays_nothing() -> None:
    assert played("S03 C1 0", "S01 J7 90 herald E", "D03 I7 90") == ["path 3 to 2"]


@pytest.mark.parametrize("side", ["N", "E", "W"])
def test_path_ends_in_a_square(side: str) -> None:
    said = played(f"J01 C1 0 herald {side}")
    assert said == (["path 2 to 1"] if side == "N" else [])


def test_square_at_both_ends() -> None:
    assert played("J01 C1 0", "J02 D1 0 herald W") == ["path 2 to 2"]


def test_path_ends_in_a_building() -> None:
    assert played("D02 C1 0 herald N") == ["path 2 to 1"]


def test_path_ends_at_the_wall() -> None:
    """One tile in the corner: the wall is at both ends of its path."""
    assert played("N16 I1 0", "K01 J1 0 herald E") == ["path 1 to 2"]


def test_path_in_a_closed_loop() -> None:
    turns = ["K01 I1 180 herald S", "K02 H1 90", "K03 H2 0", "K05 I2 270"]
    assert played(*turns) == ["path 4 to 1"]


def test_path_with_more_than_two_ends() -> None:
    turns = ["J05 C1 0 herald W", "D01 B1 90", "D02 D1 270"]
    assert played(*turns[:2]) == []
    assert played(*turns) == ["path 4 to 1"]


def test_crossing_without_a_square_has_four_ends() -> None:
    turns = ["X02 C1 0 herald W", "D01 B1 90", "D02 D1 270", "D03 C2 0"]
    assert played(*turns[:3]) == []
    assert played(*turns) == ["path 5 to 1"]


def test_tile_with_two_segments_of_the_path_counts_once() -> None:
    """The path leaves H2 in the north, comes round by H1, I1, I2, and crosses H2 again; six tiles in all."""
    turns = ["K01 I1 180", "K02 H1 90", "K05 I2 270", "X01 H2 0 herald N", "D01 G2 90", "D02 H3 0"]
    assert played(*turns) == ["path 6 to 2"]


def test_two_paths_of_one_tile_are_scored_each_for_itself() -> None:
    castle = Castle()
    castle.turn("J01 C1 0")
    castle.turn("D01 B1 90 herald E")
    assert castle.scores == [0, 2]
    assert castle.turn("J02 D1 0 herald W") == ["path 2 to 1"]


# Towers


def test_four_tiles_score_8() -> None:
    turns = ["N14 I1 90 knight E", "N10 J1 0", "N04 H1 90", "N11 H2 180"]
    assert played(*turns[:3]) == []
    assert played(*turns) == ["tower 8 to 1"]


def test_tower_with_a_start_space_scores_2_more() -> None:
    assert played("N14 E8 0 knight S", "N18 I1 0", "N11 E7 0") == ["tower 6 to 1"]


@pytest.mark.parametrize("closing", ["N18 E7 0", "N05 E7 0", "N06 E7 0"])
def test_tower_is_surrounded_by_courts_houses_and_the_wall(closing: str) -> None:
    """A side that differs closes the tower of the tile beside it."""
    assert played("N14 E8 0 knight S", "N18 I1 0" if "N18" not in closing else "N15 I1 0", closing) == ["tower 4 to 1"]


def test_tower_is_open_at_an_empty_space() -> None:
    castle = Castle()
    castle.turn("N07 E8 0 knight N")
    assert castle.feature("E8", "knight N").open_sides == 2


def test_tower_is_surrounded_by_paths_too() -> None:
    """The path of D02 runs past; its house stands against the tower."""
    assert played("N14 E8 0 knight S", "N18 I1 0", "S01 E7 90") == ["tower 4 to 1"]


def test_tower_closed_by_the_wall_alone() -> None:
    assert played("N16 I1 0", "N03 J1 0 knight N") == ["tower 2 to 2"]


# Houses


def test_single_house_scores_1() -> None:
    assert played("N18 I1 0", "N17 J1 0 squire N") == ["house 1 to 2", "keep of 2 on 1 tiles"]


def test_house_with_a_start_space_counts_it_as_a_tile() -> None:
    assert played("N16 I1 0 squire N") == ["house 2 to 1", "keep of 1 on 2 tiles"]


def test_house_of_several_tiles_scores_1_a_tile() -> None:
    assert played("N13 I1 0 squire N", "N05 J1 90", "N15 I2 0") == ["house 3 to 1", "keep of 1 on 3 tiles"]


def test_houses_are_not_connected_corner_to_corner() -> None:
    castle = Castle()
    castle.turn("N16 I1 0")
    castle.turn("N17 J1 180")
    castle.turn("N15 J2 90 squire E")
    assert castle.scores == [1, 0]
    assert castle.feature("I1", "squire S") != castle.feature("J2", "squire E")


def test_two_houses_on_a_tile_are_two() -> None:
    castle = Castle()
    castle.turn("N16 I1 0 squire S")
    assert castle.scores == [0, 0]
    assert castle.feature("I1", "squire N") != castle.feature("I1", "squire S")


def test_a_neighbours_feature_is_completed_by_what_is_laid_beside_it() -> None:
    castle = Castle()
    castle.turn("N02 I1 0 knight W")
    castle.turn("N18 H1 0")
    assert castle.turn("N16 I2 90") == ["tower 2 to 1"]


def test_several_features_of_several_tiles_are_completed_at_once() -> None:
    castle = Castle()
    castle.turn("N15 I1 0 squire S")
    castle.turn("N16 J1 90 squire W")
    assert castle.scores == [0, 1]
    assert castle.turn("N18 I2 0") == ["house 1 to 1", "keep of 1 on 1 tiles"]


# Connecting


MEETING = ["N14 E8 0 knight S", "N12 D8 180 knight N", "N03 D7 90"]
"""Two knights, each on a tower, and another tower above one of them."""


def test_same_number_of_knights_and_neither_scores() -> None:
    castle = Castle()
    for turn in MEETING:
        castle.turn(turn)
    assert castle.supply == [5, 5]
    assert castle.turn("N04 E7 180") == ["tower 10 to nobody"]
    assert (castle.scores, castle.supply) == ([0, 0], [6, 6])


def test_more_knights_score_alone() -> None:
    castle = Castle()
    for turn in ("N14 E8 0 knight S", "N12 D8 180 knight N", "N11 F8 180 knight N", "N03 D7 90", "N04 F7 180"):
        castle.turn(turn)
    assert castle.turn("N07 E7 90") == ["tower 14 to 1"]
    assert (castle.scores, castle.supply) == ([14, 0], [6, 6])


def test_knights_of_one_player_connected() -> None:
    castle = Castle()
    for turn in ("N14 E8 0 knight S", "N18 I1 0", "N12 D8 180 knight N", "N03 D7 90"):
        castle.turn(turn)
    assert castle.turn("N04 E7 180") == ["tower 10 to 1"]
    assert castle.supply == [6, 6]


def test_nobody_scores_a_feature_without_followers() -> None:
    castle = Castle()
    assert castle.turn("N12 E8 0") == []
    assert (castle.scores, castle.feature("E8", "knight S").open_sides) == ([0, 0], 0)


def test_tied_house_moves_no_keep() -> None:
    castle = Castle()
    for turn in ("N13 I1 0 squire N", "N16 J1 0 squire S", "N01 I2 0"):
        castle.turn(turn)
    assert castle.turn("N02 J2 270") == ["house 5 to nobody"]
    assert castle.keep(1) == castle.keep(2) == (None, 0)


# The keep


def test_first_house_gets_the_keep() -> None:
    castle = Castle()
    assert castle.turn("N16 I1 0 squire N")[1:] == ["keep of 1 on 2 tiles"]
    assert (castle.keep(1), castle.keep(2)) == (("I1", 2), (None, 0))


def test_keep_moves_to_a_larger_house_only() -> None:
    castle = Castle()
    castle.turn("N16 I1 0 squire N")
    castle.turn("N18 E8 0")
    assert castle.turn("N15 A4 270 squire W") == ["house 2 to 1"]
    assert castle.keep(1) == ("I1", 2)
    castle.turn("N11 J1 180")
    castle.turn("N13 I2 0 squire N")
    assert castle.turn("N17 I3 0") == ["house 3 to 1", "keep of 1 on 3 tiles"]
    assert castle.turn("N12 J2 0 squire N") == ["house 2 to 1"]
    assert castle.keep(1)[1] == 3


def test_keep_goes_to_whoever_scores_the_house_not_to_who_completes_it() -> None:
    castle = Castle()
    castle.turn("N13 I1 0 squire N")
    assert castle.turn("N15 I2 0") == ["house 3 to 1", "keep of 1 on 3 tiles"]
    assert castle.keep(2) == (None, 0)


def test_each_player_has_a_keep() -> None:
    castle = Castle()
    castle.turn("N16 I1 0 squire N")
    castle.turn("N15 A4 270 squire W")
    assert (castle.keep(1), castle.keep(2)) == (("I1", 2), ("A4", 2))
