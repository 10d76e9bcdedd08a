"""Deploying followers (the 2000 rulebook, "Deploying followers")."""

import pytest

from .positions import SEVEN_OUT
from .scenario import Game


def options_after(turn: str, script: str = "") -> list[str]:
    game = Game()
    game.play(script)
    game.lay(turn)
    return game.followers()


@pytest.mark.parametrize(
    ("turn", "options"),
    [
        ("U M14 90", ["farmer ESE", "farmer NNE", "thief E"]),
        ("B M14 0", ["farmer NNE", "monk"]),
        ("A M14 0", ["farmer NNE", "monk", "thief S"]),
        ("C M12 0", ["knight N"]),
        ("E M12 180", ["farmer NNE", "knight S"]),
        ("F M12 90", ["farmer ENE", "farmer WSW", "knight N"]),
        ("H M12 0", ["farmer ENE", "knight N", "knight S"]),
        ("I M12 180", ["farmer NNE", "knight S", "knight W"]),
        ("X N13 0", [f"farmer {p}" for p in ("ESE", "NNE", "SSW", "WNW")] + [f"thief {p}" for p in "ENSW"]),
        ("S L13 270", ["farmer ENE", "farmer ESE", "knight N", "thief E"]),
        ("L N13 0", ["farmer ENE", "farmer ESE", "farmer SSW", "knight N", "thief E", "thief S", "thief W"]),
    ],
)
def test_a_follower_may_stand_on_every_segment_of_a_fresh_tile(turn: str, options: list[str]) -> None:
    assert options_after(turn) == sorted(options)


def test_every_side_of_a_segment_names_it() -> None:
    for point in ("NNE", "NNW", "WSW", "WNW", "ENE", "ESE"):
        game = Game()
        game.turn(f"E M12 180 farmer {point}")
        assert game.feature("M12", "farmer NNE").claims == (1, 0)
        assert " farmer NNE\n" in game.record()  # the canonical name


def test_one_follower_a_turn_onto_the_tile_just_laid() -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    assert game.supply == [6, 7]
    assert game.state.phase.name == "DRAW"


def test_knight_or_thief_of_anybody_far_away_takes_the_feature() -> None:
    script = """
        1 U N13 90 thief W
        2 U O13 90 -
        1 U P13 90 -
    """
    assert options_after("U Q13 90", script) == ["farmer ESE", "farmer NNE"]
    game = Game()
    game.play(script)
    game.skip("V")
    assert game.to_move == 1  # not even the owner of the thief
    assert game.refusal("U Q13 90 thief E")["reason"] == "segment-taken"


def test_blue_may_deploy_only_as_farmer_in_the_small_field() -> None:
    """The rulebook's second example: the larger field has a farmer, the corner inside the curve has none."""
    script = """
        1 U N13 90 farmer ESE
        skip 2 B
    """
    assert options_after("V O13 0", script) == ["farmer NNE", "thief S"]
    assert options_after("V O13 90", script) == ["farmer WNW", "thief N"]


def test_two_segments_of_one_tile_joined_elsewhere_are_one_feature() -> None:
    script = """
        1 N M14 90 knight E
        2 N N14 180 -
        1 N N15 270 -
    """
    assert options_after("I M15 0", script) == ["farmer SSE"]


def test_two_segments_of_one_tile_not_yet_joined_are_two() -> None:
    assert options_after("I M15 0", "1 N M14 90 knight E") == ["farmer SSE", "knight E"]


def test_with_all_seven_out_a_player_only_lays_tiles() -> None:
    game = Game()
    game.play(SEVEN_OUT)
    assert game.supply == [0, 7]
    game.lay("A N13 90")
    assert game.followers() == []


def test_follower_returned_this_turn_is_used_in_a_later_turn_only() -> None:
    game = Game()
    game.play(SEVEN_OUT)
    assert game.refusal("A N13 90 farmer NNE")["reason"] == "none-left"
    assert sorted(game.turn("A N13 90 -")) == ["monastery 9 to 1", "road 3 to 1"]
    assert game.supply == [2, 7]
    game.skip("V")
    game.turn("U O14 0 thief N")
    assert game.supply == [1, 7]


def test_deploy_score_and_return_in_one_turn() -> None:
    game = Game()
    assert game.turn("E M12 180 knight S") == ["city 4 to 1"]
    assert game.supply == [7, 7]
    assert game.state.figures == {}


def test_no_follower_on_the_start_tile_but_its_features_are_joined() -> None:
    game = Game()
    assert game.state.figures == {}
    game.turn("U N13 90 thief W")
    assert game.feature("M13", "thief W").claims == (1, 0)


def test_three_farms_joined_by_one_tile() -> None:
    """The rulebook, "The farms" and its last page: fields that meet at a corner only are apart until a third tile
    joins them; then each player has a farmer there, and who laid that tile may add none."""
    game = Game(seats=3)
    game.play("""
        1 K L13 180 -
        2 J N13 180 -
        3 R L14 270 farmer ENE
        1 N L15 0 -
        2 R N14 90 farmer WSW
        skip 3 V
        1 R M15 180 farmer NNE
    """)
    assert [game.feature(*where).claims for where in (("L14", "farmer ENE"), ("M15", "farmer NNE"))] == [
        (0, 0, 1),
        (1, 0, 0),
    ]
    game.lay("B M14 0")
    assert game.followers() == ["monk"]
    assert game.feature("M14", "farmer NNE").claims == (1, 1, 1)


def test_field_round_the_end_of_a_road_joins_both_its_sides() -> None:
    """The monastery on O13 ends the road; its field joins those above and below once the road reaches it."""
    game = Game()
    game.play("""
        1 E M12 180 farmer NNE
        2 E N12 0 -
        1 E O12 0 -
        2 A O13 90 -
        1 B M14 0 -
        2 B N14 0 farmer NNE
    """)
    assert game.feature("M13", "farmer ENE").claims == (0, 0)
    assert game.turn("U N13 90 -") == []
    field = game.feature("M12", "farmer NNE")
    assert field.claims == (1, 1)
    for where in (("M13", "farmer ENE"), ("M13", "farmer ESE"), ("N13", "farmer NNE"), ("N13", "farmer ESE")):
        assert game.feature(*where) == field
    assert game.end() == ["field 3 to 1 2"]
