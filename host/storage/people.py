"""What people choose for themselves, with their vacations, as rows of the database."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, insert, or_, select, update

from host.errors import UnknownZoneError
from host.model.clock import Vacation
from host.model.controllers import Person
from host.model.preferences import (
    DEFAULT_ZONE,
    MINUTES_OF_DAY,
    Digest,
    Preferences,
    QuietHours,
    parse_zone,
)
from host.storage.engine.database import Repository, with_keys
from host.storage.engine.statements import Statement, Value
from host.storage.games.controllers import person_statement, stored_names
from host.storage.schema.tables import people, vacations

_CHOICES: Final = ("language", "zone", "quiet_from", "quiet_until", "theme", "size", "reminders", "digest_at",
                   "digest_since")  # fmt: skip
"""The columns of what people choose for themselves."""
_PREFERENCES: Final = select(people.c.id, *(people.c[name] for name in _CHOICES)).where(
    or_(*(people.c[name].is_not(None) for name in _CHOICES if name not in ("quiet_until", "digest_since")))
)
_is_person = people.c.id == bindparam("person")
_SAVE: Final = update(people).where(_is_person).returning(people.c.id)
_DELETIONS: Final = select(people.c.id, people.c.deletion_asked_at).where(people.c.deletion_asked_at.is_not(None))
_VACATIONS: Final = select(vacations).order_by(vacations.c.start_at)
_DELETE_VACATIONS: Final = delete(vacations).where(vacations.c.person == bindparam("traveller"))
_ADD_VACATION: Final = insert(vacations)


class PeopleRepository(Repository):
    async def load_preferences(self, ids: Collection[int] | None = None) -> dict[int, Preferences]:
        """Return what people (None: all) have chosen, by their ids, without their vacations."""
        return {
            row["id"]: Preferences(
                row["language"],
                _read_zone(row["zone"]),
                _read_hours(row["quiet_from"], row["quiet_until"]),
                theme=row["theme"],
                size=row["size"],
                reminders=row["reminders"],
                digest=_read_digest(row["digest_at"], row["digest_since"]),
            )
            for row in await self._database.read(with_keys(_PREFERENCES, people.c.id, ids))
        }

    async def load_vacations(self, ids: Collection[int] | None = None) -> dict[int, list[Vacation]]:
        """Return the vacations of people (None: of all), by their ids and in order."""
        found: dict[int, list[Vacation]] = {}
        for row in await self._database.read(with_keys(_VACATIONS, vacations.c.person, ids)):
            vacation = Vacation(row["start_at"], row["until_at"])
            found.setdefault(row["person"], []).append(vacation)
        return found

    async def save_preferences(self, person: Person, chosen: Preferences, fields: Iterable[str]) -> None:
        """Store some fields of a person's preferences, by their names."""
        await self._database.commit([person_statement(person), _saved(person.id, chosen, fields)])

    async def note_digest(self, person_id: int, due: datetime) -> bool:
        """Store when the last list of a person was due. Return False if nothing is stored about them."""
        return await self._update(person_id, digest_since=due)

    async def stop_digest(self, person_id: int) -> bool:
        """Store that a person gets no lists. Return False if nothing is stored about them."""
        return await self._update(person_id, digest_at=None, digest_since=None)

    async def load_deletions(self, ids: Collection[int] | None = None) -> dict[int, datetime]:
        """Return when people (None: all) asked to be deleted, by their ids, where that is not done yet."""
        rows = await self._database.read(with_keys(_DELETIONS, people.c.id, ids))
        return {row["id"]: row["deletion_asked_at"] for row in rows}

    async def ask_deletion(self, person: Person, at: datetime) -> None:
        """Store that a person is to be deleted."""
        asked = Statement(_SAVE, {"person": person.id, "deletion_asked_at": at}, is_guard=True)
        await self._database.commit([person_statement(person), asked])

    async def drop_deletion(self, person_id: int) -> None:
        """Store that a person is not to be deleted any more."""
        await self._update(person_id, deletion_asked_at=None)

    async def find(self, person_id: int) -> Person | None:
        """Return a person; None if nothing is stored about them."""
        return (await stored_names(self._database, [person_id])).get(person_id)

    async def _update(self, person_id: int, **values: Value) -> bool:
        return await self._database.try_commit(Statement(_SAVE, {"person": person_id, **values}, is_guard=True))

    async def save_vacations(self, person: Person, chosen: list[Vacation]) -> None:
        """Store all vacations of a person; those stored before are replaced."""
        deleted = Statement(_DELETE_VACATIONS, {"traveller": person.id})
        added = [
            Statement(
                _ADD_VACATION,
                {"person": person.id, "start_at": one.start, "until_at": one.until},
            )
            for one in chosen
        ]
        await self._database.commit([person_statement(person), deleted, *added])


def _saved(person_id: int, chosen: Preferences, fields: Iterable[str]) -> Statement:
    """Return the statement that stores some fields of preferences; it fails if nothing is stored about the person."""
    by_field, values = _values_by_field(chosen), dict[str, Value](person=person_id)
    for field in fields:
        values |= by_field[field]
    return Statement(_SAVE, values, is_guard=True)


def _values_by_field(chosen: Preferences) -> Mapping[str, dict[str, Value]]:
    """Return the columns of each field of preferences, with what they hold."""
    quiet = (chosen.quiet_hours.start, chosen.quiet_hours.until) if chosen.quiet_hours else (None, None)
    digest = (chosen.digest.minute, chosen.digest.since) if chosen.digest else (None, None)
    return {
        "language": {"language": chosen.language},
        "zone": {"zone": chosen.zone},
        "quiet_hours": dict(zip(("quiet_from", "quiet_until"), quiet, strict=True)),
        "theme": {"theme": chosen.theme},
        "size": {"size": chosen.size},
        "reminders": {"reminders": chosen.reminders},
        "digest": dict(zip(("digest_at", "digest_since"), digest, strict=True)),
    }


def _read_zone(stored: str | None) -> str:
    try:
        return parse_zone(stored or DEFAULT_ZONE)
    except UnknownZoneError:
        return DEFAULT_ZONE


def _read_hours(start: Value, until: Value) -> QuietHours | None:
    known = [one for one in (start, until) if isinstance(one, int) and one in MINUTES_OF_DAY]
    return QuietHours(*known) if len(known) == 2 else None


def _read_digest(minute: Value, since: datetime | None) -> Digest | None:
    return Digest(minute, since) if since and isinstance(minute, int) and minute in MINUTES_OF_DAY else None
