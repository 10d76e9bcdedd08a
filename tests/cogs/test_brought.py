"""What is said at the end of roads with an inn and cities with a cathedral: what they have brought, or have cost."""

import pytest

from screens.pictures import picture_words
from screens.text.i18n import use_language
from screens.text.status import earned_text, final_lines
from tests.carcassonne.scenario import Game
from tests.cogs.example_tables import NAMES, over, seated

UNFINISHED = """
    1 A L13 270 thief E
    2 iB N13 0 -
    1 U O13 90 -
    2 E M12 180 knight S
"""
"""A road of seat 1 with an inn, which isn't finished, and a finished city of seat 2."""


def ended(script: str) -> Game:
    game = Game(options="inns")
    game.play(script)
    game.end()
    return game


def test_a_road_that_has_scored_nothing_is_no_part_of_a_sum() -> None:
    game = ended(UNFINISHED)
    _, bob, ann = final_lines(over(seated(game.state, NAMES[:2]), is_scored=True), game.events)
    assert (ann, bob) == ("🔴 Ann: 0", "🔵 Bob: 4")


def test_in_words_the_end_tells_what_inns_and_cathedrals_have_brought() -> None:
    assert [earned_text(ended(UNFINISHED).state, seat) for seat in range(2)] == ["inns −4", "cities 4"]
    finished = ended("1 A L13 270 thief E\n2 iB N13 0 -\n1 A O13 90 -")
    assert earned_text(finished.state, 0) == "roads 8 (inns +4)"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", {"inn": "Wirtshäuser", "cathedral": "Kathedralen"}),
        ("fr", {"inn": "auberges", "cathedral": "cathédrales"}),
        ("es", {"inn": "posadas", "cathedral": "catedrales"}),
    ],
)
def test_the_picture_has_the_words_of_the_language(language: str, words: dict[str, str]) -> None:
    table = over(seated(ended(UNFINISHED).state, NAMES[:2]), is_scored=True)
    with use_language(language):
        assert picture_words(table).modifiers == words
