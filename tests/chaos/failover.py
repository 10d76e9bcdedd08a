"""Replaces PostgreSQL by an older copy of itself, again and again, while people play on a bot in two processes.

So it is when a server dies and a replica takes over that lacks the last transactions. What people were told may be
lost then. It is said at the table, nobody plays on from it, and the turn that replaces it is shown as every other.
"""

import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.chaos.comparison import WRONG, compare, count_tracebacks, read_stored
from tests.chaos.counts import Counts, Progress, percentile
from tests.chaos.direct_table import new_direct_table
from tests.chaos.feed import Feed, Posted
from tests.chaos.shared_tables import SharedTable, SharedTables
from tests.chaos.table import TRIED_AGAIN_AFTER, RefusedError, Table, new_table
from tests.fixtures import postgresql
from tests.fixtures.postgresql import PostgresqlServer, read_rows
from tests.frozen.table import custom_ids
from tests.loopback import LoopbackDiscord, Shard
from tests.whole.program import BLANK_PICTURES, Program

DONE: Final = ("fail-overs", "games", "turns confirmed", "turns refused", "turns lost", "losses said")
MORE_WRONG: Final = (
    "held",
    "not said",
    "said wrongly",
    "said without a loss",
    "no buttons",
    "lost buttons",
    "tracebacks",
)
"""What is counted beside what a comparison counts: games that are held, and what their tables are told or are not."""
SHARDS: Final = 2
MOST_TURNS: Final = 30
"""The number of turns after which a game is left for another; small boards are drawn quickly."""
MOST_BEHIND: Final = 3
"""How many turns of a table the replica lags behind at most."""
LAGGING_WITHIN: Final = 10.0
"""Seconds for which such a number of turns is waited for."""
PATIENCE: Final = 60.0
"""Seconds after a fail-over in which all of a table is shown and said."""
NOT_DRAWING: Final = {**BLANK_PICTURES, "OWN_DRAWS": "1", "COMPUTER_WORKERS": "0"}
LOST: Final = "The server lost what was played last;", "The server lost some of what"


async def run(amount: int, seed: int, progress: Progress) -> Counts:
    """Replace the server this number of times, while six tables play."""
    return await play(amount, seed, progress, tables=6)


async def play(amount: int, seed: int, progress: Progress, tables: int) -> Counts:
    """Replace the server this number of times while the tables play."""
    counts = Counts.of(DONE, (*WRONG, *MORE_WRONG))
    with tempfile.TemporaryDirectory() as folder, postgresql.running_server() as database:
        async with LoopbackDiscord() as server, contextlib.AsyncExitStack() as stack:
            server.starts.pause, server.starts.max_concurrency = 0.0, 16
            place = database.url(database.new_database())
            programs = [
                Program(server, Path(folder), place=place, SHARDS=f"{one}/{SHARDS}", **NOT_DRAWING)
                for one in range(SHARDS)
            ]
            for program in programs:
                stack.push_async_callback(program.close)
                await program.start()
            await server.until(lambda: _shards_connected(server) == SHARDS, PATIENCE)
            failing = Failing(server, database, place, random.Random(seed), counts)
            stack.push_async_callback(failing.stop)
            await failing.start(tables)
            for _ in range(amount):
                await failing.one_fail_over()
                progress(counts)
            await failing.compare_all()
            for program in programs:
                count_tracebacks(program.output, counts)
                if not counts.is_clean:
                    print("--- what a process wrote last", program.output[-8_000:], sep="\n", file=sys.stderr)
    return counts


class Failing:
    """Tables that play while their database goes back in time."""

    def __init__(
        self, server: LoopbackDiscord, database: PostgresqlServer, place: str, whim: random.Random, counts: Counts
    ) -> None:
        self._server = server
        self._database = database
        self._place = place
        self._whim = whim
        self._counts = counts
        self._feed = Feed(server)
        kinds = (new_direct_table, new_table)
        self._tables = SharedTables(server, self._feed, SHARDS, kinds, whim.getrandbits(32))
        self._playing: dict[SharedTable, asyncio.Task[None]] = {}
        self._stuck = set[Table]()
        self._waits: list[float] = []

    async def start(self, tables: int) -> None:
        """Begin this number of games, half of them on the server of each shard. At some, people play in private: the
        process of one shard answers them, whichever shows the game.
        """
        for number in range(tables):
            await self._open(Shard((number + 1) % SHARDS, SHARDS), kind=number // SHARDS)

    async def stop(self) -> None:
        """End what people are doing."""
        for task in self._playing.values():
            task.cancel()
        for result in await asyncio.gather(*self._playing.values(), return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    async def one_fail_over(self) -> None:
        """Copy the server at some moment, replace it by the copy some turns later, and wait until all is told."""
        await self._until_more_turns()
        replica = await asyncio.to_thread(self._database.copied)
        await self._until_more_turns()
        await self.stop()  # what was sent is still under way
        await asyncio.to_thread(self._database.fail_over, replica)
        self._counts.did("fail-overs")
        since = time.monotonic()
        tables = [one.table for one in self._playing]
        await asyncio.gather(*map(_until_answered, tables))
        stored = read_stored(self._place)
        await asyncio.gather(*(self._go_back(table, stored.cells.get(table.channel, []), since) for table in tables))
        self._check_none_is_held()
        await self._go_on()

    async def compare_all(self) -> None:
        """Compare the tables that still play, once all is shown."""
        await self.stop()
        tables = [one.table for one in self._playing]
        await asyncio.gather(*map(_until_answered, tables))
        stored = read_stored(self._place)
        await asyncio.gather(*(self._until_shown(one, len(stored.cells.get(one.channel, []))) for one in tables))
        await compare(tables, self._place, self._counts)
        self._counts.measured("fail-over to all told, p50", percentile(self._waits, 0.5), "s")
        self._counts.measured("fail-over to all told, longest", max(self._waits, default=0.0), "s")

    async def _open(self, shard: Shard, kind: int) -> None:
        self._counts.did("games")
        one = self._tables.new(shard, kind)
        await one.table.begin()
        self._playing[one] = asyncio.create_task(self._play_on(one.table))

    async def _play_on(self, table: Table) -> None:
        """Play until the game is over. Who is refused, because the database is away, tries again."""
        while not table.is_over:
            try:
                await table.move()
            except RefusedError:
                self._counts.did("turns refused")
                await asyncio.sleep(TRIED_AGAIN_AFTER)
            else:
                self._counts.did("turns confirmed")

    async def _until_more_turns(self) -> None:
        """Wait until some table has some more turns: none, perhaps."""
        table, more = self._whim.choice([one.table for one in self._playing]), self._whim.randint(0, MOST_BEHIND)
        shown = table.boards[-1].turns
        with contextlib.suppress(TimeoutError):
            await self._server.until(lambda: table.is_over or table.boards[-1].turns >= shown + more, LAGGING_WITHIN)

    async def _go_back(self, table: Table, cells: Sequence[str], since: float) -> None:
        """Wait until a table is told what is lost. Then its players know only what is stored."""
        is_replaced = _renumber(table, cells)
        kept = len(cells) - is_replaced
        told, tried = _turns_told(table, cells, kept), _turns_tried(table, cells, kept)
        said: list[Posted] = []
        with contextlib.suppress(TimeoutError):
            if told > kept:
                said = await self._server.until(lambda: self._said(table), PATIENCE)
        said = said or self._said(table)
        self._counts.did("turns lost", told - kept)
        self._counts.did("losses said", len(said))
        self._check_said(table, said, lost=told - kept, tried=tried - kept)
        lost = [one for one in table.boards if one.turns > len(cells) or (one.turns > kept and one.at < since)]
        await self._check_lost_buttons(table, lost)
        self._forget(table, cells, [*lost, *said])
        await self._until_shown(table, len(cells))
        if not table.is_over:
            await self._check_buttons(table)
        self._waits.append(time.monotonic() - since)

    def _said(self, table: Table) -> list[Posted]:
        """The messages that tell a table of a loss, since the last fail-over."""
        return [one for one in self._feed.posted(table.channel) if "The server lost" in one.message.content]

    def _check_said(self, table: Table, said: Sequence[Posted], *, lost: int, tried: int) -> None:
        """A loss is said once."""
        texts = [one.message.content for one in said]
        what = f"{table}, {lost} told and {tried} tried turns lost: {texts}"
        if lost > 0:
            self._counts.check(len(texts) > 0, "not said", what)
        if tried <= 0:
            self._counts.check(not texts, "said without a loss", what)
        is_right = len(texts) <= 1 and all(any(words in text for words in LOST) for text in texts)
        self._counts.check(is_right, "said wrongly", what)

    def _forget(self, table: Table, cells: Sequence[str], lost: Sequence[Posted]) -> None:
        """Leave out what is lost, and what was said about it: the rest must be as if nothing had happened."""
        ids = {one.message.id for one in lost}
        for kept in (self._feed.boards(table.channel), self._feed.posted(table.channel)):
            kept[:] = [one for one in kept if one.message.id not in ids]
        table.attempts[:] = [one for one in table.attempts if _is_stored(one.turns, one.cell, cells)]

    async def _until_shown(self, table: Table, turns: int) -> None:
        try:
            await self._feed.board_after(table.channel, turns, PATIENCE)
        except TimeoutError:
            self._counts.went_wrong("not shown", f"{table}, turn {turns}")

    async def _check_buttons(self, table: Table) -> None:
        """The message of the turn that is to be played again has its buttons again."""

        try:
            await self._server.until(lambda: _has_buttons(table.boards[-1]), PATIENCE)
        except TimeoutError:
            self._counts.went_wrong("no buttons", f"{table}, turn {table.boards[-1].turns}")
            self._stuck.add(table)

    async def _check_lost_buttons(self, table: Table, lost: Sequence[Posted]) -> None:
        """The messages of lost turns have no buttons any more."""
        try:
            await self._server.until(lambda: not any(map(_has_buttons, lost)), PATIENCE)
        except TimeoutError:
            left = [board.turns for board in lost if _has_buttons(board)]
            self._counts.went_wrong("lost buttons", f"{table}, of turns {left}")

    def _check_none_is_held(self) -> None:
        for number in read_rows(self._place, "SELECT number FROM games WHERE is_told_quarantined <> 0"):
            self._counts.went_wrong("held", f"game {number}")

    async def _go_on(self) -> None:
        """Let people play on. Leave the games that are over or long, and begin others."""
        left = [
            one
            for one in self._playing
            if one.table.is_over or one.table.boards[-1].turns >= MOST_TURNS or one.table in self._stuck
        ]
        await compare([one.table for one in left], self._place, self._counts)
        for one in list(self._playing):
            if one in left:
                del self._playing[one]
                await self._open(one.shard, self._tables.made)
            else:
                self._playing[one] = asyncio.create_task(self._play_on(one.table))


def _shards_connected(server: LoopbackDiscord) -> int:
    return len({one.shard for one in server.gateway.connections if one.purpose == "identify"})


async def _until_answered(table: Table) -> None:
    """Wait until the last turn is answered. A process that was cut off the database answers some seconds later."""
    with contextlib.suppress(TimeoutError):
        await table.until_answered(PATIENCE)
    table.give_up()


def _has_buttons(board: Posted) -> bool:
    return any(one.startswith("carc:place:") for one in custom_ids(board.message))


def _is_stored(turns: int, cell: str, cells: Sequence[str]) -> bool:
    return list(cells[turns - 1 : turns]) == [cell]


def _renumber(table: Table, cells: Sequence[str]) -> bool:
    """Give the last attempt the number that it has got, and return whether that is another one.

    A command that was under way is carried out with what is stored now: perhaps as the turn that replaces a lost one.
    """
    last = table.attempts[-1] if table.attempts else None
    is_replacing = (
        last is not None and last.is_confirmed and last.turns > len(cells) and [last.cell] == list(cells[-1:])
    )
    if last and is_replacing:
        last.turns = len(cells)
    return is_replacing


def _turns_told(table: Table, cells: Sequence[str], kept: int) -> int:
    """The last turn of which somebody was told, though it is lost; else the last one that is ``kept``."""
    shown = [board.turns for board in table.boards]
    confirmed = [one.turns for one in table.confirmed() if not _is_stored(one.turns, one.cell, cells)]
    return max((kept, *shown, *confirmed))


def _turns_tried(table: Table, cells: Sequence[str], kept: int) -> int:
    """The last turn that was tried."""
    return max((_turns_told(table, cells, kept), *(one.turns for one in table.attempts)))
