"""Which plies still have to be announced."""

import asyncio

import pytest

from host.host import Host
from tests.host.tables import ANN, BOB, CID, begin, running, seat, take_turns

pytestmark = pytest.mark.both_databases


async def unannounced(host: Host) -> list[int]:
    return [table.number for table in await host.message_log.unannounced()]


async def test_a_ply_is_unannounced_until_it_is_marked(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    assert await unannounced(host) == [1]
    await host.message_log.mark_announced(1, table.ply, 77)
    assert await unannounced(host) == []
    table = running(await host.tables.load(1))
    assert (table.announced, table.message) == (1, 77)
    await take_turns(host, table, 1)
    assert await unannounced(host) == [1]


async def test_a_mark_that_comes_late_leaves_the_newer_ply_unannounced(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await take_turns(host, table, 1)
    await host.message_log.mark_announced(1, table.ply, 77)
    assert await unannounced(host) == [1]


async def test_a_mark_that_overtakes_an_earlier_one_stays(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    after = await take_turns(host, table, 1)
    await host.message_log.mark_announced(1, after.ply, 78)
    await host.message_log.mark_announced(1, table.ply, 77)
    assert await unannounced(host) == []
    marked = running(await host.tables.load(1))
    assert (marked.announced, marked.message) == (after.ply, 78)


async def test_a_mark_and_a_turn_at_the_same_moment_both_count(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await asyncio.gather(take_turns(host, table, 1), host.message_log.mark_announced(1, table.ply, 77))
    table = running(await host.tables.load(1))
    assert (table.ply, table.announced, table.message) == (4, 1, 77)


async def test_an_announcement_without_a_message_counts(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await host.message_log.mark_announced(1, table.ply, None)
    assert await unannounced(host) == []


async def test_a_waiting_table_has_nothing_to_announce(host: Host) -> None:
    await seat(host, ANN)
    await host.lobby.leave((await host.tables.load(1)).venue, ANN)
    await seat(host, ANN, BOB)
    assert await unannounced(host) == []


async def test_the_end_is_announced_too(host: Host) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB), 100)
    assert await unannounced(host) == [1]
    await host.message_log.mark_announced(1, table.ply, 77)
    assert await unannounced(host) == []
    assert (await host.tables.load_started(1)).message == 77


async def test_an_end_without_a_move_is_announced_too(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await host.message_log.mark_announced(1, table.ply, 77)
    await host.administration.end(1, CID, 1)
    assert await unannounced(host) == [1]
    await host.message_log.mark_announced(1, table.ply, 78)
    assert await unannounced(host) == []


async def test_messages_that_are_forgotten_are_sent_anew(host: Host) -> None:
    for _ in range(2):
        table = await begin(host, ANN, BOB)
        await host.message_log.mark_announced(table.number, table.ply, 77)
    await host.message_log.forget_messages()
    assert [(table.number, table.announced, table.message) for table in await host.message_log.unannounced()] == [
        (1, -1, None), (2, -1, None),
    ]  # fmt: skip
