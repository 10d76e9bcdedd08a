"""What a review says: its numbers are those of the evaluation."""

import re

import pytest

from carcassonne import Ruleset, find_ruleset
from carcassonne.catalogue import EDITIONS
from players.review import GameReview, Reason, ReviewedTurn
from players.weights import PARTS
from screens.text.i18n import use_language
from screens.text.review import even_luck_text, grouped, summary_lines, why_text
from tests.cogs.example_tables import NAMES

ANN, BOB = NAMES[:2]
CLASSIC = find_ruleset("classic")
REASONS = (
    Reason("first_in_hand", 1, -4.4),
    Reason("farming", 0, 3.51),
    Reason("third_in_hand", 1, -2.4),
    Reason("farmed", 0, 0.5),
    Reason("monasteries", 1, 1.0),
    Reason("roads", 0, 0.04),
)
FIRST = ReviewedTurn(1, 0, 1, (0.0, 0.0), (2.0, -2.0), (), 0.0)
SECOND = ReviewedTurn(2, 1, 4, (5.0, -1.0), (4.0, 0.0), (), -7.25, REASONS)
REVIEW = GameReview((FIRST, SECOND), (8, 8))


def test_the_sentence_has_what_the_parts_come_to() -> None:
    assert why_text(REASONS, (ANN, BOB), CLASSIC) == (
        f"{BOB} has fewer followers free (−6.8), fields bring {ANN} more (+4.0) "
        f"and cloisters can still bring {BOB} more (+1.0)."
    )
    assert why_text((), (ANN, BOB), CLASSIC) == ""
    assert why_text(REASONS[-1:], (ANN, BOB), CLASSIC) == ""


def test_a_sentence_begins_with_a_capital_letter() -> None:
    assert why_text(REASONS[1:2], (ANN, BOB), CLASSIC) == f"Fields bring {ANN} more (+3.5)."
    assert why_text(REASONS[:1], (ANN, "bob"), CLASSIC) == "bob has fewer followers free (−4.4)."


@pytest.mark.parametrize("rules", [find_ruleset(edition) for edition in EDITIONS], ids=str)
@pytest.mark.parametrize("points", [2.0, -2.0])
def test_every_part_of_the_evaluation_has_words(rules: Ruleset, points: float) -> None:
    assert sum(grouped(Reason(part, 0, points) for part in PARTS).values()) == points * len(PARTS)
    for part in PARTS:
        text = why_text([Reason(part, 0, points)], (ANN, BOB), rules)
        assert (f"(+{points})" if points > 0 else f"(−{-points})") in text
        assert ("more" in text) == (points > 0)


def test_each_edition_has_its_words() -> None:
    def said(part: str, edition: str) -> str:
        return why_text([Reason(part, 0, 2.0)], (ANN, BOB), find_ruleset(edition))

    assert said("cities", "castle") == f"Houses and towers can still bring {ANN} more (+2.0)."
    assert said("roads", "castle") == f"Paths can still bring {ANN} more (+2.0)."
    assert said("monasteries", "new-edition") == f"Monasteries can still bring {ANN} more (+2.0)."


def test_luck_and_losses_are_those_of_the_review() -> None:
    lines = summary_lines(REVIEW, (ANN, BOB))
    assert lines == [f"{ANN}: turns 0.0 (0.0 each), draws +2.0", f"{BOB}: turns −7.2 (−7.2 each), draws −2.0"]
    assert even_luck_text(REVIEW, (ANN, BOB)) == f"With even luck, {BOB} would have won by 2 points."


def test_with_even_luck_it_may_be_a_draw() -> None:
    even = GameReview((FIRST, SECOND), (9, 7))
    assert even_luck_text(even, (ANN, BOB)) == "With even luck, it would have been a draw."


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_other_languages_have_the_same_numbers(language: str) -> None:
    with use_language(language):
        texts = [why_text(REASONS, (ANN, BOB), CLASSIC), *summary_lines(REVIEW, (ANN, BOB))]
    expected = ["−6,8", "+4,0", "+1,0", "+2,0", "−7,2", "−7,2", "−2,0"]
    assert re.findall(r"[+−]\d+,\d", " ".join(texts)) == expected
