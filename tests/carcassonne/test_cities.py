"""Completed cities (the 2000 rulebook, "A completed city"; the chat-room rules, 4, "Cities")."""

import pytest

from carcassonne import FeatureScored, Item, Unit

from .positions import JOINED
from .scenario import BASE_EDITIONS, CHAT_ROOMS, EDITIONS_OF_2000, Game


@pytest.mark.parametrize(("edition", "points"), [*((e, 4) for e in EDITIONS_OF_2000), *((e, 2) for e in CHAT_ROOMS)])
def test_city_of_two_tiles(edition: str, points: int) -> None:
    game = Game(edition)
    assert game.turn("E M12 180 knight S") == [f"city {points} to 1"]
    assert game.scores == [points, 0]


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_three_tiles_and_a_pennant(edition: str) -> None:
    game = Game(edition)
    game.turn("F M12 90 knight S")
    assert game.turn("E M11 180 -") == ["city 8 to 1"]


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_three_tiles_without_a_pennant(edition: str) -> None:
    game = Game(edition)
    game.turn("G M12 90 knight S")
    assert game.turn("E M11 180 -") == ["city 6 to 1"]


RING = """
    1 N M14 90 knight E
    2 N N14 180 -
    1 I M15 0 -
"""
"""Four tiles of a city round a corner. N15 is missing. Both city segments of M15 belong to it."""


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_tile_with_two_segments_in_a_city_counts_once(edition: str) -> None:
    game = Game(edition)
    game.play(RING)
    assert game.feature("M15", "knight N") != game.feature("M15", "knight E")
    assert game.turn("N N15 270 -") == ["city 8 to 1"]
    city = game.feature("M15", "knight N")
    assert city == game.feature("M15", "knight E")
    assert (len(city.refs), len(city.tiles), city.is_complete) == (5, 4, True)


def test_city_completed_by_the_tile_with_two_of_its_segments_is_scored_once() -> None:
    game = Game()
    game.play("""
        1 N M14 90 knight E
        2 N N14 180 -
        1 N N15 270 -
    """)
    assert game.turn("I M15 0 farmer SSW") == ["city 8 to 1"]
    assert (game.scores, game.supply) == ([8, 0], [7, 6])


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_pennant_adds_two(edition: str) -> None:
    game = Game(edition)
    game.play(RING)
    assert game.turn("M N15 270 -") == ["city 10 to 1"]
    event = game.events[-1]
    assert isinstance(event, FeatureScored)
    assert event.items == (Item(Unit.TILE, 4, 2), Item(Unit.EMBLEM, 1, 2))
    assert (event.points, event.seats, event.is_final) == (10, (0,), False)


def test_knights_on_both_segments_of_a_tile_are_two_knights() -> None:
    game = Game()
    game.play("""
        1 N M14 90 knight E
        2 N N14 180 -
        skip 1 V
        2 I M15 0 knight E
        1 N N15 270 -
    """)
    assert game.scores == [8, 8]
    game = Game()
    game.play("""
        skip 1 V
        2 N M14 90 knight E
        1 N N14 180 -
        2 I M15 0 knight E
        1 N N15 270 -
    """)
    assert game.scores == [0, 8]
    assert game.supply == [7, 7]


def test_hole_in_the_city_keeps_it_open() -> None:
    """Eight tiles round a hole that only a city on all four sides fills."""
    game = Game()
    game.play("""
        1 R M14 180 knight E
        2 N L14 90 -
        1 N N14 180 -
        2 R L15 90 -
        1 Q N15 270 -
        2 N L16 0 -
        1 M N16 270 -
        2 R M16 0 -
    """)
    assert game.scores == [0, 0]
    assert game.feature("M14", "knight E").open_sides == 4
    assert game.turn("C M15 0 -") == ["city 24 to 1"]  # nine tiles, three pennants


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_most_knights_take_all(edition: str) -> None:
    game = Game(edition)
    game.play(JOINED)
    assert game.feature("N15", "knight E").claims == (1, 1)
    game.turn("E Q15 270 knight W")
    assert game.turn("F P15 0 -") == ["city 14 to 1"]
    assert (game.scores, game.supply) == ([14, 0], [7, 7])


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_tie_pays_both_in_full(edition: str) -> None:
    game = Game(edition)
    game.play(JOINED)
    game.turn("E Q15 270 -")
    assert game.turn("F P15 0 -") == ["city 14 to 1 2"]
    assert (game.scores, game.supply) == ([14, 14], [7, 7])


def test_three_in_a_tie_are_all_paid() -> None:
    game = Game(seats=3)
    game.play("""
        1 B M14 0 -
        2 B N14 0 -
        3 B O14 0 -
        1 E M15 90 knight E
        2 F O15 0 knight E
        3 B P14 0 -
        1 E Q14 0 -
        2 G N15 0 -
        3 E Q15 270 knight W
    """)
    assert game.turn("F P15 0 -") == ["city 14 to 1 2 3"]
    assert game.scores == [14, 14, 14]


def test_nobody_scores_a_city_without_knights() -> None:
    game = Game()
    assert game.turn("E M12 180 farmer NNE") == []
    assert (game.scores, game.supply) == ([0, 0], [6, 7])
    assert game.feature("M12", "knight S").is_complete


def test_one_tile_completes_two_cities_of_two_players() -> None:
    game = Game()
    game.play("""
        1 B M14 0 -
        2 B L14 0 -
        1 B N14 0 -
        2 E L15 90 knight E
        1 E N15 270 knight W
    """)
    assert sorted(game.turn("H M15 90 -")) == ["city 4 to 1", "city 4 to 2"]
    assert (game.scores, game.supply) == ([4, 4], [7, 7])


def test_completed_city_pays_once() -> None:
    game = Game()
    game.turn("E M12 180 knight S")
    game.turn("E L12 0 -")
    assert game.turn("U M11 90 -") == []
    assert game.end() == []
    assert game.scores == [4, 0]
