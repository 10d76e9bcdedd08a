"""Many tables, while reviews and puzzles are made and without: how much longer first answers take meanwhile.

The bot makes these only while nobody plays. Here it doesn't wait for that, which is more than it ever does at once.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from discord.utils import utcnow

from tests.chaos.comparison import WRONG
from tests.chaos.counts import Counts, Progress, percentile
from tests.chaos.load import TABLES, Ground, Played, played
from tests.chaos.working_bot import STEPS, TURNS
from tests.fixtures.databases import open_host
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN, BOB, begin

GAMES: Final = 40
"""How many finished games there are to review: more than are reviewed in a run."""
ORDER: Final = (False, True, True, False)
"""Whether there is work in the background, run by run: so a machine that gets busier favours neither."""
GOAL: Final = 1.1
"""How many times as long the p99 of first answers may be with the work."""


async def run(amount: int, seed: int, progress: Progress, rate: float = math.inf) -> Counts:
    """Play ``amount`` moves at 60 tables, half of them while reviews and puzzles are made."""
    return await play(amount, seed, progress, TABLES, rate)


async def play(
    amount: int,
    seed: int,
    progress: Progress,
    tables: int,
    rate: float = math.inf,
    order: Sequence[bool] = ORDER,
    games: int = GAMES,
) -> Counts:
    counts = Counts.of(("tables", "moves", TURNS, STEPS), (*WRONG, "refused", "tracebacks", "no work done"))
    runs: list[tuple[bool, Played]] = []
    for number, works in enumerate(order):
        ground = Ground(prepare=partial(finished_games, games))
        if works:
            ground = replace(ground, bot="tests.chaos.working_bot", is_ready=is_at_work, look=look)
        one = await played(amount // len(order), seed + number, progress, tables, 0, rate, ground)
        runs.append((works, one))
        counts.done.update(one.counts.done)
        counts.wrong.update(one.counts.wrong)
        counts.details += one.counts.details
    _compare(counts, "first answer", {works: _all(runs, works, "waited") for works in (False, True)})
    _compare(counts, "in the bot, first request of an answer", {w: _all(runs, w, "in_the_bot") for w in (False, True)})
    return counts


async def finished_games(games: int, database: Path) -> None:
    """Put games into a new database that are over, and were told. Only their reviews are missing."""
    host = await open_host(database, now=utcnow, seed=lambda: bytes(32), random_below=lambda _: 0)
    try:
        for number in range(games):
            game = (await begin(host, ANN, BOB, edition="classic")).number
            table = await fast_forward(host, game, random_turns(number))
            await host.message_log.mark_announced(game, table.ply, None)
        while await host.derivations.work_out_next():
            pass
    finally:
        await host.close()


def is_at_work(work: Path) -> bool:
    """Return whether a review and a puzzle are being made."""
    return work.exists() and all(json.loads(work.read_text() or "{}").get(name) for name in (TURNS, STEPS))


def look(work: Path, counts: Counts) -> None:
    """Count what was done in the background."""
    for name, number in json.loads(work.read_text()).items():
        counts.did(name, number)
        counts.check(number > 0, "no work done", f"no {name}")


def _all(runs: Sequence[tuple[bool, Played]], works: bool, name: str) -> list[float]:
    return [seconds for worked, one in runs if worked is works for seconds in getattr(one, name)]


def _compare(counts: Counts, name: str, seconds: dict[bool, list[float]]) -> None:
    for share in (0.5, 0.99):
        without, during = (percentile(seconds[works], share) * 1000 for works in (False, True))
        counts.measured(f"{name}, p{share * 100:.0f} without", without, "ms")
        counts.measured(f"{name}, p{share * 100:.0f} with", during, "ms")
        goal = f"{GOAL} or less" if share > 0.9 else ""
        counts.measured(f"{name}, p{share * 100:.0f}, ratio", during / without if without else 0.0, goal=goal)
