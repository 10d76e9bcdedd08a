"""The audit log of a server: which manager did what, and when. Everybody can read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from host.model.controllers import Person
from host.model.substitution import Substitution


class AuditAction(StrEnum):
    """What a manager did."""

    CHOICE = "choice"
    """Changed the settings of the server; ``detail`` has the changed columns, such as ``most_tables=10``."""
    END = "end"
    """Ended a game or closed a table; ``detail`` is ``held`` if the game was quarantined."""
    RESEAT = "reseat"
    """Gave a seat to another player: see ``reseat``."""
    RETRY = "retry"
    """Reloaded a quarantined game."""
    IMPORT = "import"
    """Imported a game from its record."""
    TOURNAMENT = "tournament"
    """Changed a tournament while it ran, or cancelled it; ``detail`` has its name and the reason."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What a manager of a server did."""

    guild: int
    manager: Person
    action: AuditAction
    at: datetime
    """When it was done, in UTC."""
    game: int | None = None
    """The number of the table; None if the entry is about the whole server."""
    ply: int | None = None
    """The ply of the game at that time."""
    reseat: Substitution | None = None
    detail: str = ""


def format_choices(columns: Mapping[str, object]) -> str:
    """Write settings as the ``detail`` of an entry: ``most_tables=10, language=``. An empty value is no choice."""
    return ", ".join(f"{name}={'' if value is None else value}" for name, value in columns.items())


def parse_choices(detail: str) -> dict[str, str]:
    """Read what ``format_choices`` writes."""
    pairs = (pair.partition("=") for pair in detail.split(", ") if pair)
    return {name: value for name, _, value in pairs}
