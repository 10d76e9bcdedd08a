"""An outage moves the ends of rounds together with what says that it was made up for: all is stored, or nothing."""

from datetime import timedelta
from typing import Any

import pytest

from host.errors import DatabaseAwayError
from host.host import Host
from host.model.tournament_boards import TOURNAMENT
from host.model.tournament_changes import (
    ByHand,
    HandAction,
)
from tests.fixtures.databases import Place
from tests.host.tables import ANN, Clock, open_host
from tests.host.tournaments import DAY, FOUR, begun


async def test_a_kill_right_after_an_outage_takes_no_time_of_the_round(address: Place, clock: Clock) -> None:
    host = await open_host(address, clock)
    tournament = await begun(host, *FOUR)
    start, number = clock.time, tournament.number
    await host.deadlines.heartbeat()
    clock.time += 2 * DAY
    assert await host.deadlines.heartbeat() == 2 * DAY
    await host.close()
    host = await open_host(address, clock)
    try:
        await host.deadlines.heartbeat(is_start=True)
        assert (await host.tournaments.load(number)).round_due == start + 9 * DAY
    finally:
        await host.close()


async def test_what_cannot_be_stored_moves_nothing_and_is_made_up_for_later_once(
    host: Host, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await begun(host, *FOUR)
    await host.tournaments.note_told(tournament.number, 1)
    start, number = clock.time, tournament.number
    await host.deadlines.heartbeat()
    clock.time += DAY

    async def away(*_: Any) -> None:
        raise DatabaseAwayError("test.db")

    with monkeypatch.context() as patch:
        patch.setattr(host._storage._database, "commit", away)
        with pytest.raises(DatabaseAwayError):
            await host.deadlines.heartbeat()
    assert (await host.tournaments.load(number)).round_due == start + 7 * DAY
    assert host.schedule.at(TOURNAMENT, number) == start + 7 * DAY
    assert await host.deadlines.heartbeat() == DAY
    assert await host.deadlines.heartbeat() is None
    assert (await host.tournaments.load(number)).round_due == start + 8 * DAY
    assert host.schedule.at(TOURNAMENT, number) == start + 8 * DAY


async def test_a_round_that_changes_meanwhile_still_gets_the_time(
    host: Host, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host gives a round more time between the moment in which it is read and the one in which it is stored."""
    tournament = await begun(host, *FOUR)
    start = clock.time
    save = host._storage.games.save_deadlines

    async def meet_more_time(*args: Any) -> None:
        monkeypatch.undo()
        change = ByHand(HandAction.EXTEND, "Easter", "3d")
        await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)
        await save(*args)

    await host.deadlines.heartbeat()
    monkeypatch.setattr(host._storage.games, "save_deadlines", meet_more_time)
    clock.time += timedelta(hours=5)
    assert await host.deadlines.heartbeat() == timedelta(hours=5)
    assert (await host.tournaments.load(tournament.number)).round_due == start + timedelta(days=10, hours=5)


async def test_an_outage_counts_from_the_beginning_of_the_round(host: Host, clock: Clock) -> None:
    await host.deadlines.heartbeat()
    clock.time += timedelta(minutes=5)
    tournament = await begun(host, *FOUR)
    clock.time += timedelta(hours=5)
    start = tournament.round_begun_at
    assert start
    await host.deadlines.heartbeat()
    assert (await host.tournaments.load(tournament.number)).round_due == start + timedelta(days=7, hours=5)
