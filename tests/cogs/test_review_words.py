"""What a review says: its numbers are those of the evaluation."""

import re

import pytest

from carcassonne import PlaceTile, parse_cell
from players.review import GameReview, Reason, ReviewedTurn
from players.weights import PARTS
from screens.text.i18n import use_language
from screens.text.review import even_luck_text, grouped, summary_lines, turn_text, why_text
from tests.cogs.example_tables import NAMES

ANN, BOB = NAMES[:2]
TILE = (PlaceTile(parse_cell("M14"), 90),)
REASONS = (
    Reason("first_in_hand", 1, -4.4),
    Reason("farming", 0, 3.51),
    Reason("third_in_hand", 1, -2.4),
    Reason("farmed", 0, 0.5),
    Reason("roads", 0, 0.04),
)
FIRST = ReviewedTurn(1, 0, "D", TILE, TILE, 0.0, (), (0.0, 0.0), (2.0, -2.0), (3.0, 1.0))
SECOND = ReviewedTurn(2, 1, "E", TILE, TILE, 7.25, REASONS, (5.0, -1.0), (-1.0, 1.0), (4.0, 8.0))
REVIEW = GameReview((FIRST, SECOND), (8, 8))


def test_the_sentence_has_what_the_parts_come_to() -> None:
    assert turn_text(SECOND, (ANN, BOB)) == (
        f"Turn 2, {BOB}: −7.2. Better: M14 (90°). Followers in hand −6.8 for {BOB}; fields +4.0 for {ANN}."
    )
    assert why_text((), (ANN, BOB)) == ""


def test_every_part_of_the_evaluation_has_words() -> None:
    assert sum(grouped(Reason(part, 0, 1.0) for part in PARTS).values()) == len(PARTS)


def test_luck_and_losses_are_those_of_the_review() -> None:
    lines = summary_lines(REVIEW, (ANN, BOB))
    assert lines[0] == f"{ANN}: turns 0.0 in all, 0.0 each; draws +2.0; with even luck −2.0"
    assert lines[1] == f"{BOB}: turns −7.2 in all, −7.2 each; draws −2.0; with even luck +2.0"
    assert even_luck_text(REVIEW, (ANN, BOB)) == f"With even luck, {BOB} would have won by 2 points."


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_other_languages_have_the_same_numbers(language: str) -> None:
    with use_language(language):
        texts = [turn_text(SECOND, (ANN, BOB)), even_luck_text(REVIEW, (ANN, BOB)), *summary_lines(REVIEW, (ANN, BOB))]
    expected = ["−7,2", "−6,8", "+4,0", "+2,0", "−2,0", "−7,2", "−7,2", "−2,0", "+2,0"]
    assert re.findall(r"[+−]\d+,\d", " ".join(texts)) == expected
