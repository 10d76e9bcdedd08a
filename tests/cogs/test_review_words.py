"""What a review says: its numbers are those of the evaluation."""

import re
from dataclasses import replace

import pytest

from carcassonne import Deploy, DeployNobody, PlaceTile, Role, find_ruleset, new_game, parse_cell
from carcassonne.catalogue import EDITIONS
from players.review import GameReview, Reason, ReviewedTurn
from players.weights import PARTS
from screens.text.i18n import use_language
from screens.text.review import (
    captions,
    curve_alt_text,
    even_luck_text,
    grouped,
    review_text,
    seat_lines,
    turn_label,
    turn_text,
    why_text,
)
from tests.cogs.example_tables import NAMES, seated

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
PLAYED = (PlaceTile(parse_cell("M14"), 90), Deploy(Role.THIEF, "E"))
BETTER = (PlaceTile(parse_cell("M12"), 0), DeployNobody())
FIRST = ReviewedTurn(1, 0, 1, (0.0, 0.0), (2.0, -2.0), (), 0.0)
SECOND = ReviewedTurn(2, 1, 4, (5.0, -1.0), (4.0, 0.0), BETTER, -7.25, REASONS)
REVIEW = GameReview((FIRST, SECOND), (8, 8))
TABLE = seated(new_game(CLASSIC, 2), (ANN, BOB))


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


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("points", [2.0, -2.0])
def test_every_part_of_the_evaluation_has_words(edition: str, points: float) -> None:
    assert sum(grouped(Reason(part, 0, points) for part in PARTS).values()) == points * len(PARTS)
    for part in PARTS:
        text = why_text([Reason(part, 0, points)], (ANN, BOB), find_ruleset(edition))
        assert (f"(+{points})" if points > 0 else f"(−{-points})") in text
        assert ("more" in text) == (points > 0)


def test_each_edition_has_its_words() -> None:
    def said(part: str, edition: str) -> str:
        return why_text([Reason(part, 0, 2.0)], (ANN, BOB), find_ruleset(edition))

    assert said("cities", "castle") == f"Houses and towers can still bring {ANN} more (+2.0)."
    assert said("roads", "castle") == f"Paths can still bring {ANN} more (+2.0)."
    assert said("monasteries", "new-edition") == f"Monasteries can still bring {ANN} more (+2.0)."


def test_luck_and_losses_are_those_of_the_review() -> None:
    assert seat_lines(REVIEW, (ANN, BOB)) == [
        f"**{ANN}** gave away 0.0 points (0.0 a turn): luck +2.0, skill −2.0",
        f"**{BOB}** gave away 7.2 points (7.2 a turn): luck −2.0, skill +2.0",
    ]
    assert even_luck_text(REVIEW, (ANN, BOB)) == f"With even luck, {BOB} would have won by 2 points."


def test_the_whole_says_so_of_everybody_with_their_colours() -> None:
    first, *lines = review_text(TABLE, REVIEW).splitlines()
    assert first == "**Carcassonne #12 in review**"
    assert lines[:2] == [
        f"🔴 **{ANN}** gave away 0.0 points (0.0 a turn): luck +2.0, skill −2.0",
        f"🔵 **{BOB}** gave away 7.2 points (7.2 a turn): luck −2.0, skill +2.0",
    ]
    assert lines[2] == f"With even luck, {BOB} would have won by 2 points."
    assert lines[3].startswith("-# ")


def test_a_turn_that_cost_says_what_expert_plays_and_why() -> None:
    assert turn_text(SECOND, TABLE, PLAYED).splitlines() == [
        f"**Turn 2: {BOB} gave away 7.2 points.**",
        "Played: M14 (90°), thief E. The expert computer plays M12 (0°), nobody.",
        "Why: " + why_text(REASONS, (ANN, BOB), CLASSIC),
    ]
    assert captions(SECOND) == ("Played", "Expert: +7.2")
    assert turn_label(SECOND, (ANN, BOB)) == f"Turn 2 · {BOB} · −7.2"


def test_a_good_turn_says_what_was_next_best() -> None:
    good = replace(SECOND, gain=3.04, reasons=REASONS[1:2])
    assert turn_text(good, TABLE, PLAYED).splitlines() == [
        f"**Turn 2: {BOB} found the best turn, by 3.0 points.**",
        "Played: M14 (90°), thief E. The next best was M12 (0°), nobody.",
        f"Why: Fields bring {ANN} more (+3.5).",
    ]
    assert captions(good) == ("Played: +3.0", "Next best")
    assert turn_label(good, (ANN, BOB)) == f"Turn 2 · {BOB} · +3.0"


def test_the_curve_in_words_has_the_values_of_some_turns() -> None:
    assert curve_alt_text(TABLE, REVIEW).splitlines() == [
        "How many points each player was ahead, at turns 1, 2, and at the end.",
        f"{ANN}: +3.0, +3.0, 0.0",
        f"{BOB}: −3.0, −3.0, 0.0",
    ]


def test_with_even_luck_it_may_be_a_draw() -> None:
    even = GameReview((FIRST, SECOND), (9, 7))
    assert even_luck_text(even, (ANN, BOB)) == "With even luck, it would have been a draw."


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_other_languages_have_the_same_numbers(language: str) -> None:
    with use_language(language):
        texts = [turn_text(SECOND, TABLE, PLAYED), *seat_lines(REVIEW, (ANN, BOB))]
    expected = ["7,2", "−6,8", "+4,0", "+1,0", "0,0", "0,0", "+2,0", "−2,0", "7,2", "7,2", "−2,0", "+2,0"]
    assert re.findall(r"[+−]?\d+,\d", " ".join(texts)) == expected
