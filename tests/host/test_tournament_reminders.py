"""The players of a tournament are told a day before their games end, each once for each end."""

from dataclasses import replace
from datetime import timedelta

from host.host import Host
from host.model.notifications import NotificationKind
from host.model.table import RunningTable
from host.model.tournament_changes import (
    ByHand,
    HandAction,
)
from host.model.tournaments import ROUND_ENDS, OrganisedTournament
from tests.fixtures.databases import Place
from tests.host.tables import ANN, Clock, open_host
from tests.host.tournaments import CUP, DAY, FOUR, begun, pass_outage, plan_vacation


async def reminded(host: Host, tournament: OrganisedTournament) -> list[int]:
    """Remind the players, and return the games whose players are."""
    found = await host.tournaments.remind(tournament.number)
    assert {one.kind for one in found} <= {NotificationKind.ROUND_ENDS}
    return [one.game for one in found]


def games(tournament: OrganisedTournament) -> list[int]:
    return [board.game or 0 for board in tournament.boards(tournament.round)]


async def test_whoever_is_to_move_is_reminded_a_day_before_the_end(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR)
    end, number = clock.time + 7 * DAY, tournament.number
    assert host.schedule.at(ROUND_ENDS, number) == end - DAY
    clock.time = end - DAY
    found = await host.tournaments.remind(number)
    assert [(one.game, one.due) for one in found] == [(game, end) for game in games(tournament)]
    for one in found:
        table = await host.tables.load(one.game)
        assert isinstance(table, RunningTable)
        assert table.next_seat.person
        assert one.person_id == table.next_seat.person.id
    assert host.schedule.at(ROUND_ENDS, number) is None
    assert await reminded(host, tournament) == []


async def test_a_game_that_ends_later_by_vacation_has_its_reminder_later(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR)
    start, number, [late, other] = clock.time, tournament.number, games(tournament)
    await plan_vacation(host, clock, tournament.person(next(tournament.boards(1)).pairing.seats[0]), 2, 3)
    clock.time = start + 6 * DAY
    assert await reminded(host, tournament) == [other]
    assert host.schedule.at(ROUND_ENDS, number) == start + 9 * DAY
    clock.time = start + 9 * DAY
    assert await reminded(host, tournament) == [late]


async def test_who_gets_more_time_after_a_reminder_has_another_one(host: Host, clock: Clock) -> None:
    """An end that moves by some hours is told once."""
    tournament = await begun(host, *FOUR)
    end, number = clock.time + 7 * DAY, tournament.number
    clock.time = end - DAY
    assert await reminded(host, tournament) == games(tournament)
    await pass_outage(host, clock, timedelta(hours=2))
    clock.time += timedelta(hours=1)
    assert await reminded(host, tournament) == []
    change = ByHand(HandAction.EXTEND, "Easter", "3d")
    await host.tournaments.change_by_hand(number, ANN, change, is_manager=False)
    again = end + 2 * DAY + timedelta(hours=2)
    assert host.schedule.at(ROUND_ENDS, number) == again
    clock.time = again
    found = await host.tournaments.remind(number)
    assert [(one.game, one.due) for one in found] == [(game, again + DAY) for game in games(tournament)]
    assert await reminded(host, tournament) == []


async def test_a_change_at_the_moment_of_a_reminder_does_not_forget_it(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR)
    due = host.schedule.at(ROUND_ENDS, tournament.number)
    assert due
    clock.time = due + timedelta(seconds=1)
    await host.tournaments.note_told(tournament.number, 1)
    assert host.schedule.at(ROUND_ENDS, tournament.number) == due
    assert await reminded(host, tournament) == games(tournament)


async def test_an_outage_moves_the_reminder_and_a_restart_keeps_it(address: Place, clock: Clock) -> None:
    host = await open_host(address, clock)
    tournament = await begun(host, *FOUR)
    start, number = clock.time, tournament.number
    clock.time = start + 0.5 * DAY
    await host.deadlines.heartbeat()
    await host.close()
    clock.time = start + 6.5 * DAY
    host = await open_host(address, clock)
    try:
        assert await host.deadlines.heartbeat(is_start=True) == 6 * DAY
        assert host.schedule.at(ROUND_ENDS, number) == start + 12 * DAY
        clock.time = start + 12 * DAY
        assert await reminded(host, tournament) == games(tournament)
    finally:
        await host.close()


async def test_nobody_is_reminded_of_a_round_of_a_day_or_of_a_paused_one(host: Host, clock: Clock) -> None:
    quick = await begun(host, *FOUR, terms=replace(CUP, round_time="1d"))
    assert host.schedule.at(ROUND_ENDS, quick.number) is None
    paused = await begun(host, *FOUR)
    await host.tournaments.change_by_hand(paused.number, ANN, ByHand(HandAction.PAUSE, "Easter"), is_manager=True)
    clock.time += 6.5 * DAY
    assert await reminded(host, paused) == []
