"""All games, and every change of them: it is stored first, then made in memory."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from host.model.audit_log import AuditEntry
from host.model.clock import Clock, DueClaim, Vote
from host.model.controllers import Person
from host.model.game import GameT, Transition, named_transition, table_of
from host.model.locks import Locks
from host.model.log_replay import QuarantinedGame
from host.model.notifications import Decision, Notification, OutdatedMessage
from host.model.rematch_rules import without_series
from host.model.shards import Heartbeat
from host.model.table import (
    OUTDATED_ROUND,
    BaseRunningTable,
    FinishedTable,
    LiveSummary,
    MessageRef,
    RunningSummary,
    ShownTurn,
    StartedTable,
    Venue,
)
from host.model.table_errors import StaleError
from host.model.table_index import TableIndex, people_named
from host.model.table_lookup import require_started
from host.model.tournament_times import LongerRound
from host.model.turn_clock import begins_timing, with_turn_clock
from host.storage.engine.database import Database
from host.storage.engine.statements import ConflictError, Statement
from host.storage.games import statements as game_statements
from host.storage.games.controllers import person_statement
from host.storage.games.loader import GameLoader
from host.storage.games.statements import StoredTable

_BATCH: Final = 500
"""How many games are read again at once."""

Addition: TypeAlias = AuditEntry | Notification | OutdatedMessage | Vote | Heartbeat | LongerRound | DueClaim | Decision
"""What is stored together with a change of a game, in the same transaction."""
WriteAddition: TypeAlias = Callable[[Addition], list[Statement]]
"""Returns the statements that store an addition. The people named in it have to be stored already."""
Deletion: TypeAlias = Callable[[int, Collection[int], str], Sequence[Statement]]
"""Returns the statements that delete a person. The numbers are those of the tables that wait or run and name them; the
token is for the games that are over."""


class GameRepository(GameLoader):
    """All games, by the numbers of their tables.

    A change is stored only if the game is still as it was read. Else it is read again, and ConflictError is raised.
    """

    def __init__(
        self, database: Database, new_token: Callable[[], str], tables: TableIndex, write_addition: WriteAddition
    ) -> None:
        """``new_token`` makes a token that nothing has had. ``tables`` is filled."""
        super().__init__(database, tables)
        self._new_token = new_token
        self._write_addition = write_addition
        self._locks = Locks()
        self._last_number = 0
        self.purge = database.purge

    @classmethod
    async def open(
        cls, database: Database, new_token: Callable[[], str], tables: TableIndex, write_addition: WriteAddition
    ) -> "GameRepository":
        """Load what is known at once of the tables that wait or run. No log is replayed unless that takes it."""
        repository = cls(database, new_token, tables, write_addition)
        repository._last_number = await repository.newest_number()
        await repository._load_summaries()
        return repository

    @property
    def home_tables(self) -> list[LiveSummary]:
        """The tables that wait or run and that this process shows, by number."""
        tables = self.tables.all
        return tables if self._database.shards.is_whole else [one for one in tables if self.is_home(one.venue)]

    def is_home(self, venue: Venue) -> bool:
        """Return whether this process shows the games of a venue."""
        return self._database.shards.serves(venue.guild)

    def new_number(self) -> int:
        """Return a number that no table has had, as far as is known. If another process gives it to a table first, the
        table here isn't stored.
        """
        self._last_number += 1
        return self._last_number

    def lock(self, number: int) -> asyncio.Lock:
        """Return the lock of a table. Whoever changes the table holds it, and waits for nothing but the database."""
        return self._locks.of(number)

    async def save(
        self,
        transition: Transition[GameT],
        person: Person | None = None,
        others: Iterable[Person] = (),
        additions: Iterable[Addition] = (),
        repeats: FinishedTable | None = None,
    ) -> Transition[GameT]:
        """Store a transition, together with ``additions``, then change the game in memory.

        ``person`` gave the command, under a name that may be new. ``others`` may be people never stored before. A new
        table ``repeats`` a game if it is its rematch. That counts as a change of the game, so there are no two of them.

        Return the transition with everybody's latest name. Raise ConflictError if a game is not as it was read any
        more, or if the number was given to another table.
        """
        number = table_of(transition.after).number
        earlier = await self.stored_clock(number) if begins_timing(transition) else None
        transition = with_turn_clock(named_transition(transition, self._new_token()), earlier)
        await self._store(transition, person, others, additions, repeats)
        if repeats:
            self._cache.change(repeats.number, token=table_of(transition.after).token)
        return replace(transition, after=self._cache.put(transition.after))

    async def _store(
        self,
        transition: Transition[Any],
        person: Person | None,
        others: Iterable[Person],
        additions: Iterable[Addition],
        repeats: FinishedTable | None,
    ) -> None:
        renamed = person if person and not self._cache.has_name(person) else None
        people = [person_statement(one) for one in (*others, *([renamed] if renamed else []))]
        changes = game_statements.transition_statements(transition.before, transition.after, transition.entries)
        added = self._addition_statements(additions)
        if transition.before:
            await self._commit([*people, *added, *changes], [table_of(transition.before).number])
        elif repeats:
            repeated = game_statements.change_statement(repeats, table_of(transition.after).token)
            await self._commit([*people, repeated, *changes], [repeats.number])
        else:
            await self._commit([*people, *changes, *added], [])
        if renamed:
            self._cache.rename(renamed)

    async def _commit(self, statements: Iterable[Statement], numbers: Collection[int]) -> None:
        """Store changes of games, or none of them if one of the games is not as it was read: raise ConflictError."""
        try:
            await self._database.commit(statements)
        except ConflictError as conflict:
            self._last_number = max(self._last_number, await self.newest_number())
            if numbers:
                await self._read_changed(numbers)
            stale = [StaleError(await self.load(number)) for number in numbers if len(numbers) == 1]
            raise ConflictError(str(conflict), *stale) from None

    async def end_quarantined(self, held: QuarantinedGame, person: Person, additions: Iterable[Addition]) -> None:
        """Store that a person has ended a quarantined game; its log stays as it is. Raise ConflictError."""
        number, ended = held.table.number, game_statements.end_statement(held.table, self._new_token())
        await self._commit([person_statement(person), *self._addition_statements(additions), ended], [number])
        self._release(number)
        self.game_over.notify(number, held.table.venue)

    async def note_told_quarantined(self, number: int, *, is_told: bool) -> bool:
        return await self._database.try_commit(game_statements.told_quarantined_statement(number, is_told=is_told))

    @asynccontextmanager
    async def locked_tables_of(self, person_id: int) -> AsyncIterator[None]:
        """Let nobody change the tables that name a person while a block runs."""
        async with AsyncExitStack() as locks:
            for number in self._numbers_of(person_id):
                await locks.enter_async_context(self.lock(number))
            yield

    def _numbers_of(self, person_id: int) -> list[int]:
        """Return the numbers of the tables that name a person and wait, run or are quarantined, in order."""
        held = (one.table for one in self.quarantined if person_id in people_named(one.table))
        return sorted({table.number for table in (*self.tables.of_person(person_id), *held)})

    async def anonymise(self, person_id: int, deletion: Deletion) -> list[int]:
        """Delete everything about a person, and forget what is in memory of their games. A nameless person takes their
        place there. Whoever calls this holds the locks of the tables that name the person. ``deletion`` does it.

        Return the numbers of the tables that have to be read again. Raise ConflictError if such a table is not as it
        was read any more, or if another one names the person by now.
        """
        numbers = self._numbers_of(person_id)
        held = (one.table for one in self.quarantined if one.table.number in numbers and not one.is_over)
        live: list[StoredTable] = sorted([*self.tables.of_person(person_id), *held], key=lambda table: table.number)
        token = self._new_token()
        changed = [game_statements.change_statement(one, token) for one in live]
        try:
            await self._database.commit([*changed, *deletion(person_id, numbers, token)])
        except ConflictError:
            await self._read_changed(numbers)
            raise
        self._cache.forget_person(person_id)
        for number in numbers:
            self._cache.remove(number)
            self._release(number)
        return numbers

    async def read_again(self, numbers: Iterable[int]) -> None:
        """Read tables again that were forgotten. Whoever calls this holds their locks."""
        for number in numbers:
            await self._load_into_memory(number)

    async def mark_announced(
        self,
        number: int,
        ply: int,
        message: int | None,
        clock: Clock | None,
        played_at: datetime | None,
        *,
        is_found: bool,
    ) -> bool:
        """Store that a ply was announced. Return False, and store nothing, if a later one was, or if the entry that was
        made at that time is lost.
        """
        shown = ShownTurn(ply, OUTDATED_ROUND, None) if is_found else _shown(ply, clock)
        statement = game_statements.announcement_statement(number, ply, message, shown, played_at)
        is_stored = await self._database.try_commit(statement)
        if is_stored:
            self._cache.change(number, announced=ply, message=message, shown=shown if message else None)
        return is_stored

    async def mark_shown(self, number: int, clock: Clock | None) -> None:
        table = self.tables.find(number)
        if isinstance(table, RunningSummary) and table.message:
            shown = _shown(table.ply, clock)
            await self._database.commit([game_statements.shown_turn_statement(number, shown)])
            self._cache.change(number, shown=shown)

    async def move(self, number: int, venue: Venue) -> StartedTable:
        """Store where a game is played; the message that announced it elsewhere is forgotten. Raise ConflictError."""
        table = require_started(await self.load(number))
        changes: dict[str, Any] = {"venue": venue, "message": None, "shown": None, "token": self._new_token()}
        await self._commit([game_statements.venue_statement(table, changes["token"], venue)], [number])
        self._cache.change(number, **changes)
        return replace(table, **changes)

    async def end_series(self, table: FinishedTable) -> FinishedTable:
        """Store that the game of a table belongs to no series any more. Return the table. Raise ConflictError."""
        plain, token = without_series(table), self._new_token()
        await self._commit([game_statements.change_statement(table, token, best_of=None)], [table.number])
        self._cache.change(table.number, invitation=plain.invitation, token=token)
        return replace(plain, token=token)

    async def save_deadlines(
        self,
        changed: Iterable[tuple[BaseRunningTable, BaseRunningTable]],
        additions: Iterable[Addition] = (),
        people: Iterable[Person] = (),
    ) -> None:
        """Store the clocks of tables, and until when a seat is asked for, with additions. ``changed`` has each table
        before and after. Whoever calls this holds the locks of the tables.

        ``people`` may be people never stored before. Raise ConflictError if a table is not as it was read any more.
        """
        tables, token = list(changed), self._new_token()
        statements = game_statements.deadline_statements(tables, token)
        numbers = [table.number for table, _ in tables]
        await self._commit(
            [*map(person_statement, people), *self._addition_statements(additions), *statements], numbers
        )
        for _, table in tables:
            self._cache.change(table.number, clock=table.clock, seat_request=table.seat_request, token=token)

    async def mark_status_message(self, number: int, message: MessageRef | None) -> None:
        if await self._database.try_commit(game_statements.status_message_statement(number, message)):
            self._cache.change(number, status_message=message)

    def _addition_statements(self, additions: Iterable[Addition]) -> list[Statement]:
        return [statement for addition in additions for statement in self._write_addition(addition)]

    async def refresh(self, numbers: Collection[int]) -> None:
        """Read tables again that another process has changed, and forget what else is in memory of them."""
        async with AsyncExitStack() as locks:
            for number in sorted(numbers):
                await locks.enter_async_context(self.lock(number))
            await self._read_changed(numbers)
        self._last_number = max([self._last_number, *numbers])

    async def refresh_person(self, person_id: int) -> None:
        """Read the tables again that name a person, where other processes may have changed them a moment ago."""
        if self._database.backend.is_shared:
            numbers = await self.live_numbers_of(person_id)
            await self.refresh({*numbers, *(table.number for table in self.tables.of_person(person_id))})

    async def refresh_all(self) -> frozenset[int]:
        """Read everything again that is in memory or has to be there. Return the numbers of these tables."""
        self._last_number = max(self._last_number, await self.newest_number())
        live = await self.live_numbers()
        numbers = sorted({*live, *self._quarantined, *self._cache.numbers})
        for first in range(0, len(numbers), _BATCH):
            await self.refresh(numbers[first : first + _BATCH])
        return frozenset(numbers)


def _shown(ply: int, clock: Clock | None) -> ShownTurn:
    return ShownTurn(ply, clock.round, clock.due) if clock else ShownTurn(ply, None, None)
