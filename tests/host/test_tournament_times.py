"""When rounds end whose ends are moved: by hand, by a pause, by an outage, and by vacations besides."""

from dataclasses import replace

from host.host import Host
from host.model.controllers import Computer
from host.model.tournament_changes import (
    ByHand,
    HandAction,
)
from host.model.tournament_rules import late_result, result_of
from host.model.tournaments import OrganisedTournament
from tests.host.tables import ANN, Clock
from tests.host.tournaments import CUP, DAY, FOUR, advanced, begun, pass_outage, plan_vacation
from tournaments.tournament import POINT

PAUSE = ByHand(HandAction.PAUSE, "wait")
GO_ON = ByHand(HandAction.RESUME, "go on")


async def by_hand(host: Host, tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    return await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)


async def begun_with_a_vacation(host: Host, clock: Clock, days: int = 2) -> OrganisedTournament:
    """A tournament in which who begins the first game has vacation from the next midnight on."""
    tournament = await begun(host, *FOUR)
    person = tournament.person(next(tournament.boards(1)).pairing.seats[0])
    await plan_vacation(host, clock, person, 1, days)
    return await host.tournaments.load(tournament.number)


async def test_more_time_comes_on_top_of_a_vacation(host: Host, clock: Clock) -> None:
    tournament = await begun_with_a_vacation(host, clock)
    start, (late, other) = clock.time, tuple(tournament.boards(1))
    assert [tournament.due_of(one) for one in (late, other)] == [start + 9 * DAY, start + 7 * DAY]
    clock.time += 4 * DAY
    tournament = await by_hand(host, tournament, ByHand(HandAction.EXTEND, "why not", "3d"))
    assert [tournament.due_of(one) for one in (late, other)] == [start + 12 * DAY, start + 10 * DAY]


async def test_a_pause_and_an_outage_come_on_top_of_a_vacation(host: Host, clock: Clock) -> None:
    tournament = await begun_with_a_vacation(host, clock)
    start, late = clock.time, next(tournament.boards(1))
    clock.time += 4 * DAY
    tournament = await by_hand(host, tournament, PAUSE)
    clock.time += 2 * DAY
    tournament = await by_hand(host, tournament, GO_ON)
    assert tournament.due_of(late) == start + 11 * DAY
    await pass_outage(host, clock, 2 * DAY)
    assert (await host.tournaments.load(tournament.number)).due_of(late) == start + 13 * DAY


async def test_an_outage_during_a_pause_counts_once(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR)
    start = clock.time
    await by_hand(host, tournament, PAUSE)
    clock.time += 2 * DAY
    await pass_outage(host, clock, DAY)
    assert (await by_hand(host, tournament, GO_ON)).round_due == start + 10 * DAY


async def test_a_vacation_before_a_round_that_waited_for_the_end_of_a_pause_does_not_count(
    host: Host, clock: Clock
) -> None:
    tournament = await by_hand(host, await begun(host, *FOUR), PAUSE)
    for board in tournament.boards(1):
        await host.turns.resign(board.game or 0, tournament.person(board.pairing.seats[1]))
    tournament = await advanced(host, tournament.number)
    await plan_vacation(host, clock, ANN, 1, 2)
    clock.time += 4 * DAY
    tournament = await by_hand(host, tournament, GO_ON)
    assert (tournament.round, tournament.round_end) == (2, clock.time + 7 * DAY)


async def test_who_has_given_up_gets_nothing_when_the_time_is_over(host: Host, clock: Clock) -> None:
    """Whoever is to move has lost. The second has resigned, and a computer plays for the third."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, table_size=4))
    [board] = tournament.boards(1)
    _, second, third, _ = map(tournament.person, board.pairing.seats)
    assert board.game
    await host.turns.resign(board.game, second)
    await host.seats.leave_to_computer(board.game, third, Computer(1))
    clock.time += 7 * DAY
    [board] = (await advanced(host, tournament.number)).boards(1)
    assert [one.points for one in board.pairing.scores] == [0, 0, 0, POINT]


async def test_nobody_wins_by_a_computer_when_the_time_of_two_is_over(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR)
    board = next(tournament.boards(1))
    assert board.game
    await host.seats.leave_to_computer(board.game, tournament.person(board.pairing.seats[1]), Computer(1))
    clock.time += 7 * DAY
    board = next((await advanced(host, tournament.number)).boards(1))
    assert [one.points for one in board.pairing.scores] == [0, 0]


async def test_nobody_is_better_off_who_gives_up_than_who_plays_on(host: Host) -> None:
    """Who leaves a game behind has the difference that the board shows then; who leads has none."""
    tournament = await begun(host, *FOUR)
    board = next(tournament.boards(1))
    loser = tournament.person(board.pairing.seats[0])
    running = await host.tables.load_running(board.game or 0)
    await host.turns.resign(running.number, loser)
    resigned = await host.tables.load_started(running.number)
    for scores, differences in [((20, 70), [-50, 50]), ((70, 20), [0, 0])]:
        for table, judge in [(running, late_result), (resigned, result_of)]:
            table.state.scores[:] = scores
            result = judge(tournament, board.pairing, table)
            assert result is not None
            assert [one.difference for one in result.scores] == differences
            assert [one.points for one in result.scores] == [0, POINT]
