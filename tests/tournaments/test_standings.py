"""Points and tie-breaks, each with a number that can be counted by hand."""

from dataclasses import replace

import pytest

from tests.tournaments.played import annulled, begun, met
from tournaments.kinds import standings_of
from tournaments.tie_breaks import (
    difference_of_points,
    direct_encounter,
    median_buchholz,
    sonneborn_berger,
)
from tournaments.tournament import POINT, Ending, Pairing, Tournament, as_it_stood, bye, forfeited, points_of, scored


def tournament_of(*rounds: tuple[Pairing, ...], entrants: int = 4, kind: str = "swiss") -> Tournament:
    return replace(begun(kind, entrants), rounds=rounds)


def test_a_win_is_a_point_and_a_tie_half_of_one() -> None:
    tournament = tournament_of((scored(Pairing((1, 2)), (70, 60)), scored(Pairing((3, 4)), (55, 55))))
    assert [points_of(tournament, one) / POINT for one in (1, 2, 3, 4)] == [1, 0, 0.5, 0.5]


def test_ties_at_a_table_of_several_share_their_places() -> None:
    tied = scored(Pairing((1, 2, 3, 4)), (50, 70, 50, 20))
    assert [one.points for one in tied.scores] == [12, 24, 12, 0]
    assert sum(one.points for one in scored(Pairing((1, 2, 3, 4, 5)), (9, 9, 9, 2, 1)).scores) == 60


def test_an_order_of_its_own_decides_where_points_do_not() -> None:
    resigned = scored(Pairing((1, 2)), (70, 20), order=(1, 0))
    assert [(one.points, one.difference) for one in resigned.scores] == [(0, 50), (24, -50)]


def test_who_is_absent_loses_and_the_others_share_the_rest() -> None:
    assert [one.points for one in forfeited(Pairing((1, 2)), frozenset({2})).scores] == [24, 0]
    assert [one.points for one in forfeited(Pairing((1, 2)), frozenset({1, 2})).scores] == [0, 0]
    assert [one.points for one in forfeited(Pairing((1, 2, 3)), frozenset({2})).scores] == [18, 0, 18]


@pytest.mark.parametrize(
    ("totals", "losers", "differences"),
    [
        ((20, 70), {1}, [-50, 50]),
        ((70, 20), {1}, [0, 0]),
        ((20, 70), {1, 2}, [-50, 0]),
        ((60, 30, 30), {2}, [60, -30, 0]),
        ((30, 60, 30), {2}, [0, 0, 0]),
    ],
)
def test_the_points_of_a_game_that_is_given_up_count_against_the_losers_only(
    totals: tuple[int, ...], losers: set[int], differences: list[int]
) -> None:
    pairing = forfeited(Pairing(tuple(range(1, len(totals) + 1))), frozenset(losers))
    stood = as_it_stood(pairing, totals, frozenset(losers))
    assert [one.difference for one in stood.scores] == differences
    assert [one.points for one in stood.scores] == [one.points for one in pairing.scores]


def test_direct_encounter_decides_between_two() -> None:
    tournament = tournament_of(met((2, 1), (3, 4)), met((1, 3), (4, 2)), met((1, 4), (2, 3)))
    assert direct_encounter(tournament, [1, 2]) == {1: 0, 2: 2}
    table = standings_of(tournament)
    assert [one.entrant for one in table] == [2, 1, 3, 4]
    first, second = table[:2]
    assert (first.points, second.points, second.decided_by) == (48, 48, "direct encounter")


def test_direct_encounter_says_nothing_where_not_all_have_met() -> None:
    assert direct_encounter(tournament_of(met((1, 2), (3, 4))), [1, 3]) is None
    assert direct_encounter(tournament_of((annulled(Pairing((1, 2))),)), [1, 2]) is None


def test_median_buchholz_leaves_out_the_best_and_the_worst_opponent() -> None:
    tournament = tournament_of(met((1, 2), (3, 4)), met((1, 3), (2, 4)), met((1, 4), (2, 3)))
    assert median_buchholz(tournament, [1, 2]) == {1: POINT, 2: POINT}  # 2, 1 and 0 points; 3, 1 and 0 points


def test_a_bye_counts_as_an_opponent_with_the_own_points() -> None:
    tournament = tournament_of((*met((1, 2)), bye(3, POINT)), entrants=3)
    assert median_buchholz(tournament, [3]) == {3: POINT}


def test_a_round_that_somebody_was_not_there_for_counts_as_one_without_a_game() -> None:
    """Who has left, or came late, is not ahead by having met fewer opponents. A round under way does not count yet."""
    tournament = tournament_of(met((1, 2), (3, 4)), met((3, 1)), met((3, 2)))
    assert median_buchholz(tournament, [1]) == {1: POINT}  # 0, the own 1 and 3 points
    tournament = tournament_of(met((1, 2), (3, 4)), met((1, 3)), (Pairing((1, 4)),))
    assert median_buchholz(tournament, [3]) == {3: 2 * POINT}  # 0 and 2 points


def test_sonneborn_berger_counts_the_points_of_those_beaten() -> None:
    tournament = tournament_of(met((1, 2), (3, 4)), (scored(Pairing((1, 3)), (5, 5)), *met((2, 4))))
    assert sonneborn_berger(tournament, [1]) == {1: 2 * POINT + POINT * 3 // 2}


def test_difference_of_points_counts_each_opponent() -> None:
    tournament = tournament_of((scored(Pairing((1, 2, 3)), (60, 50, 40)),), entrants=3)
    assert difference_of_points(tournament, [1, 2, 3]) == {1: 30, 2: 0, 3: -30}


def test_whom_nothing_tells_apart_share_a_place() -> None:
    table = standings_of(tournament_of(met((1, 2), (3, 4))))
    assert [(one.entrant, one.place) for one in table] == [(1, 1), (3, 1), (2, 3), (4, 3)]
    assert [one.decided_by for one in table] == [None] * 4


def test_games_and_wins_are_those_that_were_played() -> None:
    forfeit = forfeited(Pairing((3, 4)), frozenset({4}))
    table = {one.entrant: one for one in standings_of(tournament_of((*met((1, 2)), forfeit)))}
    assert [(table[one].wins, table[one].games) for one in (1, 2, 3, 4)] == [(1, 1), (0, 1), (0, 0), (0, 0)]
    assert forfeit.ending is Ending.FORFEIT
