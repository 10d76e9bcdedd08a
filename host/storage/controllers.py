"""Who plays a seat, as two columns of a row: the id of a person, or the level of a computer."""

from host.model.table import Computer, Controller, Person
from host.storage.database import Row


def read_controller(row: Row, person: str, level: str) -> Controller:
    """Return the player in the columns ``<person>`` and ``<person>_name``, or the computer in the column ``level``."""
    return Person(row[person], row[f"{person}_name"]) if row[level] is None else Computer(row[level])


def controller_values(controller: Controller) -> tuple[int | None, int | None]:
    """Return the id of a person and the level of a computer, one of which is None."""
    return (None, controller.level) if isinstance(controller, Computer) else (controller.id, None)
