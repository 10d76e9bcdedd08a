"""When the bot was running, shard by shard, as rows of the database."""

from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select

from host.model.shards import Heartbeat, Heartbeats
from host.storage.engine.database import Repository
from host.storage.engine.statements import Query, Statement
from host.storage.games.archive import at_home
from host.storage.schema.tables import games, heartbeat, moves, votes

_HEARTBEATS: Final = select(heartbeat)
# A game's last entry is its latest one, so no other entry is read.
_last_entry_at = (
    select(moves.c.at)
    .where(moves.c.game == games.c.number, moves.c.ply == games.c.ply)
    .correlate(games)
    .scalar_subquery()
)
_LAST_ENTRY: Final = select(func.max(_last_entry_at).label("at")).select_from(games)
_LAST_VOTE: Final = select(func.max(votes.c.at).label("at")).join(games, games.c.number == votes.c.game)
_is_of_total: Final = heartbeat.c.total == bindparam("of_total")
_DELETE_HEARTBEATS: Final = delete(heartbeat).where(
    _is_of_total, heartbeat.c.shard.between(bindparam("first"), bindparam("last"))
)
_known: Final = heartbeat.alias("known")
# What other shards have served is needed until each of the new ones has a heartbeat.
_DELETE_REPLACED: Final = delete(heartbeat).where(
    ~_is_of_total,
    select(func.count()).where(_known.c.total == bindparam("of_total")).scalar_subquery() >= bindparam("of_total"),
)
_ADD_HEARTBEAT: Final = insert(heartbeat)


class HeartbeatRepository(Repository):
    async def load(self) -> Heartbeats:
        """Return the last heartbeats of all shards."""
        rows = await self._database.read(_HEARTBEATS)
        return Heartbeats({(row["shard"], row["total"]): row["at"] for row in rows})

    async def sign_of_life(self) -> datetime | None:
        """Return when somebody has last played or voted in a game of the servers that this process serves."""
        shards = self._database.shards
        queries: list[Query] = [(at_home(query, shards), {}) for query in (_LAST_ENTRY, _LAST_VOTE)]
        found = [row["at"] for [row] in await self._database.read_all(queries)]
        return max(filter(None, found), default=None)


def heartbeat_statements(beat: Heartbeat) -> list[Statement]:
    """Return the statements that store a heartbeat instead of the last one of these shards."""
    shards, at = beat.shards, beat.at
    return [
        Statement(_DELETE_HEARTBEATS, {"of_total": shards.total, "first": shards.first, "last": shards.last}),
        *(Statement(_ADD_HEARTBEAT, {"at": at, "shard": one, "total": shards.total}) for one in shards.numbers),
        Statement(_DELETE_REPLACED, {"of_total": shards.total}),
    ]
