"""Starts that have to wait, and ends in the middle of something."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.fixtures.databases import locked, url
from tests.loopback import LoopbackDiscord
from tests.loopback.process import running
from tests.whole.game import Game
from tests.whole.program import Program

BOARD = "/channels/*/messages"
HOURS = 3600.0
"""Seconds for which a request hangs, longer than any test."""
SHORT = 10.0
"""Seconds within which the program ends in any case: it promises five, and the machine may be busy."""


@pytest.mark.parametrize("path", ["/users/@me", "/gateway/bot"])
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
        assert "trying again in 2 s" in await process.line("Discord is away")
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


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + bytes(200)])
async def test_what_is_no_database_is_one_line(server: LoopbackDiscord, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(content)
    async with running("bot.py", environment={**server.environment, "DATABASE_URL": url(file)}) as process:
        assert str(file) in await process.line("is damaged, or it is no database")
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_end_comes_soon_even_if_discord_does_not_answer(
    program: Program, game: Game, number: signal.Signals
) -> None:
    await game.begin()
    program.server.fail("POST", BOARD, status=None, delay=HOURS)
    placed = asyncio.create_task(game.place(game.mover()))
    await program.server.until_faulty()
    async with asyncio.timeout(SHORT):
        assert await program.stop(number) == 0
    placed.cancel()
    await asyncio.gather(placed, return_exceptions=True)
    assert "Traceback" not in program.output
