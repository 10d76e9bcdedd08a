"""Which servers were welcomed, as rows of the database."""

from datetime import datetime
from typing import Final

from host.storage.database import Database, Statement

_LOAD: Final = "SELECT joined_at FROM welcomes WHERE guild = ?"
_SAVE: Final = """
INSERT INTO welcomes (guild, joined_at) VALUES (?, ?)
ON CONFLICT (guild) DO UPDATE SET joined_at = excluded.joined_at"""

_IS_KNOWN: Final = "SELECT 1 FROM games WHERE guild = ? UNION ALL SELECT 1 FROM servers WHERE guild = ? LIMIT 1"


class WelcomeRepository:
    """For each server that was welcomed, when the bot had come there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, guild: int) -> datetime | None:
        """Return when the bot had come to a server that it has welcomed; None if it has not."""
        rows = await self._database.read(_LOAD, guild)
        return datetime.fromisoformat(rows[0]["joined_at"]) if rows else None

    async def is_known(self, guild: int) -> bool:
        """Return whether a server has tables, or settings of its own."""
        return bool(await self._database.read(_IS_KNOWN, guild, guild))

    async def delete_all(self) -> None:
        """Store that no server is welcomed."""
        await self._database.commit([Statement("DELETE FROM welcomes")])

    async def save(self, guild: int, joined_at: datetime) -> None:
        """Store that a server is welcomed, and when the bot came there, in UTC."""
        await self._database.commit([Statement(_SAVE, (guild, joined_at.isoformat()))])
