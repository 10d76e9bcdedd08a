"""Many tables without a pause: how fast the bot is then, and whether it loses or doubles anything."""

import asyncio
import contextlib
import gc
import json
import math
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tests.chaos.comparison import WRONG, compare, count_tracebacks
from tests.chaos.counts import Counts, Progress, percentile
from tests.chaos.table import Latencies, RefusedError, Table, new_table, open_tables
from tests.chaos.waiting import wait_until
from tests.loopback import LoopbackDiscord
from tests.whole.program import Program

TABLES = 60
BURST = 300
"""The number of suggestions that are asked for in the same moment, in the middle of the run."""
Span: TypeAlias = tuple[float, float]
"""From when to when, in seconds of the monotonic clock, which all processes of a machine share."""
PATIENCE = 300.0
"""Seconds that a player waits for a board before the run fails."""


async def nothing(_: Path) -> None:
    """Leave the database empty."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Which program is played with, what its database has before, and who looks at what it writes about its work.

    Nobody plays before it is ready.
    """

    bot: str = "tests.chaos.measured_bot"
    prepare: Callable[[Path], Awaitable[None]] = nothing
    is_ready: Callable[[Path], bool] = lambda _path: True
    look: Callable[[Path, Counts], None] = lambda _path, _counts: None


async def run(amount: int, seed: int, progress: Progress, rate: float = math.inf) -> Counts:
    """Play ``amount`` moves at 60 tables, and at most ``rate`` moves a second."""
    return await play(amount, seed, progress, TABLES, BURST, rate)


async def play(amount: int, seed: int, progress: Progress, tables: int, burst: int, rate: float = math.inf) -> Counts:
    """Play ``amount`` moves at ``tables`` tables, and ask for ``burst`` suggestions in one moment half-way."""
    return (await played(amount, seed, progress, tables, burst, rate)).counts


class Played(NamedTuple):
    """What was found, and the seconds of each first answer: for the players, and in the bot itself."""

    counts: Counts
    waited: list[float]
    in_the_bot: list[float]


async def played(
    amount: int,
    seed: int,
    progress: Progress,
    tables: int,
    burst: int,
    rate: float = math.inf,
    ground: Ground = Ground(),
) -> Played:
    """Play as ``play`` does, on some ground."""
    counts = Counts.of(("tables", "moves"), (*WRONG, "refused", "tracebacks"))
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackDiscord() as server, contextlib.AsyncExitStack() as stack:
            measures, work = Path(folder) / "measures.json", Path(folder) / "work.json"
            program = Program(server, Path(folder), "-m", ground.bot, MEASURES=str(measures), WORK=str(work))
            await ground.prepare(program.database)
            await program.start()
            stack.push_async_callback(program.close)
            opened = await open_tables(server, tables, seed)
            async with asyncio.timeout(PATIENCE):
                await wait_until(partial(ground.is_ready, work))
            gc.freeze()  # to search all that the players keep takes 50 ms, in which Discord would answer nobody
            load = Load(server, opened, amount, counts, progress, Pace(rate))
            await load.play(burst)
            await compare(load.all, program.database, counts)
            await program.stop()
            in_the_bot = load.measure_program(json.loads(measures.read_text()))
            count_tracebacks(program.output, counts)
            ground.look(work, counts)
    return Played(counts, _all_latencies(load.all).first_answers, in_the_bot)


class Pace:
    """Lets at most ``rate`` moves a second begin, evenly spread."""

    def __init__(self, rate: float) -> None:
        self._pause = 1 / rate
        self._next = 0.0

    async def wait(self) -> None:
        """Wait until another move may begin."""
        now = time.monotonic()
        self._next = max(self._next + self._pause, now)
        await asyncio.sleep(self._next - now)


class Load:
    """Tables that play until they have made a number of moves. If its game is over, a table begins another."""

    def __init__(
        self,
        server: LoopbackDiscord,
        tables: list[Table],
        amount: int,
        counts: Counts,
        progress: Progress,
        pace: Pace,
    ) -> None:
        self.all = list(tables)
        self._server = server
        self._tables = tables
        self._amount = amount
        self._counts = counts
        self._progress = progress
        self._pace = pace
        self._half = asyncio.Event()
        self._under_burst: list[float] = []
        self._played: Span = (0.0, 0.0)
        self._asked: Span = (0.0, 0.0)
        self._used = 0.0
        counts.did("tables", len(tables))

    async def play(self, burst: int) -> None:
        """Play at all tables side by side, and measure."""
        begun = time.monotonic()
        async with asyncio.TaskGroup() as group:
            asking = group.create_task(self._burst(burst))
            async with asyncio.TaskGroup() as playing:
                for table in self._tables:
                    playing.create_task(self._play_at(table))
            self._played = (begun, time.monotonic())
            if not self._half.is_set():
                asking.cancel()
        self._measure(self._played[1] - begun)

    async def _play_at(self, table: Table) -> None:
        table.patience = PATIENCE
        while self._counts.done["moves"] < self._amount:
            if table.is_over:
                table = await self._another(table)
            await self._pace.wait()
            try:
                await table.move()
            except RefusedError as refused:
                self._counts.went_wrong("refused", f"a move of channel {table.channel}: {refused}")
                return
            self._counts.did("moves")
            self._progress(self._counts)
            if self._counts.done["moves"] * 2 >= self._amount:
                self._half.set()

    async def _another(self, table: Table) -> Table:
        other = new_table(self._server, table.feed, f"load-{len(self.all)}", len(self.all))
        other.patience, other.latencies = PATIENCE, table.latencies
        self.all.append(other)
        self._counts.did("tables")
        await other.begin()
        return other

    async def _burst(self, number: int) -> None:
        """Ask for a burst of suggestions while the tables play. Each is prepared before the clock runs."""
        await self._half.wait()
        asked = [_typed_at(self._tables[index % len(self._tables)]) for index in range(number)]
        begun, used = time.monotonic(), time.process_time()
        self._under_burst = await asyncio.gather(*map(_timed, asked))
        self._asked, self._used = (begun, time.monotonic()), time.process_time() - used

    def measure_program(self, measures: Mapping[str, Sequence[Sequence[float]]]) -> list[float]:
        """Add what the bot itself took: for the first request of each answer, and for a turn of its event loop.

        Return the seconds of each first request while the tables played.
        """
        for when, span in (("", self._played), (" while so many are asked", self._asked)):
            for name, kind in (("first request of an answer", "answers"), ("event loop late", "lags")):
                found = [seconds for at, seconds in measures[kind] if span[0] <= at <= span[1]]
                for share in (0.5, 0.99):
                    figure = f"in the bot, {name}{when}, p{share * 100:.0f}"
                    self._counts.measured(figure, percentile(found, share) * 1000, "ms")
        begun, ended = self._played
        return [seconds for at, seconds in measures["answers"] if begun <= at <= ended]

    def _measure(self, took: float) -> None:
        waited = _all_latencies(self.all)
        self._counts.measured("moves a second", self._counts.done["moves"] / took, goal="25 or more")
        firsts, offers, pictures = waited.first_answers, waited.autocompletes, waited.pictures
        self._counts.measured("first answer p50", percentile(firsts, 0.5) * 1000, "ms")
        self._counts.measured("first answer p99", percentile(firsts, 0.99) * 1000, "ms", "below 150 ms")
        self._counts.measured("autocomplete p50", percentile(offers, 0.5) * 1000, "ms")
        self._counts.measured("autocomplete p99", percentile(offers, 0.99) * 1000, "ms", "below 100 ms")
        burst = self._under_burst
        self._counts.measured(
            f"{len(burst)} suggestions at once, p99", percentile(burst, 0.99) * 1000, "ms", "below 100 ms"
        )
        self._counts.measured("of it Discord and the players, on the processor", self._used * 1000, "ms")
        self._counts.measured("picture p50", percentile(pictures, 0.5), "s")
        self._counts.measured("picture p99", percentile(pictures, 0.99), "s", "below 3 s")
        self._counts.measured("picture, longest", max(pictures, default=0.0), "s")


def _typed_at(table: Table) -> Callable[[], Awaitable[object]]:
    return table.server.prepare_autocomplete(table.mover, table.channel, "place", "at", "")


async def _timed(ask: Callable[[], Awaitable[object]]) -> float:
    begun = time.monotonic()
    await ask()
    return time.monotonic() - begun


def _all_latencies(tables: list[Table]) -> Latencies:
    """The latencies of all tables together. Some tables share theirs with the one before."""
    found = Latencies()
    for one in {id(table.latencies): table.latencies for table in tables}.values():
        found.first_answers += one.first_answers
        found.autocompletes += one.autocompletes
        found.pictures += one.pictures
    return found
