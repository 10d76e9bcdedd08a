"""The builder of Traders & Builders: a scenario for each sentence about it; their numbers are in ``sentences.txt``."""

import pytest

from carcassonne import FOLLOWER, Kind, Phase
from carcassonne.figures import BUILDER
from tests.carcassonne.expansions.traders_positions import BUILDS, FINISHES, THIEF, TWO_OWNERS, traders


def test_4_1_the_builder_is_placed_instead_of_a_follower() -> None:
    game = traders(BUILDS)
    assert (game.state.supply[FOLLOWER], game.state.supply[BUILDER]) == ((6, 7), (0, 1))


def test_4_2_he_stands_only_where_you_have_a_follower() -> None:
    game = traders(THIEF)
    game.lay("U O13 90")
    assert [one for one in game.followers() if one.startswith("builder")] == ["builder E"]
    game = traders("1 U N13 90 thief E")
    assert game.refusal("U O13 90 builder E")["reason"] == "no-own-follower"


def test_4_3_that_follower_has_been_there_before() -> None:
    game = traders()
    assert game.refusal("U N13 90 builder E")["reason"] == "no-own-follower"
    game.turn("U N13 90 thief E")
    assert (game.to_move, game.state.phase) == (2, Phase.DRAW), "one figure a tile"


def test_4_4_the_tile_must_extend_it_however_far_away_the_follower_is() -> None:
    game = traders("1 U N13 90 thief E\n2 U O13 90 -\n1 B M14 0 -\n2 U P13 90 -")
    game.lay("U Q13 90")
    assert "builder E" in game.followers()
    game = traders(THIEF)
    game.lay("U N12 90")
    assert "builder E" not in game.followers(), "another road"


def test_4_5_other_players_followers_and_builders_do_not_matter() -> None:
    game = traders(TWO_OWNERS)
    assert game.feature("M13", "thief E").claims == (1, 1)
    assert game.state.supply[BUILDER] == (0, 0)


def test_4_6_there_is_never_a_second_builder_of_ones_own() -> None:
    game = traders(BUILDS)
    assert game.refusal("U P13 90 builder E") == {"reason": "none-left", "role": "builder"}


def test_4_7_he_stands_on_no_monastery_garden_or_field() -> None:
    assert set(BUILDER.roles) == {Kind.ROAD, Kind.CITY}
    game = traders(THIEF, edition="new-edition", options="abbot traders")
    game.lay("A O13 90")
    assert [one for one in game.followers() if one.startswith("builder")] == ["builder W"]


def test_4_8_he_stands_on_nothing_that_the_tile_completes() -> None:
    game = traders("1 A L13 270 thief E\n2 B M14 0 -")
    assert game.refusal("A N13 90 builder W")["reason"] == "no-own-follower"


def test_4_9_he_is_not_a_follower() -> None:
    assert traders(BUILDS).feature("O13", "thief E").claims == (1, 0)


def test_4_10_he_cannot_be_moved_or_taken_back() -> None:
    game = traders(BUILDS, edition="new-edition", options="abbot traders")
    game.lay("U P13 90")
    assert not [one for one in game.followers() if one.startswith(("builder", "recall"))]


def test_5_1_who_extends_what_the_builder_stands_on_plays_again() -> None:
    game = traders(BUILDS)
    game.turn("U P13 90 -")
    assert (game.to_move, game.state.phase) == (1, Phase.DRAW)


def test_5_2_a_tile_that_merely_lies_beside_it_does_not_extend_it() -> None:
    game = traders(BUILDS)
    game.turn("B O14 0 -")
    assert game.to_move == 2


def test_5_3_a_tile_that_completes_it_counts_too() -> None:
    game = traders(FINISHES)
    assert (game.to_move, game.state.phase) == (1, Phase.DRAW)


def test_5_4_it_counts_though_the_builder_comes_home_with_it() -> None:
    game = traders(FINISHES)
    assert (game.to_move, game.state.supply[BUILDER]) == (1, (1, 1))


def test_5_5_the_tile_on_which_he_is_placed_gives_no_extra_turn() -> None:
    game = traders(f"{THIEF}\n1 U O13 90 builder E")
    assert game.to_move == 2


def test_5_6_the_first_turn_is_finished_first() -> None:
    game = traders(FINISHES)
    assert (game.scores, game.state.phase) == ([5, 0], Phase.DRAW)
    assert game.turn("E M12 180 knight S") == ["city 4 to 1"]
    assert game.to_move == 2


def test_5_7_a_builder_who_has_just_come_home_may_be_placed_in_the_extra_turn() -> None:
    game = traders("""
        1 G M12 90 knight N
        2 B M14 0 -
        1 U N13 90 thief E
        2 B N14 0 -
        1 U O13 90 builder E
        2 A L13 270 -
        1 A P13 90 -
        1 N M11 90 builder E
    """)
    assert (game.to_move, game.state.supply[BUILDER]) == (2, (0, 1))


def test_5_8_there_is_no_third_turn() -> None:
    game = traders(BUILDS)
    game.play("1 U P13 90 -\n1 U Q13 90 -")
    assert game.to_move == 2


def test_5_9_one_extra_turn_however_many_segments_of_the_tile_extend_it() -> None:
    """Both roads of tB join the builder's, which passes under itself."""
    game = traders("""
        1 E M12 180 -
        2 B M14 0 -
        1 V N12 270 thief E
        2 B L14 0 -
        1 V O12 0 builder S
        2 B M15 0 -
        1 V O13 90 -
        1 B L15 0 -
        2 U L13 90 -
        1 tB N13 0 -
    """)
    assert len(game.feature("N13", "thief N").refs) == 7
    game.turn("U K13 90 -")
    assert game.to_move == 2


def test_5_10_a_builder_placed_in_the_extra_turn_gives_one_later() -> None:
    game = traders("""
        1 G M12 90 knight N
        2 B M14 0 -
        1 U N13 90 thief E
        2 B N14 0 -
        1 U O13 90 builder E
        2 A L13 270 -
        1 A P13 90 -
        1 N M11 90 builder E
        2 B O14 0 -
        1 E N11 270 -
    """)
    assert game.to_move == 1


def test_5_11_it_happens_again_on_later_turns() -> None:
    game = traders(BUILDS)
    game.play("1 U P13 90 -\n1 B O14 0 -\n2 B P14 0 -\n1 U Q13 90 -")
    assert game.to_move == 1


def test_5_12_somebody_else_who_extends_it_gives_nobody_a_turn() -> None:
    game = traders(BUILDS)
    game.play("1 B O14 0 -\n2 U P13 90 -")
    assert game.to_move == 1
    game.turn("B P14 0 -")
    assert game.to_move == 2


def test_5_13_it_is_not_optional_but_nobody_need_place_a_figure() -> None:
    game = traders(BUILDS)
    game.play("1 U P13 90 -\n1 B O14 0 -")
    assert game.to_move == 2


def test_5_14_the_same_player_draws_again_if_the_tile_fits_nowhere() -> None:
    game = traders(f"{THIEF}\n1 U O13 90 builder E\n2 E M12 180 -\n1 U P13 90 -")
    assert game.draw("tX") == ["x tX"]
    assert (game.to_move, game.state.phase) == (1, Phase.DRAW)
    game.turn("U Q13 90 -")
    assert game.to_move == 2


@pytest.mark.parametrize("left", ["", "tX"])
def test_5_15_without_a_tile_that_fits_there_is_no_extra_turn(left: str) -> None:
    game = traders(f"{THIEF}\n1 U O13 90 builder E\n2 E M12 180 -")
    game.skip_all_but(keep=f"U {left}")
    while game.to_move != 1:
        game.state = game.state.copy()
        game.state.seat = 0
    game.turn("U P13 90 -")
    if left:
        assert (game.to_move, game.state.phase) == (1, Phase.DRAW)
        assert game.draw(left) == [f"x {left}", "road 4 to 1"]
    assert game.state.is_over


def test_5_17_an_abbot_of_the_first_turn_may_come_back_in_the_extra_turn() -> None:
    game = traders(BUILDS, edition="new-edition", options="abbot traders")
    game.turn("A P13 90 abbot")
    assert game.to_move == 1
    assert game.turn("U L13 90 recall") == ["monastery 2 to 1"]


def test_5_19_skipping_and_resigning_end_the_extra_turn_too() -> None:
    game = traders(BUILDS)
    game.turn("U P13 90 -")
    game.skip("V")
    assert game.to_move == 2
    game.turn("U Q13 90 -")
    game.turn("B O14 0 -")
    assert game.to_move == 2, "nothing of it is left"


def test_6_1_he_goes_home_with_all_followers_and_builders_of_his_feature() -> None:
    game = traders(TWO_OWNERS)
    game.turn("A K13 270 -")
    game.turn("B K14 0 -")
    assert game.turn("A R13 90 -") == ["road 8 to 1 2"]
    assert (game.state.supply[FOLLOWER], game.state.supply[BUILDER]) == ((7, 7), (1, 1))


def test_6_2_he_does_not_count_in_the_majority() -> None:
    game = traders(FINISHES)
    assert game.scores == [5, 0]
    assert traders(TWO_OWNERS).feature("M13", "thief E").claims == (1, 1)


def test_6_4_at_the_end_he_scores_nothing() -> None:
    assert traders(BUILDS).end() == ["road 3 to 1"]
