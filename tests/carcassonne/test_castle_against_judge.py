"""Games of The Castle, compared turn by turn with a judge that flood-fills the whole castle."""

import pytest

from carcassonne import Phase

from .castle_against_judge import JudgedGame, engine_features, judge_features
from .castle_random_play import GAMES, castle, play

every_game = pytest.mark.parametrize(("seed", "greed"), GAMES)


@every_game
def test_every_turn_and_every_feature_is_what_the_judge_says(seed: str, greed: float) -> None:
    """Placements, followers, questions, points, wall tiles, keeps, supplies, the final scoring, and each feature."""
    judged = JudgedGame()
    assert engine_features(castle()) == judge_features(judged.game)
    for number, ply in enumerate(play(seed, greed)):
        judged.follow(ply)
        if not number % 11 and ply.after.phase in (Phase.DRAW, Phase.PLACE, Phase.OVER):
            assert engine_features(ply.after) == judge_features(judged.game)


def test_these_games_contain_everything_to_compare() -> None:
    missing = {"taken", "doubles", "doubled", "again", "several"}
    for seed, greed in reversed(GAMES):  # greedy players come to everything soon
        judged = JudgedGame()
        for ply in play(seed, greed):
            judged.follow(ply)
        missing -= {what for what, count in judged.occurrences.items() if count}
        if not missing:
            break
    assert missing == set()
