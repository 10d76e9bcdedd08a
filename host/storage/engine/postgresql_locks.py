"""Which process serves which shards: locks on a PostgreSQL server, held by one connection that a process keeps.

A process locks each of its shards. All that serve a part of the shards also share a lock that a process without shards
has for itself, as programs had it before there were shards.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, NoReturn

from sqlalchemy import URL, NullPool, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from host.errors import (
    DatabaseAwayError,
    DatabaseName,
    DatabaseRefusedError,
    FileInUseError,
    HostError,
    NewerDatabaseError,
    TakenOverError,
)
from host.model.observers import Observers
from host.model.shards import ALL_SHARDS, ShardGroup, ShardsTakenError
from host.storage.engine.backend import Opening
from host.storage.engine.postgresql_sessions import (
    EVERYTHING,
    LOCKS,
    Holder,
    ServerState,
    end_others,
    expect_signs_of_life,
    find_holders,
    free_locks,
    name_of_locks,
    read_state,
    share_locks,
    take_locks,
)
from host.storage.engine.schema_version import read_version
from host.storage.engine.server_clock import ServerClock, elapsed

_ENTRY: Final = EVERYTHING + 1
"""The lock of whoever looks for locks and takes some, so that nobody does so at the same time."""
MIGRATION: Final = EVERYTHING + 3
"""The lock of whoever changes the schema. A transaction has it, so it is free when nothing of the change goes on."""
_TRIES: Final = 5
_PAUSE: Final = 0.1
"""How often a process asks for its locks, with pauses in seconds: the server may not know yet that another is gone."""
_STANDBY_PAUSE: Final = 0.4
"""Seconds from one look of a standby to the next. Only locks that were free twice have lost their process: one that has
only lost its connection takes them again at once."""
_AWAY_PAUSE: Final = 1.0
"""Seconds until a standby connects again to a server that does not answer."""
_CHECK_PAUSE: Final = 2.0
_ANSWER_SECONDS: Final = 3.0
"""How often the connection is checked, and how long the server may take to answer. Where the network is cut, a process
has to notice it before the server does, so that it stops before another one begins."""
_SURE_SECONDS: Final = 5.0
"""How long a process may rely on its locks after the server has confirmed them. It frees none within seven."""
_LEAVING_SECONDS: Final = 8.0
"""After how long without a confirmation a process leaves its shards to the one that waits for them: that one may have
them by now, and only one of both may speak."""
_LOOK_PAUSE: Final = 1.0
"""How often that is looked at. What sleeps with the machine must not be slept through."""
_REPLICA: Final = "it is a replica, which can't be written, and I need the primary server"
_READ_ONLY: Final = "its transactions are read-only (default_transaction_read_only)"

log = logging.getLogger(__name__)


class ShardLocks:
    """The locks of a process for its shards. ``lost`` is told once when another process has taken over, or may have.

    ``clock`` learns the server's time.
    """

    def __init__(
        self,
        url: URL,
        name: DatabaseName,
        process: str,
        shards: ShardGroup,
        opening: Opening,
        clock: ServerClock,
        settings: Mapping[str, Any],
        elapsed: Callable[[], float] = elapsed,
    ) -> None:
        """``settings`` are those of the connection. ``elapsed`` also counts the time in which the machine sleeps."""
        self._opening = opening
        self._is_outdated = False
        """Whether the schema is of an older version than the program, so that the process has to be alone."""
        self._is_serving = False
        """Whether the schema was found, or made, up to date."""
        self._told = ""
        self.lost = Observers[[]]()
        self.silent = Observers[[]]()
        """Told when the server has not answered for some seconds."""
        self._name = name
        self._process = process
        self._shards = shards
        self._engine = create_async_engine(
            url,
            poolclass=NullPool,
            hide_parameters=True,
            connect_args={**settings, "server_settings": {"application_name": name_of_locks(process), **LOCKS}},
        )
        self._clock = clock
        self._elapsed = elapsed
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        """The connection as the driver knows it; None if it was lost."""
        self._has_locks = False
        self._confirmed_at = -_SURE_SECONDS
        """When the server was asked that has confirmed last that the process has its locks."""
        self._is_lost = False
        self.is_silent = False
        """Whether the server has not answered the last time."""
        self.has_standby = False
        """Whether another process waited for the same shards when the server was asked last."""
        self._taking = asyncio.Lock()
        """Held by whoever uses the connection."""
        self._ended = asyncio.Event()
        """Set when the connection ends."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_held(self) -> bool:
        """Whether the process has its locks, as far as it knows."""
        return self._has_locks and self._driver is not None

    @property
    def is_sure(self) -> bool:
        """Whether nobody else can have the locks yet: the server has just confirmed them."""
        return self.is_held and self._unconfirmed_seconds < _SURE_SECONDS

    @property
    def _unconfirmed_seconds(self) -> float:
        return self._elapsed() - self._confirmed_at

    async def open(self) -> None:
        """Take the locks. If another process has the same shards, wait for its end, if this one is to wait. While
        another one changes the schema, it waits in any case.

        A standby that can't reach the server tries again for some seconds. Raise FileInUseError, ShardsTakenError,
        NewerDatabaseError, DatabaseRefusedError if the database can't be written, and what the driver raises.
        """
        is_standby = was_free = False
        failures = 0
        for tries in itertools.count(1):
            only_looks = is_standby and not was_free
            try:
                holder = await self._take(only_looks=only_looks)
            except (SQLAlchemyError, OSError, DatabaseAwayError, DatabaseRefusedError) as error:
                failures += 1
                if not is_standby or failures == _TRIES:
                    raise (DatabaseAwayError(self._name) if is_standby else error) from error
                was_free = False
                await asyncio.sleep(_AWAY_PAUSE)
                continue
            was_free, failures = holder is None, 0
            if holder is None:
                if not only_looks:
                    break
            elif reason := self._reason_to_wait(holder):
                self._tell(reason)
                is_standby = True
            elif tries >= _TRIES:
                raise self._in_the_way(holder.shards)
            await asyncio.sleep(_STANDBY_PAUSE if is_standby else _PAUSE)
        self._tasks += [asyncio.create_task(self._watch()), asyncio.create_task(self._leave_in_time())]

    def _reason_to_wait(self, holder: Holder) -> str:
        """Say why the process waits for another one; return nothing if it does not wait for that one."""
        theirs = "all servers" if holder.shards == ALL_SHARDS else f"shards {holder.shards}"
        if holder.is_migrating:
            return "Waiting: another process brings the database up to date. That may take minutes"
        if self._opening.waits and holder.shards == self._shards:
            return f"Waiting: another process serves {theirs}"
        if self._opening.waits and self._is_outdated and not holder.shards.meets(self._shards):
            return (
                f"Waiting: this program brings the database to version {self._opening.version}, but an older program "
                f"still serves {theirs}. Update or stop that one, too"
            )
        return ""

    def _tell(self, sentence: str) -> None:
        if sentence != self._told:
            self._told = sentence
            self._opening.tell(sentence)

    async def share(self) -> None:
        """Let other processes take the locks of other shards. Raise what the driver raises."""
        async with self._taking:
            if self._is_outdated and self._shards != ALL_SHARDS and self._connection and self.is_held:
                await share_locks(self._connection)
                await self._connection.commit()
            self._is_outdated, self._is_serving = False, True

    async def check(self) -> None:
        """Take the locks again if the connection that had them was lost.

        Raise TakenOverError if another process has taken them meanwhile, DatabaseAwayError, and what the driver raises.
        """
        async with self._taking:
            for _ in range(_TRIES):
                if self._is_lost:
                    raise TakenOverError(self._name)
                if self.is_held or (holder := await self._take_again()) is None:
                    return
                if holder.process != name_of_locks(self._process):
                    await self._lose(holder.shards)
                await asyncio.sleep(_PAUSE)
        raise DatabaseAwayError(self._name)

    async def confirm(self) -> None:
        """Ask the server whether the process still has its locks, unless it has just confirmed that.

        Raise TakenOverError, DatabaseAwayError, and what the driver raises.
        """
        if self.is_sure:
            return
        async with self._taking:
            if self.is_held and not self.is_sure:
                with suppress(DatabaseAwayError):  # the locks may be taken again at once
                    await self._ask()
        if self.is_silent:
            raise DatabaseAwayError(self._name)
        await self.check()

    async def close(self) -> None:
        """Free the locks."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._connection and self.is_held:
            with suppress(SQLAlchemyError, OSError):
                await free_locks(self._connection)
        await self._disconnect()
        await self._engine.dispose()

    async def _take(self, *, only_looks: bool = False) -> Holder | None:
        """Take the locks, or only look whether they are free, and return None. Where they are taken, return by whom.

        Whoever takes them ends what the process has under way that had them before.
        """
        try:
            if self._connection is None or self._driver is None:
                await self._disconnect()
                self._connection = await self._connect()
            begun_at = self._elapsed()
            async with self._connection.begin():
                holder = await self._find_holder(self._connection)
                if holder is None and not only_looks:
                    holder = await self._take_free(self._connection)
            has_taken = holder is None and not only_looks
            if has_taken:
                await self._end_others(self._connection)
                self._confirmed_at = begun_at
        except BaseException:
            self._driver = None
            await self._disconnect()
            raise
        self._has_locks, self.is_silent = has_taken, False
        return holder

    async def _take_again(self) -> Holder | None:
        """Take the locks that were lost with their connection.

        Raise TakenOverError if the schema is not that of this program any more. A server that can't be written may be
        so for a moment: the database is moving to another one. Then raise DatabaseAwayError.
        """
        try:
            holder = await self._take()
        except DatabaseRefusedError as error:
            raise DatabaseAwayError(self._name) from error
        except NewerDatabaseError as error:
            problem = f"A newer program has brought the database to version {error.version}"
        else:
            if not (self._is_serving and self._is_outdated):
                return holder
            problem = "The database is that of an older program"  # such as a backup
        await self._disconnect()
        log.warning("%s", problem)
        self._is_lost = True
        self.lost.notify()
        raise TakenOverError(self._name)

    async def _end_others(self, connection: AsyncConnection) -> None:
        for _ in range(_TRIES * _TRIES):
            if not await end_others(connection, self._shards, self._process):
                return
            await asyncio.sleep(_PAUSE)  # a transaction may have to be rolled back
        log.warning("The process that served shards %s before still has connections to the database", self._shards)

    async def _find_holder(self, connection: AsyncConnection) -> Holder | None:
        await connection.execute(select(func.pg_advisory_xact_lock(_ENTRY)))
        version = await connection.run_sync(read_version)
        if version > self._opening.version:
            raise NewerDatabaseError(version, self._opening.version)
        self._is_outdated = version < self._opening.version
        own = name_of_locks(self._process)
        for other in await find_holders(connection):
            if other.process == own:  # the server does not know yet that this connection was lost
                await connection.execute(select(func.pg_terminate_backend(other.pid)))
            if self._is_outdated or other.shards.meets(self._shards):
                return other
        return None

    async def _take_free(self, connection: AsyncConnection) -> Holder | None:
        is_alone = self._is_outdated or self._shards == ALL_SHARDS
        if await take_locks(connection, self._shards, is_alone=is_alone):
            return None
        return Holder(ALL_SHARDS, None, None, is_migrating=False)  # an older program came at this very moment

    async def _connect(self) -> AsyncConnection:
        connection = await self._engine.connect()
        self._driver = (await connection.get_raw_connection()).driver_connection
        self._driver.add_termination_listener(self._note_end)
        self._has_locks = False
        self._ended.clear()
        try:
            state = await self._read_state(self._driver)
            await expect_signs_of_life(self._driver)
        except Exception as error:
            await connection.invalidate()
            raise DatabaseAwayError(self._name) from error
        if state.is_replica or state.is_read_only:  # a replica would grant the locks, too
            await connection.close()
            raise DatabaseRefusedError(self._name, _REPLICA if state.is_replica else _READ_ONLY)
        return connection

    async def _read_state(self, driver: Any) -> ServerState:
        asked = self._clock.ask()
        state = await read_state(driver, self._shards, self._process, _ANSWER_SECONDS)
        self._clock.note(asked, state.now)
        self.has_standby = state.has_standby
        return state

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                if self._driver is None:
                    await connection.invalidate()
                await connection.close()
        self._driver = None

    def _note_end(self, driver: object) -> None:
        if driver is self._driver:
            self._driver = None
            self._ended.set()

    async def _lose(self, shards: ShardGroup) -> NoReturn:
        """Tell that another process has taken over. Raise TakenOverError."""
        self._is_lost = True
        await self._disconnect()
        log.warning("Another process has taken over: it serves shards %s", shards)
        self.lost.notify()
        raise TakenOverError(self._name)

    async def _watch(self) -> None:
        """Find out soon that the connection was lost, also where the network is silent, and take the locks again."""
        while not self._is_lost:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CHECK_PAUSE if self.is_held else _STANDBY_PAUSE):
                    await self._ended.wait()
            self._ended.clear()
            try:
                async with self._taking:
                    if self._driver is not None:
                        await self._ask()
                await self.check()
            except Exception as error:  # the next round tries it again
                log.debug("the locks of shards %s: %r", self._shards, error)

    async def _ask(self) -> None:
        """Ask the server on the connection that has the locks. Raise DatabaseAwayError if it has none any more."""
        driver, asked_at = self._driver, self._elapsed()
        try:
            await self._read_state(driver)
        except Exception as error:
            self._note_end(driver)
            if isinstance(error, TimeoutError):
                self.is_silent = True
                self.silent.notify()
            raise DatabaseAwayError(self._name) from error
        if self._has_locks and driver is self._driver:
            self._confirmed_at = asked_at

    async def _leave_in_time(self) -> None:
        """Leave the shards to the process that waits for them if the server can't confirm them for some seconds."""
        while not self._is_lost:
            await asyncio.sleep(_LOOK_PAUSE)
            if self.has_standby and self._unconfirmed_seconds >= _LEAVING_SECONDS and not self._is_lost:
                self._is_lost = True
                log.warning("The database does not answer: another process may serve shards %s now", self._shards)
                self.lost.notify()

    def _in_the_way(self, holder: ShardGroup) -> HostError:
        if holder == self._shards:
            return FileInUseError(self._name)
        return ShardsTakenError(self._name, self._shards, holder)
