"""Games of The Castle, compared turn by turn with a judge that flood-fills the whole castle."""

from collections import Counter

import pytest

from carcassonne import Phase

from .castle_against_judge import JudgedGame, engine_features, judge_features
from .castle_random_play import GAMES, castle, play

every_game = pytest.mark.parametrize(("seed", "greed"), GAMES)


@every_game
def test_every_turn_is_what_the_judge_says(seed: str, greed: float) -> None:
    """Placements, followers, questions, points, wall tiles, keeps, supplies, the final scoring."""
    judged = JudgedGame()
    for ply in play(seed, greed):
        judged.follow(ply)


@every_game
def test_features_are_those_of_a_flood_fill(seed: str, greed: float) -> None:
    judged = JudgedGame()
    assert engine_features(castle()) == judge_features(judged.game)
    for number, ply in enumerate(play(seed, greed)):
        judged.follow(ply)
        if not number % 11 and ply.after.phase in (Phase.DRAW, Phase.PLACE, Phase.OVER):
            assert engine_features(ply.after) == judge_features(judged.game)


def test_these_games_contain_everything_to_compare() -> None:
    seen: Counter[str] = Counter()
    for seed, greed in GAMES:
        judged = JudgedGame()
        for ply in play(seed, greed):
            judged.follow(ply)
        seen += judged.occurrences
    assert all(seen[what] for what in ("taken", "doubles", "doubled", "again", "several")), seen
