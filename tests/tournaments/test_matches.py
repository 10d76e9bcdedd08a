"""Matches: who begins, when they are over, and what they count."""

from dataclasses import replace
from functools import partial

import pytest

from tests.tournaments.played import annulled, begun
from tournaments.kinds import standings_of
from tournaments.knockout import winner_and_loser
from tournaments.matches import after_game, games_won, next_game, with_other_game, without_absent
from tournaments.tie_breaks import difference_of_games, difference_of_points
from tournaments.tournament import POINT, Ending, Pairing, Tournament, forfeited, points_of, scored

ANN, BOB = 1, 2
HALF = POINT // 2


def played(*points: tuple[int, int]) -> Pairing:
    """A match of Ann and Bob, best of 3, after games with these points of Ann and of Bob."""
    match = Pairing((ANN, BOB))
    for ann, bob in points:
        game = next_game(match)
        match = after_game(match, scored(game, (ann, bob) if game.seats[0] == ANN else (bob, ann)), 3)
    return match


def test_who_begins_changes_from_game_to_game() -> None:
    match = played((50, 40))
    assert next_game(Pairing((ANN, BOB))).seats == (ANN, BOB)
    assert next_game(match).seats == (BOB, ANN)
    assert next_game(played((50, 40), (40, 50))).seats == (ANN, BOB)


@pytest.mark.parametrize(
    ("points", "match_points"),
    [
        ([(50, 40)], None),
        ([(50, 40), (50, 40)], [POINT, 0]),
        ([(50, 40), (40, 50)], None),
        ([(50, 40), (50, 50)], None),
        ([(50, 40), (50, 50), (40, 50)], [HALF, HALF]),
        ([(50, 50), (50, 50), (50, 50)], [HALF, HALF]),
        ([(50, 50), (50, 50), (40, 50)], [0, POINT]),
    ],
)
def test_a_match_is_over_when_nobody_can_catch_up(
    points: list[tuple[int, int]], match_points: list[int] | None
) -> None:
    match = played(*points)
    assert match.is_over is (match_points is not None)
    assert [one.points for one in match.scores] == (match_points or [])


def test_a_match_counts_a_point_and_its_games_are_tie_breaks() -> None:
    match = played((50, 40), (30, 45), (60, 40))
    tournament = Tournament("swiss", begun("swiss", 2).entrants, ((match,),), best_of=3)
    assert (points_of(tournament, ANN), games_won(match, ANN), games_won(match, BOB)) == (POINT, 2 * POINT, POINT)
    assert difference_of_games(tournament, [ANN, BOB]) == {ANN: POINT, BOB: -POINT}
    assert difference_of_points(tournament, [ANN, BOB]) == {ANN: 15, BOB: -15}
    assert difference_of_games(replace(tournament, best_of=1), [ANN]) is None
    table = standings_of(tournament)
    assert [(one.wins, one.games) for one in table] == [(2, 3), (1, 3)]


def test_games_decide_where_points_and_meetings_do_not() -> None:
    clear, close = played((50, 40), (50, 40)), played((50, 40), (30, 45), (60, 40))
    games = tuple(replace(one, seats=tuple(seat + 2 for seat in one.seats)) for one in close.games)
    other = replace(close, seats=(3, 4), games=games)
    tournament = Tournament("everybody", begun("everybody", 4).entrants, ((clear, other),), best_of=3)
    table = standings_of(tournament)
    assert [one.entrant for one in table] == [ANN, 3, 4, BOB]
    assert table[1].decided_by == "difference of games"


def test_who_is_late_loses_the_game_and_not_the_match() -> None:
    match = after_game(Pairing((ANN, BOB)), forfeited(Pairing((ANN, BOB)), frozenset({ANN})), 3)
    assert not match.is_over
    match = after_game(match, scored(next_game(match), (40, 50)), 3)
    assert games_won(match, ANN) == games_won(match, BOB) == POINT
    match = after_game(match, scored(next_game(match), (50, 40)), 3)
    assert (match.ending, [one.points for one in match.scores]) == (Ending.PLAYED, [POINT, 0])


def test_who_has_left_loses_the_games_that_are_left() -> None:
    match = without_absent(played((50, 40)), frozenset({ANN, 7}), 3)
    assert [one.points for one in match.scores] == [0, POINT]
    assert [one.ending for one in match.games] == [Ending.PLAYED, Ending.FORFEIT, Ending.FORFEIT]


def test_if_nobody_has_come_to_any_game_nobody_gets_anything() -> None:
    match = without_absent(Pairing((ANN, BOB)), frozenset({ANN, BOB}), 3)
    assert (match.ending, len(match.games)) == (Ending.FORFEIT, 3)
    assert [one.points for one in match.scores] == [0, 0]
    assert winner_and_loser(match) == (None, None)


def test_a_game_that_counts_for_nobody_is_one_of_the_three() -> None:
    count_for_nobody = partial(after_game, best_of=3)
    match = count_for_nobody(played((50, 40)), annulled(next_game(played((50, 40)))))
    assert not match.is_over
    match = after_game(match, scored(next_game(match), (40, 50)), 3)
    assert [one.points for one in match.scores] == [HALF, HALF]
    assert not after_game(Pairing((ANN, BOB)), annulled(Pairing((ANN, BOB))), 3).is_over


def test_a_game_that_is_decided_otherwise_lets_the_match_go_on() -> None:
    match = played((50, 40), (50, 40))
    after = with_other_game(match, 1, scored(match.games[1], (50, 40)), 3)
    assert not after.is_over
    assert with_other_game(after, 1, match.games[1], 3) == match


def test_a_tied_match_of_a_knockout_goes_to_who_has_begun_once_only() -> None:
    assert winner_and_loser(played((50, 50), (50, 50), (50, 50))) == (BOB, ANN)


def test_a_single_game_is_its_own_result() -> None:
    game = scored(Pairing((ANN, BOB)), (50, 40))
    assert after_game(Pairing((ANN, BOB)), game, 1) == game
