"""Deadlines: finishing pending turns, reminding people, skipping turns, giving seats to those who asked for them, and
making up for outages of the bot.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from host.errors import HostError
from host.model.clock import (
    DueClaim,
    ReminderStage,
    TimeoutAction,
    Vacation,
    after_outage,
    after_vacation,
    expected_due,
    next_at,
    next_stage,
    parse_pace,
)
from host.model.game import PlayResult, RunningGame, StartedGame, Transition, started_table
from host.model.notifications import STAGE_KINDS, Notification, NotificationKind
from host.model.observers import Observers
from host.model.requests import SeatRequest
from host.model.schedule import Schedule
from host.model.shards import Heartbeat, Heartbeats
from host.model.substitution import seat_taken
from host.model.table import BaseRunningTable, RunningSummary, RunningTable, TableT
from host.model.tournament_times import LongerRound
from host.model.turn_clock import TimedTurn, timed_turn
from host.model.turn_rules import move_transition, timeout_moves
from host.services.people import People
from host.services.service import Service, ServiceContext, uncancellable

DEADLINE: Final = "deadline"
"""The kind of what is due at a table, in the schedule. The key is the table's number."""

HEARTBEAT_INTERVAL: Final = timedelta(minutes=10)
"""How often the bot stores that it is running."""

HEARTBEAT_DELAY: Final = timedelta(minutes=1)
"""How late a heartbeat may be. One that is later ends an outage; the first after a start ends one in any case."""

SHORT_BREAK: Final = timedelta(minutes=1)
"""How long the bot may be away from Discord without an outage. Discord breaks connections now and then, for seconds."""


@dataclass(frozen=True, slots=True)
class DeadlineResult:
    """What was done at a table when something was due. Both fields are None if only the clock has changed."""

    played: PlayResult | None = None
    """What was played in the place of the player to move."""
    notification: Notification | None = None
    """The notification that has to be sent."""


class Deadlines(Service):
    """The deadlines of all running games that this process shows. They are in the schedule."""

    def __init__(
        self,
        context: ServiceContext,
        people: People,
        schedule: Schedule,
        heartbeat_interval: timedelta,
    ) -> None:
        super().__init__(context)
        self.heartbeat_interval = heartbeat_interval
        self._heartbeats = self._storage.heartbeats
        self._shards = self._storage.shards
        self._people = people
        self._schedule = schedule
        self._heartbeat_lock = asyncio.Lock()
        self.rounds_moved = Observers[[Sequence[LongerRound]]]()
        """Told the rounds of tournaments that end later because of an outage, once that is stored."""

    def begin(self) -> None:
        """Put all deadlines into the schedule, and from now on each change of them."""
        for table in self._games.home_tables:
            self._note_table(table.number)
        self._games.deadlines_changed.add(self._note_table)
        self._people.deadlines_changed.add(self._note_vacation)

    def _note_table(self, number: int) -> None:
        """Note that the next deadline of a table may be another one."""
        table = self._games.tables.find(number)
        due = None
        if isinstance(table, BaseRunningTable) and self._games.is_home(table.venue):
            due = self._due_at(table)
        self._schedule.put(DEADLINE, number, due)

    def _note_vacation(self, person_id: int) -> None:
        """Note that a person's vacation may put off other deadlines than before."""
        for table in self._games.tables.of_person(person_id):
            self._note_table(table.number)

    def with_expected_deadline(self, table: TableT) -> TableT:
        """Return a table with the deadline as it will be after the vacation that is planned or under way."""
        if not isinstance(table, BaseRunningTable) or (turn := timed_turn(table)) is None:
            return table
        due = expected_due(turn.clock, self._people.vacation(turn.person.id))
        return replace(table, clock=replace(turn.clock, due=due))

    @uncancellable
    async def process_due(self, number: int) -> DeadlineResult | None:
        """Do one thing that is due at a table now; return None if nothing is due.

        The game is claimed in the transaction that stores it. So of several processes that find the same due at once,
        one does it, and the others find that nothing is due any more. Raise NoTableError, QuarantinedError, and
        StaleError if another process holds the game for too long.
        """
        async with self._games.lock(number):
            if not isinstance(await self._games.load(number), RunningTable):
                return None
            before, now = await self._games.load_running(number), self._now()
            due = self._due_at(before.table)
            if due is None or due > now:
                return None
            if before.table.pending:
                return await self._play_due(move_transition(before, (), None, now))
            if (request := before.table.seat_request) and request.due <= now:
                return await self._seat_due(before, request, now)
            turn = timed_turn(before.table)
            return await self._clock_due(before, turn, now) if turn else None

    @uncancellable
    async def heartbeat(self, *, is_start: bool = False, was_away: bool = False) -> timedelta | None:
        """Store that the bot is running. After an outage, move all deadlines and the ends of rounds here by its length,
        in the same transaction, and return the length.

        At the start of the bot, the outage has lasted since the last heartbeat, move or vote. If the servers were
        divided otherwise before, it may differ from server to server; then the longest is returned. If the bot
        ``was_away`` since the last heartbeat, nobody could play meanwhile. A break of a moment counts for nothing.
        """
        async with self._heartbeat_lock:
            now, beats = self._now(), await self._last_heartbeats(is_start=is_start)
            last = beats.last_of(self._shards)
            if last is None or now - last <= self._shortest_outage(is_start=is_start, was_away=was_away):
                await self._games.save_deadlines([], [Heartbeat(now, self._shards)])
                return None
            await self._move_deadlines(beats, now)
            return now - last

    def _shortest_outage(self, *, is_start: bool, was_away: bool) -> timedelta:
        """Return the time since the last heartbeat that is no outage yet."""
        if is_start:
            return timedelta(0)
        return SHORT_BREAK if was_away else self.longest_pause

    @property
    def longest_pause(self) -> timedelta:
        """The longest time from one heartbeat to the next without an outage."""
        return self.heartbeat_interval + HEARTBEAT_DELAY

    async def _last_heartbeats(self, *, is_start: bool) -> Heartbeats:
        """Return the last heartbeats, at a start with a later sign of life.

        Where several processes have served, it may be that of another one: who plays by a direct message does so
        elsewhere. So it counts only until the next heartbeat should have come.
        """
        beats = await self._heartbeats.load()
        if not is_start:
            return beats
        beats = replace(beats, sign_of_life=await self._heartbeats.sign_of_life())
        is_alone = self._shards.is_whole and beats.is_of_one
        return beats if is_alone else replace(beats, longest_pause=self.longest_pause)

    async def _move_deadlines(self, beats: Heartbeats, now: datetime) -> None:
        """Move the deadline of each game, and the end of each round here, by the outage of its server until now."""
        async with AsyncExitStack() as stack:
            numbers = [table.number for table in self._games.home_tables]
            for number in numbers:
                await stack.enter_async_context(self._games.lock(number))
            moved = []
            for table in filter(None, map(self._games.tables.find, numbers)):
                last = beats.last_for(table.venue.guild)
                if isinstance(table, RunningSummary) and last:
                    after = self._after_outage(table, last, now)
                    if after != table:
                        moved.append((table, after))
            rounds = await self._longer_rounds(beats, now)
            await self._games.save_deadlines(moved, [Heartbeat(now, self._shards), *rounds])
        self.rounds_moved.notify(rounds)

    async def _longer_rounds(self, beats: Heartbeats, now: datetime) -> list[LongerRound]:
        """Return the rounds that end later by the outage of their server, or by its part since they have begun."""
        found = list[LongerRound]()
        for one in await self._storage.tournaments.in_rounds(self._shards):
            last = beats.last_for(one.venue.guild)
            since = max(last, one.round_begun_at or last) if last else now
            if since < now:
                found.append(LongerRound(one, now - since))
        return found

    def _after_outage(self, table: RunningSummary, last_seen: datetime, now: datetime) -> RunningSummary:
        vacation, request = self._mover_vacation(table), table.seat_request
        return replace(
            table,
            clock=table.clock and after_outage(table.clock, last_seen, now, vacation),
            seat_request=request and request.after_outage(last_seen, now),
        )

    def _mover_vacation(self, table: BaseRunningTable) -> Vacation | None:
        turn = timed_turn(table)
        return self._people.vacation(turn.person.id) if turn else None

    def _due_at(self, table: BaseRunningTable) -> datetime | None:
        """Return when the next thing is due at a table; None if nothing will be."""
        if table.pending:
            return table.pending.until
        times = [table.seat_request.due] if table.seat_request else []
        if (turn := timed_turn(table)) is not None:
            at = next_at(turn.clock, parse_pace(table.settings.pace), self._people.vacation(turn.person.id))
            times += [at] if at else []
        return min(times, default=None)

    async def _play_due(self, transition: Transition[StartedGame]) -> DeadlineResult:
        claim = DueClaim(started_table(transition.after).number)
        return DeadlineResult(played=await self._play(transition, additions=[claim]))

    async def _seat_due(self, before: RunningGame, request: SeatRequest, now: datetime) -> DeadlineResult:
        """Give a seat to whoever has asked for it, because nobody has answered. Where it can't be taken any more, drop
        the request.
        """
        number, claim = before.table.number, DueClaim(before.table.number)
        try:
            taken = seat_taken(before.table, request.seat, request.person, now)
        except HostError:
            await self._store_table(before, replace(before.table, seat_request=None), additions=[claim])
            return DeadlineResult()
        told = await self._notifications.next(number, NotificationKind.SEAT_TAKEN, request.person.id, now)
        await self._store_table(before, taken, additions=[claim, told])
        return DeadlineResult(notification=told)

    async def _clock_due(self, before: RunningGame, turn: TimedTurn, now: datetime) -> DeadlineResult:
        table = before.table
        clock = after_vacation(turn.clock, self._people.vacation(turn.person.id), now)
        stage = next_stage(clock, parse_pace(table.settings.pace), now)
        if stage is None:
            await self._games.save_deadlines([(table, replace(table, clock=clock))], [DueClaim(table.number)])
            return DeadlineResult()
        if stage is ReminderStage.OUT and table.settings.timeout is TimeoutAction.SKIP:
            return await self._play_due(move_transition(before, timeout_moves(table.state), None, now))
        due = expected_due(clock, self._people.vacation(turn.person.id))  # as the message of the turn tells it
        notification = Notification(table.number, clock.round, STAGE_KINDS[stage], turn.person.id, now, due)
        reminded = replace(table, clock=replace(clock, stage=stage))
        await self._games.save_deadlines([(table, reminded)], [DueClaim(table.number), notification])
        return DeadlineResult(notification=notification)
