"""People and what they choose for themselves, as rows of the database."""

from datetime import datetime
from typing import Final

from host.errors import UnknownZoneError
from host.model.clock import Vacation
from host.model.preferences import (
    DEFAULT_ZONE,
    MINUTES_OF_DAY,
    Digest,
    PictureSize,
    Preferences,
    QuietHours,
    Reminders,
    Theme,
    parse_zone,
)
from host.model.table import Person
from host.model.table_options import LANGUAGES
from host.storage.database import Database, Statement, Value, read_choice

_PERSON: Final = """
INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"""
_PREFERENCES: Final = """
SELECT id, language, zone, quiet_from, quiet_until, theme, size, reminders, digest_at, digest_since FROM people
WHERE COALESCE(language, zone, quiet_from, theme, size, reminders, digest_at) IS NOT NULL"""
_SAVE_PREFERENCES: Final = """
UPDATE people SET language = ?, zone = ?, quiet_from = ?, quiet_until = ?, theme = ?, size = ?, reminders = ?,
digest_at = ?, digest_since = ? WHERE id = ?"""
_NOTE_DIGEST: Final = "UPDATE people SET digest_since = ? WHERE id = ?"
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
                read_choice((None, *LANGUAGES), row["language"], None),
                _read_zone(row["zone"]),
                _read_hours(row["quiet_from"], row["quiet_until"]),
                theme=read_choice(Theme, row["theme"], Theme.EVENING),
                size=read_choice(PictureSize, row["size"], PictureSize.USUAL),
                reminders=read_choice(Reminders, row["reminders"], Reminders.USUAL),
                digest=_read_digest(row["digest_at"], row["digest_since"]),
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
        digest = (chosen.digest.minute, chosen.digest.since.isoformat()) if chosen.digest else (None, None)
        values = (chosen.language, chosen.zone, *quiet, chosen.theme, chosen.size, chosen.reminders, *digest, person.id)
        await self._database.commit([person_statement(person), Statement(_SAVE_PREFERENCES, values, expected_rows=1)])

    async def note_digest(self, person_id: int, due: datetime) -> None:
        """Store when the last list of a person was due."""
        await self._database.commit([Statement(_NOTE_DIGEST, (due.isoformat(), person_id))])

    async def save_vacations(self, person: Person, vacations: list[Vacation]) -> None:
        """Store all vacations of a person; those stored before are replaced."""
        rows = [(person.id, one.start.isoformat(), one.until.isoformat()) for one in vacations]
        added = [Statement(_ADD_VACATION, row) for row in rows]
        await self._database.commit([person_statement(person), Statement(_DELETE_VACATIONS, (person.id,)), *added])


def _read_zone(stored: str | None) -> str:
    try:
        return parse_zone(stored or DEFAULT_ZONE)
    except UnknownZoneError:
        return DEFAULT_ZONE


def _read_hours(start: Value, until: Value) -> QuietHours | None:
    known = [one for one in (start, until) if isinstance(one, int) and one in MINUTES_OF_DAY]
    return QuietHours(*known) if len(known) == 2 else None


def _read_digest(minute: Value, since: Value) -> Digest | None:
    if not isinstance(minute, int) or minute not in MINUTES_OF_DAY or not isinstance(since, str):
        return None
    try:
        return Digest(minute, datetime.fromisoformat(since))
    except ValueError:
        return None


def person_statement(person: Person) -> Statement:
    """Return the statement that stores a person, or a person's new name."""
    return Statement(_PERSON, (person.id, person.name))
