"""Completed roads (the 2000 rulebook, "A completed road")."""

import pytest

from .scenario import BASE_EDITIONS, Game


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_one_point_a_tile(edition: str) -> None:
    game = Game(edition)
    game.play("""
        1 A L13 270 thief E
        2 U N13 90 -
    """)
    assert game.turn("A O13 90 -") == ["road 4 to 1"]
    assert (game.scores, game.supply) == ([4, 0], [7, 7])


@pytest.mark.parametrize(
    "ends",
    [
        ("A L13 270", "A N13 90"),  # monasteries
        ("S L13 270", "T N13 90"),  # city gates
        ("W L13 0", "W N13 0"),  # crossings of three
        ("X L13 0", "W N13 90"),  # a crossing of four
        ("L L13 0", "L N13 180"),  # crossings under a city wall
    ],
)
def test_where_a_road_ends(ends: tuple[str, str]) -> None:
    game = Game()
    game.turn(ends[0] + " thief E")
    assert game.turn(ends[1] + " -") == ["road 3 to 1"]


@pytest.mark.parametrize("tile", ["U N13 90", "V N13 0", "D N13 0", "J N13 90", "K N13 0", "O N13 90", "P N13 90"])
def test_where_a_road_goes_on(tile: str) -> None:
    game = Game()
    game.turn("A L13 270 thief E")
    assert game.turn(tile + " -") == []
    assert game.feature("M13", "thief E").open_sides == 1


def test_a_road_under_a_city_goes_on_at_both_sides() -> None:
    game = Game()
    game.play("""
        1 D N13 0 thief E
        2 W O13 0 -
    """)
    assert game.scores == [0, 0]
    assert game.turn("W L13 0 -") == ["road 4 to 1"]


def test_loop() -> None:
    game = Game()
    game.play("""
        1 V M14 270 -
        2 V N14 0 thief S
        1 V N15 90 -
    """)
    assert game.turn("V M15 180 -") == ["road 4 to 2"]
    assert game.scores == [0, 4]


def test_loop_closed_by_the_tile_with_the_thief() -> None:
    game = Game()
    game.play("""
        1 V M14 270 -
        2 V N14 0 -
        1 V N15 90 -
    """)
    assert game.turn("V M15 180 thief N") == ["road 4 to 2"]
    assert game.supply == [7, 7]


def test_loop_that_begins_and_ends_at_one_crossing_counts_the_crossing_once() -> None:
    game = Game()
    game.play("""
        1 X N13 0 thief S
        2 V O13 0 -
        1 V O14 90 -
    """)
    assert game.turn("V N14 180 -") == ["road 4 to 1"]


def test_arms_of_a_crossing_are_roads_of_their_own() -> None:
    game = Game()
    game.turn("X N13 0 thief E")
    assert game.feature("N13", "thief W").claims == (0, 0)
    assert game.turn("A L13 270 thief E") == ["road 3 to 2"]
    assert game.feature("N13", "thief E").claims == (1, 0)


def test_one_tile_completes_two_roads_of_two_players() -> None:
    game = Game()
    game.play("""
        1 A L13 270 thief E
        2 B M14 0 -
        1 B N14 0 -
        2 B O14 0 -
        skip 1 V
        2 A O13 90 thief W
    """)
    assert sorted(game.turn("W N13 180 -")) == ["road 2 to 2", "road 3 to 1"]
    assert game.scores == [3, 2]


ROW_OF_FIELDS = """
    1 A L13 270 thief E
    2 B M14 0 -
    1 B N14 0 -
    2 B O14 0 -
    1 B P14 0 -
    2 U O13 90 thief E
    1 E Q14 180 -
    2 U N13 90 -
"""
"""A thief of each player on the road L13 to O13, which is open to the east."""


def test_most_thieves_take_all() -> None:
    game = Game()
    game.play(ROW_OF_FIELDS)
    game.turn("A Q13 90 thief W")
    assert game.feature("M13", "thief E").claims == (1, 1)
    assert game.turn("U P13 90 -") == ["road 6 to 1"]
    assert (game.scores, game.supply) == ([6, 0], [7, 7])


def test_tie_pays_both_in_full() -> None:
    game = Game()
    game.play(ROW_OF_FIELDS)
    game.turn("A Q13 90 -")
    assert game.turn("U P13 90 -") == ["road 6 to 1 2"]
    assert (game.scores, game.supply) == ([6, 6], [7, 7])


def test_nobody_scores_a_road_without_thieves() -> None:
    game = Game()
    game.turn("A L13 270 farmer NNE")
    assert game.turn("A N13 90 monk") == []
    assert (game.scores, game.supply) == ([0, 0], [6, 6])


def test_farmers_beside_and_monks_at_the_end_of_a_road_stay() -> None:
    game = Game(seats=3)
    game.play("""
        1 A L13 270 monk
        2 U N13 90 thief E
    """)
    assert game.turn("A O13 90 farmer NNE") == ["road 4 to 2"]
    assert game.supply == [6, 7, 6]
