"""The channels of direct messages to people, as rows of the database."""

from datetime import datetime
from typing import Final

from host.storage.database import Database, Statement

_LOAD: Final = "SELECT id, dm_channel FROM people WHERE dm_channel IS NOT NULL"
_SAVE: Final = "UPDATE people SET dm_channel = ?, dm_opened_at = COALESCE(?, dm_opened_at) WHERE id = ?"
_FORGET: Final = "UPDATE people SET dm_channel = NULL WHERE id = ?"
_FORGET_ALL: Final = "UPDATE people SET dm_channel = NULL, dm_opened_at = NULL WHERE dm_channel IS NOT NULL"
_OPENINGS: Final = "SELECT dm_opened_at FROM people WHERE dm_opened_at >= ? ORDER BY dm_opened_at"


class DmChannelRepository:
    """Which channel belongs to whom, and when the bot has opened it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self) -> dict[int, int]:
        """Return the channels that are known, by person."""
        return {row["id"]: row["dm_channel"] for row in await self._database.read(_LOAD)}

    async def save(self, person_id: int, channel: int, opened_at: datetime | None) -> None:
        """Store the channel of a person, and when the bot has opened it, in UTC. Do nothing for somebody unknown."""
        opened = opened_at.isoformat() if opened_at else None
        await self._database.commit([Statement(_SAVE, (channel, opened, person_id))])

    async def forget(self, person_id: int) -> None:
        """Forget the channel of a person, but not when it was opened."""
        await self._database.commit([Statement(_FORGET, (person_id,))])

    async def forget_all(self) -> None:
        """Forget all channels, and when they were opened."""
        await self._database.commit([Statement(_FORGET_ALL)])

    async def openings(self, since: datetime) -> list[datetime]:
        """Return when channels were opened since a time in UTC, in order."""
        rows = await self._database.read(_OPENINGS, since.isoformat())
        return [datetime.fromisoformat(row["dm_opened_at"]) for row in rows]
