"""Which servers are to be welcomed: each once, and again when the bot is invited after a week or later."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from host.host import Host
from host.model.table import Venue
from host.services.service import CommandRunner, ServiceContext
from host.services.welcomes import Welcomes
from tests.fixtures.databases import Place
from tests.host.tables import ANN, Clock, open_host

pytestmark = pytest.mark.both_databases

GUILD = 7


@pytest.mark.parametrize(("days", "is_new"), [(0, False), (6, False), (7, True), (30, True)])
async def test_a_server_is_welcomed_again_after_a_week(host: Host, clock: Clock, days: int, is_new: bool) -> None:
    first = clock.time
    assert await host.welcomes.begin(GUILD, first)
    assert await host.welcomes.begin(GUILD + 1, first)
    assert await host.welcomes.begin(GUILD, first + timedelta(days=days)) == is_new


@pytest.mark.parametrize(("hours", "is_new"), [(0, True), (24, True), (25, False)])
async def test_after_a_start_only_new_servers_are_welcomed(host: Host, clock: Clock, hours: int, is_new: bool) -> None:
    joined_at = clock.time - timedelta(hours=hours)
    assert await host.welcomes.begin_missed(GUILD, joined_at) == is_new
    assert not await host.welcomes.begin_missed(GUILD, joined_at)


async def test_after_a_start_no_server_is_welcomed_that_knows_the_bot(host: Host, clock: Clock) -> None:
    await host.lobby.join(Venue(GUILD, 1), ANN)
    await host.administration.change_settings(GUILD + 1, ANN, lambda server: replace(server, most_tables=3))
    for guild in (GUILD, GUILD + 1):
        assert not await host.welcomes.begin_missed(guild, clock.time)
    assert await host.welcomes.begin_missed(GUILD + 2, clock.time)


async def test_it_is_stored(place: Place, host: Host, clock: Clock) -> None:
    assert await host.welcomes.begin(GUILD, clock.time)
    await host.close()
    again = await open_host(place, clock)
    assert not await again.welcomes.begin(GUILD, clock.time)
    await again.close()


async def test_where_messages_are_gone_each_server_is_new(host: Host, clock: Clock) -> None:
    assert await host.welcomes.begin(GUILD, clock.time)
    await host.welcomes.forget_all()
    assert await host.welcomes.begin(GUILD, clock.time)


async def test_of_two_events_at_once_one_counts(host: Host, clock: Clock) -> None:
    both = await asyncio.gather(*(host.welcomes.begin(GUILD, clock.time) for _ in range(2)))
    assert sorted(both) == [False, True]


async def test_of_two_processes_one_welcomes(host: Host, clock: Clock) -> None:
    processes = [Welcomes(ServiceContext(host._storage, CommandRunner(), clock)) for _ in range(2)]
    for days in (0, 8):
        begun = await asyncio.gather(*(one.begin(GUILD, clock.time + timedelta(days=days)) for one in processes))
        assert sorted(begun) == [False, True]
