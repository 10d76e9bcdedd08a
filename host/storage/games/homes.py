"""Which games a process shows, in SQL: those whose servers it serves."""

from typing import Final

from sqlalchemy import Integer, func, literal

from host.model.shards import ShardGroup
from host.storage.engine.database import AnySelect
from host.storage.schema.tables import games

_SHIFTED: Final = func.coalesce(games.c.guild, 0).bitwise_rshift(literal(22, Integer()))
"""What is left of a server's id when it is divided among the shards."""


def at_home(query: AnySelect, shards: ShardGroup) -> AnySelect:
    """Return a query for games, narrowed to those that a group of shards serves, as ``ShardGroup.serves`` says."""
    if shards.is_whole:
        return query
    return query.where((_SHIFTED % shards.total).between(shards.first, shards.last))
