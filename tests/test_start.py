"""What a start loads: modules that only some bots need, or only some moments, wait until then."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.loopback.process import ROOT, environment_of

LATE: Final = {
    "PIL": "the processes that draw, and what looks for fonts",
    "render.layout.scene": "the processes that draw",
    "render.share.animation": "the processes that draw",
    "render.share.page": "the processes that draw",
    "alembic": "a database that is older than the program",
    "host.storage.engine.postgresql_server": "a database on a server",
    "asyncpg": "a database on a server",
    "openskill": "a leaderboard",
    "networkx": "the pairing of a Swiss round",
    "aiohttp.web": "a bot with a port for metrics",
    "cogs.metrics.server": "a bot with a port for metrics",
    "simcord": "the sandbox",
    "sandbox.room": "the sandbox",
}
"""Modules, and who needs them."""
START: Final = """
import asyncio, importlib, json, sys
import bot

async def open_and_close(url):
    host = await bot.build_bot(url)._open_host()
    await host.close()

for extension in bot.EXTENSIONS:
    importlib.import_module(extension)
asyncio.run(open_and_close(sys.argv[1]))
print(json.dumps(list(sys.modules)))
"""


def test_a_start_with_a_new_database_loads_nothing_that_only_some_need(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", START, f"sqlite:///{tmp_path / 'new.db'}"]
    output = subprocess.run(arguments, cwd=ROOT, env=environment_of({}), stdout=subprocess.PIPE, check=True).stdout
    loaded = json.loads(output)
    assert "host.storage.engine.sqlite_file" in loaded
    assert {name: who for name, who in LATE.items() if name in loaded} == {}
