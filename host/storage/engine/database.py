"""The database: queries and whole transactions. It knows nothing of games.

A transaction is handed over as a whole, as a list of statements, so it never waits for anything but the database.
Statements are put into words once, and kept so.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection
from sqlalchemy.exc import DBAPIError

from host.errors import DamagedDatabaseError, DamagedPageError, DatabaseAwayError, DatabaseName
from host.model.shards import ALL_SHARDS, ShardGroup
from host.storage.engine.backend import Backend, Opening, Tell
from host.storage.engine.database_url import check_address
from host.storage.engine.schema_version import newest_version
from host.storage.engine.sqlite_file import SqliteFile
from host.storage.engine.statements import AnySelect, ConflictError, Query, Row, Statement, Value

log = logging.getLogger(__name__)

T = TypeVar("T")

_TRIES: Final = 5
"""How often a transaction is tried that only meets others."""


class Database:
    """An open database. No other bot can open it as long as this one runs."""

    def __init__(self, backend: Backend, shards: ShardGroup = ALL_SHARDS, tell: Tell = log.info) -> None:
        self.backend = backend
        self.tell = tell
        """Told why the database is not open yet."""
        self.shards = shards
        """The shards that this process serves."""
        self._tasks = set[asyncio.Task[Any]]()
        self._is_closed = False
        self.tells_damage = False
        """Whether the log tells that the database is damaged. This is told once."""

    @classmethod
    async def open(
        cls,
        url: str,
        shards: ShardGroup = ALL_SHARDS,
        *,
        waits: bool = False,
        version: int | None = None,
        tell: Tell = log.info,
    ) -> "Database":
        """Open a database (see ``parse_url``) for a process that serves a group of shards.

        If it ``waits``, it does so while another process serves the same shards, or any with an older program.
        ``version`` is that of the schema that the program knows; None: the newest. Raise BadUrlError,
        UnopenedDatabaseError, MissingDriverError, FileInUseError, ShardsTakenError, NeedsServerError, NotAFileError,
        LeftoverFileError, NewerDatabaseError, DamagedDatabaseError, DatabaseRefusedError and StorageError.
        """
        opening = Opening(waits, newest_version() if version is None else version, tell)
        database = cls(backend := _backend(url, shards, opening), shards, tell)
        try:
            with database.opening_errors():
                await backend.open()
        except BaseException:
            await backend.close()
            raise
        return database

    async def close(self) -> None:
        """Wait for the statements under way, then close the database; another process may open it then."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        self._is_closed = True
        await self.backend.close()

    async def note_up_to_date(self) -> None:
        """From now on, let other processes serve the other shards. Raise StorageError."""
        with self._errors():
            await self.backend.note_up_to_date()

    async def confirm_owned(self) -> None:
        """Make sure that no other process can have the database yet, or the same part of it. Raise StorageError."""
        with self._errors():
            await self.backend.confirm_owned()

    async def stop_waiting(self) -> None:
        """From now on, fail at once where another program has locked the database. The statement under way waits on."""
        await self.backend.stop_waiting()

    @property
    def name(self) -> DatabaseName:
        """What the database is called in errors: its file, with links followed, or the server's address."""
        return self.backend.name

    async def size(self) -> int:
        """Return the bytes that the database takes on the disk. Raise StorageError."""
        return await self._to_its_end(self.backend.size())

    async def read(self, query: AnySelect, **values: Value) -> Sequence[Row]:
        """Return the rows of a query. It never sees half a transaction. Raise StorageError."""
        [rows] = await self._to_its_end(self.backend.fetch([(query, values)]))
        return rows

    async def read_all(self, queries: Iterable[Query]) -> list[Sequence[Row]]:
        """Return the rows of several queries, with the values of each, as the database is at one moment.

        Raise StorageError.
        """
        return await self._to_its_end(self.backend.fetch(list(queries)))

    async def commit(self, statements: Iterable[Statement]) -> None:
        """Execute all statements or none.

        Raise ConflictError if one violates a constraint, or is a guard and returns no row, and StorageError.
        """
        await self._to_its_end(self._commit(list(statements)))

    async def try_commit(self, *statements: Statement) -> bool:
        """Do what ``commit`` does, but return False where it raises ConflictError."""
        try:
            await self.commit(statements)
        except ConflictError:
            return False
        return True

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Let a function read with a connection, perhaps in another thread. Raise StorageError."""
        return await self._to_its_end(self.backend.read(work))

    async def run_in_transaction(self, work: Callable[[Connection], T]) -> T:
        """Let a function work with a connection, in one transaction, perhaps in another thread. Raise StorageError."""
        return await self._to_its_end(self.backend.write(work))

    async def migrate(self, work: Callable[[Connection], T]) -> T:
        """Let a function change the schema. See ``Backend.migrate``. Raise StorageError and DamagedDatabaseError."""
        return await self._do(self.backend.migrate(work))

    @asynccontextmanager
    async def alone(self, key: str, *, waits: bool) -> AsyncIterator[bool]:
        """Run a block in which no other process has this key. While another one has it, wait; or if this ``waits`` for
        nobody, yield False. Raise StorageError.
        """
        with self._errors():
            async with self.backend.alone(key, waits=waits) as is_alone:
                yield is_alone

    async def purge(self) -> None:
        """Remove from the disk what was deleted, as far as the database can. Raise StorageError."""
        await self._to_its_end(self.backend.purge())

    @contextmanager
    def opening_errors(self) -> Iterator[None]:
        """While the database is opened, all errors of which it is to blame mean that it is damaged, or not the bot's.

        Raise StorageError and DamagedDatabaseError instead of the driver's errors.
        """
        try:
            with self._errors():
                yield
        except DamagedPageError as error:
            raise DamagedDatabaseError(self.name, error.problem) from error
        except DBAPIError as error:
            raise DamagedDatabaseError(self.name, str(error.orig)) from error

    async def _to_its_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Do some work, even if the task that waits for it is cancelled: a driver that is interrupted may leave a
        transaction open. Raise StorageError.
        """
        if self._is_closed:
            work.close()
            raise DatabaseAwayError(self.name)  # whoever asks meets the end of the program
        if not self.backend.is_interruptible:
            return await self._do(work)
        task = asyncio.create_task(self._do(work))
        self._tasks.add(task)
        task.add_done_callback(self._note_end)
        return await asyncio.shield(task)

    def _note_end(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # perhaps nobody waits for it any more

    async def _do(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            with self._errors():
                await self.backend.check_owned()
                return await work
        finally:
            work.close()  # where it was not even begun

    async def _commit(self, statements: Sequence[Statement]) -> None:
        for tries_left in reversed(range(_TRIES)):
            try:
                await self.backend.commit(statements)
                break
            except DBAPIError as error:
                if not tries_left or not self.backend.is_passing(error):
                    raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise StorageError instead of the driver's errors, and tell the host what to do about a damaged database."""
        try:
            yield
        except Exception as error:
            found = self.backend.host_error(error)
            if found is None:
                raise
            if isinstance(found, DamagedPageError) and self.tells_damage:
                self.tells_damage = False
                log.error(
                    "%s is damaged (%s). Stop the bot, keep a copy of this file, and restore the latest backup:"
                    " docs/hosting.md says how",
                    self.name,
                    found.problem,
                )
            raise found from error


class Repository:
    """Reads and writes the rows of some tables: it takes values and returns values."""

    def __init__(self, database: Database) -> None:
        self._database = database


def _backend(url: str, shards: ShardGroup, opening: Opening) -> Backend:
    parsed = check_address(url, shards)
    if isinstance(parsed, Path):
        return SqliteFile(parsed)
    from host.storage.engine.postgresql_server import PostgresqlServer  # a bot with a file does not need it

    return PostgresqlServer(parsed, shards, opening)


def with_keys(query: AnySelect, column: ColumnElement[int], keys: Collection[int] | None) -> AnySelect:
    """Return a query narrowed to the rows that have one of some keys (None: any)."""
    return query if keys is None else query.where(column.in_(list(keys)))
