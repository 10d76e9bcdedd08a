"""Times how soon the bot is there again, and how fast it is, with many games stored: ``python -m benchmarks.startup``.

Each measurement is made by a process of its own, so that its memory is its own. Modules are compiled already, as they
are on a host after the first start.
"""

import argparse
import asyncio
import json
import logging
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks import first_picture
from host.host import Host
from host.model.controllers import Person
from host.model.table import Venue
from tests.fixtures.databases import url
from tests.fixtures.many_games import FIRST_CHANNEL, FIRST_PERSON, GUILD, TURNS, copy_game, make_game, open_game_host
from tests.fixtures.positions import random_turns
from tests.loopback import LoopbackDiscord
from tests.loopback.process import running

COUNTS: Final = (0, 1, 100, 2_000, 10_000)
"""How many running games are stored. With none, there is no file yet."""
QUICK_COUNTS: Final = (0, 1, 100, 10_000)
"""The same, in ``make bench``."""
RUNS: Final = 5
"""How many starts are measured up to the first answer. The figures are their medians."""
LIMIT: Final = 1.5
"""Seconds from the start of the process to the first answer, without games."""
MOVES: Final = 20
"""How many turns are timed."""
COLUMNS: Final = {
    "opening": "s",
    "first answer": "s",
    "processor": "s",
    "memory": "MB",
    "first turn": "ms",
    "turn": "ms",
    "lookup": "ms",
    "new name": "ms",
}
"""What is measured, in which unit. ``processor`` is the time of the bot's process up to its first answer."""


async def measure_host(path: Path) -> dict[str, float]:
    """Measure everything that needs no Discord."""
    began = time.perf_counter()
    host = await open_game_host(path)
    opening = time.perf_counter() - began
    seconds = await _play(host)
    venue = Venue(GUILD, FIRST_CHANNEL)
    lookups = [_timed(lambda: host.tables.to_move(venue, FIRST_PERSON)) for _ in range(MOVES)]
    began = time.perf_counter()
    await host.lobby.join(Venue(GUILD, FIRST_CHANNEL - 1), Person(FIRST_PERSON, "Anna"))
    renaming = time.perf_counter() - began
    await host.close()
    return {
        "opening": opening,
        "first turn": 1000 * seconds[0],
        "turn": 1000 * statistics.median(seconds[1:]),
        "lookup": 1000 * statistics.median(lookups),
        "new name": 1000 * renaming,
    }


async def _play(host: Host) -> list[float]:
    """Play some turns of game 1; return the seconds that each took, commits included."""
    choose, seconds = random_turns(1), []
    for _ in range(MOVES):
        began = time.perf_counter()
        table = await host.tables.load_running(1)
        person = next(one for one in table.people if table.is_to_move(one.id))
        await host.turns.play(1, person, choose(table.state), table.ply)
        seconds.append(time.perf_counter() - began)
    return seconds


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _memory(pid: int) -> float:
    """Return the megabytes that a process has in memory; not a number where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return float("nan")
    [line] = [line for line in status.read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def _processor_time(pid: int) -> float:
    """Return the seconds of the processor that a process has used; not a number where the system does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return float("nan")
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure_first_answer(path: Path) -> dict[str, float]:
    """Measure the start of the bot's process up to its first answer over sockets."""
    logging.disable(logging.WARNING)
    async with LoopbackDiscord() as server:
        began = time.perf_counter()
        async with running("bot.py", environment={**server.environment, "DATABASE_URL": url(path)}) as bot:
            await server.until_ready(within=600)
            server.patience = 600.0
            await server.command(next(iter(server.people.values())), server.channel, "games")
            seconds = time.perf_counter() - began
            return {"first answer": seconds, "processor": _processor_time(bot.id), "memory": _memory(bot.id)}


def _measured(folder: Path, count: int) -> dict[str, float]:
    """Make a database with so many games, and measure it in processes of their own."""
    path, found = folder / f"{count}.db", dict.fromkeys(COLUMNS, float("nan"))
    if count:
        shutil.copy(folder / "game.db", path)
        copy_game(path, count)
    starts = [_first_answer(path, folder / f"{count}-{run}.db") for run in range(RUNS)]
    found |= {name: statistics.median(one[name] for one in starts) for name in starts[0]}
    return found | asyncio.run(_child("host", path)) if count else found


def _first_answer(source: Path, path: Path) -> dict[str, float]:
    """Measure a start with a copy of a database, if it is there: a start changes it."""
    if source.exists():
        shutil.copy(source, path)
    return asyncio.run(_child("answer", path))


async def _child(what: str, path: Path) -> dict[str, float]:
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(path.parent / "bytecode")}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "benchmarks.startup",
        f"--measure-{what}",
        str(path),
        env={**os.environ, **bytecode},
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    found: dict[str, float] = json.loads(output.splitlines()[-1])
    return found


def main(counts: Sequence[int] = QUICK_COUNTS) -> int:
    """Print a row for each number of games, then the first picture; return 1 if a limit is exceeded."""
    is_late = False
    print(f"start-up and speed with many running games of {TURNS} turns each")
    print(f"{'games':>8}" + "".join(f"{f'{name}, {unit}':>18}" for name, unit in COLUMNS.items()), flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(make_game(folder / "game.db"))
        _first_answer(folder / "none.db", folder / "none.db")  # compiles the modules
        for count in counts:
            found = _measured(folder, count)
            print(f"{count:>8}" + "".join(f"{found[column]:>18.2f}" for column in COLUMNS), flush=True)
            is_late = is_late or (not count and found["first answer"] > LIMIT)
    return max(first_picture.main(), int(is_late))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.startup", description=__doc__)
    parser.add_argument("counts", nargs="*", type=int, default=COUNTS, help="how many running games are stored")
    parser.add_argument("--measure-host", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--measure-answer", type=Path, help=argparse.SUPPRESS)
    return parser


def _run(arguments: Any) -> int:
    if arguments.measure_host:
        print(json.dumps(asyncio.run(measure_host(arguments.measure_host))))
    elif arguments.measure_answer:
        print(json.dumps(asyncio.run(measure_first_answer(arguments.measure_answer))))
    else:
        return main(arguments.counts)
    return 0


if __name__ == "__main__":
    sys.exit(_run(_parser().parse_args()))
