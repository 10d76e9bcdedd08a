"""Starts that have to wait, and ends in the middle of something."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from host.storage.engine.file_locks import lock_database
from tests.fixtures.cases import slow
from tests.fixtures.databases import locked, url
from tests.loopback import LoopbackDiscord
from tests.loopback.process import running
from tests.whole.game import Game
from tests.whole.program import Program

BOARD = "/channels/*/messages"
HOURS = 3600.0
"""Seconds for which a request hangs, longer than any test."""
PROMISED = timedelta(seconds=5)
"""The time within which the program ends in any case, by its own log."""


@pytest.mark.parametrize("path", [slow("/users/@me"), "/gateway/bot"])
async def test_while_discord_is_away_the_bot_waits(server: LoopbackDiscord, tmp_path: Path, path: str) -> None:
    server.fail("GET", path, status=503)
    program = Program(server, tmp_path)
    await program.start()
    assert await program.stop() == 0
    assert program.output.count("Discord is away") == 1
    assert "Traceback" not in program.output


async def test_a_connection_that_is_refused_is_one_line_in_the_log(server: LoopbackDiscord, tmp_path: Path) -> None:
    nowhere = {
        **server.environment,
        "DISCORD_API_BASE": "http://127.0.0.1:9/api/v10",
        "DATABASE_URL": url(tmp_path / "a.db"),
    }
    async with running("bot.py", environment=nowhere) as process:
        assert await process.line("Discord is away: 127.0.0.1: Connection refused; trying again in 2 s")
        assert await process.stop() == 0
    assert "Traceback" not in process.output


async def test_while_another_program_locks_the_database_the_bot_waits(server: LoopbackDiscord, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with running("bot.py", environment={**server.environment, "DATABASE_URL": url(file)}) as process:
        with locked(file):
            assert str(file) in await process.line("Another program has locked")
        await server.until_ready()
        assert await process.stop() == 0
    assert "Traceback" not in process.output


@pytest.mark.parametrize("content", [b"no database at all", slow(b"SQLite format 3\0" + bytes(200))])
async def test_what_is_no_database_is_one_line(server: LoopbackDiscord, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(content)
    async with running("bot.py", environment={**server.environment, "DATABASE_URL": url(file)}) as process:
        assert str(file) in await process.line("is damaged, or it isn't a database")
        assert await process.wait() == 1
    assert "Traceback" not in process.output


async def test_a_database_that_another_bot_uses_is_one_line_that_says_what_to_do(
    server: LoopbackDiscord, tmp_path: Path
) -> None:
    file = tmp_path / "games.db"
    with lock_database(file):
        async with running("bot.py", environment={**server.environment, "DATABASE_URL": url(file)}) as process:
            said = await process.line(f"Another bot is already using the database {file}.")
            assert said.endswith("Stop that one, or give this one another DATABASE_URL.")
            assert await process.wait() == 1
    assert "Traceback" not in process.output


async def test_what_has_begun_is_finished_at_the_end(program: Program, game: Game) -> None:
    await game.begin()
    program.server.fail("POST", BOARD, status=None, delay=1.0)
    placed = asyncio.create_task(game.place(game.mover()))
    await program.server.until_faulty()
    assert await program.stop() == 0
    await placed
    await game.shown(2)
    await program.start()
    await game.turn()
    await game.check()
    assert "Traceback" not in program.output
    assert "not announced" not in program.output


@pytest.fixture
async def timed(server: LoopbackDiscord, tmp_path: Path) -> AsyncIterator[Program]:
    """The running bot, whose log has the time of each line in milliseconds."""
    program = Program(server, tmp_path, LOG_FORMAT="json")
    await program.start()
    yield program
    await program.close()


def time_to_end(program: Program) -> timedelta:
    """How long the program took from the signal to its end, by its own log."""
    lines = [json.loads(line) for line in program.output.splitlines() if line.startswith("{")]
    begun, ended = (
        datetime.fromisoformat(line["time"].replace(",", "."))
        for line in lines
        if line["message"] in ("Stopping: finishing what has begun", "Stopped")
    )
    return ended - begun


@pytest.mark.parametrize("number", [signal.SIGTERM, slow(signal.SIGINT)])
async def test_the_end_comes_soon_even_if_discord_does_not_answer(timed: Program, number: signal.Signals) -> None:
    program, game = timed, Game(timed.server, timed.server.channel, "Ann", "Bob")
    await game.begin()
    program.server.fail("POST", BOARD, status=None, delay=HOURS)
    placed = asyncio.create_task(game.place(game.mover()))
    await program.server.until_faulty()
    assert await program.stop(number) == 0
    assert time_to_end(program) < PROMISED
    placed.cancel()
    await asyncio.gather(placed, return_exceptions=True)
    assert "Traceback" not in program.output


async def test_the_end_comes_soon_even_if_another_program_locks_the_database(timed: Program) -> None:
    """Many commands wait for the database, one after the other. None of them is carried out by halves."""
    server = timed.server
    ann, channels = server.people["Ann"], [server.world.add_channel(f"locked-{number}") for number in range(4)]
    with locked(timed.database):
        asked = [server.send_command(ann, channel, "join") for channel in channels]
        await server.until(lambda: all(one.record.responded for one in asked))
        assert await timed.stop() == 0
    assert time_to_end(timed) < PROMISED
    assert "Traceback" not in timed.output
    await timed.start()
    answers = [await server.command(ann, channel, "join") for channel in channels]
    assert [answer.content for answer in answers if not answer.content.startswith("You're at table")] == []
