"""Trouble at Discord, of each kind at each request of a turn: every turn is shown once in the end."""

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from itertools import cycle, islice
from pathlib import Path

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.chaos.comparison import WRONG, compare, measure_tracebacks, read_stored
from tests.chaos.counts import Counts, Progress, percentile
from tests.chaos.feed import Feed
from tests.chaos.table import Attempt, RefusedError, Table, new_table
from tests.chaos.troubles import (
    ENDING_REQUESTS,
    OPENING_REQUESTS,
    REFUSALS,
    TROUBLES,
    TURN_REQUESTS,
    EndingRequest,
    OpeningRequest,
    TurnRequest,
)
from tests.loopback import LoopbackDiscord
from tests.loopback.faults import Fault
from tests.whole.program import Program

DONE = ("faults", "met a request", "lost connections", "tables", "turns")
AT_ONCE = 20
"""The number of tables that meet trouble at the same time."""
PATIENCE = 1_500.0
"""Seconds within which a turn has to be shown, whatever happened to its message."""
MENDED_AFTER = 3.0
"""Seconds after which a manager mends the permissions of a channel."""
TRIED_AGAIN_AFTER = 5.0
"""Seconds after which somebody plays a turn again that was neither confirmed nor stored."""
MET_WITHIN = 60.0
"""Seconds within which a fault has to meet its requests, and a lost connection has to come back."""

Request = TurnRequest | OpeningRequest | EndingRequest
Scenario = tuple[Request, str]

SCENARIOS: Sequence[Scenario] = [
    (request, trouble) for request in (*TURN_REQUESTS, *OPENING_REQUESTS, *ENDING_REQUESTS) for trouble in TROUBLES
]


async def run(amount: int, seed: int, progress: Progress) -> Counts:
    """Meet this number of faults; as many as there are scenarios meet each once."""
    scenarios = random.Random(seed).sample(SCENARIOS, len(SCENARIOS))
    return await play(list(islice(cycle(scenarios), amount)), seed, progress)


async def play(scenarios: Sequence[Scenario], seed: int, progress: Progress) -> Counts:
    """Play each scenario at a table of its own, then lose the connection in every way."""
    counts = Counts.of(DONE, (*WRONG, "refused", "sent twice in private"))
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackDiscord() as server, contextlib.AsyncExitStack() as stack:
            program = Program(server, Path(folder), "bot.py")
            stack.push_async_callback(program.close)
            await program.start()
            trouble = Trouble(program, seed, counts, progress)
            await trouble.meet_all(scenarios)
            await trouble.lose_connections()
            await compare(trouble.tables, program.database, counts)
            measure_tracebacks(program.output, counts)
            trouble.measure()
    return counts


class Trouble:
    """Tables that each meet one fault."""

    def __init__(self, program: Program, seed: int, counts: Counts, progress: Progress) -> None:
        self.tables: list[Table] = []
        self._program = program
        self._server = program.server
        self._feed = Feed(program.server)
        self._whim = random.Random(seed)
        self._counts = counts
        self._progress = progress
        self._silences: list[tuple[float, str]] = []

    async def meet_all(self, scenarios: Sequence[Scenario]) -> None:
        """Play all scenarios, some of them at the same time."""
        some = asyncio.Semaphore(AT_ONCE)

        async def meet(scenario: Scenario) -> None:
            async with some:
                await self._meet(*scenario)

        await asyncio.gather(*map(meet, scenarios))

    async def lose_connections(self) -> None:
        """Lose the connection to Discord in every way, while all tables play a turn."""
        gateway = self._server.gateway
        for lose in (gateway.drop, gateway.ask_to_reconnect, gateway.invalidate, self._refuse):
            tables = [table for table in self.tables if not table.is_over][:AT_ONCE]
            attempts = await asyncio.gather(*(table.send_turn() for table in tables))
            await lose()
            await self._server.until_ready(MET_WITHIN)
            shown = (self._until_shown(*one, "lost connection") for one in zip(tables, attempts, strict=True))
            await asyncio.gather(*shown)
            self._counts.did("lost connections")
            self._progress(self._counts)

    def measure(self) -> None:
        """Add how long tables were silent."""
        longest, where = max(self._silences, default=(0.0, "-"))
        self._counts.measured("turn to board, p50", percentile([one for one, _ in self._silences], 0.5), "s")
        self._counts.measured("turn to board, p99", percentile([one for one, _ in self._silences], 0.99), "s")
        self._counts.measured("longest silence", longest, "s")
        self._counts.notes.append(f"The longest silence: {where}.")

    async def _refuse(self) -> None:
        self._server.gateway.refusals = 2
        await self._server.gateway.drop()

    async def _meet(self, request: Request, trouble: str) -> None:
        """Begin a game, meet the fault, and play another turn unless the game is over."""
        table = new_table(self._server, self._feed, f"faults-{len(self.tables)}", self._whim.getrandbits(32))
        self.tables.append(table)
        table.patience = PATIENCE
        what = f"{request.name}: {trouble}"
        if isinstance(request, OpeningRequest):
            fault = self._server.fail(request.method, request.path(table), **TROUBLES[trouble])
            async with self._mended(table, fault):
                await table.begin()
        elif isinstance(request, EndingRequest):
            await table.begin()
            fault = self._server.fail(request.method, request.path(table), **TROUBLES[trouble])
            async with self._mended(table, fault):
                await table.resign()
            await self._until_over(table, what)
        else:
            await self._begin(table, request)
            attempt = await table.send_turn()
            fault = self._server.fail(request.method, request.path(table, attempt), **TROUBLES[trouble])
            async with self._mended(table, fault):
                await self._until_shown(table, attempt, what)
        await self._note_met(fault, what)
        if not table.is_over:
            await self._until_shown(table, await table.send_turn(), f"after {what}")
        self._count_private_messages(table, what)
        self._progress(self._counts)

    async def _begin(self, table: Table, request: TurnRequest) -> None:
        await table.begin()
        if request.needs_direct_messages:
            others = [person for person in table.people if person != table.mover]
            await table.ask_for_direct_messages(others)  # the bot opens only 20 private channels an hour

    async def _until_shown(self, table: Table, attempt: Attempt, what: str) -> None:
        """Wait until a turn is shown. If it is not stored, play it again, as people do who got no answer."""
        begun = attempt.answer.sent
        if not await self._is_stored(table, attempt.turns, TRIED_AGAIN_AFTER):
            await self._try_again(table, what)
        try:
            board = await self._feed.board_after(table.channel, attempt.turns, PATIENCE)
        except TimeoutError:
            return  # the comparison counts what is not shown
        self._silences.append((board.at - begun, what))
        self._counts.did("turns")

    async def _until_over(self, table: Table, what: str) -> None:
        """Wait until the channel shows that the game is over."""
        begun = time.monotonic()
        try:
            await self._server.until(lambda: table.is_over, PATIENCE)
        except TimeoutError:
            self._counts.went_wrong("not shown", what)
        self._silences.append((time.monotonic() - begun, what))

    async def _try_again(self, table: Table, what: str) -> None:
        """Play the turn once more, as people do who got no answer."""
        turns = table.boards[-1].turns + 1
        try:
            await table.play()
        except RefusedError as refused:
            if not await self._is_stored(table, turns, TRIED_AGAIN_AFTER):
                self._counts.went_wrong("refused", f"{what}: {refused}")

    async def _is_stored(self, table: Table, turns: int, within: float) -> bool:
        """Wait until this number of turns of the table is stored; return False if the time is over before."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            if len(read_stored(self._program.database).cells.get(table.channel, [])) >= turns:
                return True
            await asyncio.sleep(0.5)
        return False

    @contextlib.asynccontextmanager
    async def _mended(self, table: Table, fault: Fault) -> AsyncIterator[None]:
        """Meanwhile let a manager change the permissions of the channel, if the trouble does not pass by itself."""
        mending = asyncio.create_task(self._mend(table, fault)) if fault.status in REFUSALS else None
        try:
            yield
        finally:
            if mending is not None:
                await mending

    async def _mend(self, table: Table, fault: Fault) -> None:
        with contextlib.suppress(TimeoutError):
            await self._server.until(lambda: fault.is_spent, MET_WITHIN)
        await asyncio.sleep(MENDED_AFTER)
        backend = self._server.world.backend
        allowed = discord.Permissions(send_messages=True).value
        backend.set_overwrite(table.channel, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, allow=allowed))

    async def _note_met(self, fault: Fault, what: str) -> None:
        """Wait until the fault has met its requests: some are made after the turn is shown."""
        self._counts.did("faults")
        try:
            await self._server.until(lambda: fault.is_spent, MET_WITHIN)
            self._counts.did("met a request")
        except TimeoutError:
            self._server.withdraw(fault)
            self._counts.notes.append(f"Met no request, or too few: {what}.")

    def _count_private_messages(self, table: Table, what: str) -> None:
        """Nobody gets the same board twice in private."""
        for person in table.people:
            shown = [
                message.attachments[0]["filename"]
                for message in self._server.world.messages(self._server.world.direct(person))
                if message.attachments
            ]
            self._counts.check(len(shown) == len(set(shown)), "sent twice in private", f"{what}, {person.name}")
