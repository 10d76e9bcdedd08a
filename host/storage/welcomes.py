"""Which servers were welcomed, as rows of the database."""

from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, exists, insert, select, update

from host.storage.engine.database import Database
from host.storage.engine.statements import ConflictError, Statement, Value
from host.storage.schema.tables import games, servers, welcomes

_LOAD: Final = select(welcomes.c.joined_at).where(welcomes.c.guild == bindparam("server"))
_ADD: Final = insert(welcomes)
_CHANGE: Final = (
    update(welcomes)
    .where(welcomes.c.guild == bindparam("server"), welcomes.c.joined_at == bindparam("earlier"))
    .returning(welcomes.c.guild)
)
_DELETE_ALL: Final = delete(welcomes)
_IS_KNOWN: Final = select(
    exists().where(games.c.guild == bindparam("server")).label("has_tables"),
    exists().where(servers.c.guild == bindparam("server")).label("has_settings"),
)


class WelcomeRepository:
    """For each server that was welcomed, when the bot had come there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, guild: int) -> datetime | None:
        """Return when the bot had come to a server that it has welcomed; None if it has not."""
        rows = await self._database.read(_LOAD, server=guild)
        return rows[0]["joined_at"] if rows else None

    async def is_known(self, guild: int) -> bool:
        """Return whether a server has tables, or settings of its own."""
        [row] = await self._database.read(_IS_KNOWN, server=guild)
        return bool(row["has_tables"] or row["has_settings"])

    async def delete_all(self) -> None:
        """Store that no server is welcomed."""
        await self._database.commit([Statement(_DELETE_ALL)])

    async def save(self, guild: int, joined_at: datetime, earlier: datetime | None) -> bool:
        """Store that a server is welcomed, and when the bot came there, in UTC. It was welcomed ``earlier``, or never.

        Return False if another process has welcomed it meanwhile.
        """
        row: dict[str, Value] = {"joined_at": joined_at}
        statement = (
            Statement(_CHANGE, {**row, "server": guild, "earlier": earlier}, is_guard=True)
            if earlier
            else Statement(_ADD, {**row, "guild": guild})
        )
        try:
            await self._database.commit([statement])
        except ConflictError:
            return False
        return True
