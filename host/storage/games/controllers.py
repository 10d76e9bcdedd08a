"""Who plays a seat, as columns of a row: the id of a person, or the level of a computer and its number."""

from host.model.controllers import Computer, Controller, Person
from host.storage.engine.database import Row
from host.storage.engine.statements import Value


def read_controller(row: Row, person: str, name: str, level: str, number: str) -> Controller:
    """Return the person in the columns ``person`` and ``name``, or the computer in ``level`` and ``number``."""
    return Person(row[person], row[name]) if row[level] is None else Computer(row[level], row[number] or 1)


def controller_values(controller: Controller) -> tuple[int | None, int | None, int | None]:
    """Return the id of a person, and the level and the number of a computer; None for what it has not."""
    if isinstance(controller, Computer):
        return None, controller.level, controller.number
    return controller.id, None, None


def read_change(row: Row) -> tuple[Controller, Controller]:
    """Return who had a seat, and who has taken it, from the columns of a change."""
    return (
        read_controller(row, "giver", "giver_name", "from_level", "from_number"),
        read_controller(row, "taker", "taker_name", "to_level", "to_number"),
    )


def change_values(before: Controller, after: Controller) -> dict[str, Value]:
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
