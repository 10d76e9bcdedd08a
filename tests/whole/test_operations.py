"""What a host of the bot looks at: health, metrics, a log for programs, and backups made while people play."""

import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.fixtures.databases import url
from tests.loopback import LoopbackDiscord
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
    program = Program(server, tmp_path, METRICS_PORT=str(port), LOG_FORMAT="json", BACKUP_EVERY="1h", BACKUP_KEEP="3")
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
    assert await get(f"{address}/healthz") == (200, '{"healthy": true, "problems": []}')
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
    await game.place(game.mover())
    assert value((await get(f"{address}/metrics"))[1], 'carcassonne_retries_total{what="turn"}') == 1

    def copies() -> list[Path]:
        return sorted((tmp_path / "backups").glob("whole-*.db"))

    assert len(await program.server.until(copies)) == 1
    await program.stop()
    lines = [json.loads(line) for line in program.output.splitlines()]
    assert {"time", "level", "logger", "message"} <= set(lines[0])
    [refused] = [line for line in lines if "not announced" in line["message"]]
    assert (refused["game"], refused["level"]) == (1, "WARNING")
    assert refused["ply"] > 0


async def test_a_backup_is_put_back_in_an_empty_folder_and_played_on(
    server: LoopbackDiscord, program: Program, game: Game, tmp_path: Path
) -> None:
    await game.begin()
    await game.turn()
    await program.server.run("-m", "host", "backup", str(tmp_path / "copy.db"), "--database", url(tmp_path / "whole.db"))
    await game.turn()
    await program.stop()
    empty = tmp_path / "empty"
    empty.mkdir()
