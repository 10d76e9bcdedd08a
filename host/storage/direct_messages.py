"""How people are reached in private, as rows of the database: whether they get their turns so, and in which channel."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, func, select, update

from host.model.controllers import Person
from host.model.preferences import DmPreference
from host.storage.engine.database import Repository, with_keys
from host.storage.engine.statements import Statement, Value, upsert
from host.storage.schema.tables import people, pings, question_messages

_is_person = people.c.id == bindparam("receiver")
_PREFERENCE: Final = select(people.c.letters).where(_is_person)
_SAVE_PREFERENCE: Final = upsert(people, "name", "letters")
_STOP: Final = (
    update(people)
    .where(_is_person, people.c.letters == DmPreference.ON.value)
    .values(letters=DmPreference.REFUSED.value)
)
_ACKNOWLEDGE: Final = (
    update(people)
    .where(_is_person, people.c.letters == DmPreference.REFUSED.value)
    .values(letters=DmPreference.OFF.value)
    .returning(people.c.id)
)

_has_channel = people.c.dm_channel.is_not(None)
_opened = bindparam("opened", type_=people.c.dm_opened_at.type)
_CHANNELS: Final = select(people.c.id, people.c.dm_channel).where(_has_channel)
_SAVE_CHANNEL: Final = (
    update(people)
    .where(_is_person)
    .values(dm_channel=bindparam("channel"), dm_opened_at=func.coalesce(_opened, people.c.dm_opened_at))
    .returning(people.c.id)
)
_known = select(people.c.dm_channel).where(_has_channel)
# What was sent to a channel that is gone is forgotten with it: nothing would tell any more whose channel that was.
_FORGET: Final = (
    delete(question_messages).where(question_messages.c.channel.in_(_known.where(_is_person))),
    update(pings).where(pings.c.channel.in_(_known.where(_is_person))).values(channel=None, message=None),
    update(people).where(_is_person).values(dm_channel=None),
)
_FORGET_ALL: Final = (
    delete(question_messages).where(question_messages.c.channel.in_(_known)),
    update(pings).where(pings.c.channel.in_(_known)).values(channel=None, message=None),
    update(people).where(_has_channel).values(dm_channel=None, dm_opened_at=None),
)
_OPENINGS: Final = (
    select(people.c.dm_opened_at).where(people.c.dm_opened_at >= bindparam("since")).order_by(people.c.dm_opened_at)
)


class DirectMessageRepository(Repository):
    """Everybody's preference, which holds for all games of a person at once, and channel."""

    async def preference(self, person_id: int) -> DmPreference:
        """Return what a person has chosen; OFF for somebody unknown."""
        rows = await self._database.read(_PREFERENCE, receiver=person_id)
        return rows[0]["letters"] if rows else DmPreference.OFF

    async def save_preference(self, person: Person, preference: DmPreference) -> None:
        values: dict[str, Value] = {"id": person.id, "name": person.name, "letters": preference}
        await self._database.commit([Statement(_SAVE_PREFERENCE, values)])

    async def stop(self, person_id: int) -> None:
        """Store that a person cannot be reached, and has yet to be told so; nothing changes for others."""
        await self._database.commit([Statement(_STOP, {"receiver": person_id})])

    async def acknowledge_stop(self, person_id: int) -> bool:
        if await self.preference(person_id) is not DmPreference.REFUSED:
            return False
        return await self._database.try_commit(Statement(_ACKNOWLEDGE, {"receiver": person_id}, is_guard=True))

    async def channels(self, ids: Collection[int] | None = None) -> dict[int, int]:
        """Return the channels that are known, by person (None: of all)."""
        rows = await self._database.read(with_keys(_CHANNELS, people.c.id, ids))
        return {row["id"]: row["dm_channel"] for row in rows}

    async def save_channel(self, person_id: int, channel: int, opened_at: datetime | None) -> bool:
        """Store the channel of a person, and when the bot has opened it, in UTC.

        Return False, and store nothing, if nothing is stored about the person.
        """
        values = {"channel": channel, "opened": opened_at, "receiver": person_id}
        return await self._database.try_commit(Statement(_SAVE_CHANNEL, values, is_guard=True))

    async def forget_channel(self, person_id: int) -> None:
        """Forget the channel of a person and what was sent there, but not when it was opened."""
        await self._database.commit([Statement(clause, {"receiver": person_id}) for clause in _FORGET])

    async def forget_channels(self) -> None:
        """Forget all channels, what was sent there, and when they were opened."""
        await self._database.commit(map(Statement, _FORGET_ALL))

    async def openings(self, since: datetime) -> list[datetime]:
        """Return when channels were opened since a time in UTC, in order."""
        rows = await self._database.read(_OPENINGS, since=since)
        return [row["dm_opened_at"] for row in rows]
