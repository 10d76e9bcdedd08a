"""Fields at the end of the game, as each edition pays them (the 2000 rulebook, "Farmer scoring"; chat room, 4, 5).

Colours are seats: the example's first colour is seat 1. The upper farm lies along the top of the row 13, which the
cities A (M12, M13), B (O12, O13) and C (Q12, Q13) touch; each of the tiles M12, O12 and Q12 has a farm of its own.
"""

import pytest

from .scenario import EDITIONS_OF_2000, Game

ALL = (*EDITIONS_OF_2000, "chat-room", "chat-room-old")


def by_edition(**scores: list[int]) -> list[tuple[str, list[int]]]:
    """``old`` for the old chat room, ``chat`` for the chat room where it differs, ``farms`` for all others."""
    chat, old = scores.get("chat", scores["farms"]), scores["old"]
    return [*((edition, scores["farms"]) for edition in EDITIONS_OF_2000), ("chat-room", chat), ("chat-room-old", old)]


def final_scores(edition: str, script: str, seats: int) -> list[int]:
    game = Game(edition, seats)
    game.play(script)
    assert game.scores == [0] * seats
    game.end()
    assert sum(game.supply) + len(game.state.figures) == 7 * seats
    return game.scores


TWO_FARMERS_TO_ONE = """
    1 U L13 90 farmer NNE
    2 B M14 0 -
    3 E M12 180 farmer NNE
    1 B N14 0 -
    2 B O14 0 -
    3 B P14 0 -
    1 E Q14 180 -
    2 D O13 0 farmer ENE
    3 E O12 180 -
    1 U Q13 90 farmer NNE
    2 U N13 90 -
    3 U P13 90 -
"""

FIRST_PICTURE = """
    1 U L13 90 farmer NNE
    2 E M12 180 -
    1 U N13 90 -
    2 D O13 0 -
    skip 1 V
    2 E O12 180 farmer NNE
    1 E O11 0 -
"""


@pytest.mark.parametrize(("edition", "scores"), by_edition(farms=[6, 3], old=[8, 4]))
def test_first_picture_no_farmer_scores_for_the_incomplete_city(edition: str, scores: list[int]) -> None:
    """Blue has two cities, Red one and an incomplete one."""
    assert final_scores(edition, FIRST_PICTURE, 2) == scores


@pytest.mark.parametrize(("edition", "scores"), by_edition(farms=[9, 0], old=[12, 0]))
def test_second_picture_three_cities_on_one_farm(edition: str, scores: list[int]) -> None:
    """Blue earns nine points."""
    script = """
        1 U L13 90 farmer NNE
        2 E M12 180 -
        1 U N13 90 -
        2 D O13 0 -
        1 E O12 180 -
        2 U P13 90 -
        1 D Q13 0 -
        2 E Q12 180 -
    """
    assert final_scores(edition, script, 2) == scores


@pytest.mark.parametrize(("edition", "scores"), by_edition(farms=[6, 0, 3], old=[8, 0, 0]))
def test_third_picture_two_farmers_to_one(edition: str, scores: list[int]) -> None:
    """Red has two farmers at A and B to Yellow's one; Blue's own farm supplies A."""
    assert final_scores(edition, TWO_FARMERS_TO_ONE, 3) == scores


@pytest.mark.parametrize(("edition", "scores"), by_edition(farms=[6, 6, 3], old=[8, 8, 0]))
def test_fourth_picture_two_farmers_each(edition: str, scores: list[int]) -> None:
    """Red and Yellow tie at A and B; Blue's own farm supplies A."""
    script = """
        1 E R14 180 -
        2 E S14 180 -
        skip 3 V
        skip 1 V
        2 U S13 90 farmer NNE
        3 U R13 90 -
    """
    assert final_scores(edition, TWO_FARMERS_TO_ONE + script, 3) == scores


@pytest.mark.parametrize(
    ("edition", "scores"), by_edition(farms=[15, 9, 12, 0], chat=[9, 9, 12, 0], old=[12, 4, 16, 0])
)
def test_large_example(edition: str, scores: list[int]) -> None:
    """The summary's example, Blue, Red, Yellow, Black. Farm 1 (Blue) supplies A and B; farm 2 (Red, Blue) A, B and C;
    farm 3 four cities, with two farmers of Yellow to one of Black; incomplete cities pay nobody.

    In the chat room Blue is paid once for A and B. By the old scoring Blue has two farmers at A and B to Red's one.
    """
    script = """
        1 U L13 90 farmer NNE
        skip 2 C
        3 B M14 0 farmer NNE
        4 B N14 0 -
        1 E M12 180 farmer NNE
        2 B O14 0 -
        3 I M15 90 -
        4 I N15 180 -
        1 E O15 180 -
        2 D O13 0 farmer ENE
        3 H M16 0 farmer ENE
        4 H O16 0 farmer ENE
        1 H N16 0 -
        2 U N13 90 -
        3 E O12 180 -
        4 U P13 90 -
        1 D Q13 0 -
        2 E Q12 180 -
        3 V M11 90 -
        4 E N11 0 -
        1 V O11 180 -
        2 V L15 90 -
        3 V L16 0 -
    """
    game = Game(edition, seats=4)
    game.play(script)
    farms = [game.feature(*where) for where in (("M12", "farmer NNE"), ("M13", "farmer ENE"), ("M14", "farmer NNE"))]
    assert [farm.claims for farm in farms] == [(1, 0, 0, 0), (1, 1, 0, 0), (0, 0, 2, 1)]
    assert final_scores(edition, script, 4) == scores


THREE_FIELDS_AT_ONE_CITY = """
    1 G M12 90 farmer ENE
    2 U L13 90 farmer NNE
    1 E M11 180 farmer NNE
"""


@pytest.mark.parametrize(("edition", "scores"), by_edition(farms=[6, 3], chat=[3, 3], old=[4, 0]))
def test_two_winning_fields_of_one_player_at_one_city(edition: str, scores: list[int]) -> None:
    """Who wins two fields at a city is paid twice, in the chat room once; who wins a third field there is paid too."""
    assert final_scores(edition, THREE_FIELDS_AT_ONE_CITY, 2) == scores


@pytest.mark.parametrize(("edition", "scores"), by_edition(farms=[3, 3], old=[4, 4]))
def test_one_farmer_each_in_two_fields_at_one_city(edition: str, scores: list[int]) -> None:
    script = """
        1 U L13 90 farmer NNE
        2 E M12 180 farmer NNE
    """
    assert final_scores(edition, script, 2) == scores


@pytest.mark.parametrize(("edition", "scores"), by_edition(farms=[6, 3], old=[8, 4]))
def test_farmers_outvoted_in_their_field_count_for_the_city_in_the_old_scoring(edition: str, scores: list[int]) -> None:
    """At A seat 2 has one farmer in the row's farm, where seat 1 has two, and one in that of M12: a tie of two each."""
    script = """
        1 U L13 90 farmer NNE
        2 E M12 180 farmer NNE
        1 B M14 0 -
        2 B N14 0 -
        1 B O14 0 -
        2 B P14 0 -
        1 E Q14 180 -
        2 D O13 0 farmer ENE
        1 E O12 180 -
        skip 2 V
        1 U Q13 90 farmer NNE
        2 U N13 90 -
        1 U P13 90 -
    """
    assert final_scores(edition, script, 2) == scores


@pytest.mark.parametrize(
    ("edition", "points"), [*((e, 3) for e in EDITIONS_OF_2000), ("chat-room", 3), ("chat-room-old", 4)]
)
def test_field_that_touches_a_city_in_many_places_is_paid_once(edition: str, points: int) -> None:
    script = """
        1 G M12 90 farmer ENE
        2 E M11 180 -
        1 U N13 90 -
        2 B N12 0 -
        1 B N11 0 -
    """
    game = Game(edition)
    game.play(script)
    field = game.feature("M12", "farmer ENE")
    assert field == game.feature("M11", "farmer NNE") == game.feature("M13", "farmer ENE")
    assert not field.is_complete
    assert game.end() == [f"field {points} to 1"]


@pytest.mark.parametrize("edition", ALL)
def test_fields_that_touch_no_completed_city_pay_nothing(edition: str) -> None:
    game = Game(edition)
    game.play("""
        1 U N13 90 farmer ESE
        2 U L13 90 farmer NNE
        1 G M12 90 farmer ENE
    """)
    assert game.end() == []
    assert game.scores == [0, 0]


@pytest.mark.parametrize("edition", ALL)
def test_field_beyond_the_road_does_not_touch_the_city(edition: str) -> None:
    game = Game(edition)
    game.play("""
        1 E M12 180 -
        2 B M14 0 farmer NNE
    """)
    assert game.feature("M14", "farmer NNE").touches == ()
    assert game.end() == []


@pytest.mark.parametrize("edition", ALL)
def test_farmers_stay_to_the_end(edition: str) -> None:
    game = Game(edition)
    game.turn("E M12 180 farmer NNE")
    game.skip("V")
    game.turn("B M11 0 -")
    assert game.supply == [6, 7]


@pytest.mark.parametrize("edition", ALL)
def test_city_completed_without_knights_feeds_the_fields(edition: str) -> None:
    game = Game(edition)
    game.turn("E M12 180 farmer NNE")
    assert game.end() == [f"field {4 if edition == 'chat-room-old' else 3} to 1"]


@pytest.mark.parametrize("edition", ALL)
def test_large_city_is_worth_no_more_to_a_farm(edition: str) -> None:
    game = Game(edition)
    game.play("""
        1 F M12 90 -
        2 F M11 90 -
        1 G M10 90 -
        2 E M9 180 farmer NNE
    """)
    assert game.end() == [f"field {4 if edition == 'chat-room-old' else 3} to 2"]


@pytest.mark.parametrize("edition", ALL)
def test_two_cities_of_a_tile_joined_elsewhere_are_one_city_for_its_field(edition: str) -> None:
    """Tile I touches two cities; round the corner they are one."""
    game = Game(edition)
    game.play("""
        1 N M14 90 -
        2 N N14 180 -
        1 I M15 0 farmer SSE
    """)
    assert len(game.feature("M15", "farmer SSE").touches) == 2
    game.turn("N N15 270 -")
    assert len(game.feature("M15", "farmer SSE").touches) == 1
    assert game.end() == [f"field {4 if edition == 'chat-room-old' else 3} to 1"]
