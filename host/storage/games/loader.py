"""Games are read from the database into memory, and used from there as long as they are as they are stored.

A summary of each that waits or runs is always in memory; whole games are read when needed.
"""

import logging
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import datetime

from host.errors import HostError, NoSuchTableError, QuarantinedError
from host.model.controllers import Person
from host.model.game import Game, RunningGame, started_table, table_of
from host.model.log_replay import LoggedGame, LogMismatchError, QuarantinedGame, StoredGame, game_from_log, replay_log
from host.model.observers import Observers
from host.model.table import (
    LiveSummary,
    LiveTable,
    RunningTable,
    SeatedTable,
    StartedTable,
    Table,
    WaitingTable,
)
from host.model.table_index import TableIndex
from host.model.table_lookup import not_running, require_started
from host.storage.engine.database import Database
from host.storage.games.archive import GameArchive
from host.storage.games.cache import GameCache
from host.storage.games.controllers import stored_names
from host.storage.games.live_tables import LiveTables, read_live_tables

log = logging.getLogger(__name__)


class GameLoader(GameArchive):
    """All games, as they are read into memory. Those whose logs do not replay are found: they are quarantined."""

    def __init__(self, database: Database, tables: TableIndex) -> None:
        """``tables`` is filled."""
        super().__init__(database)
        self.tables = tables
        """What is known at once of the tables that wait or run."""
        self._cache = GameCache(tables)
        self.deadlines_changed = self._cache.deadlines_changed
        self.computers_turns_changed = self._cache.computers_turns_changed
        self.game_over = self._cache.game_over
        self.changed = self._cache.changed
        self.person_deleted = self._cache.person_deleted
        self._quarantined: dict[int, QuarantinedGame] = {}
        self.quarantine_found = Observers[[QuarantinedGame]]()
        """Told each game whose log turns out not to replay."""
        self.loss_found = Observers[[SeatedTable]]()
        """Told each table as it was in memory, if the database has lost its last entry: another server has taken over
        that lacks the last transactions."""

    @property
    def quarantined(self) -> list[QuarantinedGame]:
        return [self._quarantined[number] for number in sorted(self._quarantined)]

    def find_quarantined(self, number: int) -> QuarantinedGame | None:
        return self._quarantined.get(number)

    def _release(self, number: int) -> None:
        self._quarantined.pop(number, None)

    async def _load_summaries(self) -> None:
        """Read what is known at once of all tables that wait or run. No log is replayed unless that takes it."""
        await self._keep(await read_live_tables(self._database))

    async def _load_game(self, number: int) -> Game:
        """Return a game; raise NoTableError or QuarantinedError."""
        return await self._find_cached(number) or (await self._read(number))[0]

    def cached(self, number: int) -> LiveTable | None:
        game = self._cache.find(number)
        table = table_of(game) if game else None
        return table if isinstance(table, WaitingTable | RunningTable) else None

    async def load(self, number: int) -> Table:
        """Return a table; raise NoTableError or QuarantinedError."""
        return table_of(await self._load_game(number))

    async def load_running(self, number: int) -> RunningGame:
        """Return a game that runs; raise NotStartedError, GameOverError, NoTableError or QuarantinedError."""
        game = await self._load_game(number)
        if isinstance(game, RunningGame):
            return game
        raise not_running(game)

    async def load_history(self, number: int) -> LoggedGame:
        """Return a game with its log, which is replayed; raise NoTableError, NotStartedError or QuarantinedError."""
        game: Game | None = self._cache.find(number)
        entries = await self.log_of(table_of(game)) if game else None
        if game is None or entries is None:
            game, history = await self._read(number)
            if history is not None:
                return history
            entries = []
        table = require_started(table_of(game))
        try:
            return LoggedGame(table, entries, replay_log(table, entries))
        except LogMismatchError as error:
            raise self._quarantine(table, error.ply) from None

    async def _load_into_memory(self, number: int) -> None:
        """Read a game and keep it in memory, unless it is quarantined."""
        with suppress(QuarantinedError):
            await self._read(number)

    async def _read_changed(self, numbers: Collection[int]) -> None:
        """Read again what is known at once of tables that may have changed. Whoever calls this holds their locks."""
        for number in await self._changed_since_quarantined(numbers):
            self._release(number)
        live = await read_live_tables(self._database, numbers)
        await self._look_for_losses(live.tables, numbers)
        for number in set(numbers).difference((table.number for table in live.tables), live.unclear):
            self._cache.remove_ended(number)
        await self._keep(live)

    @asynccontextmanager
    async def reloading(self, number: int) -> AsyncIterator[Game]:
        """Read a quarantined game again, for a block that stores how it goes on. If the block fails, it does not.

        Raise QuarantinedError if its log still does not replay.
        """
        held = self._quarantined.pop(number)
        try:
            game, _ = await self._read(number)
            yield game
        except BaseException:
            self._cache.remove(number)
            self._quarantined.setdefault(number, held)
            raise

    async def refresh_names(self, ids: Collection[int] | None = None) -> None:
        """Take over people's names as they are stored (None: everybody's), and forget those of deleted people."""
        changed = self._cache.known_people if ids is None else frozenset(ids)
        stored, is_outdated = dict[int, Person](), bool(changed)
        while is_outdated:
            with self._cache.reading(None) as reading:
                stored = await stored_names(self._database, changed)
            is_outdated = reading.is_outdated
        for person_id in changed - stored.keys():
            self._cache.forget_person(person_id)
        for person_id in self._cache.known_people & stored.keys():
            if not self._cache.has_name(stored[person_id]):
                self._cache.rename(stored[person_id])
        if ids is None:
            self.person_deleted.notify()  # perhaps somebody who had a seat before, and whom no table names any more

    async def _keep(self, live: LiveTables) -> None:
        for table in live.tables:
            self._cache.put_stored_summary(table)
        for number in live.unclear:
            await self._load_into_memory(number)

    async def _find_cached(self, number: int) -> Game | None:
        """Return a game from memory, if all of it is there. Where other processes write too, it must be as it is
        stored.
        """
        game: Game | None = self._cache.find(number)
        if game is None or not self._database.backend.is_shared:
            return game
        return game if await self.is_stored(table_of(game)) else None

    async def _read(self, number: int) -> tuple[Game, LoggedGame | None]:
        """Read a game and keep it in memory, with its log if it has begun; raise NoTableError or QuarantinedError.

        It is read at one moment, and read again if it has changed before it can be kept.
        """
        is_outdated = True
        while is_outdated:
            if quarantined := self._quarantined.get(number):
                raise quarantined.error
            with self._cache.reading(number) as reading:
                stored = await self.read_game(number)
            is_outdated = reading.is_outdated
        if known := self._begun(number):
            found = stored.log[known.ply - 1 : known.ply] if isinstance(stored, StoredGame) else ()
            self._note_if_lost(known, found[0].at if found else None)
        if stored is None:
            raise NoSuchTableError(number)
        if not isinstance(stored, StoredGame):
            return self._cache.put(stored), None
        try:
            replayed = replay_log(stored, stored.log)
            game = self._cache.put(game_from_log(stored, replayed))
        except LogMismatchError as error:
            raise self._quarantine(stored, error.ply) from None
        return game, LoggedGame(started_table(game), stored.log, replayed)

    def _begun(self, number: int) -> SeatedTable | None:
        """Return a table whose game has begun, as far as it is in memory."""
        game = self._cache.find(number)
        table = table_of(game) if game else self._cache.tables.find(number)
        return table if isinstance(table, SeatedTable) else None

    async def _look_for_losses(self, stored: Iterable[LiveSummary], numbers: Collection[int]) -> None:
        """Before tables are replaced in memory by those that are stored, find those that had entries which are lost."""
        last = {table.number: table.played_at for table in stored if isinstance(table, SeatedTable)}
        changed = [one for number in numbers if (one := self._begun(number)) and one.played_at != last.get(number)]
        if changed and self._database.backend.is_shared:
            times = await self.entry_times(changed)
            for known in changed:
                self._note_if_lost(known, times.get(known.number))

    def _note_if_lost(self, known: SeatedTable, stored_at: datetime | None) -> None:
        """Tell that a table has lost its last entry, if another one was made at its ply, at another time, or none."""
        if self._database.backend.is_shared and stored_at != known.played_at:
            log.warning("game %d: the database has lost ply %d", known.number, known.ply)
            self.loss_found.notify(known)

    async def _changed_since_quarantined(self, numbers: Collection[int]) -> list[int]:
        held = [one.table for number in numbers if (one := self._quarantined.get(number))]
        return [table.number for table in held if not await self.is_stored(table)]

    def _quarantine(self, table: StoredGame | StartedTable, ply: int) -> HostError:
        scores = None if isinstance(table, RunningTable) else table.final_scores
        quarantined = self._quarantined[table.number] = QuarantinedGame(table, ply, scores, table.status.is_over)
        self._cache.remove(table.number)
        self.quarantine_found.notify(quarantined)
        log.error("game %d is held: its log does not replay to what was stored, from ply %d on", table.number, ply)
        return quarantined.error
