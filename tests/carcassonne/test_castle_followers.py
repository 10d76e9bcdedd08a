"""The Castle: placing followers (rulebook, "Place a follower", "The return of followers to their owners")."""

import pytest

from carcassonne import drawable

from .castle_scenario import Castle


def test_herald_knight_squire_or_merchant() -> None:
    castle = Castle()
    castle.lay("S04 J7 90")
    assert castle.followers() == ["herald E", "knight N", "merchant ENE", "merchant ESE", "squire S"]


def test_merchant_on_a_court_with_or_without_a_market() -> None:
    castle = Castle()
    castle.lay("D03 C1 0")
    assert castle.followers() == ["herald N", "merchant NNE", "merchant WSW", "squire S"]


@pytest.mark.parametrize(("tile", "heralds"), [("J01 C1 0", 3), ("J05 C1 0", 1), ("X01 C1 0", 2), ("X02 C1 0", 1)])
def test_square_parts_three_paths_and_a_junction_without_one_is_one_path(tile: str, heralds: int) -> None:
    castle = Castle()
    castle.lay(tile)
    assert sum(follower.startswith("herald") for follower in castle.followers()) == heralds


def test_nobody_has_to_be_placed() -> None:
    castle = Castle()
    castle.turn("N18 I1 0 -")
    assert castle.supply == [6, 6]


@pytest.mark.parametrize("squire_of", [1, 2])
def test_no_squire_on_a_house_with_a_squire_but_a_knight_or_a_merchant(squire_of: int) -> None:
    """The house continues across a tile without followers. Distance and owner of the other follower do not matter."""
    castle = Castle()
    if squire_of == 2:
        castle.turn("N18 E8 0")
    castle.turn("N13 A4 90 squire E")
    castle.turn("N06 B4 90")
    if squire_of == 1:
        castle.turn("N18 E8 0")
    castle.lay("N17 C4 270")
    assert castle.followers() == ["knight N", "merchant ENE"]


def test_no_merchant_on_an_enlarged_court_but_a_squire_on_its_tile() -> None:
    castle = Castle()
    castle.turn("N03 I1 0 merchant SSE")
    castle.lay("N09 I2 0")
    assert castle.followers() == ["squire W"]
    assert castle.refused("deploy merchant ENE") == "segment-taken"


def test_one_who_stands_on_a_start_space_feature_holds_it_too() -> None:
    castle = Castle()
    castle.lay("N14 E8 0")
    castle.answer("deploy knight S")
    castle.lay("N12 E7 0")
    assert castle.followers() == ["merchant ENE", "squire N"]


@pytest.mark.parametrize(
    ("follower", "why"),
    [
        ("squire S", "no-such-segment"),  # a path there
        ("knight E", "no-such-segment"),  # a house there
        ("herald E", "no-such-segment"),
        ("merchant E", "no-such-segment"),  # courts are named by half-sides
        ("thief N", "no-such-segment"),  # not of this game
        ("abbot", "no-such-segment"),
        ("recall", "no-such-segment"),
    ],
)
def test_follower_that_has_no_place_there(follower: str, why: str) -> None:
    castle = Castle()
    castle.lay("S04 C1 0")
    assert castle.refused(f"deploy {follower}") == why


def test_a_segment_goes_by_any_of_its_points() -> None:
    for follower in ("merchant NNE", "merchant SSE"):
        castle = Castle()
        castle.turn(f"S04 C1 0 {follower}")
        assert castle.feature("C1", "merchant NNE").claims == (1, 0)


def test_none_left_in_the_supply() -> None:
    castle = Castle()
    while castle.supply[0]:
        tile = next(tile for tile in drawable(castle.state) if castle.places_for(tile))
        castle.lay(f"{tile} {castle.places_for(tile)[0]}")
        merchants = [follower for follower in castle.followers() if follower.startswith("merchant")]
        castle.answer(f"deploy {merchants[0] if merchants and castle.to_move == 1 else '-'}")
    assert castle.supply == [0, 6]
    while castle.to_move == 2:
        castle.skip(drawable(castle.state)[0])
    tile = next(tile for tile in ("N05", "N07", "N11", "N16") if castle.places_for(tile))
    castle.lay(f"{tile} {castle.places_for(tile)[0]}")
    assert castle.followers() == []
    named = {"N05": "squire", "N07": "knight", "N11": "squire", "N16": "squire"}[tile]
    assert {castle.refused(f"deploy {named} {side}") for side in "NESW"} <= {"none-left", "no-such-segment"}
    assert castle.answer("deploy -") == []


def test_merchant_does_not_come_back_from_a_closed_court() -> None:
    """The court lies in the corner and is closed by the wall. The last tile is far away."""
    castle = Castle()
    castle.turn("N16 I1 0")
    castle.turn("N03 J1 180 merchant NNE")
    court = castle.feature("J1", "merchant NNE")
    assert (court.open_sides, court.claims, len(court.refs)) == (0, (0, 1), 1)
    castle.turn("N05 H1 270")
    castle.turn("N18 E8 0")
    assert castle.supply == [6, 5]


def test_completed_and_back_in_one_turn() -> None:
    """Black scores 4 points for the completed tower; the start space is one of its two tiles."""
    castle = Castle()
    assert castle.turn("N12 E8 0 knight S") == ["tower 4 to 1"]
    assert (castle.scores, castle.supply) == ([4, 0], [6, 6])


def test_black_scores_1_point_for_the_completed_path() -> None:
    castle = Castle()
    castle.turn("N16 I1 0")
    assert castle.turn("D02 J1 0 herald N") == ["path 1 to 2"]
    assert (castle.scores, castle.supply) == ([0, 1], [6, 6])


def test_back_only_when_the_feature_is_completed() -> None:
    castle = Castle()
    castle.turn("N14 E8 0 knight S")
    castle.turn("N18 I1 0")
    assert castle.supply == [5, 6]
    castle.turn("N11 E7 0 squire N")  # the tower is complete, the house is not
    assert (castle.scores, castle.supply) == ([6, 0], [5, 6])


def test_follower_that_came_back_is_used_in_any_role() -> None:
    castle = Castle()
    castle.turn("N12 E8 0 knight S")
    castle.turn("N18 I1 0")
    castle.turn("N05 J1 90 squire W")
    assert castle.supply == [5, 6]


def test_turn_passes_where_nothing_is_completed() -> None:
    castle = Castle()
    assert castle.turn("N02 I1 0 knight S") == []
    assert castle.to_move == 2
