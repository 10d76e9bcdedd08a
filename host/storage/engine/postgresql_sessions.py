"""The processes that use a PostgreSQL server, as it sees them: the locks that each has for its shards, and its
connections.

Each shard has a lock of two numbers: how many shards there are, and which one it is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Integer, and_, bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from host.model.shards import ShardGroup

EVERYTHING: Final = int.from_bytes(b"carcasso")
"""The lock of a process that serves everything; others share it."""

_HOLDERS: Final = text("""
    SELECT pid, application_name AS process, total, min(number) AS first, max(number) AS last
    FROM (
        SELECT pid,
            CASE objsubid WHEN 2 THEN classid::bigint ELSE 1 END AS total,
            CASE objsubid WHEN 2 THEN objid::bigint ELSE 0 END AS number
        FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND (objsubid = 2 OR mode = 'ExclusiveLock'
                AND classid::bigint << 32 | objid::bigint = CAST(:everything AS bigint))
    ) AS locks LEFT JOIN pg_stat_activity USING (pid)
    GROUP BY pid, application_name, total
    ORDER BY total, first
""").bindparams(everything=EVERYTHING)
"""The groups of other processes. One that has the lock of everything counts as ``ALL_SHARDS``."""
_number: Final = func.generate_series(
    bindparam("first", type_=Integer), bindparam("last", type_=Integer)
).column_valued("number")
_take_shards: Final = func.bool_and(func.pg_try_advisory_lock(bindparam("total", type_=Integer), _number))
_TAKE: Final = select(and_(func.pg_try_advisory_lock_shared(EVERYTHING), _take_shards))
_TAKE_ALL: Final = select(and_(func.pg_try_advisory_lock(EVERYTHING), _take_shards))
_SHARE: Final = select(func.pg_advisory_lock_shared(EVERYTHING), func.pg_advisory_unlock(EVERYTHING))
_FREE: Final = select(func.pg_advisory_unlock_all())


@dataclass(frozen=True, slots=True)
class Holder:
    """Another process, or an earlier connection of this one, that holds locks."""

    shards: ShardGroup
    process: str | None
    pid: int | None
    """The number by which the server knows the connection; None: not known."""
    is_migrating: bool
    """Whether it serves a part of the shards, and has the lock of everything while it changes the schema."""


async def find_holders(connection: AsyncConnection) -> list[Holder]:
    """Return who holds locks, but for this connection. Whoever serves everything comes first."""
    rows = (await connection.execute(_HOLDERS)).all()
    parts = {row.pid for row in rows if row.total > 1}
    return [
        Holder(ShardGroup(row.first, row.last, row.total), row.process, row.pid, row.total == 1 and row.pid in parts)
        for row in rows
    ]


async def take_locks(connection: AsyncConnection, shards: ShardGroup, *, is_alone: bool) -> bool:
    """Take the locks of shards, and that of everything: shared, or alone. If one is taken, free all; return False."""
    wanted = {"total": shards.total, "first": shards.first, "last": shards.last}
    if await connection.scalar(_TAKE_ALL if is_alone else _TAKE, wanted):
        return True
    await free_locks(connection)
    return False


async def share_locks(connection: AsyncConnection) -> None:
    """Share the lock of everything, which the connection has alone."""
    await connection.execute(_SHARE)


async def free_locks(connection: AsyncConnection) -> None:
    await connection.execute(_FREE)


KEEPALIVE: Final[Mapping[str, str]] = {
    "tcp_keepalives_idle": "3",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "7000",
}
"""The server ends the connections of a machine that has vanished after seven seconds."""
POOL: Final[Mapping[str, str]] = {
    **KEEPALIVE,
    "idle_in_transaction_session_timeout": "30s",
    "lock_timeout": "2s",
}
"""A process that hangs in the middle of a transaction holds its rows no longer than that. Who meets a lock of another
program hears soon that the database is locked, as with a file (``sqlite_file.py``)."""
_IDLE: Final = "8s"
"""How long a process may be silent before the server frees its locks: one that hangs or sleeps, though its machine is
there."""
LOCKS: Final[Mapping[str, str]] = {**KEEPALIVE, "idle_in_transaction_session_timeout": _IDLE}
_FORM: Final = re.compile(r"carcassonne (?P<shards>\S+) [0-9a-f]+(?P<locks> locks)?")

# Servers before version 14 don't know this setting: there, only the machine is watched.
_SET_IDLE: Final = f"""
    SELECT set_config('idle_session_timeout', '{_IDLE}', false)
    WHERE current_setting('server_version_num')::int >= 140000
"""
_STATE: Final = """
    SELECT clock_timestamp() AS now, pg_is_in_recovery() AS is_replica,
        current_setting('default_transaction_read_only')::bool AS is_read_only,
        EXISTS (
            SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND application_name LIKE $1 AND application_name <> $2
        ) AS has_standby
"""
_OTHERS: Final = text("""
    SELECT pid, application_name FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
        AND application_name LIKE 'carcassonne %' AND application_name NOT LIKE :process
""")
_END: Final = text("SELECT pg_terminate_backend(:pid)")


@dataclass(frozen=True, slots=True)
class ServerState:
    """What the server tells on the connection that has the locks."""

    now: datetime
    is_replica: bool
    is_read_only: bool
    has_standby: bool
    """Whether another process waits for the same shards."""


def name_of_locks(process: str) -> str:
    """Return how a process calls its connection that has its locks, or waits for them."""
    return f"{process} locks"


async def expect_signs_of_life(driver: Any) -> None:
    """Let the server end a connection that keeps silent for some seconds."""
    await driver.fetch(_SET_IDLE)


async def read_state(driver: Any, shards: ShardGroup, process: str, seconds: float) -> ServerState:
    """Ask the server on a connection, as the driver knows it. Raise TimeoutError after some seconds."""
    row = await driver.fetchrow(_STATE, f"carcassonne {shards} % locks", name_of_locks(process), timeout=seconds)
    return ServerState(**row)


async def end_others(connection: AsyncConnection, shards: ShardGroup, process: str) -> bool:
    """End what other processes have under way that served these shards before. Return whether there was anything.

    The process that calls this has the locks. A connection that waits for them is left alone.
    """
    async with connection.begin():
        rows = (await connection.execute(_OTHERS, {"process": f"{process}%"})).all()
        ended = [row.pid for row in rows if _has_served(row.application_name, shards)]
        for pid in ended:
            await connection.execute(_END, {"pid": pid})
    return bool(ended)


def _has_served(name: str, shards: ShardGroup) -> bool:
    """Return whether a connection belongs to a process that can't serve beside these shards."""
    match = _FORM.fullmatch(name)
    if match is None or match["locks"]:
        return False
    try:
        return ShardGroup.parse(match["shards"]).meets(shards)
    except ValueError:
        return False
