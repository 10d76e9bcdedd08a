"""What happens because its time has come: turns are passed on, people reminded, turns skipped; outages are made up."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from carcassonne import DeployNobody, Move, Phase, Skip, State, apply, legal_moves
from host.model.clock import (
    Clock,
    ReminderStage,
    Timeout,
    credited,
    expected_due,
    grown,
    next_at,
    next_told,
    parse_pace,
)
from host.model.game import Game
from host.model.notifications import ASLEEP, KINDS, DeliveryOutcome, Notification, NotificationKind, is_open
from host.model.played import Played
from host.model.table import MessageRef, Table
from host.services.background import CommandRunner, uncancellable
from host.services.people import People
from host.services.turns import moved
from host.storage import clocks as clock_rows
from host.storage.game_repository import GameRepository

BEAT: Final = timedelta(minutes=10)
"""How often it is noted that the bot is there."""

OUTAGE: Final = BEAT + timedelta(minutes=1)
"""What is shorter is no outage, unless the bot has been started again."""


NO_MESSAGES: Final[Mapping[MessageRef, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Due:
    """What has become of a table whose time has come: something was ``played``, or somebody is to be pinged; neither
    where only the clock goes on."""

    played: Played | None = None
    ping: Notification | None = None


class Deadlines:
    """The clocks of the games that run."""

    def __init__(
        self, shelf: GameRepository, errands: CommandRunner, people: People, now: Callable[[], datetime]
    ) -> None:
        self._shelf = shelf
        self._people = people
        self._now = now
        self._beating = asyncio.Lock()
        self.errands = errands

    @property
    def deadlines(self) -> list[tuple[datetime, int]]:
        """When something happens at which table, the next first."""
        times = ((self._next_at(table), table.number) for table in self._shelf.tables)
        return sorted((at, number) for at, number in times if at is not None)

    def watch(self, notice: Callable[[], None]) -> None:
        """Have somebody told from now on when the ``deadlines`` are not what they were."""
        self._shelf.on_deadline = self._people.on_change = notice

    def foreseen(self, table: Table) -> Table:
        """Return a table with the deadline as it will be, by the vacation that is known."""
        if table.clock is None or table.to_move is None:
            return table
        due = expected_due(table.clock, self._people.away(table.to_move.person.id))
        return replace(table, clock=replace(table.clock, due=due))

    @uncancellable
    async def fall_due(self, number: int) -> Due | None:
        """Do what is due at a table by now, one thing; None where nothing is. Raise NO_TABLE, HELD."""
        async with self._shelf.lock(number):
            before, now = await self._shelf.game(number), self._now()
            at = self._next_at(before.table)
            if at is None or at > now:
                return None
            if before.table.pending:
                return Due(played=(await self._shelf.put(moved(before, (), None, now))).played)
            return await self._clock_due(before, now)

    @uncancellable
    async def beat(self, *, is_start: bool = False) -> timedelta | None:
        """Note that the bot is there. After an outage all deadlines grow by it, and its length is returned.

        At its start the bot was away since the last beat or move, at most.
        """
        async with self._beating:
            read = clock_rows.last_sign_of_life if is_start else clock_rows.last_beat
            now, last = self._now(), await read(self._shelf.store)
            if last is None or now - last <= (timedelta(0) if is_start else OUTAGE):
                await self._shelf.wind({}, clock_rows.beat_changes(now))
                return None
            await self._make_up(last, now)
            return now - last

    async def _make_up(self, last: datetime, now: datetime) -> None:
        """Let all deadlines grow by an outage."""
        async with AsyncExitStack() as stack:
            numbers = [table.number for table in self._shelf.tables]
            for number in numbers:
                await stack.enter_async_context(self._shelf.lock(number))
            tables = [table for table in self._shelf.tables if table.number in numbers and table.clock]
            clocks = {table.number: self._grown(table, last, now) for table in tables}
            await self._shelf.wind(clocks, clock_rows.beat_changes(now))

    # Pings

    async def unsent(self) -> list[Notification]:
        """Return the pings of which it is not known whether they were sent."""
        return await clock_rows.unsent_pings(self._shelf.store)

    async def pings(self, number: int) -> list[tuple[Notification, DeliveryOutcome | None]]:
        """Return the pings of a game about time, and what has become of them."""
        return await clock_rows.pings_of(self._shelf.store, number)

    async def outcome(self, ping: Notification) -> DeliveryOutcome | None:
        """Return what has become of a ping that is stored; None where that is not yet known."""
        return dict(await self.pings(ping.game))[ping]

    @uncancellable
    async def mark(
        self,
        ping: Notification,
        outcome: DeliveryOutcome,
        messages: Mapping[MessageRef, str] = NO_MESSAGES,
        *,
        has_buttons: bool = False,
        asleep_at: datetime | None = None,
    ) -> Notification | None:
        """Note what has become of a ping, and by which messages in which languages; in private there may be several. If
        some whom it is for were ``asleep_at`` that time, return a ping for them, which is stored by this.
        """
        changes = [clock_rows.outcome_change(ping, outcome, next(iter(messages), None))]
        if has_buttons:
            changes += [clock_rows.question_change(ping, *one) for one in messages.items()]
        asleep = replace(ping, kind=ASLEEP[ping.kind], at=asleep_at) if asleep_at else None
        if asleep:
            changes.append(clock_rows.ping_change(asleep))
        await self._shelf.store.commit(changes)
        return asleep

    async def message(self, number: int, round_: int, kind: NotificationKind) -> MessageRef | None:
        """Return the message of a ping, where it was sent, the first of several."""
        return await clock_rows.ping_message(self._shelf.store, number, round_, kind)

    async def over(self, number: int) -> list[tuple[Notification, MessageRef, str]]:
        """Return the questions of a game that still have buttons and cannot be answered any more, with their messages
        and the languages of these; an empty one is the table's.

        Raise NO_TABLE, HELD.
        """
        asked = await clock_rows.open_questions(self._shelf.store, number)
        table = (await self._shelf.game(number)).table if asked else None
        return [one for one in asked if table and not is_open(one[0], table)]

    async def messages(self, number: int, round_: int, *kinds: NotificationKind) -> dict[MessageRef, str]:
        """Return the messages of a question, asked by pings of these kinds, that still have buttons, with their
        languages; an empty one is the table's.
        """
        asked = await clock_rows.open_questions(self._shelf.store, number)
        return {message: language for ping, message, language in asked if ping.round == round_ and ping.kind in kinds}

    @uncancellable
    async def close(self, message: MessageRef) -> None:
        """Note that a message has no buttons any more."""
        await self._shelf.store.commit([clock_rows.closed_change(message)])

    def _next_at(self, table: Table) -> datetime | None:
        if table.pending:
            return table.pending.until
        if table.clock is None or table.to_move is None:
            return None
        away = self._people.away(table.to_move.person.id)
        return next_at(table.clock, parse_pace(table.settings.pace), away)

    async def _clock_due(self, before: Game, now: datetime) -> Due:
        table = before.table
        assert table.clock is not None
        assert table.to_move is not None
        assert table.state is not None
        clock = credited(table.clock, self._people.away(table.to_move.person.id), now)
        told = next_told(clock, parse_pace(table.settings.pace), now)
        if told is None:
            await self._shelf.wind({table.number: clock})
            return Due()
        if told is ReminderStage.OUT and table.settings.timeout is Timeout.SKIP:
            return Due(played=(await self._shelf.put(moved(before, passed_over(table.state), None, now))).played)
        ping = Notification(table.number, clock.round, KINDS[told], table.to_move.person.id, now, clock.due)
        await self._shelf.wind({table.number: replace(clock, told=told)}, [clock_rows.ping_change(ping)])
        return Due(ping=ping)

    def _grown(self, table: Table, last: datetime, now: datetime) -> Clock:
        assert table.clock is not None
        away = self._people.away(table.to_move.person.id) if table.to_move else None
        return grown(table.clock, last, now, away)


def passed_over(state: State) -> Sequence[Move]:
    """Return the moves of a seat that is skipped: its tile leaves the game, questions get their first answers. A tile
    that lies already gets no figure.

    Chance may still have a part after them, and lead to another question.
    """
    if state.phase is Phase.PLACE:
        return [Skip(state.seat)]
    moves: list[Move] = []
    while state.phase in (Phase.DEPLOY, Phase.ASK):
        moves.append(DeployNobody() if state.phase is Phase.DEPLOY else legal_moves(state)[0])
        state = apply(state, moves[-1]).state
    return moves
