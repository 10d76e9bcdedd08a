"""Who wants their turns by direct message, as rows of the database."""

from typing import Final

from host.model.preferences import DmPreference
from host.model.table import Person
from host.storage.database import ConflictError, Database, Statement, read_choice

_LOAD: Final = "SELECT letters FROM people WHERE id = ?"
_SAVE: Final = """
INSERT INTO people (id, name, letters) VALUES (?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, letters = excluded.letters"""
_STOP: Final = "UPDATE people SET letters = 'refused' WHERE id = ? AND letters = 'on'"
_ACKNOWLEDGE: Final = "UPDATE people SET letters = 'off' WHERE id = ? AND letters = 'refused'"


class DmPreferenceRepository:
    """Everybody's preference. It holds for all games of a person at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, person_id: int) -> DmPreference:
        """Return what a person has chosen; OFF for somebody unknown."""
        rows = await self._database.read(_LOAD, person_id)
        return read_choice(DmPreference, rows[0]["letters"], DmPreference.OFF) if rows else DmPreference.OFF

    async def save(self, person: Person, preference: DmPreference) -> None:
        """Store what a person has chosen."""
        await self._database.commit([Statement(_SAVE, (person.id, person.name, preference))])

    async def stop(self, person_id: int) -> None:
        """Store that a person cannot be reached, and has yet to be told so; nothing changes for others."""
        await self._database.commit([Statement(_STOP, (person_id,))])

    async def acknowledge_stop(self, person_id: int) -> bool:
        """Store that a person was told that they could not be reached. Return whether that was still to be told."""
        if await self.load(person_id) is not DmPreference.REFUSED:
            return False
        try:
            await self._database.commit([Statement(_ACKNOWLEDGE, (person_id,), expected_rows=1)])
        except ConflictError:
            return False
        return True
