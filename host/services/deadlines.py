"""What happens because its time has come: turns are passed on, people reminded, turns skipped; outages are made up."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from host.model.clock import (
    Heartbeat,
    ReminderStage,
    Timeout,
    Vacation,
    credited,
    expected_due,
    grown,
    next_at,
    next_told,
    parse_pace,
)
from host.model.game import RunningGame, played_in
from host.model.notifications import KINDS, Notification
from host.model.played import Played
from host.model.table import LiveTable, RunningTable, TableT
from host.model.turn_clock import TimedTurn, timed_turn
from host.model.turn_rules import moved, passed_over
from host.services.command_runner import CommandRunner, uncancellable
from host.services.people import People
from host.storage.storage import Storage

BEAT: Final = timedelta(minutes=10)
"""How often it is noted that the bot is there."""

OUTAGE: Final = BEAT + timedelta(minutes=1)
"""What is shorter is no outage, unless the bot has been started again."""


@dataclass(frozen=True, slots=True)
class Due:
    """What has become of a table whose time has come: something was ``played``, or somebody is to be pinged; neither
    where only the clock goes on."""

    played: Played | None = None
    ping: Notification | None = None


class Deadlines:
    """The clocks of the games that run."""

    def __init__(self, storage: Storage, runner: CommandRunner, people: People, now: Callable[[], datetime]) -> None:
        self._games = storage.games
        self._heartbeats = storage.heartbeats
        self._people = people
        self._now = now
        self._heartbeat_lock = asyncio.Lock()
        self.runner = runner

    @property
    def upcoming(self) -> list[tuple[datetime, int]]:
        """When something happens at which table, the next first."""
        times = ((self._next_at(table), table.number) for table in self._games.tables)
        return sorted((at, number) for at, number in times if at is not None)

    def watch(self, callback: Callable[[], None]) -> None:
        """Call a callback from now on whenever the ``upcoming`` deadlines may have changed."""
        for observers in (self._games.deadlines_changed, self._people.deadlines_changed):
            observers.add(callback)

    def stop_watching(self, callback: Callable[[], None]) -> None:
        """Call a callback no more."""
        for observers in (self._games.deadlines_changed, self._people.deadlines_changed):
            observers.remove(callback)

    def with_expected_deadline(self, table: TableT) -> TableT:
        """Return a table with the deadline as it will be, by the vacation that is known."""
        if not isinstance(table, RunningTable) or (turn := timed_turn(table)) is None:
            return table
        due = expected_due(turn.clock, self._people.away(turn.person.id))
        return replace(table, clock=replace(turn.clock, due=due))

    @uncancellable
    async def process_due(self, number: int) -> Due | None:
        """Do what is due at a table by now, one thing; None where nothing is. Raise NO_TABLE, HELD."""
        async with self._games.lock(number):
            if not isinstance(await self._games.load(number), RunningTable):
                return None
            before, now = await self._games.load_running(number), self._now()
            if before.table.pending:
                return await self._pass_on(before, now) if before.table.pending.until <= now else None
            turn = timed_turn(before.table)
            at = self._clock_at(before.table, turn) if turn else None
            return await self._clock_due(before, turn, now) if turn and at and at <= now else None

    @uncancellable
    async def heartbeat(self, *, is_start: bool = False) -> timedelta | None:
        """Note that the bot is there. After an outage all deadlines grow by it, and its length is returned.

        At its start the bot was away since the last beat or move, at most.
        """
        async with self._heartbeat_lock:
            read = self._heartbeats.last_sign_of_life if is_start else self._heartbeats.last
            now, last = self._now(), await read()
            if last is None or now - last <= (timedelta(0) if is_start else OUTAGE):
                await self._games.save_clocks({}, [Heartbeat(now)])
                return None
            await self._make_up(last, now)
            return now - last

    async def _make_up(self, last: datetime, now: datetime) -> None:
        """Let all deadlines grow by an outage."""
        async with AsyncExitStack() as stack:
            numbers = [table.number for table in self._games.tables]
            for number in numbers:
                await stack.enter_async_context(self._games.lock(number))
            tables = [table for table in self._games.tables if table.number in numbers]
            clocks = {
                table.number: grown(table.clock, last, now, self._away(table))
                for table in tables
                if isinstance(table, RunningTable) and table.clock
            }
            await self._games.save_clocks(clocks, [Heartbeat(now)])

    def _away(self, table: RunningTable) -> Vacation | None:
        """Return the vacation of whoever is to move."""
        turn = timed_turn(table)
        return self._people.away(turn.person.id) if turn else None

    def _next_at(self, table: LiveTable) -> datetime | None:
        if not isinstance(table, RunningTable):
            return None
        if table.pending:
            return table.pending.until
        turn = timed_turn(table)
        return self._clock_at(table, turn) if turn else None

    def _clock_at(self, table: RunningTable, turn: TimedTurn) -> datetime | None:
        return next_at(turn.clock, parse_pace(table.settings.pace), self._people.away(turn.person.id))

    async def _pass_on(self, before: RunningGame, now: datetime) -> Due:
        return Due(played=played_in(await self._games.save(moved(before, (), None, now))))

    async def _clock_due(self, before: RunningGame, turn: TimedTurn, now: datetime) -> Due:
        table = before.table
        clock = credited(turn.clock, self._people.away(turn.person.id), now)
        told = next_told(clock, parse_pace(table.settings.pace), now)
        if told is None:
            await self._games.save_clocks({table.number: clock})
            return Due()
        if told is ReminderStage.OUT and table.settings.timeout is Timeout.SKIP:
            return Due(played=played_in(await self._games.save(moved(before, passed_over(table.state), None, now))))
        ping = Notification(table.number, clock.round, KINDS[told], turn.person.id, now, clock.due)
        await self._games.save_clocks({table.number: replace(clock, told=told)}, [ping])
        return Due(ping=ping)
