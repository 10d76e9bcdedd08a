"""Random games of every registered edition, compared turn by turn with a judge that flood-fills the whole board."""

import pytest

from .judged_game import compare_with_judge
from .random_play import GAMES, play
from .scenario import BASE_EDITIONS

JUDGED = [game for game in GAMES if game[0] in BASE_EDITIONS]
"""The Castle has a judge of its own."""


@pytest.mark.parametrize(("edition", "options", "seats", "seed"), JUDGED)
def test_every_turn_and_every_feature_is_what_the_judge_says(edition: str, options: str, seats: int, seed: int) -> None:
    compare_with_judge(edition, options, seats, play(edition, options, seats, seed))
