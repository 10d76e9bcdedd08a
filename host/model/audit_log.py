"""What managers do, kept for everybody to read: who, what, when."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from host.model.table import Person


class AuditAction(StrEnum):
    """What a manager did."""

    CHOICE = "choice"
    """Chose something for the server; ``detail`` tells the columns that changed, ``most_tables=10``."""
    END = "end"
    """Ended a game or closed a table; ``detail`` is ``held`` where its log did not replay."""
    RESEAT = "reseat"
    """Gave a seat to somebody else: see ``reseat``."""
    RETRY = "retry"
    """Took a game up again that was on hold."""
    IMPORT = "import"
    """Took a game up from a record."""


@dataclass(frozen=True, slots=True)
class Reseat:
    """A seat that a manager has given to somebody else."""

    seat: int
    """The number of the seat."""
    giver: Person
    """Who had it."""
    taker: Person
    """Who has it from then on."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What a manager of a server did."""

    guild: int
    manager: Person
    action: AuditAction
    at: datetime
    """When it was done, in UTC."""
    game: int | None = None
    """The number of the table; None where it concerns the whole server."""
    ply: int | None = None
    """The ply of the game at that time."""
    reseat: Reseat | None = None
    """What was done to the seats."""
    detail: str = ""


def format_choices(columns: Mapping[str, object]) -> str:
    """Write what was chosen as the ``detail`` of an act has it: ``most_tables=10, language=``, empty for no choice."""
    return ", ".join(f"{name}={'' if value is None else value}" for name, value in columns.items())


def parse_choices(detail: str) -> dict[str, str]:
    """Read what ``format_choices`` has written."""
    pairs = (pair.partition("=") for pair in detail.split(", ") if pair)
    return {name: value for name, _, value in pairs}
