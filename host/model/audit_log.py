"""The audit log of a server: which manager did what, and when. Everybody can read it."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

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
    """Changed a tournament by hand, or cancelled it; ``detail`` is as ``format_tournament_change`` writes it."""


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


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """What somebody changed in a tournament. It names nobody: people may have themselves deleted."""

    name: str
    """The name of the tournament."""
    action: str = ""
    """A ``HandAction``; empty where it was cancelled."""
    reason: str = ""
    game: int | None = None
    """The number of the game that was decided; None in older entries."""
    result: str = ""
    """What became of that game: the seat that won, from 1, or an ``Award`` without a winner."""
    tournament: int | None = None
    """The number of the tournament; None in older entries."""


@dataclass(frozen=True, slots=True)
class NotedChange:
    """A change with who made it, and when (UTC)."""

    at: datetime
    manager: Person
    change: TournamentChange


_CHANGE: Final = re.compile(r"(.*?): ([a-z]+)(?: #([0-9]+) ([a-z0-9]+))?(?: in ([0-9]+))?: (.*)", re.DOTALL)


def format_tournament_change(change: TournamentChange) -> str:
    """Write a change as the ``detail`` of an entry: ``Spring Cup: award #12 2 in 3: Bob is ill``, of tournament 3."""
    decided = f" #{change.game} {change.result}" if change.game else ""
    about = f" in {change.tournament}" if change.tournament else ""
    return f"{change.name}: {change.action}{decided}{about}: {change.reason}" if change.action else change.name


def parse_tournament_change(detail: str, actions: Collection[str]) -> TournamentChange:
    """Read what ``format_tournament_change`` writes, and older entries. What has none of the actions is a name."""
    found = _CHANGE.fullmatch(detail)
    if found is None or found[2] not in actions:
        return TournamentChange(detail)
    game, tournament = (int(one) if one else None for one in (found[3], found[5]))
    return TournamentChange(found[1], found[2], found[6], game, found[4] or "", tournament)


def format_choices(columns: Mapping[str, object]) -> str:
    """Write settings as the ``detail`` of an entry: ``most_tables=10, language=``. An empty value is no choice."""
    return ", ".join(f"{name}={'' if value is None else value}" for name, value in columns.items())


def parse_choices(detail: str) -> dict[str, str]:
    """Read what ``format_choices`` writes."""
    pairs = (pair.partition("=") for pair in detail.split(", ") if pair)
    return {name: value for name, _, value in pairs}
