"""The channels of direct messages to people, as rows of the database."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, func, select, update

from host.storage.database import Database, with_keys
from host.storage.statements import Statement
from host.storage.tables import people

_has_channel = people.c.dm_channel.is_not(None)
_opened = bindparam("opened", type_=people.c.dm_opened_at.type)
_is_person = people.c.id == bindparam("person")
_LOAD: Final = select(people.c.id, people.c.dm_channel).where(_has_channel)
_SAVE: Final = (
    update(people)
    .where(_is_person)
    .values(dm_channel=bindparam("channel"), dm_opened_at=func.coalesce(_opened, people.c.dm_opened_at))
)
_FORGET: Final = update(people).where(_is_person).values(dm_channel=None)
_FORGET_ALL: Final = update(people).where(_has_channel).values(dm_channel=None, dm_opened_at=None)
_OPENINGS: Final = (
    select(people.c.dm_opened_at).where(people.c.dm_opened_at >= bindparam("since")).order_by(people.c.dm_opened_at)
)


class DmChannelRepository:
    """Which channel belongs to whom, and when the bot has opened it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, ids: Collection[int] | None = None) -> dict[int, int]:
        """Return the channels that are known, by person (None: of all)."""
        rows = await self._database.read(with_keys(_LOAD, people.c.id, ids))
        return {row["id"]: row["dm_channel"] for row in rows}

    async def save(self, person_id: int, channel: int, opened_at: datetime | None) -> None:
        """Store the channel of a person, and when the bot has opened it, in UTC. Do nothing for somebody unknown."""
        opened = opened_at.isoformat() if opened_at else None
        await self._database.commit([Statement(_SAVE, {"channel": channel, "opened": opened, "person": person_id})])

    async def forget(self, person_id: int) -> None:
        """Forget the channel of a person, but not when it was opened."""
        await self._database.commit([Statement(_FORGET, {"person": person_id})])

    async def forget_all(self) -> None:
        """Forget all channels, and when they were opened."""
        await self._database.commit([Statement(_FORGET_ALL)])

    async def openings(self, since: datetime) -> list[datetime]:
        """Return when channels were opened since a time in UTC, in order."""
        rows = await self._database.read(_OPENINGS, since=since.isoformat())
        return [datetime.fromisoformat(row["dm_opened_at"]) for row in rows]
