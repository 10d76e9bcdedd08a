"""What is different in each edition: every edition says it, shortly, and the rules agree."""

import pytest

from carcassonne import EDITIONS, FeatureScored, apply_all, find_ruleset, new_game, parse_move
from screens.text.editions import DIFFERENCES, differences
from screens.text.labels import RulesPage
from screens.text.rules import rules_text

SMALL_CITY = ("draw E", "place M12 180", "deploy knight S")
"""Completes a city of two tiles, beside the start tile."""


def test_every_edition_has_two_or_three_short_sentences() -> None:
    assert set(DIFFERENCES) == set(EDITIONS)
    for sentences in DIFFERENCES.values():
        assert 2 <= len(sentences) <= 3
        assert all(len(one) <= 110 and one.count(".") == 1 for one in sentences)


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name != "castle"])
def test_small_cities_score_as_it_says(edition: str) -> None:
    events = apply_all(new_game(find_ruleset(edition), seats=2), [parse_move(one) for one in SMALL_CITY]).events
    [scored] = [one for one in events if isinstance(one, FeatureScored)]
    says_one = any("two tiles scores 1 point a tile" in one for one in differences(edition))
    assert scored.points == (2 if says_one else 4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_page_of_the_rules_says_it(edition: str) -> None:
    text = rules_text(find_ruleset(edition), RulesPage.DIFFERENT)
    assert set(text.splitlines()) >= {f"- {sentence}" for sentence in differences(edition)}
