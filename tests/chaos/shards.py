"""Ends processes in turns that share the shards and the database, while people play on the servers of all shards.

Each group of shards has a process and a standby. Some people play in channels, some in private conversations, which
another process may answer than the one that shows their game, some on pages, which any process serves, and some against
computers. Some ask the others to take back turns.
"""

import asyncio
import contextlib
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from itertools import cycle, islice
from typing import Final

from tests.chaos.comparison import WRONG, compare, count_tracebacks, read_stored
from tests.chaos.counts import Counts, Progress, percentile
from tests.chaos.direct_table import DirectTable
from tests.chaos.doors import Doors
from tests.chaos.feed import Feed
from tests.chaos.moments import some_turns
from tests.chaos.open_page import PAGES_GOAL
from tests.chaos.page_table import PageTable
from tests.chaos.process_group import ProcessGroup, Takeover
from tests.chaos.shared_tables import ALL_KINDS, KINDS, UNANSWERED, SharedTable, SharedTables, with_pages
from tests.chaos.table import RefusedError, Table
from tests.fixtures import postgresql
from tests.loopback import Answer, LoopbackDiscord, Shard
from tests.whole.program import BLANK_PICTURES

DONE: Final = (
    "kills", "stops", "vanished machines", "frozen processes", "sleeping processes", "cut connections",
    "cut off the database", "cut off Discord", "at a chosen request", "games", "turns confirmed", "turns in private",
    "turns on pages", "turns of computers", "questions",
)  # fmt: skip
MUST_NOT_BE: Final = (
    "refused", "out of order", "sent twice in private", "asked twice", "pages wrong", "tracebacks",
)  # fmt: skip
GROUPS: Final = ("0-1/4", "2-3/4")
MOST_TURNS: Final = 12
"""The number of turns after which a game is left for another; small boards are drawn quickly."""
LONGEST_WAIT: Final = 2.0
"""Seconds for which a chosen request is waited for."""
SHARE_AT_REQUESTS: Final = 0.5
ENDINGS: Final = (
    "kill", "vanish", "terminate", "cut off", "cut", "sleep", "kill", "freeze", "vanish", "deafen", "kill",
)  # fmt: skip
"""How processes end, one after the other. A cut connection only has to be made again."""
RETURNING: Final = ("cut off", "sleep", "deafen")
"""After these, the process that has lost its shards is there again some time later, and waits."""
FOREVER: Final = ("kill", "terminate", "vanish", "sleep")
"""After these, Discord may have forgotten what it remembers only for some minutes."""
HELD: Final = 10.0
"""Seconds for which a chosen request hangs, much longer than killing the program takes."""
SETTLING: Final = 0.3
"""Seconds in which Discord and the database carry out what was sent before."""
REFUSED_WITHIN: Final = 2.0
"""Seconds within which a process that was cut off the database has answered everybody."""
PATIENCE: Final = 120.0
"""Seconds after a takeover in which a stored turn has to be shown."""
ANSWERED_WITHIN: Final = 0.25
"""Seconds for which a probe waits for its answer before the next one."""
FINISHED_WITHIN: Final = 15.0
"""Seconds within which the next process has answered what it was asked."""
IDENTIFY_PAUSE: Final = 5.0
"""Seconds between two sessions, as Discord demands."""
DRAWING: Final = {"PICTURE_WORKERS": "1", "COMPUTER_WORKERS": "0"}
NOT_DRAWING: Final = {**BLANK_PICTURES, "OWN_DRAWS": "1", "COMPUTER_WORKERS": "0"}


async def run(amount: int, seed: int, progress: Progress) -> Counts:
    """End processes in these ways, with pictures and computers, and with Discord's pause between two sessions."""
    return await play(list(islice(cycle(ENDINGS), amount)), seed, progress, is_short=False)


async def play(endings: Sequence[str], seed: int, progress: Progress, *, is_short: bool) -> Counts:
    """End processes in these ways, one after the other. In short: without pictures, computers and pauses."""
    counts = Counts.of(
        DONE, (*WRONG, "refused", "out of order", "sent twice in private", "asked twice", "pages wrong", "tracebacks")
    )
    async with LoopbackDiscord() as server, contextlib.AsyncExitStack() as stack:
        server.starts.pause, server.starts.max_concurrency = (0.0, 16) if is_short else (IDENTIFY_PAUSE, 1)
        sharing = Sharing(server, postgresql.migrated_database(), random.Random(seed), counts, is_short=is_short)
        stack.push_async_callback(sharing.close)
        await stack.enter_async_context(sharing.doors.watched())
        try:
            await sharing.start()
            for number, ending in enumerate(endings, 1):
                await sharing.end_one(ending, number)
                progress(counts)
            await sharing.compare_all()
        except Exception:
            sharing.print_outputs()
            raise
        for group in sharing.groups:
            await group.end()
            for output in group.outputs:
                count_tracebacks(output, counts)
    return counts


class Sharing:
    """Tables that play on while processes end and their standbys take over."""

    def __init__(
        self, server: LoopbackDiscord, database: str, whim: random.Random, counts: Counts, *, is_short: bool
    ) -> None:
        self._server = server
        server.patience = UNANSWERED
        self._database = database
        self._whim = whim
        self._counts = counts
        self._feed = Feed(server)
        self.doors = doors = Doors()
        kinds = with_pages(KINDS if is_short else ALL_KINDS, doors)
        self._tables = SharedTables(server, self._feed, 4, kinds, whim.getrandbits(32))
        arguments = None if is_short else ("-m", "tests.chaos.quick_bot")
        variables = NOT_DRAWING if is_short else DRAWING
        self.groups = [
            ProcessGroup(server, shards, database, arguments, variables, self._prober(Shard(first, 4)), doors)
            for shards, first in zip(GROUPS, (0, 2), strict=True)
        ]
        self._playing: dict[SharedTable, asyncio.Task[None]] = {}
        self._kinds = [0, 1] if is_short else range(len(kinds))
        self._stored: dict[SharedTable, int] = {}
        self._waits: list[float] = []
        self._page_waits: list[float] = []
        self._takeovers: defaultdict[str, list[Takeover]] = defaultdict(list)

    async def start(self) -> None:
        """Start all processes, and begin to play: a table of each kind on the server of each shard."""
        await asyncio.gather(*(group.start() for group in self.groups))
        for shard in self._tables.guilds:
            for kind in self._kinds:
                self._open(shard, kind + shard.number)

    def print_outputs(self) -> None:
        """Print what each process has written last, for whoever looks for what was wrong."""
        for group in self.groups:
            for number, output in enumerate(group.all_outputs):
                print(f"--- process {number} of the shards {group.group}", output[-4_000:], sep="\n", file=sys.stderr)

    async def close(self) -> None:
        tables = list(self._playing)
        await self._end(tables, is_refusal_wrong=False)
        for one in tables:
            await one.table.close()
        for group in self.groups:
            await group.close()

    async def end_one(self, ending: str, number: int) -> None:
        """End a process at a drawn moment, wait until its standby has taken over and all is shown again."""
        group = self.groups[number % len(self.groups)]
        concerned = [one for one in self._playing if one.concerns(group.group)]
        await self._await_moment(concerned)
        ended = time.monotonic()
        takeover = await self._end_process(group, ending)
        served = time.monotonic()
        await asyncio.sleep(SETTLING)
        if not takeover:  # the process lives: most people play on, and only those begin again whom it has refused
            await asyncio.sleep(REFUSED_WITHIN)
            concerned = [one for one in concerned if self._playing[one].done()]
        await self._end(concerned, is_refusal_wrong=ending in ("kill", "terminate"))
        self._server.clear_faults()
        if takeover:
            await _give_up([one.table for one in concerned if one.answered_by(group.group)], ended)
        await self._until_answered(concerned)
        self._server.forget_requests()
        self._note_stored(concerned, f"{ending} {number}")
        if takeover:
            self._takeovers[ending].append(takeover)
        standby = self._begin_standby(group, ending)
        await asyncio.gather(*(self._catch_up(one, f"{ending} {number}", ended) for one in concerned))
        await asyncio.gather(*(self._check_pages(one, f"{ending} {number}", served) for one in concerned))
        for one in concerned:
            if one.table.is_over or len(one.table.boards) > MOST_TURNS:
                await self._leave([one])
                self._open(one.shard, self._tables.made)
            else:
                self._playing[one] = asyncio.create_task(self._play_at(one))
        if standby:
            await standby

    def _begin_standby(self, group: ProcessGroup, ending: str) -> asyncio.Task[None] | None:
        """Begin to have another standby, if there is none any more."""
        if ending in RETURNING:
            return asyncio.create_task(group.come_back())
        return None if ending in ("cut", "freeze") else asyncio.create_task(group.add_standby())

    async def compare_all(self) -> None:
        """Compare the tables that still play, once all is shown."""
        tables = list(self._playing)
        await self._end(tables, is_refusal_wrong=True)
        await self._until_answered(tables)
        await asyncio.sleep(SETTLING)
        self._note_stored(tables, "the end")
        await asyncio.gather(*(self._catch_up(one, "the end", time.monotonic()) for one in tables))
        await self._leave([one for one in tables if one.table.boards])
        self._counts.measured("end of a process to turn shown, p50", percentile(self._waits, 0.5), "s")
        self._counts.measured("end of a process to turn shown, longest", max(self._waits, default=0.0), "s")
        self._counts.measured("takeover to pages right, longest", max(self._page_waits, default=0.0), "s", PAGES_GOAL)
        for ending, takeovers in self._takeovers.items():
            goal = "below 15 s" if ending != "deafen" else ""
            for name, values in (
                ("lock taken", [one.to_lock for one in takeovers]),
                ("first answered command", [one.to_answer for one in takeovers]),
                ("all shards connected", [one.to_connection for one in takeovers]),
            ):
                self._counts.measured(f"{ending}: {name}, longest", max(values), "s", goal)

    def _open(self, shard: Shard, kind: int) -> None:
        self._counts.did("games")
        one = self._tables.new(shard, kind)
        self._playing[one] = asyncio.create_task(self._play_at(one))

    async def _play_at(self, one: SharedTable) -> None:
        """Play on without a pause, from the last stored turn."""
        table = one.table
        if one in self._stored:
            await self._feed.board_after(table.channel, self._stored[one], PATIENCE)
        else:
            await table.begin()
        while not table.is_over:
            await table.move()
            self._counts.did("turns confirmed")
            self._counts.did("turns in private", isinstance(table, DirectTable))

    async def _await_moment(self, concerned: Sequence[SharedTable]) -> None:
        """Wait until a process is to end: some turns, and perhaps also until it shows a turn.

        Discord's pause is over then: one process is measured, not how several hold each other up.
        """
        await asyncio.sleep(self._server.starts.pause)
        await some_turns(self._server, self._counts, self._whim)
        if self._whim.random() < SHARE_AT_REQUESTS:
            path = f"/channels/{self._whim.choice(concerned).table.channel}/messages"
            has_arrived = self._whim.random() < 0.5
            self._server.fail("POST", path, status=500, delay=HELD, is_executed=has_arrived)
            try:
                await self._server.until_faulty(LONGEST_WAIT)
                self._counts.did("at a chosen request")
            except TimeoutError:
                self._server.clear_faults()  # it is not meant for the standby

    async def _end_process(self, group: ProcessGroup, ending: str) -> Takeover | None:
        """End a process. Return None if it goes on by itself."""
        if ending in FOREVER:
            self._forget_nonces(group)
        name, end = {
            "kill": ("kills", group.kill),
            "terminate": ("stops", group.terminate),
            "vanish": ("vanished machines", group.vanish),
            "freeze": ("frozen processes", group.freeze),
            "sleep": ("sleeping processes", group.sleep),
            "cut off": ("cut off the database", group.cut_off),
            "deafen": ("cut off Discord", group.deafen),
            "cut": ("cut connections", group.cut),
        }[ending]
        self._counts.did(name)
        return await end()

    def _forget_nonces(self, group: ProcessGroup) -> None:
        """Let Discord forget what it remembers only for some minutes: a start must not need that.

        The other process may still rely on it, for a message whose answer is late.
        """
        shown = [one.table.channel for one in self._playing if one.shard.number in group.group.numbers]
        self._server.rest.forget_nonces(shown)

    async def _end(self, tables: Sequence[SharedTable], *, is_refusal_wrong: bool) -> None:
        """End what the players were doing. A refused turn is wrong, unless the database was out of reach."""
        tasks = [self._playing.pop(one) for one in tables]
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, RefusedError):
                self._counts.check(not is_refusal_wrong, "refused", str(result))
            elif isinstance(result, Exception):
                raise result

    async def _until_answered(self, tables: Sequence[SharedTable]) -> None:
        """Wait until the processes that did not end have answered what they were asked: they may still store it."""
        await asyncio.gather(*(one.table.until_answered(PATIENCE) for one in tables))

    def _note_stored(self, tables: Sequence[SharedTable], when: str) -> None:
        """Note how far each game is, and count confirmed turns that are not stored."""
        stored = read_stored(self._database)
        for one in tables:
            if one.table.channel not in stored.started:
                continue
            cells = stored.cells.get(one.table.channel, [])
            self._stored[one] = len(cells)
            for attempt in one.table.confirmed():
                if attempt.turns > len(cells):
                    self._counts.went_wrong("lost", f"{one.table}, turn {attempt.turns}, after {when}")
                    one.table.attempts.remove(attempt)

    async def _catch_up(self, one: SharedTable, when: str, ended: float) -> None:
        """Wait until the table shows what is stored."""
        if one not in self._stored:
            return
        try:
            board = await self._feed.board_after(one.table.channel, self._stored[one], PATIENCE)
        except TimeoutError:
            self._counts.went_wrong("not shown", f"{one.table}, {PATIENCE:.0f} s after {when}")
        else:
            if board.at > ended:
                self._waits.append(board.at - ended)

    async def _check_pages(self, one: SharedTable, when: str, served: float) -> None:
        """Wait until the open pages of a table show what is stored, which they must do soon after a takeover."""
        if isinstance(one.table, PageTable) and one in self._stored:
            waits = await one.table.page_waits(self._stored[one], served, PATIENCE)
            for told, wait in waits.items():
                self._counts.check(wait < math.inf, "pages wrong", f"{told}, after {when}")
            self._page_waits.extend(waits.values())

    async def _leave(self, tables: Sequence[SharedTable]) -> None:
        """Compare these tables when no computer moves any more, and each stored turn is shown."""
        await self._until_all_is_shown(tables)
        for one in tables:
            table = one.table
            await table.settled()
            moves = [table.asks_a_person(turns) for turns in range(table.boards[-1].turns)]
            self._counts.did("turns of computers", moves.count(False))
            shown = [board.turns for board in table.boards]
            self._counts.check(shown == sorted(shown), "out of order", f"{table}: {shown}")
            self._count_private_messages(one)
            self._count_questions(one)
            self._counts.did("turns on pages", table.played if isinstance(table, PageTable) else 0)
        await compare([one.table for one in tables], self._database, self._counts)
        for one in tables:
            await one.table.close()

    async def _until_all_is_shown(self, tables: Sequence[SharedTable]) -> None:
        """Wait for what was stored late: by a process that woke up again, or that others than these tables end, or by a
        start that nobody waited for.
        """
        noted: dict[SharedTable, int | None] = {}
        while noted != {one: self._stored.get(one) for one in tables}:
            noted = {one: self._stored.get(one) for one in tables}
            self._note_stored(tables, "the last look")
            await asyncio.gather(*(self._catch_up(one, "the last look", time.monotonic()) for one in tables))

    def _count_private_messages(self, one: SharedTable) -> None:
        """Nobody gets the same board twice in private."""
        for person in one.table.people:
            messages = self._server.world.messages(self._server.world.direct(person))
            shown = [message.attachments[0]["filename"] for message in messages if message.attachments]
            self._counts.check(len(shown) == len(set(shown)), "sent twice in private", f"{one.table}: {shown}")

    def _count_questions(self, one: SharedTable) -> None:
        """Each question is asked once, by whichever process it was stored."""
        posted = self._feed.posted(one.table.channel)
        asked = [message.asking for message in posted if message.asking]
        self._counts.did("questions", len(asked))
        self._counts.check(len(asked) == len(set(asked)), "asked twice", f"{one.table}: {asked}")

    def _prober(self, shard: Shard) -> "Prober":
        guild = self._tables.guilds[shard]
        return Prober(self._server, guild)


async def _give_up(tables: Sequence[Table], ended: float) -> None:
    """Know that what a process was asked until its end stays without an answer.

    What was asked afterwards has come to the next one, unless that was not connected yet.
    """

    async def give_up(table: Table) -> None:
        if table.attempts and table.attempts[-1].answer.sent > ended:
            with contextlib.suppress(TimeoutError):
                await table.until_answered(FINISHED_WITHIN)
        table.give_up()

    await asyncio.gather(*map(give_up, tables))


class Prober:
    """Somebody on a server who gives a command again and again, until it is answered."""

    def __init__(self, server: LoopbackDiscord, guild: int) -> None:
        self._server = server
        self._person = server.world.add_person(f"probe-{guild}", guilds=[guild])
        self._channel = server.world.add_channel("probe", guild)

    async def __call__(self) -> None:
        while True:
            answer = self._server.send_command(self._person, self._channel, "games")
            with contextlib.suppress(TimeoutError):
                await self._server.until(partial(_is_answered, answer), ANSWERED_WITHIN)
                return


def _is_answered(answer: Answer) -> bool:
    return answer.record.responded
