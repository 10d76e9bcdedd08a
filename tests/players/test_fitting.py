"""Which level fits somebody."""

import pytest

from players import fitting
from players.fitting import FEWEST, Duel, fitting_level
from players.levels import LEVELS, Level


def games(level: int, won: int, lost: int, drawn: int = 0) -> list[list[Duel]]:
    return [[(level, score)] for score, times in ((1.0, won), (0.0, lost), (0.5, drawn)) for _ in range(times)]


def level_of(played: list[list[Duel]]) -> int:
    found = fitting_level(played)
    assert found is not None
    return found.level


def test_two_games_tell_nothing() -> None:
    assert fitting_level(games(2, FEWEST - 1, 0)) is None
    assert fitting_level([[], [], []]) is None, "nobody else has played"


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_who_wins_half_stays_at_the_level(level: int) -> None:
    fit = fitting_level(games(level, 5, 5))
    assert fit is not None
    assert (fit.level, fit.games) == (level, 10)
    assert fit.chance == pytest.approx(0.5, abs=0.01)


def test_who_always_wins_gets_a_stronger_one_and_who_always_loses_a_weaker_one() -> None:
    assert level_of(games(1, 3, 0)) == 2
    assert level_of(games(2, 0, 3)) == 1
    assert level_of(games(3, 0, 10)) == 1
    assert level_of(games(2, 10, 0)) > 3


def test_at_both_ends_the_chance_says_how_far_it_is_from_a_half() -> None:
    weak, strong = fitting_level(games(1, 0, 9)), fitting_level(games(len(LEVELS), 9, 0))
    assert weak is not None
    assert strong is not None
    assert (weak.level, round(weak.chance, 2)) == (1, 0.05)
    assert (strong.level, round(strong.chance, 2)) == (len(LEVELS), 0.95)


def test_a_win_counts_more_against_a_stronger_one() -> None:
    assert level_of(games(4, 2, 2)) > level_of(games(1, 2, 2))


def test_a_game_with_several_computers_counts_once() -> None:
    alone = fitting_level(games(2, 2, 2))
    together = fitting_level([[(2, score)] * 3 for score in (1.0, 1.0, 0.0, 0.0)])
    assert alone == together
    assert alone is not None
    assert (alone.level, alone.games, round(alone.chance, 2)) == (2, 4, 0.5)


def test_a_level_that_nobody_has_measured_is_a_step_above_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [*LEVELS.values(), Level("next", LEVELS["expert"].policy)]
    monkeypatch.setattr(fitting, "LEVELS", {one.name: one for one in levels})
    assert fitting.strengths()[-1] == fitting.strengths()[-2] + fitting.STEP
    assert level_of(games(len(levels) - 1, 9, 0)) == len(levels)


def test_a_computer_of_a_level_that_is_gone_counts_as_the_strongest() -> None:
    assert fitting_level(games(99, 2, 2)) == fitting_level(games(len(LEVELS), 2, 2))
