"""Who wants their turns by direct message, as rows of the database."""

from typing import Final

from sqlalchemy import bindparam, select, update

from host.model.controllers import Person
from host.model.preferences import DmPreference
from host.storage.engine.database import Database
from host.storage.engine.statements import ConflictError, Statement, Value, upsert
from host.storage.schema.tables import people

_is_person = people.c.id == bindparam("person")
_LOAD: Final = select(people.c.letters).where(_is_person)
_SAVE: Final = upsert(people, "name", "letters")
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


class DmPreferenceRepository:
    """Everybody's preference. It holds for all games of a person at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, person_id: int) -> DmPreference:
        """Return what a person has chosen; OFF for somebody unknown."""
        rows = await self._database.read(_LOAD, person=person_id)
        return rows[0]["letters"] if rows else DmPreference.OFF

    async def save(self, person: Person, preference: DmPreference) -> None:
        """Store what a person has chosen."""
        values: dict[str, Value] = {"id": person.id, "name": person.name, "letters": preference}
        await self._database.commit([Statement(_SAVE, values)])

    async def stop(self, person_id: int) -> None:
        """Store that a person cannot be reached, and has yet to be told so; nothing changes for others."""
        await self._database.commit([Statement(_STOP, {"person": person_id})])

    async def acknowledge_stop(self, person_id: int) -> bool:
        """Store that a person was told that they could not be reached. Return whether that was still to be told."""
        if await self.load(person_id) is not DmPreference.REFUSED:
            return False
        try:
            await self._database.commit([Statement(_ACKNOWLEDGE, {"person": person_id}, is_guard=True)])
        except ConflictError:
            return False
        return True
