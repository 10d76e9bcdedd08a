"""Random games with both toys, compared turn by turn with the judge."""

import pytest

from tests.carcassonne import random_play
from tests.carcassonne.judged_game import compare_with_judge
from tests.expansion import eager_play
from tests.expansion.second_toy import EVERYTHING

GAMES = [
    ("classic", "toy-inns", 6),
    ("classic", "toy-fair", 2),
    ("classic", "toy-inns toy-fair", 3),
    ("new-edition", "abbot toy-fair", 4),
    ("new-edition", EVERYTHING, 3),
]


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_every_turn_and_every_feature_is_what_the_judge_says(edition: str, options: str, seats: int) -> None:
    compare_with_judge(edition, options, seats, random_play.play(edition, options, seats, seed=3))
    if "toy-fair" in options:
        compare_with_judge(edition, options, seats, eager_play.play(edition, options, seats, seed=3))
