"""Full, read-only, locked and damaged disks: nothing confirmed is lost, people get an answer, and the game goes on."""

import asyncio
import contextlib
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeAlias

from tests.chaos.comparison import WRONG, compare, measure_tracebacks, read_stored
from tests.chaos.counts import Counts, Progress
from tests.chaos.feed import Feed
from tests.chaos.small_disk import Disk, MountedDisk, small_disk
from tests.chaos.table import RefusedError, new_table
from tests.chaos.waiting import wait_until
from tests.loopback import LoopbackDiscord
from tests.loopback.process import running
from tests.whole.program import Program

Damage: TypeAlias = Callable[[bytes, random.Random], bytes]

PAGE = 4096
DAMAGES: Mapping[str, Damage] = {
    "half of the file": lambda right, whim: right[: len(right) // 2],
    "an overwritten header": lambda right, whim: whim.randbytes(100) + right[100:],
    "an overwritten page": lambda right, whim: _with_noise(right, PAGE, whim),
    "an overwritten middle": lambda right, whim: _with_noise(right, len(right) // 2 // PAGE * PAGE, whim),
    "no database": lambda right, whim: b"This is a letter to my aunt, and no database at all.\n" * 200,
}
"""What is found instead of the file when the bot starts."""

LOCKED, READ_ONLY = "locked at the start", "read-only at the start"
STARTS = (LOCKED, READ_ONLY, *DAMAGES)

DONE = ("troubles", "turns refused", "starts refused", "turns")
MOST_TRIES = 8
"""The number of turns that are tried at most until one is refused, or until the game goes on."""
LOCKED_FOR = 7.0
"""Seconds, longer than the bot waits for another program (five)."""
START_PATIENCE = 15.0
"""Seconds after which a program that neither runs nor ends is taken to wait."""
SHOWN_WITHIN = 10.0
"""Seconds in which a turn that was confirmed in trouble may be shown at once."""
PATIENCE = 700.0
"""Seconds after the trouble in which all that is stored has to be shown."""


async def run(amount: int, seed: int, progress: Progress) -> Counts:
    """Go through all troubles this number of times."""
    return await play(amount, seed, progress, STARTS)


async def play(rounds: int, seed: int, progress: Progress, starts: Sequence[str]) -> Counts:
    """Go through a full and a locked disk while the bot runs, and through these troubles at its start, each round."""
    counts = Counts.of(DONE, (*WRONG, "unanswered", "not going on"))
    whim = random.Random(seed)
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder, small_disk(Path(folder)) as disk:
            async with LoopbackDiscord() as server, contextlib.AsyncExitStack() as stack:
                program = Program(server, Path(folder), "bot.py")
                stack.push_async_callback(program.close)
                await program.start()
                trouble = DiskTrouble(program, whim, counts, progress)
                await trouble.meet_all(disk, starts)
                measure_tracebacks(program.output, counts)
    return counts


class DiskTrouble:
    """A table whose bot has trouble with its disk."""

    def __init__(self, program: Program, whim: random.Random, counts: Counts, progress: Progress) -> None:
        self._program = program
        self._table = new_table(program.server, Feed(program.server), "disk", whim.getrandbits(32))
        self._whim = whim
        self._counts = counts
        self._progress = progress

    async def meet_all(self, disk: Disk | None, starts: Sequence[str]) -> None:
        """Meet all troubles, one after the other, in one game."""
        await self._table.begin()
        await self._goes_on("the beginning")
        if disk is None:
            self._counts.notes.append("Left out: this system lets nobody fill a disk.")
        else:
            await self._while_running("full", self._full(disk))
        await self._while_running("locked", self._locked())
        for what in starts:
            if what != READ_ONLY:
                await self._at_start(what, self._locked() if what == LOCKED else self._damaged(DAMAGES[what]))
            elif isinstance(disk, MountedDisk):
                await self._at_start(what, disk.read_only())
            else:
                self._counts.notes.append("Left out: this system lets nobody mount a read-only disk.")
        await self._is_all_shown("the end")
        await compare([self._table], self._program.database, self._counts)

    async def _while_running(self, what: str, trouble: AbstractContextManager[None]) -> None:
        """Meet a trouble while the bot runs, until a turn is refused; then go on, also after a restart."""
        with trouble:
            begun = time.monotonic()
            for _ in range(MOST_TRIES):
                if not await self._try_turn(what):
                    break
            await asyncio.sleep(max(0.0, begun + LOCKED_FOR - time.monotonic()))
        await self._goes_on(f"{what}, then mended")
        await self._program.restart()
        await self._goes_on(f"{what}, then restarted")
        self._met()

    async def _at_start(self, what: str, trouble: AbstractContextManager[None]) -> None:
        """Start the bot with a trouble, then without it."""
        await self._program.stop()
        with trouble:
            await self._start_in_vain(what)
        await self._program.start()
        await self._goes_on(f"{what}, then mended")
        self._met()

    async def _start_in_vain(self, what: str) -> None:
        """Start the bot. It may end or wait, and has to say why; or run, if it does not need what is damaged."""
        gateway = self._program.server.gateway
        async with running(*self._program.arguments, environment=self._program.environment) as bot:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(START_PATIENCE):
                    await wait_until(lambda: not bot.is_running or gateway.is_ready)
            if gateway.is_ready and bot.is_running:
                self._counts.notes.append(f"{what}: the bot runs all the same")
            else:
                self._counts.did("starts refused")
                self._counts.notes.append(f"{what}: {_last_line(bot.output)}")
            self._counts.check(bool(bot.output.strip()), "unanswered", f"{what}: the bot says nothing")
        await wait_until(lambda: not gateway.is_ready)

    async def _try_turn(self, what: str) -> bool:
        """Play a turn; return whether it was confirmed. Somebody who plays has to get an answer in any case."""
        try:
            attempt = await self._table.play()
        except TimeoutError:
            self._counts.went_wrong("unanswered", f"{what}: a turn")
            return False
        except RefusedError as refused:
            self._counts.did("turns refused")
            self._counts.check(bool(str(refused)), "unanswered", f"{what}: an empty answer")
            self._counts.notes.append(f"{what}: {refused}".partition("\n")[0])
            return False
        self._counts.did("turns")
        with contextlib.suppress(TimeoutError):
            await self._table.feed.board_after(self._table.channel, attempt.turns, SHOWN_WITHIN)
        return True

    async def _goes_on(self, what: str) -> None:
        """Wait until all that is stored is shown, and play a turn."""
        if await self._is_all_shown(what):
            self._counts.check(await self._try_turn(what), "not going on", what)

    async def _is_all_shown(self, what: str) -> bool:
        """Wait until all that is stored is shown. Return False, and count it, if that takes too long."""
        stored = len(read_stored(self._program.database).cells.get(self._table.channel, []))
        try:
            await self._table.feed.board_after(self._table.channel, stored, PATIENCE)
        except TimeoutError:
            self._counts.went_wrong("not going on", f"{what}: turn {stored} is not shown")
            return False
        return True

    def _met(self) -> None:
        self._counts.did("troubles")
        self._progress(self._counts)

    @contextlib.contextmanager
    def _full(self, disk: Disk) -> Iterator[None]:
        process = self._program.process_id
        disk.fill(process)
        try:
            yield
        finally:
            disk.free(process)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Another program begins to write, and does not end."""
        with contextlib.closing(sqlite3.connect(self._program.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield

    @contextlib.contextmanager
    def _damaged(self, damage: Damage) -> Iterator[None]:
        """Damage the file, and put the right files back afterwards."""
        database = self._program.database
        files = {one: one.read_bytes() for one in database.parent.glob(f"{database.name}*") if one.is_file()}
        for one in files:
            one.unlink()
        database.write_bytes(damage(files[database], self._whim))
        try:
            yield
        finally:
            for one in database.parent.glob(f"{database.name}*"):
                one.unlink()
            for one, right in files.items():
                one.write_bytes(right)


def _with_noise(right: bytes, position: int, whim: random.Random) -> bytes:
    return right[:position] + whim.randbytes(PAGE) + right[position + PAGE :]


def _last_line(output: str) -> str:
    return next((line.strip()[:160] for line in reversed(output.splitlines()) if line.strip()), "nothing was said")
