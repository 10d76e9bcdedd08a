"""Who plays a seat, as columns of a row: the id of a person, or the level of a computer and its number."""

from sqlite3 import Row

from host.model.table import Computer, Controller, Person


def read_controller(row: Row, person: str, name: str, level: str, number: str) -> Controller:
    """Return the person in the columns ``person`` and ``name``, or the computer in ``level`` and ``number``."""
    return Person(row[person], row[name]) if row[level] is None else Computer(row[level], row[number] or 1)


def controller_values(controller: Controller) -> tuple[int | None, int | None, int | None]:
    """Return the id of a person, and the level and the number of a computer; None for what it has not."""
    if isinstance(controller, Computer):
        return None, controller.level, controller.number
    return controller.id, None, None
