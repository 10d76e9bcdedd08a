"""The games at hand: those that wait or run are kept in memory, the others are read from the file when asked for."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakValueDictionary

from host.errors import HostError, HostErrorCode
from host.model.clock import Clock
from host.model.game import (
    Game,
    LogEntry,
    LogMismatchError,
    ReplayedLog,
    Transition,
    replay_log,
    with_public_seed,
    with_state,
)
from host.model.played import EndedGame
from host.model.table import MessageRef, Person, Shown, Table, Venue
from host.model.turn_clock import with_turn_clock
from host.storage import games as rows
from host.storage.clocks import clock_change
from host.storage.database import ConflictError, Database, Statement
from host.storage.migrations import migrate

log = logging.getLogger(__name__)


NO_DEADLINES: Final = (None, None)


@dataclass(frozen=True, slots=True)
class QuarantinedGame:
    """A game that is left alone, because its log does not replay to what was stored, from ``ply`` on."""

    table: Table
    ply: int

    @property
    def error(self) -> HostError:
        """The error for whoever asks for this game."""
        number, scores = self.table.number, self.table.final_scores
        return HostError(HostErrorCode.HELD, number=number, ply=self.ply, scores=scores)


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game from its first draw on: the entries of its log, and what they tell."""

    game: Game
    entries: Sequence[LogEntry]
    replayed: ReplayedLog


class GameRepository:
    """Games in memory over the store: read from memory, written to the file first. ``on_deadline`` is called when a
    turn comes to be pending, or is so no longer, and when a clock changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._games: dict[int, Game] = {}
        self._quarantined: dict[int, QuarantinedGame] = {}
        self._names: dict[int, str] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._newest = 0
        self.on_deadline: Callable[[], None] = lambda: None

    @classmethod
    async def open(cls, url: str) -> "GameRepository":
        """Open a database, bring it up to date and read the games that wait or run; raise HostError."""
        database = await Database.open(url)
        try:
            await migrate(database)
            repository = cls(database)
            repository._newest = await rows.newest_number(database)
            for number in await rows.live_numbers(database):
                await repository._take_up(number)
        except BaseException:
            await database.close()
            raise
        return repository

    async def close(self) -> None:
        """Close the file."""
        await self._database.close()

    @property
    def database(self) -> Database:
        """The database that the games stand in."""
        return self._database

    @property
    def tables(self) -> list[Table]:
        """The tables that wait or are played at, by number."""
        return [self._games[number].table for number in sorted(self._games)]

    @property
    def quarantined(self) -> list[QuarantinedGame]:
        """The games found unfaithful so far, by number."""
        return [self._quarantined[number] for number in sorted(self._quarantined)]

    def new_number(self) -> int:
        """Return a number that no table has had; it is never given again."""
        self._newest += 1
        return self._newest

    def lock(self, number: int) -> asyncio.Lock:
        """Return the lock of a table. Whoever changes the table holds it, and waits for nothing but the store then."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock

    def cached(self, number: int) -> Table | None:
        """Return a table that waits or is played at, None for any other."""
        game = self._games.get(number)
        return game.table if game else None

    async def load(self, number: int) -> Game:
        """Return a game; raise HostError(NO_TABLE or HELD)."""
        return self._games.get(number) or await self._read(number)

    async def load_history(self, number: int) -> LoggedGame:
        """Return a game told from its log; raise HostError(NO_TABLE, NOT_STARTED or HELD)."""
        game = await self.load(number)
        if not game.table.seats:
            raise HostError(HostErrorCode.NOT_STARTED, table=game.table)
        entries = await rows.read_log(self._database, number)
        try:
            return LoggedGame(game, entries, replay_log(game.table, entries))
        except LogMismatchError as error:
            raise self._quarantine(game.table, error.ply) from None

    async def last_ended(self, venue: Venue, person_id: int) -> int | None:
        """Return the number of the game that ended last at a venue (in private: of this person)."""
        return await rows.last_ended(self._database, venue, person_id)

    async def ended(self, guild: int | None, person_id: int | None, number: int | None, most: int) -> list[EndedGame]:
        """Return games that are over, of a server or where a person played: the one of this number, then the latest."""
        return await rows.ended_games(self._database, guild, person_id, number, most)

    async def posted(self) -> list[int]:
        """Return the numbers of the tables, begun or closed, of which a message may have to be brought up to date."""
        return await rows.posted_numbers(self._database)

    async def unannounced(self) -> list[int]:
        """Return the numbers of the tables whose ply has not been announced."""
        return await rows.unannounced_numbers(self._database)

    async def save(
        self,
        transition: Transition,
        person: Person | None = None,
        others: Iterable[Person] = (),
        also: Iterable[Statement] = (),
    ) -> Transition:
        """Store a transition and what else changes with it, then keep its game in memory. Return it with everybody's
        latest name, also that of the ``person`` who gave the command. ``others`` may be people never stored before.

        Raise HostError(STALE) if the file is not at ``transition.before``: then the game is read again.
        """
        transition = with_turn_clock(transition)
        number = transition.after.table.number
        renamed = person if person and self._names.get(person.id) != person.name else None
        changes = [rows.person_change(one) for one in (*others, *([renamed] if renamed else []))]
        try:
            await self._database.commit([*changes, *rows.transition_changes(transition), *also])
        except ConflictError:
            self._games.pop(number, None)
            await self._take_up(number)
            raise HostError(HostErrorCode.STALE, table=(await self.load(number)).table) from None
        if renamed:
            self._rename(renamed)
        return replace(transition, after=self._keep(transition.after))

    async def end_quarantined(self, number: int, also: Iterable[Statement]) -> None:
        """Store that a held game is ended, and what else changes with it; its log is left as it is."""
        await self._database.commit([*also, rows.ended_change(number)])
        del self._quarantined[number]

    async def reload(self, number: int) -> Game:
        """Read a held game anew; raise HostError(HELD) where its log still does not replay."""
        del self._quarantined[number]
        return self._keep(await self._read(number))

    async def anonymise(self, person_id: int, changes: Iterable[Statement]) -> None:
        """Carry out the changes that take a person out of all games, and read the games anew where they were."""
        tables = [*self.tables, *(held.table for held in self.quarantined)]
        numbers = sorted(table.number for table in tables if _names(table, person_id))
        async with AsyncExitStack() as locks:
            for number in numbers:
                await locks.enter_async_context(self.lock(number))
            await self._database.commit(changes)
            self._names.pop(person_id, None)
            for number in numbers:
                self._games.pop(number, None)
                self._quarantined.pop(number, None)
                await self._take_up(number)

    async def mark_announced(self, number: int, ply: int, message: int | None, clock: Clock | None) -> None:
        """Store what was announced last of a table, with the clock that was shown."""
        shown = _shown(ply, clock)
        await self._database.commit([rows.announced_change(number, ply, message, shown)])
        if game := self._games.get(number):
            known = shown if message else None
            self._keep(replace(game, table=replace(game.table, announced=ply, message=message, shown=known)))

    async def mark_shown(self, number: int, clock: Clock | None) -> None:
        """Store that the message of a table's turn shows this clock now."""
        if (game := self._games.get(number)) and game.table.message:
            shown = _shown(game.table.ply, clock)
            await self._database.commit([rows.shown_change(number, shown)])
            self._keep(replace(game, table=replace(game.table, shown=shown)))

    async def move(self, number: int, venue: Venue) -> Table:
        """Store where a table stands from now on; the messages shown elsewhere are none of it."""
        game = await self.load(number)
        await self._database.commit([rows.moved_change(number, venue)])
        return self._keep(replace(game, table=replace(game.table, venue=venue, message=None, shown=None))).table

    async def save_clocks(self, clocks: Mapping[int, Clock], also: Iterable[Statement] = ()) -> None:
        """Store clocks by game, and what else changes with them. Whoever calls this holds the locks of the games."""
        await self._database.commit([*also, *(clock_change(number, clock) for number, clock in clocks.items())])
        for number, clock in clocks.items():
            if game := self._games.get(number):
                self._keep(replace(game, table=replace(game.table, clock=clock)))

    async def mark_lobby(self, number: int, lobby: MessageRef | None) -> None:
        """Store where people gather for a game."""
        await self._database.commit([rows.lobby_change(number, lobby)])
        if game := self._games.get(number):
            self._keep(replace(game, table=replace(game.table, lobby=lobby)))

    async def _take_up(self, number: int) -> None:
        try:
            self._keep(await self._read(number))
        except HostError as error:
            if error.trouble is not HostErrorCode.HELD:
                raise

    async def _read(self, number: int) -> Game:
        if held := self._quarantined.get(number):
            raise held.error
        stored = await rows.read_game(self._database, number)
        if stored is None:
            raise HostError(HostErrorCode.NO_TABLE, number=number)
        try:
            return with_public_seed(with_state(stored))
        except LogMismatchError as error:
            raise self._quarantine(stored.game.table, error.ply) from None

    def _quarantine(self, table: Table, ply: int) -> HostError:
        held = self._quarantined[table.number] = QuarantinedGame(table, ply)
        self._games.pop(table.number, None)
        log.error("game %d is held: its log does not replay to what was stored, from ply %d on", table.number, ply)
        return held.error

    def _keep(self, game: Game) -> Game:
        """Keep a game while it waits or runs, and return it with the names as they were last seen."""
        game = with_public_seed(replace(game, table=self._named(game.table)))
        known = self.cached(game.table.number)
        if game.table.status.is_over:
            self._games.pop(game.table.number, None)
        else:
            self._games[game.table.number] = game
        if _deadlines(game.table) != (_deadlines(known) if known else NO_DEADLINES):
            self.on_deadline()
        return game

    def _rename(self, person: Person) -> None:
        self._names[person.id] = person.name
        for game in list(self._games.values()):
            self._keep(game)

    def _named(self, table: Table) -> Table:
        def named(person: Person) -> Person:
            return Person(person.id, self._names.setdefault(person.id, person.name))

        return replace(
            table,
            organiser=named(table.organiser),
            people=tuple(map(named, table.people)),
            seats=tuple(replace(seat, person=named(seat.person)) for seat in table.seats),
        )


def _names(table: Table, person_id: int) -> bool:
    """Say whether a person stands anywhere in a table, also one who has given up."""
    people = (table.organiser, *table.people, *(seat.person for seat in table.seats))
    return any(person.id == person_id for person in people)


def _shown(ply: int, clock: Clock | None) -> Shown:
    return Shown(ply, clock.round, clock.due) if clock else Shown(ply, None, None)


def _deadlines(table: Table) -> tuple[object, object]:
    """Return what of a table the deadlines follow from."""
    return table.pending, table.clock if table.clock and table.clock.due else None
