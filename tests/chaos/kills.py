"""Kills the program at bad moments while people play at several tables, and compares what is left.

At every third table, a person plays against a computer: some of the kills come while it thinks, or between its move and
the message that shows it. At another third, people play on the game's page.
"""

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.chaos.comparison import WRONG, Stored, compare, count_tracebacks, stored_after_a_kill
from tests.chaos.computer_table import new_computer_table
from tests.chaos.counts import Counts, Progress, percentile
from tests.chaos.feed import Feed
from tests.chaos.moments import some_turns
from tests.chaos.page_table import PageTable, new_page_table
from tests.chaos.shared_tables import MakeTable
from tests.chaos.table import RefusedError, Table, new_table
from tests.fixtures import postgresql
from tests.fixtures.databases import Place
from tests.fixtures.raw_http import HOST, free_port
from tests.loopback import LoopbackDiscord
from tests.whole.program import Program

DONE = (
    "kills",
    "at a chosen request",
    "while it writes",
    "soon after another",
    "games",
    "turns confirmed",
    "turns on pages",
    "turns of computers",
)
TABLES = 3
MOST_TURNS = 12
"""The number of turns after which a game is left for another; small boards are drawn quickly."""
LONGEST_WAIT = 2.0
"""Seconds for which a chosen request is waited for, and within which a program that still starts is killed."""
SHARE_AT_REQUESTS = 0.4
SHARE_AT_WRITES = 0.3
"""The shares of the kills that come at a chosen request, or while the database is written; the others at any time."""
SHARE_UNREADY = 0.25
"""The share of the kills after which the next one comes while the program still starts or catches up."""
POLLING = 0.0005
HELD = 10.0
"""Seconds for which a chosen request hangs, much longer than killing the program takes."""
SETTLING = 0.05
"""Seconds in which the server reads what the program sent before it was killed."""
PATIENCE = 120.0
"""Seconds after a restart in which a stored turn has to be shown."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A request at which the program is killed: before Discord has executed it, or afterwards."""

    method: str
    path: str
    has_arrived: bool = False

    def __str__(self) -> str:
        return f"{'after' if self.has_arrived else 'before'} {self.method} {self.path}"


MOMENTS = tuple(
    Moment(method, path, has_arrived)
    for method, path in (
        ("POST", "/interactions/*/callback"),
        ("PATCH", "/webhooks/*"),
        ("POST", "/webhooks/*"),
        ("POST", "/channels/*/messages"),
        ("PATCH", "/channels/*/messages/*"),
        ("PUT", "/channels/*/messages/pins/*"),
    )
    for has_arrived in (False, True)
)
"""A turn is acknowledged, answered and shown; the message before it loses its buttons; a status is shown and pinned."""


async def run(amount: int, seed: int, progress: Progress, database: str = "sqlite") -> Counts:
    """Kill the program this number of times; its database is of this kind."""
    return await play(amount, seed, progress, TABLES, database)


async def play(amount: int, seed: int, progress: Progress, tables: int, database: str = "sqlite") -> Counts:
    """Kill the program this number of times while the tables play."""
    counts = Counts.of(DONE, (*WRONG, "refused", "tracebacks"))
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackDiscord() as server, contextlib.AsyncExitStack() as stack:
            place, written_at = _database(database, Path(folder))
            port = free_port()
            pages = {"WEB_URL": f"http://{HOST}:{port}", "WEB_PORT": str(port)}
            program = Program(server, Path(folder), "-m", "tests.chaos.quick_bot", place=place, **pages)
            stack.push_async_callback(program.close)
            await program.start()
            killing = Killing(program, written_at, tables, port, random.Random(seed), counts)
            for _ in range(amount):
                await killing.one_kill()
                progress(counts)
            await killing.compare_all()
            count_tracebacks(program.output, counts)
    return counts


def _database(kind: str, folder: Path) -> tuple[Place, Callable[[], int]]:
    """Return a place for a database, and a function that tells when its write-ahead log was written last."""
    if kind == "postgresql":
        return postgresql.migrated_database(), postgresql.server().written_at
    file = folder / "games.db"
    log = folder / "games.db-wal"
    return file, lambda: log.stat().st_mtime_ns


class Killing:
    """Tables that play until the program is killed, again and again."""

    def __init__(
        self,
        program: Program,
        written_at: Callable[[], int],
        tables: int,
        port: int,
        whim: random.Random,
        counts: Counts,
    ) -> None:
        self._program = program
        self._written_at = written_at
        self._server = program.server
        self._feed = Feed(program.server)
        self._whim = whim
        self._counts = counts
        self._kinds: Sequence[MakeTable] = (new_table, partial(new_page_table, port=port), new_computer_table)
        self._tables = [self._new_table() for _ in range(tables)]
        self._stored_turns: dict[Table, int] = {}
        self._waits: list[float] = []
        self._is_ready = True

    async def one_kill(self) -> None:
        """Let all tables play, kill the program at a drawn moment, restart it, and wait until all is shown again.

        Sometimes do not wait: then the next kill comes while the program still catches up.
        """
        tasks = [asyncio.create_task(self._play_at(table)) for table in self._tables]
        await self._await_moment()
        await self._program.crash()
        self._counts.did("kills")
        await asyncio.sleep(SETTLING)
        await self._end(tasks)
        self._server.clear_faults()
        self._server.forget_requests()
        self._note_stored(stored_after_a_kill(self._program.place))
        await self._program.start()
        self._is_ready = self._whim.random() >= SHARE_UNREADY
        if not self._is_ready:
            self._counts.did("soon after another")
            return
        ready = time.monotonic()
        for table in self._tables:
            await self._catch_up(table, ready)
        await self._leave([table for table in self._tables if table.is_over or len(table.boards) > MOST_TURNS])

    async def compare_all(self) -> None:
        """Compare the tables that still play, once all is shown."""
        for table in self._tables:
            await self._catch_up(table, time.monotonic())
        await self._leave([table for table in self._tables if table.boards])
        self._counts.measured("start to turn shown, p50", percentile(self._waits, 0.5), "s")
        self._counts.measured("start to turn shown, longest", max(self._waits, default=0.0), "s")

    def _new_table(self) -> Table:
        self._counts.did("games")
        number = self._counts.done["games"]
        make = self._kinds[number % len(self._kinds)]
        return make(self._server, self._feed, f"kills-{number}", self._whim.getrandbits(32), None)

    async def _play_at(self, table: Table) -> None:
        """Play on without a pause, from the last stored turn."""
        if table in self._stored_turns:
            await self._feed.board_after(table.channel, self._stored_turns[table], PATIENCE)
        else:
            await table.begin()
        while not table.is_over:
            await table.move()
            self._counts.did("turns confirmed")

    async def _await_moment(self) -> None:
        """Wait until the program is to be killed: some turns or some time, and perhaps also until it does something."""
        if self._is_ready:
            await some_turns(self._server, self._counts, self._whim)
        else:
            await asyncio.sleep(self._whim.uniform(0, LONGEST_WAIT))
        kind, moment = self._whim.random(), self._whim.choice(MOMENTS)
        with contextlib.suppress(TimeoutError):
            if kind < SHARE_AT_REQUESTS:
                self._server.fail(moment.method, moment.path, status=500, delay=HELD, is_executed=moment.has_arrived)
                await self._server.until_faulty(LONGEST_WAIT)
                self._counts.did("at a chosen request")
            elif kind < SHARE_AT_REQUESTS + SHARE_AT_WRITES:
                await self._until_written()
                self._counts.did("while it writes")

    async def _until_written(self) -> None:
        """Wait until the write-ahead log changes; the commit is then under way. Raise TimeoutError."""
        begun = self._written_at()
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                await asyncio.sleep(POLLING)
                if self._written_at() != begun:
                    return

    async def _end(self, tasks: list[asyncio.Task[None]]) -> None:
        """End what the players were doing. Only a refused turn is wrong."""
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, RefusedError):
                self._counts.went_wrong("refused", str(result))
            elif isinstance(result, Exception):
                raise result

    def _note_stored(self, stored: Stored) -> None:
        """Note how far each game is, and count confirmed turns that are not stored."""
        for table in self._tables:
            if table.channel not in stored.started:
                continue
            cells = stored.cells.get(table.channel, [])
            self._stored_turns[table] = len(cells)
            for attempt in table.confirmed():
                if attempt.turns > len(cells):
                    kill = self._counts.done["kills"]
                    self._counts.went_wrong("lost", f"{table}, turn {attempt.turns}, after kill {kill}")
                    table.attempts.remove(attempt)

    async def _catch_up(self, table: Table, ready: float) -> None:
        """Wait until the table shows what is stored."""
        if table not in self._stored_turns:
            return
        try:
            board = await self._feed.board_after(table.channel, self._stored_turns[table], PATIENCE)
        except TimeoutError:
            self._counts.went_wrong("not shown", f"{table}, {PATIENCE:.0f} s after kill {self._counts.done['kills']}")
        else:
            self._waits.append(max(0.0, board.at - ready))

    async def _leave(self, tables: list[Table]) -> None:
        """Compare these tables when no computer moves any more, and put new ones in their places."""
        for table in tables:
            await table.settled()
            self._counts.did("turns on pages", table.played if isinstance(table, PageTable) else 0)
            moves = (table.asks_a_person(turns) for turns in range(table.boards[-1].turns))
            self._counts.did("turns of computers", sum(not is_persons for is_persons in moves))
        await compare(tables, self._program.place, self._counts)
        self._tables = [self._new_table() if table in tables else table for table in self._tables]
