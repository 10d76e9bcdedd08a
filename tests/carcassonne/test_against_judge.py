"""Games of every edition with all sets of its options, compared turn by turn with a judge that flood-fills boards."""

import pytest

from tests.fixtures.cases import slow_but_each_edition

from . import eager_play, random_play
from .judged_game import compare_with_judge
from .random_play import GAMES
from .scenario import BASE_EDITIONS

JUDGED = [game for game in GAMES if game[0] in BASE_EDITIONS]
"""The Castle has a judge of its own."""


@pytest.mark.parametrize(("edition", "options", "seats", "seed"), slow_but_each_edition(6, JUDGED))
def test_every_turn_and_every_feature_is_what_the_judge_says(edition: str, options: str, seats: int, seed: int) -> None:
    """With new figures, a game for two is random, and in one for more they are used as often as they can be."""
    has_figures = {"inns", "traders"} & set(options.split())
    play = eager_play.play if has_figures and seats > 2 else random_play.play
    compare_with_judge(edition, options, seats, play(edition, options, seats, seed))


def test_games_for_all_numbers_of_players_are_judged() -> None:
    assert {seats for _, options, seats, _ in JUDGED if {"inns", "traders"} & set(options.split())} == {2, 3, 4, 5, 6}
