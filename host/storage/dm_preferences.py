"""Who wants to be told in private that it is their turn: stored, for all games of a person at once."""

from enum import StrEnum
from typing import Final

from host.model.table import Person
from host.storage.database import Database, Statement


class DmPreference(StrEnum):
    """Whether a person's turns are sent to them in private."""

    OFF = "off"
    ON = "on"
    REFUSED = "refused"
    """They were, until one could not be delivered; the person has not been told yet."""


_WISH: Final = "SELECT letters FROM people WHERE id = ?"
_CHOSEN: Final = """
INSERT INTO people (id, name, letters) VALUES (?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, letters = excluded.letters"""
_REFUSED: Final = "UPDATE people SET letters = 'refused' WHERE id = ? AND letters = 'on'"
_TOLD: Final = "UPDATE people SET letters = 'off' WHERE id = ? AND letters = 'refused'"


async def letters_of(database: Database, person_id: int) -> DmPreference:
    """Return what a person chose, OFF for somebody unknown."""
    rows = await database.read(_WISH, person_id)
    return DmPreference(rows[0]["letters"]) if rows else DmPreference.OFF


def letters_chosen(person: Person, letters: DmPreference) -> Statement:
    """Return the change that stores what a person chose."""
    return Statement(_CHOSEN, (person.id, person.name, letters))


def letters_refused(person_id: int) -> Statement:
    """Return the change that stops letters to somebody who cannot be reached."""
    return Statement(_REFUSED, (person_id,))


def letters_told(person_id: int) -> Statement:
    """Return the change that notes that a person knows of it."""
    return Statement(_TOLD, (person_id,))
