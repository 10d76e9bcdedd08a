"""Matches in tournaments as the host keeps them: games follow each other, each with its own time; and vacations."""

from dataclasses import replace

import pytest

from host.errors import NotOfferedError
from host.host import Host
from host.model import tournament_boards
from host.model.controllers import Person
from host.model.table import RunningTable
from host.model.tournament_boards import (
    TOURNAMENT,
    Board,
    tournament_of,
)
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournaments import (
    OrganisedTournament,
    TournamentStatus,
)
from tests.fixtures.databases import Place
from tests.host.tables import ANN, Clock, open_host
from tests.host.tournaments import CUP, DAY, FOUR, advanced, begun, pass_outage, plan_vacation
from tournaments.kinds import standings_of
from tournaments.tournament import POINT, Ending, Pairing

MATCHES = replace(CUP, best_of=3)


def board_of(tournament: OrganisedTournament, place: int = 1) -> Board:
    return list(tournament.boards(tournament.round))[place - 1]


async def lose(host: Host, tournament: OrganisedTournament, board: Board, entrant: int) -> OrganisedTournament:
    """Let somebody resign from the game of a board."""
    assert board.game
    await host.turns.resign(board.game, tournament.person(entrant))
    return await advanced(host, tournament.number)


async def seats(host: Host, board: Board) -> list[Person | None]:
    table = await host.tables.load(board.game or 0)
    assert isinstance(table, RunningTable)
    assert table.occasion
    assert tournament_of(table.occasion) == board.tournament
    return [one.person for one in table.seats]


async def test_the_next_game_follows_and_the_other_begins(host: Host) -> None:
    tournament = await begun(host, *FOUR, terms=MATCHES)
    board = board_of(tournament)
    first, second = (tournament.person(one) for one in board.pairing.seats)
    assert await seats(host, board) == [first, second]
    tournament = await lose(host, tournament, board, board.pairing.seats[1])
    again = board_of(tournament)
    assert (again.number, again.earlier, again.pairing.is_over) == (2, (board.game,), False)
    assert await seats(host, again) == [second, first]
    tournament = await lose(host, tournament, again, board.pairing.seats[0])
    assert await seats(host, board_of(tournament)) == [first, second]
    tournament = await lose(host, tournament, board_of(tournament), board.pairing.seats[1])
    over = board_of(tournament)
    assert (over.pairing.ending, [one.points for one in over.pairing.scores]) == (Ending.PLAYED, [POINT, 0])
    assert len(set(over.tables)) == 3
    assert tournament.round == 1, "the other match is played"
    assert await host.tournaments.load(tournament.number) == tournament


async def test_two_games_won_decide_a_match(host: Host) -> None:
    tournament = await begun(host, *FOUR, terms=MATCHES)
    for _ in range(2):
        board = board_of(tournament)
        tournament = await lose(host, tournament, board, board.pairing.seats[0])
    assert board_of(tournament).pairing.is_over
    assert len(board_of(tournament).pairing.games) == 2


async def test_each_game_has_its_own_time_and_who_is_late_loses_it(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR, terms=MATCHES)
    start, [one, other] = clock.time, list(tournament.boards(1))
    assert [tournament.due_of(board) for board in (one, other)] == [start + 7 * DAY] * 2
    assert (tournament.round_due, tournament.due) == (start + 21 * DAY, start + 7 * DAY)
    tournament = await lose(host, tournament, one, one.pairing.seats[1])
    assert tournament.due_of(board_of(tournament)) == start + 14 * DAY, "who is fast has more time"
    assert host.schedule.at(TOURNAMENT, tournament.number) == clock.time, "a game is told"
    clock.time = start + 7 * DAY
    tournament = await advanced(host, tournament.number)
    late = board_of(tournament, 2)
    assert late.pairing.games[0].ending is Ending.FORFEIT
    assert [game.points for game in late.pairing.games[0].scores] == [0, POINT]
    assert (late.pairing.is_over, late.number, late.game is not None) == (False, 2, True)
    assert (await host.tables.known(other.game or 0)).status.is_over
    assert board_of(tournament).pairing.games[0].ending is Ending.PLAYED
    clock.time = start + 14 * DAY
    tournament = await advanced(host, tournament.number)
    assert [len(one.pairing.games) for one in tournament.boards(1)] == [2, 2]
    clock.time = start + 21 * DAY
    tournament = await advanced(host, tournament.number)
    assert tournament.round == 2


async def test_who_leaves_finishes_the_game_and_loses_the_others(host: Host) -> None:
    tournament = await begun(host, *FOUR, terms=replace(MATCHES, kind="everybody"))
    board = board_of(tournament)
    gone, other = board.pairing.seats
    await host.tournaments.leave(tournament.number, tournament.person(gone))
    tournament = await advanced(host, tournament.number)
    assert not board_of(tournament).pairing.is_over
    tournament = await lose(host, tournament, board_of(tournament), other)
    pairing = board_of(tournament).pairing
    assert [one.ending for one in pairing.games] == [Ending.PLAYED, Ending.FORFEIT, Ending.FORFEIT]
    assert pairing.score_of(other).points == POINT


async def test_a_game_of_a_match_is_decided_by_hand_and_the_match_goes_on(host: Host) -> None:
    tournament = await begun(host, *FOUR, terms=MATCHES)
    board = board_of(tournament)
    first, second = board.pairing.seats
    change = ByHand(HandAction.AWARD, "a mistake", f"#{board.game}", Award.SECOND)
    await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)
    tournament = await advanced(host, tournament.number)
    assert (await host.tables.known(board.game or 0)).status.is_over
    again = board_of(tournament)
    assert (again.number, again.pairing.games[0].ending) == (2, Ending.AWARDED)
    tournament = await lose(host, tournament, again, first)
    assert board_of(tournament).pairing.score_of(second).points == POINT
    other = ByHand(HandAction.AWARD, "it was none", f"#{board.game}", Award.FIRST)
    await host.tournaments.change_by_hand(tournament.number, ANN, other, is_manager=False)
    tournament = await advanced(host, tournament.number)
    assert (board_of(tournament).pairing.is_over, board_of(tournament).number) == (False, 3), "it stands one to one"
    assert await seats(host, board_of(tournament)) == [tournament.person(first), tournament.person(second)]


async def test_who_is_taken_out_loses_the_games_that_are_left(host: Host) -> None:
    tournament = await begun(host, *FOUR, terms=MATCHES)
    board = board_of(tournament)
    gone, other = board.pairing.seats
    tournament = await lose(host, tournament, board, other)
    place = 1 + [one.entrant for one in standings_of(tournament.course)].index(gone)
    await host.tournaments.change_by_hand(
        tournament.number, ANN, ByHand(HandAction.REMOVE, "she asked for it", str(place)), is_manager=False
    )
    tournament = await advanced(host, tournament.number)
    over = board_of(tournament)
    assert [game.score_of(gone).points for game in over.pairing.games] == [POINT, 0, 0]
    assert over.pairing.score_of(other).points == POINT
    assert [(await host.tables.known(table)).status.is_over for table in over.tables] == [True, True]


@pytest.mark.parametrize("who_meets", ["swiss", "everybody", "knockout", "league"])
async def test_a_tournament_of_matches_goes_to_its_end(host: Host, who_meets: str) -> None:
    tournament = await begun(host, *FOUR, terms=replace(MATCHES, kind=who_meets))
    for _ in range(60):
        if tournament.status is not TournamentStatus.RUNNING:
            break
        board = next(one for one in tournament.boards(tournament.round) if not one.pairing.is_over)
        tournament = await lose(host, tournament, board, max(board.pairing.seats))
    assert tournament.status is TournamentStatus.OVER
    assert tournament.person(standings_of(tournament.course)[0].entrant) == ANN
    assert all(len(one.pairing.games) in (0, 2) for one in tournament.boards())


async def test_it_is_read_again_and_goes_on_after_a_start(path: Place, clock: Clock) -> None:
    host = await open_host(path, clock)
    tournament = await begun(host, *FOUR, terms=MATCHES)
    tournament = await lose(host, tournament, board_of(tournament), board_of(tournament).pairing.seats[0])
    await host.turns.resign(board_of(tournament).game or 0, tournament.person(board_of(tournament).pairing.seats[0]))
    await host.close()
    host = await open_host(path, clock)
    assert await host.tournaments.load(tournament.number) == tournament
    assert host.schedule.at(TOURNAMENT, tournament.number) == clock.time
    tournament = await advanced(host, tournament.number)
    assert board_of(tournament).pairing.is_over
    await host.tournaments.note_told(tournament.number, 1)
    await host.close()
    host = await open_host(path, clock)
    assert host.schedule.at(TOURNAMENT, tournament.number) == clock.time + 7 * DAY
    await host.close()


async def test_matches_are_for_two(host: Host) -> None:
    with pytest.raises(NotOfferedError):
        await begun(host, *FOUR, terms=replace(CUP, best_of=2))
    tournament = await begun(host, *FOUR, terms=replace(MATCHES, table_size=4))
    assert tournament.best_of == tournament.course.best_of == 1


def to_move_and_not(tournament: OrganisedTournament, board: Board) -> tuple[Person, Person]:
    first, second = (tournament.person(one) for one in board.pairing.seats)
    return first, second


async def test_a_game_ends_later_by_the_vacation_of_its_players(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR)
    await host.tournaments.note_told(tournament.number, 1)
    start, [one, other] = clock.time, list(tournament.boards(1))
    first, _ = to_move_and_not(tournament, one)
    await plan_vacation(host, clock, first, 2, 3)
    [noted] = await host.tournaments.note_vacation(first.id)
    assert (noted.due_of(one), noted.due_of(other)) == (start + 10 * DAY, start + 7 * DAY)
    assert (noted.round_end, noted.due) == (start + 10 * DAY, start + 7 * DAY)
    clock.time = start + 7 * DAY
    tournament = await advanced(host, tournament.number)
    assert [board.pairing.is_over for board in tournament.boards(1)] == [False, True]
    await advanced(host, tournament.number)
    assert host.schedule.at(TOURNAMENT, tournament.number) == start + 10 * DAY
    clock.time = start + 10 * DAY
    tournament = await advanced(host, tournament.number)
    assert tournament.round == 2
    assert next(tournament.boards(1)).pairing.ending is Ending.FORFEIT


async def test_a_long_vacation_holds_a_round_up_by_its_grace_only(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR, terms=replace(CUP, round_time="3d"))
    start, board = clock.time, board_of(tournament)
    await plan_vacation(host, clock, to_move_and_not(tournament, board)[0], 1, 20)
    tournament = await host.tournaments.load(tournament.number)
    assert tournament.due_of(board) == start + 6 * DAY, "as much again as the round has"
    clock.time = start + 6 * DAY
    assert board_of(await advanced(host, tournament.number)).round == 2


async def test_who_comes_back_early_or_goes_too_late_does_not_hold_it_up(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR)
    start, board = clock.time, board_of(tournament)
    first, second = to_move_and_not(tournament, board)
    await plan_vacation(host, clock, second, 10, 3)
    assert (await host.tournaments.load(tournament.number)).due_of(board) == start + 7 * DAY
    await plan_vacation(host, clock, first, 5, 5)
    clock.time = start + 6 * DAY
    await host.people.end_vacation(first)
    assert (await host.tournaments.load(tournament.number)).due_of(board) == start + 8.5 * DAY


async def test_both_vacations_count_and_days_of_both_count_once(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR, terms=replace(MATCHES, round_time="14d"))
    start, board = clock.time, board_of(tournament)
    first, second = to_move_and_not(tournament, board)
    await plan_vacation(host, clock, first, 1, 2)
    await plan_vacation(host, clock, second, 2, 2)
    tournament = await host.tournaments.load(tournament.number)
    assert tournament.due_of(board) == start + 17 * DAY
    tournament = await lose(host, tournament, board, board.pairing.seats[0])
    assert tournament.due_of(board_of(tournament)) == start + 31 * DAY, "the next game has all its time"


async def test_an_outage_moves_the_time_of_each_game(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR, terms=MATCHES)
    await host.tournaments.note_told(tournament.number, 1)
    start = clock.time
    await pass_outage(host, clock, DAY)
    assert host.schedule.at(TOURNAMENT, tournament.number) == start + 8 * DAY
    tournament = await host.tournaments.load(tournament.number)
    assert tournament.due_of(board_of(tournament)) == start + 8 * DAY


def test_each_game_of_each_board_is_an_occasion_of_its_own() -> None:
    """Two hundred players have a hundred boards in a round, but each two who are swapped make two more."""
    boards = [
        Board(7, number, place, Pairing((1, 2), games=(Pairing((1, 2)),) * games), None)
        for number in (1, 2)
        for place in (*range(1, 11), *range(245, 260), *range(495, 510), *range(990, 1010), 4000)
        for games in range(3)
    ]
    occasions = {one.occasion for one in boards}
    assert len(occasions) == len(boards)
    assert {tournament_of(one) for one in occasions} == {7}
    assert boards[0].occasion.key == 7_001_001, "tables that were opened before are found by it"
    read = [tournament_boards.board_of(one.occasion) for one in boards]
    assert read == [(one.round, one.place, one.number) for one in boards]
