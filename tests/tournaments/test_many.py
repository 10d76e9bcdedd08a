"""Some hundred small tournaments with trouble, and whether the checks find what is wrong."""

from dataclasses import replace
from random import Random

import pytest

from tests.fixtures.cases import slow_but
from tests.tournaments.checks import breaches, what_gave
from tests.tournaments.orders import rank_correlation
from tests.tournaments.played import begun, met
from tests.tournaments.simulation import CALM, KINDS_AND_SIZES, MATCHES, Trouble, play
from tournaments.tournament import POINT, bye


@pytest.mark.parametrize(
    ("kind", "size"), slow_but(2, [*KINDS_AND_SIZES[1:], ("league", 2), ("league", 3), ("league", 4), ("league", 5)])
)
def test_small_tournaments_break_no_hard_rule(kind: str, size: int) -> None:
    for number in range(60):
        dice = Random(f"{kind} {size} {number}")
        tournament = play(kind, size, dice.randrange(3, 20), dice, Trouble())
        assert list(breaches(tournament)) == []


@pytest.mark.parametrize("kind", MATCHES)
def test_small_tournaments_of_matches_break_no_hard_rule(kind: str) -> None:
    for number in range(30):
        dice = Random(f"{kind} {number}")
        tournament = play(kind, 2, dice.randrange(3, 20), dice, Trouble(), best_of=3)
        assert list(breaches(tournament)) == []


def test_a_meeting_that_need_not_be_is_found() -> None:
    again = replace(begun("swiss", 4), rounds=(met((1, 2), (3, 4)), met((1, 2), (3, 4))))
    assert list(breaches(again)) == ["round 2: two meet again, and need not"]
    assert what_gave(again)["two: met again"] == 2


def test_a_second_bye_that_need_not_be_is_found() -> None:
    first, second = (*met((1, 2), (3, 4)), bye(5, POINT)), (*met((1, 3), (2, 4)), bye(5, POINT))
    again = replace(begun("swiss", 5), rounds=(first, second))
    assert list(breaches(again)) == ["round 2: a second bye, and it need not be"]


def test_who_is_left_out_is_found() -> None:
    tournament = replace(begun("swiss", 4), rounds=(met((1, 2)),))
    assert list(breaches(tournament)) == ["round 1: not those are paired who are there"]


def test_the_final_order_follows_the_strengths() -> None:
    correlations = [rank_correlation(play("swiss", 2, 16, Random(number), CALM)) for number in range(10)]
    assert sum(correlations) / 10 > 0.6
