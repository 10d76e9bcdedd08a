"""A database on a PostgreSQL server: all that only PostgreSQL does, or says in other words."""

import asyncio
import re
import secrets
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Table, func, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from host.errors import (
    DamagedPageError,
    DatabaseAwayError,
    DatabaseLockedError,
    DatabaseRefusedError,
    DiskFullError,
    FileInUseError,
    HostError,
    MissingDriverError,
    ReadOnlyDatabaseError,
    StorageError,
)
from host.model.shards import ShardGroup
from host.storage import postgresql_feed
from host.storage.database_url import address

_CONNECTIONS: Final = 10
_CONNECT_SECONDS: Final = 5
_STATEMENT_SECONDS: Final = 60
"""How long a statement may take. After that, the server counts as away."""
_BOT_LOCK: Final = int.from_bytes(b"carcasso")
"""The advisory lock that a bot holds, so that it has its database for itself."""
_LOCK_TRIES: Final = 5
_LOCK_PAUSE: Final = 0.1
"""How often a bot asks for the lock, with pauses in seconds: the server may not know yet that another bot has ended."""

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
_PASSING: Final = ("40001", "40P01")
_REFUSALS: Final = ("28", "3D", "42501")
_ABSENCES: Final = ("08", "53", "57P", "58")
_DAMAGES: Final = ("XX001", "XX002")
"""How the codes of some errors begin."""

T = TypeVar("T")


class PostgresqlServer:
    """A database on a server. Several transactions run at once; the server keeps them apart."""

    file: Final = None
    is_shared: Final = True

    def __init__(self, url: URL, shards: ShardGroup, *, waits: bool) -> None:
        """Raise MissingDriverError."""
        self.name = address(url)
        self.process = f"carcassonne {shards} {secrets.token_hex(6)}"
        try:
            self.writing = create_async_engine(
                url,
                pool_size=_CONNECTIONS,
                max_overflow=0,
                pool_timeout=_STATEMENT_SECONDS,
                pool_pre_ping=True,  # a connection may have been lost while nobody used it
                hide_parameters=True,
                connect_args={
                    "timeout": _CONNECT_SECONDS,
                    "command_timeout": _STATEMENT_SECONDS,
                    "server_settings": {"application_name": self.process},
                },
            )
        except ModuleNotFoundError as error:
            raise MissingDriverError("asyncpg") from error
        self.reading: AsyncEngine = self.writing.execution_options(isolation_level="AUTOCOMMIT")
        self._owner: AsyncConnection | None = None
        """The connection that holds the lock, or has held it until it was lost."""
        self._is_owned = False
        self._owning = asyncio.Lock()

    async def open(self) -> None:
        """Take the database for this process. Raise FileInUseError, and what the driver raises."""
        owner = await self.reading.connect()
        try:
            await self._lock(owner)
            driver: Any = (await owner.get_raw_connection()).driver_connection
            driver.add_termination_listener(self._lose)
        except BaseException:
            await owner.close()
            raise
        self._owner, self._is_owned = owner, True

    async def check_owned(self) -> None:
        """Take the database again if the connection that had it was lost."""
        if not self._is_owned:
            async with self._owning:
                if not self._is_owned:
                    await self._let_go()
                    await self.open()

    async def close(self) -> None:
        """Close all connections, which frees the database."""
        await self._let_go()
        await self.writing.dispose()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Let a function work in a transaction of its own."""
        async with self.writing.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Callable[[Connection], T], *, is_snapshot: bool = False) -> T:
        """Let a function read."""
        async with self.reading.connect() as connection:
            if is_snapshot:
                await connection.execution_options(**_SNAPSHOT)
            return await connection.run_sync(work)

    def long_transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Return a transaction like all others."""
        return self.writing.begin()

    async def listen(self, began: Callable[[], None], hear: Callable[[str], None]) -> None:
        """Call ``hear`` with each message of the triggers."""
        await postgresql_feed.listen(self.reading, began, hear)

    async def stop_waiting(self) -> None:
        """Do nothing: other programs do not lock the whole database."""

    async def purge(self) -> None:
        """Do nothing: the server reuses the room of what was deleted by itself."""

    async def size(self) -> int:
        """Return the bytes that the server names."""
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
        """Return what an error of the server, of the driver or of the network means."""
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
        """Say whether the server has ended a transaction because it met another one."""
        return isinstance(error, DBAPIError) and _code(error) in _PASSING

    async def _lock(self, owner: AsyncConnection) -> None:
        for _ in range(_LOCK_TRIES):
            if await owner.scalar(select(func.pg_try_advisory_lock(_BOT_LOCK))):
                return
            await asyncio.sleep(_LOCK_PAUSE)
        raise FileInUseError(self.name)

    async def _let_go(self) -> None:
        """Give the lock back, if it is still held."""
        owner, self._owner = self._owner, None
        if owner is None:
            return
        with suppress(SQLAlchemyError, OSError):
            if self._is_owned:
                await owner.execute(select(func.pg_advisory_unlock(_BOT_LOCK)))
            else:
                await owner.invalidate()
        self._is_owned = False
        await owner.close()

    def _lose(self, _: object) -> None:
        self._is_owned = False


def _problem(error: DBAPIError) -> str:
    """Return what the server says, without the name of the driver's class, which SQLAlchemy puts in front."""
    return re.sub(r"^<class '[^']*'>: ", "", str(error.orig))


def _code(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""
