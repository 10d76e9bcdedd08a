"""People whom games name: what is stored of each is a name."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import select

from host.model.controllers import Person
from host.storage.engine.database import Database, with_keys
from host.storage.engine.statements import Statement, upsert
from host.storage.schema.tables import people

_PERSON: Final = upsert(people, "name")
_NAMES: Final = select(people.c.id, people.c.name)
_MOST_NAMES: Final = 1000
"""How many names are read at once."""


async def stored_names(database: Database, ids: Collection[int]) -> dict[int, Person]:
    """Return those of some people who are stored, by their ids."""
    found, wanted = {}, sorted(ids)
    for first in range(0, len(wanted), _MOST_NAMES):
        query = with_keys(_NAMES, people.c.id, wanted[first : first + _MOST_NAMES])
        found.update({row["id"]: Person(row["id"], row["name"]) for row in await database.read(query)})
    return found


def person_statement(person: Person) -> Statement:
    """Return the statement that stores a person, or a person's new name."""
    return Statement(_PERSON, {"id": person.id, "name": person.name})
