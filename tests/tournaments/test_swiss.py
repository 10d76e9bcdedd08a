"""Swiss pairing of two at a table: what a round looks like, and what gives first."""

from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.played import begun, met, pairs_of, with_round, without
from tests.tournaments.simulation import CALM, play
from tournaments.kinds import is_over, total_rounds, with_next_round
from tournaments.matching import cheapest_pairs
from tournaments.tournament import POINT, Ending, Entrant, points_of


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    first = with_next_round(begun("swiss", 8))
    assert pairs_of(first) == {frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))}
    assert [one.seats[0] in (1, 2, 3, 4) for one in first.rounds[0]] == [True, False, True, False]


def test_in_the_second_round_winners_meet_winners() -> None:
    second = with_next_round(with_round(begun("swiss", 8)))
    assert {sum(one in (1, 2, 3, 4) for one in pair) for pair in pairs_of(second)} == {0, 2}


def test_nobody_meets_anybody_twice_even_where_that_makes_unequal_pairs() -> None:
    two_groups = replace(begun("swiss", 4), rounds=(met((1, 2), (3, 4)), met((1, 3), (2, 4))))
    assert pairs_of(with_next_round(two_groups)) == {frozenset((1, 4)), frozenset((2, 3))}


def test_when_all_have_met_they_meet_again_and_the_tournament_goes_on() -> None:
    tournament = begun("swiss", 4, rounds=5)
    while not is_over(tournament):
        tournament = with_round(tournament)
    assert len(tournament.rounds) == 5
    assert sorted(tournament.meetings(*pair) for pair in combinations((1, 2, 3, 4), 2)) == [1, 1, 2, 2, 2, 2]


def test_the_bye_goes_to_the_last_and_then_to_the_last_of_the_others() -> None:
    tournament = begun("swiss", 7)
    byes = list[int]()
    for _ in range(3):
        tournament = with_round(tournament)
        byes += [one.seats[0] for one in tournament.rounds[-1] if one.ending is Ending.BYE]
    assert byes[0] == 7
    assert len(set(byes)) == 3
    assert points_of(begun("swiss", 7), 7) == 0
    assert [one.scores[0].points for one in tournament.rounds[0] if one.ending is Ending.BYE] == [POINT]


def test_a_second_bye_is_given_only_when_everybody_has_had_one() -> None:
    tournament = begun("swiss", 3, rounds=4)
    while not is_over(tournament):
        tournament = with_round(tournament)
    byes = [one.seats[0] for played in tournament.rounds for one in played if one.ending is Ending.BYE]
    assert sorted(byes[:3]) == [1, 2, 3]


def test_who_has_begun_less_often_begins() -> None:
    second = with_next_round(with_round(begun("swiss", 8)))
    began = {one.seats[0] for one in second.rounds[0]}
    for pairing in second.rounds[1]:
        fresh = [seat for seat in pairing.seats if seat not in began]
        assert not fresh or pairing.seats[0] in fresh


def test_who_leaves_is_not_paired_and_who_comes_late_is() -> None:
    tournament = without(with_round(begun("swiss", 8)), 1)
    late = replace(tournament, entrants=(*tournament.entrants, Entrant(9, 9, first_round=2)))
    paired = {seat for one in with_next_round(late).rounds[1] for seat in one.seats}
    assert paired == {2, 3, 4, 5, 6, 7, 8, 9}


def test_a_tournament_of_one_who_is_left_is_over() -> None:
    assert is_over(without(with_round(begun("swiss", 4)), 1, 2, 3))
    assert not is_over(without(with_round(begun("swiss", 4)), 1, 2))


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 4), (8, 4), (9, 5), (16, 5), (200, 9)])
def test_the_usual_number_of_rounds(entrants: int, rounds: int) -> None:
    assert total_rounds(begun("swiss", entrants)) == rounds


def test_the_pairing_does_not_depend_on_the_order_of_the_entrants() -> None:
    tournament = with_round(begun("swiss", 12))
    turned = replace(tournament, entrants=tournament.entrants[::-1])
    assert with_next_round(turned).rounds == with_next_round(tournament).rounds


@pytest.mark.slow
def test_200_are_paired_without_meeting_again() -> None:
    tournament = play("swiss", 2, 200, Random(1), CALM)
    assert max(tournament.meetings(*pair) for pair in combinations(tournament.by_id, 2)) == 1


def test_the_cheapest_pairs_are_those_of_all_possible_ones() -> None:
    dice = Random(1)
    for _ in range(20):
        costs = {pair: (dice.randrange(2), dice.randrange(9)) for pair in combinations(range(6), 2)}
        found = cheapest_pairs(6, partial(_cost, costs), breaches=1, classed=1)
        assert _sum(costs, found) == min(_sum(costs, every) for every in _all_pairings(tuple(range(6))))


def _cost(costs: dict[tuple[int, int], tuple[int, int]], one: int, other: int) -> tuple[int, ...]:
    return costs[one, other]


def _sum(costs: dict[tuple[int, int], tuple[int, int]], pairs: list[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(costs[pair] for pair in pairs), strict=True)))


def _all_pairings(players: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    if not players:
        return [[]]
    first, *rest = players
    return [
        [(first, other), *others]
        for other in rest
        for others in _all_pairings(tuple(one for one in rest if one != other))
    ]
