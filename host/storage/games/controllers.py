"""Who plays, in rows: a person has a row with a name; a seat holds the id of a person, or the level and the number of a
computer; and each change of a seat's player is logged.
"""

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import insert, select

from host.model.controllers import Computer, Controller, Person
from host.model.table import Seat
from host.storage.engine.database import Database, with_keys
from host.storage.engine.statements import Row, Statement, Value, upsert
from host.storage.schema.tables import people, substitutions

_SAVE_PERSON: Final = upsert(people, "name")
_NAMES: Final = select(people.c.id, people.c.name)
_MOST_NAMES: Final = 1000
"""How many names are read at once."""
_ADD_SUBSTITUTION: Final = insert(substitutions)


async def stored_names(database: Database, ids: Collection[int]) -> dict[int, Person]:
    """Return those of some people who are stored, by their ids."""
    found, wanted = {}, sorted(ids)
    for first in range(0, len(wanted), _MOST_NAMES):
        query = with_keys(_NAMES, people.c.id, wanted[first : first + _MOST_NAMES])
        found.update({row["id"]: Person(row["id"], row["name"]) for row in await database.read(query)})
    return found


def person_statement(person: Person) -> Statement:
    """Return the statement that stores a person, or a person's new name."""
    return Statement(_SAVE_PERSON, {"id": person.id, "name": person.name})


def read_controller(row: Row, person: str, name: str, level: str, number: str) -> Controller:
    """Return the person in the columns ``person`` and ``name``, or the computer in ``level`` and ``number``."""
    return Person(row[person], row[name]) if row[level] is None else Computer(row[level], row[number] or 1)


def controller_values(controller: Controller | None) -> tuple[int | None, int | None, int | None]:
    """Return the id of a person, and the level and the number of a computer; None for what it has not."""
    if controller is None:
        return None, None, None
    if isinstance(controller, Computer):
        return None, controller.level, controller.number
    return controller.id, None, None


def read_change(row: Row) -> tuple[Controller, Controller]:
    """Return who had a seat, and who has taken it, from the columns of a change."""
    return (
        read_controller(row, "giver", "giver_name", "from_level", "from_number"),
        read_controller(row, "taker", "taker_name", "to_level", "to_number"),
    )


def read_players(row: Row) -> tuple[Controller, ...]:
    """Return those of the two in the columns of a change who are there."""
    has_one = row["giver"] is not None or row["from_level"] is not None
    has_other = row["taker"] is not None or row["to_level"] is not None
    return tuple(one for one, is_there in zip(read_change(row), (has_one, has_other), strict=True) if is_there)


def change_values(before: Controller | None, after: Controller | None) -> dict[str, Value]:
    """Return the columns of a change of a seat's player."""
    giver, from_level, from_number = controller_values(before)
    taker, to_level, to_number = controller_values(after)
    return {
        "giver": giver,
        "from_level": from_level,
        "from_number": from_number,
        "taker": taker,
        "to_level": to_level,
        "to_number": to_number,
    }


def substitution_statements(number: int, ply: int, before: Sequence[Seat], after: Sequence[Seat]) -> list[Statement]:
    """Return the statements that log who has taken whose seat; none for a game that has just begun."""
    return [
        Statement(
            _ADD_SUBSTITUTION,
            {"game": number, "ply": ply, "seat": old.number, **change_values(old.controller, new.controller)},
        )
        for old, new in zip(before, after, strict=False)
        if controller_values(old.controller) != controller_values(new.controller)
    ]
