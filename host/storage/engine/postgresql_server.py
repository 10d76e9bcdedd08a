"""A database on a PostgreSQL server: all that only PostgreSQL does, or says in other words."""

import asyncio
import errno
import os
import re
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeVar
from weakref import WeakSet

from sqlalchemy import URL, Connection, NullPool, Table, event, func, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from host.errors import (
    DamagedPageError,
    DatabaseAwayError,
    DatabaseLockedError,
    DatabaseRefusedError,
    DiskFullError,
    HostError,
    MissingDriverError,
    ReadOnlyDatabaseError,
    StorageError,
)
from host.model.shards import ShardGroup
from host.storage.engine.backend import Backend, Opening, Run
from host.storage.engine.database_url import address
from host.storage.engine.postgresql_locks import MIGRATION, ShardLocks
from host.storage.engine.postgresql_sessions import POOL
from host.storage.engine.server_clock import ServerClock
from host.storage.engine.statements import Query, Row, RowToken, Statement, execute, fetch

CHANNEL: Final = "carcassonne_changes"
"""Where triggers tell what has changed: ``change_triggers.py`` says of what."""
_CHECK_PAUSE: Final = 10
_CHECK_SECONDS: Final = 5
"""How often the connection that listens is checked, and how long the server may take to answer, in seconds. Without
checks, a server that is gone would just be silent."""
_CONNECTIONS: Final = 10
_CONNECT_SECONDS: Final = 5
_STATEMENT_SECONDS: Final = 60
"""How long a statement may take. After that, the server counts as away."""
_FINISHING_SECONDS: Final = 1.5
"""How long statements may still take when the program ends, and how long the connections may take to close."""
_ALONE_PAUSE: Final = 0.1
"""How often a process asks whether another one has done what one at a time may do, in seconds."""
_DOUBT_SECONDS: Final = 4
_DOUBT_PAUSE: Final = 0.1
"""How long the server is asked whether it has stored a transaction, and how often, in seconds."""
_LONG_WORK: Final = {
    "client_connection_check_interval": "2000",
    "statement_timeout": "0",
    "lock_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
}
"""Settings of the server for a migration: it may take minutes, but it ends soon after the program that began it."""
_SETTINGS: Final = {"timeout": _CONNECT_SECONDS, "command_timeout": _STATEMENT_SECONDS}

_KINDS: Final[dict[str, type[StorageError]]] = {
    "25006": ReadOnlyDatabaseError,
    "40001": DatabaseLockedError,
    "40P01": DatabaseLockedError,
    "53100": DiskFullError,
    "55P03": DatabaseLockedError,
}
"""What errors mean, by PostgreSQL's codes."""
_SNAPSHOT: Final[dict[str, Any]] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""The options of a connection that sees the database as it is at one moment."""
_NO_ENCRYPTION: Final = "rejected SSL upgrade"
"""What the driver says of a server that offers no encryption, where the address asks for it."""
_PASSING: Final = ("40001", "40P01")
_REFUSALS: Final = ("28", "3D", "42501")
_ABSENCES: Final = ("08", "53", "57P", "58")
_DAMAGES: Final = ("XX001", "XX002")
"""How the codes of some errors begin."""

T = TypeVar("T")


class PostgresqlServer(Backend):
    """A database on a server. Several transactions run at once; the server keeps them apart."""

    file = None
    is_shared = True
    is_interruptible = True

    def __init__(self, url: URL, shards: ShardGroup, opening: Opening) -> None:
        """Raise MissingDriverError."""
        self.name = address(url)
        self._is_ending = False
        self._connections = WeakSet[Any]()
        """The connections of the pool, as the driver knows them."""
        self.process = f"carcassonne {shards} {secrets.token_hex(6)}"
        try:
            self.writing = create_async_engine(
                url,
                pool_size=_CONNECTIONS,
                max_overflow=0,
                pool_timeout=_STATEMENT_SECONDS,
                pool_pre_ping=True,  # a connection may have been lost while nobody used it
                hide_parameters=True,
                connect_args={**_SETTINGS, "server_settings": {"application_name": self.process, **POOL}},
            )
            self._migrating = create_async_engine(
                url,
                poolclass=NullPool,
                hide_parameters=True,
                connect_args={
                    "timeout": _CONNECT_SECONDS,
                    "server_settings": {"application_name": self.process, **POOL, **_LONG_WORK},
                },
            )
            for engine in (self.writing, self._migrating):
                event.listen(engine.sync_engine, "do_connect", self._check_connecting)
                event.listen(engine.sync_engine, "connect", self._note_connection)
            self.clock = ServerClock()
            self._locks = ShardLocks(url, self.name, self.process, shards, opening, self.clock, _SETTINGS)
        except ModuleNotFoundError as error:
            raise MissingDriverError("asyncpg") from error
        self._locks.silent.add(self._give_up)
        self.lost = self._locks.lost
        self.reading: AsyncEngine = self.writing.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def has_standby(self) -> bool:
        return self._locks.has_standby

    async def open(self) -> None:
        """Take the shards for this process, or everything, if the schema is to be changed.

        Raise FileInUseError, ShardsTakenError, NewerDatabaseError, and what the driver raises."""
        await self._locks.open()

    async def check_owned(self) -> None:
        if self._locks.is_silent:
            raise DatabaseAwayError(self.name)
        if not self._locks.is_held:
            await self._locks.check()

    async def note_up_to_date(self) -> None:
        await self._locks.share()

    async def confirm_owned(self) -> None:
        await self._locks.confirm()

    async def close(self) -> None:
        """Close all connections, which frees the shards. A server that does not answer is not waited for."""
        try:
            async with asyncio.timeout(_FINISHING_SECONDS):
                await self._locks.close()
                await self.writing.dispose()
        except TimeoutError:
            self._give_up()

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Execute all statements or none. Raise ConflictError.

        If the connection breaks while the server stores them, only the server knows whether it has. It is asked then.
        """
        are_executed = False

        def work(connection: Connection) -> None:
            nonlocal are_executed
            execute(connection, statements)
            are_executed = True

        try:
            await self.write(work)
        except Exception as error:
            is_in_doubt = are_executed and isinstance(self.host_error(error), DatabaseAwayError)
            if not (is_in_doubt and await self._is_stored_after_all(statements)):
                raise

    async def _is_stored_after_all(self, statements: Sequence[Statement]) -> bool:
        """Try for a while, until the server is there again, to learn whether it has stored a transaction.

        A row has the token that the transaction gave it, or not. Numbers of transactions would not tell: a server that
        takes over without the last ones gives their numbers to others. A transaction without a token is carried out
        again: then it changes nothing, or meets what it has stored itself. Raise ConflictError.
        """
        tokens = [one.gives for one in statements if one.gives]
        with suppress(TimeoutError):
            async with asyncio.timeout(_DOUBT_SECONDS):
                while True:
                    with suppress(SQLAlchemyError, OSError):
                        if tokens:
                            return await self._has_token(tokens[0])
                        await self.write(lambda connection: execute(connection, statements))
                        return True
                    await asyncio.sleep(_DOUBT_PAUSE)
        return False

    async def _has_token(self, given: RowToken) -> bool:
        async with self.reading.connect() as connection:
            return bool(await connection.scalar(given.query) == given.token)

    async def fetch(self, queries: Sequence[Query]) -> list[Sequence[Row]]:
        async with self.reading.connect() as connection:
            if len(queries) > 1:
                await connection.execution_options(**_SNAPSHOT)
            return await connection.run_sync(fetch, queries)

    async def write(self, work: Callable[[Connection], T]) -> T:
        async with self.writing.begin() as connection:
            return await connection.run_sync(work)

    async def migrate(self, work: Callable[[Connection], T]) -> T:
        """Let a function change the schema, over a connection of its own, whose statements have no time limit."""
        async with self._migrating.begin() as connection:
            await connection.execute(select(func.pg_advisory_xact_lock(MIGRATION)))
            return await connection.run_sync(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        async with self.reading.connect() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def long_transaction(self) -> AsyncIterator[Run]:
        async with self.writing.begin() as connection:
            yield connection.run_sync

    @asynccontextmanager
    async def alone(self, key: str, *, waits: bool) -> AsyncIterator[bool]:
        """Let one process at a time run a block. The server itself ends the lock of a process that is gone."""
        hashed = func.hashtextextended(key, 0)
        async with self.reading.connect() as connection:
            take = select(func.pg_try_advisory_lock(hashed))
            while not (is_alone := bool(await connection.scalar(take))) and waits:  # noqa: ASYNC110 (of another process)
                await asyncio.sleep(_ALONE_PAUSE)  # no statement may take as long as what another one does
            try:
                yield is_alone
            finally:
                with suppress(SQLAlchemyError, OSError):  # a connection that is lost holds no lock
                    if is_alone:
                        await connection.execute(select(func.pg_advisory_unlock(hashed)))

    async def listen(self, began: Callable[[], None], hear: Callable[[str], None]) -> None:
        lost = asyncio.Event()
        async with self.reading.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                driver.add_termination_listener(lambda _: lost.set())
                await driver.add_listener(CHANNEL, lambda _, __, ___, payload: hear(payload))
                began()
                while not lost.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_CHECK_PAUSE):  # wait_for may swallow that the task is cancelled
                            await lost.wait()
                    if not lost.is_set():
                        await driver.execute("SELECT 1", timeout=_CHECK_SECONDS)
            finally:
                driver.terminate()  # nobody else may get a connection that listens
                await connection.invalidate()

    async def stop_waiting(self) -> None:
        """After a moment, end what the server still has not answered, and ask it no more."""
        asyncio.get_running_loop().call_later(_FINISHING_SECONDS, self._end)

    def _end(self) -> None:
        self._is_ending = True
        self._give_up()

    def _check_connecting(self, _: object, __: object, ___: object, options: dict[str, Any]) -> None:
        """Raise OSError while the server is known to be silent: nobody has to wait for it. At the end, wait less."""
        if self._locks.is_silent:
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        if self._is_ending:
            options["timeout"] = _FINISHING_SECONDS

    def _note_connection(self, connection: Any, _: object) -> None:
        self._connections.add(connection.driver_connection)

    def _give_up(self) -> None:
        """End all connections of the pool at once: whoever waits for an answer hears that the server is away."""
        for driver in list(self._connections):
            driver.terminate()

    async def size(self) -> int:
        async with self.reading.connect() as connection:
            return int(await connection.scalar(select(func.pg_database_size(func.current_database()))) or 0)

    def continue_numbers(self, connection: Connection, table: Table) -> None:
        """Set the sequences of a table behind its highest numbers."""
        for column in table.columns:
            if column.identity is not None:
                highest = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                connection.execute(select(func.setval(sequence, highest, False)))

    def host_error(self, error: Exception) -> HostError | None:
        if isinstance(error, OSError) and _NO_ENCRYPTION in str(error):
            return DatabaseRefusedError(self.name, _NO_ENCRYPTION)
        if isinstance(error, OSError | TimeoutError | PoolTimeoutError):
            return DatabaseAwayError(self.name)
        if not isinstance(error, DBAPIError):
            return None
        code, problem = _code(error), _problem(error)
        if code in _KINDS:
            return _KINDS[code](self.name)
        if code.startswith(_REFUSALS):
            return DatabaseRefusedError(self.name, problem)
        if code.startswith(_DAMAGES):
            return DamagedPageError(self.name, problem)
        is_away = error.connection_invalidated or code.startswith(_ABSENCES)
        return DatabaseAwayError(self.name) if is_away else None

    def is_passing(self, error: Exception) -> bool:
        return isinstance(error, DBAPIError) and _code(error) in _PASSING


def _problem(error: DBAPIError) -> str:
    """Return what the server says, without the name of the driver's class, which SQLAlchemy puts in front."""
    return re.sub(r"^<class '[^']*'>: ", "", str(error.orig))


def _code(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""
