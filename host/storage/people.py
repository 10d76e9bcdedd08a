"""People and what they choose for themselves, as rows of the database."""

from datetime import datetime
from typing import Final

from host.model.clock import Vacation
from host.model.preferences import DEFAULT_ZONE, PictureSize, Preferences, QuietHours, Theme
from host.model.table import Person
from host.storage.database import Database, Statement

_PERSON: Final = """
INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"""
_PREFERENCES: Final = """
SELECT id, language, zone, quiet_from, quiet_until, theme, size FROM people
WHERE language IS NOT NULL OR zone IS NOT NULL OR quiet_from IS NOT NULL OR theme IS NOT NULL OR size IS NOT NULL"""
_SAVE_PREFERENCES: Final = """
UPDATE people SET language = ?, zone = ?, quiet_from = ?, quiet_until = ?, theme = ?, size = ? WHERE id = ?"""
_VACATIONS: Final = "SELECT * FROM vacations ORDER BY start_at"
_DELETE_VACATIONS: Final = "DELETE FROM vacations WHERE person = ?"
_ADD_VACATION: Final = "INSERT INTO vacations (person, start_at, until_at) VALUES (?, ?, ?)"


class PeopleRepository:
    """The preferences and vacations of everybody."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load_preferences(self) -> dict[int, Preferences]:
        """Return what people have chosen, by their ids, without their vacations."""
        return {
            row["id"]: Preferences(
                row["language"],
                row["zone"] or DEFAULT_ZONE,
                None if row["quiet_from"] is None else QuietHours(row["quiet_from"], row["quiet_until"]),
                theme=Theme(row["theme"] or Theme.EVENING),
                size=PictureSize(row["size"] or PictureSize.USUAL),
            )
            for row in await self._database.read(_PREFERENCES)
        }

    async def load_vacations(self) -> dict[int, list[Vacation]]:
        """Return all vacations by person, in order."""
        vacations: dict[int, list[Vacation]] = {}
        for row in await self._database.read(_VACATIONS):
            vacation = Vacation(datetime.fromisoformat(row["start_at"]), datetime.fromisoformat(row["until_at"]))
            vacations.setdefault(row["person"], []).append(vacation)
        return vacations

    async def save_preferences(self, person: Person, chosen: Preferences) -> None:
        """Store a person's choices, without the vacation."""
        quiet = (chosen.quiet_hours.start, chosen.quiet_hours.until) if chosen.quiet_hours else (None, None)
        values = (chosen.language, chosen.zone, *quiet, chosen.theme, chosen.size, person.id)
        await self._database.commit([person_statement(person), Statement(_SAVE_PREFERENCES, values, expected_rows=1)])

    async def save_vacations(self, person: Person, vacations: list[Vacation]) -> None:
        """Store all vacations of a person; those stored before are replaced."""
        rows = [(person.id, one.start.isoformat(), one.until.isoformat()) for one in vacations]
        added = [Statement(_ADD_VACATION, row) for row in rows]
        await self._database.commit([person_statement(person), Statement(_DELETE_VACATIONS, (person.id,)), *added])


def person_statement(person: Person) -> Statement:
    """Return the statement that stores a person, or a person's new name."""
    return Statement(_PERSON, (person.id, person.name))
