"""Tables of several, everybody against everybody, knockout and leagues."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.played import begun, pairs_of, with_round, without
from tournaments.kinds import is_over, standings_of, with_next_round
from tournaments.knockout import bracket_order, brackets
from tournaments.league import divide, division_sizes, next_order
from tournaments.tables_of_several import LARGEST, SMALLEST, table_sizes
from tournaments.tournament import Ending, Pairing, Tournament, annulled, points_of, scored


def played_out(tournament: Tournament) -> Tournament:
    while not is_over(tournament):
        tournament = with_round(tournament)
    return tournament


@pytest.mark.parametrize("wanted", [3, 4, 5])
def test_tables_have_three_to_five_seats(wanted: int) -> None:
    for players in range(3, 201):
        sizes = table_sizes(players, wanted)
        assert sum(sizes) == players
        assert SMALLEST <= min(sizes) <= max(sizes) <= LARGEST
        assert max(sizes) - min(sizes) <= 1


def test_the_strongest_begin_at_different_tables_and_nobody_meets_again() -> None:
    tournament = with_round(begun("swiss", 16, size=4))
    assert [sorted(one.seats)[0] for one in tournament.rounds[0]] == [1, 2, 3, 4]
    tournament = with_round(tournament)
    assert max(tournament.meetings(*pair) for pair in combinations(tournament.by_id, 2)) == 1


def test_points_at_a_table_of_several_go_by_place() -> None:
    tournament = with_round(begun("swiss", 4, size=4))
    assert [points_of(tournament, one) for one in (1, 2, 3, 4)] == [24, 16, 8, 0]


def test_two_at_a_table_of_several_play_and_one_has_a_bye() -> None:
    assert [len(one.seats) for one in with_next_round(begun("swiss", 2, size=4)).rounds[0]] == [2]
    assert with_next_round(begun("swiss", 1, size=4)).rounds[0][0].ending is Ending.BYE


@pytest.mark.parametrize("entrants", [2, 3, 4, 7, 8, 25, 30])
def test_everybody_meets_everybody_once_and_begins_evenly(entrants: int) -> None:
    tournament = played_out(begun("everybody", entrants))
    assert {tournament.meetings(*pair) for pair in combinations(tournament.by_id, 2)} == {1}
    for one in tournament.by_id:
        firsts = [pairing.seats[0] == one for pairing in tournament.pairings_of(one) if len(pairing.seats) == 2]
        assert len(firsts) == entrants - 1
        assert abs(2 * sum(firsts) - len(firsts)) <= 1
    assert [one.entrant for one in standings_of(tournament)] == sorted(tournament.by_id)


def test_who_leaves_loses_to_those_they_would_have_met() -> None:
    tournament = played_out(without(with_round(begun("everybody", 4)), 1))
    later = [one for one in tournament.pairings_of(1) if one.ending is Ending.FORFEIT]
    assert len(later) == 2
    assert points_of(tournament, 1) == 24
    assert all(one.score_of(1).points == 0 for one in later)


def test_if_both_have_left_nobody_gets_anything() -> None:
    tournament = played_out(without(with_round(begun("everybody", 6)), 1, 2))
    [both] = [one for one in tournament.pairings_of(1) if 2 in one.seats]
    assert both.ending is Ending.FORFEIT
    assert [one.points for one in both.scores] == [0, 0]


def test_whoever_alone_stays_wins_the_games_that_are_left_against_all_who_have_left() -> None:
    first = with_round(begun("everybody", 4), {1: 5, 2: 9, 3: 5, 4: 9})
    over = played_out(without(first, 2, 3, 4))
    assert (points_of(first, 1), points_of(over, 1)) == (0, 48)
    assert [one.entrant for one in standings_of(over) if one.place == 1] == [1]


def test_whoever_leaves_before_the_final_does_not_share_the_first_place() -> None:
    first = with_round(begun("knockout", 4))
    assert [(one.entrant, one.place) for one in standings_of(played_out(without(first, 2, 3, 4)))] == [
        (1, 1), (2, 2), (3, 3), (4, 3),
    ]  # fmt: skip
    assert [one.place for one in standings_of(played_out(without(first, 1, 2, 3, 4)))] == [2, 2, 3, 3]


def test_a_bracket_keeps_the_strongest_apart() -> None:
    tournament = with_next_round(begun("knockout", 8))
    assert pairs_of(tournament) == {frozenset(pair) for pair in ((1, 8), (4, 5), (2, 7), (3, 6))}
    for size in (2, 4, 8, 16):
        order = bracket_order(size)
        assert sorted(order) == list(range(1, size + 1))
        assert {1, 2} & set(order[: size // 2]) == {1}


def test_the_strongest_have_no_opponent_where_the_bracket_has_free_places() -> None:
    tournament = with_next_round(begun("knockout", 5))
    assert sorted(one.seats[0] for one in tournament.rounds[0] if one.ending is Ending.BYE) == [1, 2, 3]


def test_the_last_round_is_the_final_and_the_match_for_the_third_place() -> None:
    tournament = with_round(with_round(begun("knockout", 8)))
    assert brackets(tournament)[2] == [(1, 2), (4, 3)]
    tournament = with_round(tournament)
    assert is_over(tournament)
    assert [(one.entrant, one.place) for one in standings_of(tournament)][:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert {one.place for one in standings_of(tournament)[4:]} == {5}


@pytest.mark.parametrize(("kind", "size"), [("swiss", 2), ("swiss", 4), ("everybody", 2), ("knockout", 2)])
def test_there_is_a_table_while_a_round_is_played(kind: str, size: int) -> None:
    tournament = begun(kind, 8, size=size)
    assert len(standings_of(tournament)) == 8
    while not is_over(tournament):
        assert sorted(one.entrant for one in standings_of(with_next_round(tournament))) == sorted(tournament.by_id)
        tournament = with_round(tournament)


def test_a_draw_goes_to_who_sat_later() -> None:
    tournament = with_round(begun("knockout", 2), {1: 50, 2: 50})
    assert standings_of(tournament)[0].entrant == tournament.rounds[0][0].seats[1]


def test_who_leaves_a_knockout_loses_and_the_opponent_goes_on() -> None:
    tournament = with_next_round(without(with_round(begun("knockout", 8)), 1))
    [lost] = [one for one in tournament.rounds[1] if 1 in one.seats]
    assert lost.ending is Ending.FORFEIT
    tournament = with_round(without(with_round(begun("knockout", 8)), 1))
    assert 4 in brackets(tournament)[2][0]


def test_where_both_have_left_the_next_opponent_goes_on_without_a_game() -> None:
    tournament = with_round(without(with_round(begun("knockout", 8)), 1, 4))
    assert brackets(tournament)[2][0] == (None, 2)
    assert standings_of(with_round(tournament))[0].entrant == 2


@pytest.mark.parametrize("players", range(1, 100))
def test_divisions_have_four_to_eight_players(players: int) -> None:
    sizes = division_sizes(players)
    assert sum(sizes) == players
    assert len(sizes) == 1 or all(4 <= size <= 8 for size in sizes)


@pytest.mark.parametrize(
    ("players", "size", "tables", "rounds"),
    [(6, 3, [3, 3], 5), (8, 4, [4, 4], 5), (7, 3, [4, 3], 5), (5, 5, [5], 3), (4, 3, [4], 3), (16, 4, [4] * 4, 5)],
)
def test_a_league_at_tables_of_several_lets_all_of_a_division_meet(
    players: int, size: int, tables: list[int], rounds: int
) -> None:
    tournament = played_out(begun("league", players, size=size))
    assert {tuple(sorted((len(one.seats) for one in played), reverse=True)) for played in tournament.rounds} == {
        tuple(tables)
    }
    assert len(tournament.rounds) == rounds
    assert standings_of(tournament)[0].entrant == 1
    for ids in divide(sorted(tournament.by_id), 8 if size == 4 else 6):
        assert all(1 <= tournament.meetings(*pair) <= 4 for pair in combinations(ids, 2))


def test_who_leaves_a_league_at_tables_of_several_is_seated_no_more() -> None:
    tournament = with_round(without(with_round(begun("league", 6, size=3)), 1, 2))
    assert [len(one.seats) for one in tournament.rounds[1]] == [4]
    assert 1 not in tournament.rounds[1][0].seats


def test_between_two_divisions_the_last_and_the_best_change_places() -> None:
    first, second, third = [1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13, 14, 15, 16]
    order = next_order([first, second, third], frozenset(), [17])
    assert order[:6] == [1, 2, 3, 4, 7, 8]
    assert order[6:12] == [5, 6, 9, 10, 11, 13]
    assert order[12:] == [12, 14, 15, 16, 17]
    assert [len(one) for one in divide(order)] == [6, 6, 5]


def test_nobody_goes_up_for_who_stays_away() -> None:
    order = next_order([[1, 2, 3, 4], [5, 6, 7, 8]], frozenset({5, 4}), [])
    assert order == [1, 2, 6, 3, 7, 8]


def test_nobody_changes_divisions_twice_where_others_have_left() -> None:
    """Of the second division, one stays: he goes up for the last of the first, who goes no further down."""
    first, second, third = [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]
    order = next_order([first, second, third], frozenset({6, 7, 8}), [])
    assert order == [1, 2, 3, 5, 4, 9, 10, 11, 12]


def test_divisions_that_all_have_left_leave_no_gap() -> None:
    order = next_order([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], frozenset({5, 6, 7, 8}), [])
    assert order == [1, 2, 3, 9, 4, 10, 11, 12]


def test_whoever_leaves_a_league_nobody_moves_by_more_than_one_division() -> None:
    for number in range(300):
        dice = Random(number)
        tables = divide(list(range(dice.randrange(8, 40))))
        leaving = frozenset(one for table in tables for one in table if dice.random() < 0.6)
        stays = [[one for one in table if one not in leaving] for table in tables]
        stays = [table for table in stays if table]
        places = iter(next_order(tables, leaving, []))
        after = [[next(places) for _ in table] for table in stays]
        before = {one: place for place, table in enumerate(stays) for one in table}
        moved = [abs(before[one] - place) for place, table in enumerate(after) for one in table]
        assert max(moved, default=0) <= 1, (number, stays, after)


def knockout_of(*rounds: tuple[tuple[int, int] | None, ...]) -> Tournament:
    """A knockout of four with the points of each match by seat; None where it counts for nobody."""
    tournament = begun("knockout", 4)
    for points in rounds:
        tournament = with_next_round(tournament)
        matches = zip(tournament.rounds[-1], points, strict=True)
        played = tuple(scored(one, both) if both else annulled(one) for one, both in matches)
        tournament = replace(tournament, rounds=(*tournament.rounds[:-1], played))
    return tournament


def test_nobody_has_won_a_knockout_whose_final_both_have_lost() -> None:
    over = knockout_of(((9, 5), (9, 5)), (None, (9, 5)))
    assert is_over(over)
    assert [one.place for one in standings_of(over)] == [2, 2, 3, 4]
    running = replace(over, rounds=(over.rounds[0], (over.rounds[1][0], Pairing(over.rounds[1][1].seats))))
    assert [one.place for one in standings_of(running)] == [2, 2, 3, 3]


def test_nobody_has_won_a_knockout_in_which_everybody_has_lost_before_the_final() -> None:
    over = knockout_of((None, None), ())
    assert is_over(over)
    assert [one.place for one in standings_of(over)] == [2, 2, 2, 2]


def test_whoever_meets_nobody_in_the_final_has_won_it() -> None:
    first = knockout_of(((9, 5), None))
    over = with_next_round(first)
    assert is_over(over)
    assert [one.place for one in standings_of(over)] == [1, 2, 3, 3]
