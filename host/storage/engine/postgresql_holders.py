"""Who has locks of shards on a PostgreSQL server: the statements that find the locks of others, and take free ones.

Each shard has a lock of two numbers: how many shards there are, and which one it is.
"""

from dataclasses import dataclass
from typing import Final

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
    """Free all locks of the connection."""
    await connection.execute(_FREE)
