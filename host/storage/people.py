"""What people choose for themselves, as rows of the database."""

from datetime import datetime
from typing import Final

from host.model.clock import Vacation
from host.model.preferences import DEFAULT_ZONE, Preferences, Quiet, Size, Theme
from host.storage.database import Database, Statement

_CHOSEN: Final = """
SELECT id, language, zone, quiet_from, quiet_until, theme, size FROM people
WHERE language IS NOT NULL OR zone IS NOT NULL OR quiet_from IS NOT NULL OR theme IS NOT NULL OR size IS NOT NULL"""
_VACATIONS: Final = "SELECT * FROM vacations ORDER BY start_at"
_CHOOSE: Final = """
UPDATE people SET language = ?, zone = ?, quiet_from = ?, quiet_until = ?, theme = ?, size = ? WHERE id = ?"""


async def stored_preferences(database: Database) -> dict[int, Preferences]:
    """Return what people have chosen, by their ids, without vacations."""
    return {
        row["id"]: Preferences(
            row["language"],
            row["zone"] or DEFAULT_ZONE,
            None if row["quiet_from"] is None else Quiet(row["quiet_from"], row["quiet_until"]),
            theme=Theme(row["theme"] or Theme.EVENING),
            size=Size(row["size"] or Size.USUAL),
        )
        for row in await database.read(_CHOSEN)
    }


async def stored_vacations(database: Database) -> dict[int, list[Vacation]]:
    """Return all vacations, by person, in order."""
    vacations: dict[int, list[Vacation]] = {}
    for row in await database.read(_VACATIONS):
        away = Vacation(datetime.fromisoformat(row["start_at"]), datetime.fromisoformat(row["until_at"]))
        vacations.setdefault(row["person"], []).append(away)
    return vacations


def preferences_change(person_id: int, chosen: Preferences) -> Statement:
    """Return the change that stores a person's choices, without the vacation."""
    quiet = (chosen.quiet.start, chosen.quiet.until) if chosen.quiet else (None, None)
    values = (chosen.language, chosen.zone, *quiet, chosen.theme, chosen.size)
    return Statement(_CHOOSE, (*values, person_id), rows=1)


def vacation_changes(person_id: int, vacations: list[Vacation]) -> list[Statement]:
    """Return the changes that store a person's vacations."""
    return [
        Statement("DELETE FROM vacations WHERE person = ?", (person_id,)),
        *(
            Statement(
                "INSERT INTO vacations (person, start_at, until_at) VALUES (?, ?, ?)",
                (person_id, one.start.isoformat(), one.until.isoformat()),
            )
            for one in vacations
        ),
    ]
