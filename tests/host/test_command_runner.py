"""Commands run to their end, whoever waits for them, and the host is closed after the last one."""

import asyncio
import gc
import logging
from typing import Any

import pytest

from host.errors import DatabaseAwayError, TakenOverError
from host.services.service import CommandRunner
from tests.fixtures.databases import Place
from tests.host.tables import ANN, BOB, CHANNEL, open_host, seat


async def cancelled_call(runner: CommandRunner, error: Exception | None) -> list[dict[str, Any]]:
    """Cancel whoever waits for a command, which then fails. Return what the event loop complains about."""
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def command() -> None:
        begun.set()
        await may_end.wait()
        if error:
            raise error

    caller = asyncio.create_task(runner.run(command()))
    await begun.wait()
    caller.cancel()
    await asyncio.wait([caller])
    may_end.set()
    while runner._running:  # noqa: ASYNC110 (nobody may ask how it has ended)
        await asyncio.sleep(0)
    gc.collect()
    return complaints


async def test_a_failure_that_nobody_waits_for_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    assert not await cancelled_call(CommandRunner(), TakenOverError("games"))
    assert not caplog.records


async def test_a_bug_that_nobody_waits_for_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    assert not await cancelled_call(CommandRunner(), ValueError("a bug"))
    assert [record.exc_info[1].args for record in caplog.records if record.exc_info and record.exc_info[1]] == [
        ("a bug",)
    ]


async def test_what_begins_while_others_finish_is_waited_for_too() -> None:
    runner, ended = CommandRunner(), list[str]()

    async def second() -> None:
        await asyncio.sleep(0)
        ended.append("second")

    async def first() -> None:
        await asyncio.sleep(0)
        following.append(asyncio.create_task(runner.run(second())))
        await asyncio.sleep(0)  # it has begun now
        ended.append("first")

    following: list[asyncio.Task[None]] = []
    begun = asyncio.create_task(runner.run(first()))
    await asyncio.sleep(0)
    await runner.finish()
    assert ended == ["first", "second"]
    await asyncio.gather(begun, *following)


async def test_a_command_after_the_end_is_told_that_the_database_is_away(place: Place) -> None:
    host = await open_host(place)
    await seat(host, ANN)
    await host.close()
    with pytest.raises(DatabaseAwayError):
        await host.lobby.join(CHANNEL, BOB)
