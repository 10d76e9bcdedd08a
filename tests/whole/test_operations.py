"""What a host of the bot looks at: health, metrics, a log for programs, and backups made while people play."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.fixtures.databases import url
from tests.loopback import LoopbackDiscord
from tests.loopback.process import running
from tests.whole.game import Game
from tests.whole.program import Program


@pytest.fixture
def port() -> int:
    """A free port of this machine."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
async def program(server: LoopbackDiscord, tmp_path: Path, port: int) -> AsyncIterator[Program]:
    """The bot with everything for hosts switched on."""
    settings = {"METRICS_PORT": str(port), "PICTURE_WORKERS": "2", "LOG_FORMAT": "json", "BACKUP_EVERY": "1h"}
    program = Program(server, tmp_path, **settings, BACKUP_KEEP="3")
    await program.start()
    yield program
    await program.close()


async def get(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


def value(metrics: str, name: str) -> float:
    """The value of one metric."""
    [line] = [line for line in metrics.splitlines() if line.startswith(f"{name} ")]
    return float(line.rpartition(" ")[2])


async def test_health_metrics_log_and_backup(program: Program, game: Game, port: int, tmp_path: Path) -> None:
    address = f"http://127.0.0.1:{port}"
    assert await get(f"{address}/healthz") == (503, '{"healthy": false, "problems": ["Discord is not connected"]}')
    for _ in range(200):  # discord.py waits for the servers that it was promised
        if await get(f"{address}/healthz") == (200, '{"healthy": true, "problems": []}'):
            break
        await asyncio.sleep(0.05)
    else:
        pytest.fail("never healthy")
    await game.begin()
    for _ in range(3):
        await game.turn()
    status, metrics = await get(f"{address}/metrics")
    assert status == 200
    assert value(metrics, 'carcassonne_games{status="running"}') == 1
    assert value(metrics, "carcassonne_turns_total") == 3
    assert value(metrics, "carcassonne_announcement_seconds_count") == 4
    assert value(metrics, "carcassonne_picture_seconds_count") >= 4
    assert value(metrics, "carcassonne_gateway_connected") == 1

    program.server.fail("POST", "/channels/*/messages", status=403)
    answer = await game.place(game.mover())
    await program.server.until(lambda: answer.followups)
    assert value((await get(f"{address}/metrics"))[1], 'carcassonne_retries_total{what="turn"}') == 1

    def copies() -> list[Path]:
        return sorted((tmp_path / "backups").glob("whole-*.db"))

    assert len(await program.server.until(copies)) == 1
    await program.stop()
    lines = [json.loads(line) for line in program.output.splitlines()]
    assert {"time", "level", "logger", "message"} <= set(lines[0])
    [refused] = [line for line in lines if "turn: not done" in line["message"]]
    assert (refused["game"], refused["level"]) == (1, "WARNING")
    assert refused["ply"] > 0


async def test_a_backup_is_put_back_in_an_empty_folder_and_played_on(
    server: LoopbackDiscord, program: Program, game: Game, tmp_path: Path
) -> None:
    await game.begin()
    await game.turn()
    await host_command("backup", tmp_path / "copy.db", tmp_path / "whole.db")
    await program.stop()

    empty = tmp_path / "empty"
    empty.mkdir()
    await host_command("restore", tmp_path / "copy.db", empty / "whole.db")
    restored = Program(server, empty)
    await restored.start()
    await game.turns(2)
    await game.check()
    await restored.close()


async def host_command(name: str, file: Path, database: Path) -> None:
    """Run ``python -m host``; what it does works."""
    async with running("-m", "host", name, str(file), "--database", url(database), environment={}) as process:
        assert await process.wait() == 0, process.output
