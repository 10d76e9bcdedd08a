"""Games of The Castle turn by turn against a judge that floods the whole castle anew."""

from collections import Counter

import pytest

from carcassonne import Phase

from .castle_play import GAMES, castle, play
from .castle_trial import Trial, seen_by_engine, seen_by_judge

every_game = pytest.mark.parametrize(("seed", "eager"), GAMES)


@every_game
def test_every_turn_is_what_the_judge_says(seed: str, eager: float) -> None:
    """Placements, followers, questions, points, wall tiles, keeps, supplies, the final scoring."""
    trial = Trial()
    for ply in play(seed, eager):
        trial.hear(ply)


@every_game
def test_features_are_those_of_a_flood_fill(seed: str, eager: float) -> None:
    trial = Trial()
    assert seen_by_engine(castle()) == seen_by_judge(trial.game)
    for number, ply in enumerate(play(seed, eager)):
        trial.hear(ply)
        if not number % 11 and ply.after.phase in (Phase.DRAW, Phase.PLACE, Phase.OVER):
            assert seen_by_engine(ply.after) == seen_by_judge(trial.game)


def test_games_played_here_bring_up_what_there_is_to_compare() -> None:
    seen: Counter[str] = Counter()
    for seed, eager in GAMES:
        trial = Trial()
        for ply in play(seed, eager):
            trial.hear(ply)
        seen += trial.seen
    assert all(seen[what] for what in ("taken", "doubles", "doubled", "again", "several")), seen
