"""The audit log of a server: which manager did what, and when. Everybody can read it."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from host.model.controllers import Controller, Person
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


NAMED: Final = 2
"""How many players an entry about a tournament names at most."""


class AskersAnswer(StrEnum):
    """What became of people who had asked to be let into a tournament, as a change of it."""

    LET_IN = "admit"
    TURNED_DOWN = "refuse"


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
    players: tuple[Controller, ...] = ()
    """Whom a change of a tournament is about, ``NAMED`` at most; nobody in older entries."""


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """What somebody changed in a tournament."""

    name: str
    """The name of the tournament."""
    action: str = ""
    """A ``HandAction`` or an ``AskersAnswer``; empty where it was cancelled."""
    reason: str = ""
    game: int | None = None
    """The number of the game that was decided, or alone got more time; None in older entries."""
    result: str = ""
    """What became of a game that was decided: the seat that won, from 1, or an ``Award`` without a winner. Of more
    time how much, as ``parse_pace`` reads it; empty in older entries. Of those who had asked how many got an answer.
    """
    tournament: int | None = None
    """The number of the tournament; None in older entries."""
    players: tuple[Controller, ...] = ()
    """Whom it is about: who was put in, taken out or swapped, who was replaced and by whom, or the players of a game
    for two. Of a larger one it is only who won, and of those who had asked only one or two. They stand beside the
    ``detail``, which names nobody: people may have themselves deleted.
    """


@dataclass(frozen=True, slots=True)
class NotedChange:
    """A change with who made it, and when (UTC)."""

    at: datetime
    manager: Person
    change: TournamentChange


_CHANGE: Final = r"(.*?): ({actions})(?: #([0-9]+) ([a-z0-9]+)| ([0-9]+[mhd]?))?{about}: (.*)"
_ABOUT: Final = (" in ([0-9]+)", "(?: in ([0-9]+))?")
"""The number of the tournament. Older entries have none; what has one is read by it: a name may say anything."""


def format_tournament_change(change: TournamentChange) -> str:
    """Write a change as the ``detail`` of an entry: ``Spring Cup: award #12 2 in 3: Bob is ill``, of tournament 3;
    ``Spring Cup: extend 2d in 3: Bob is ill`` of a whole round.
    """
    game, result = f" #{change.game}" if change.game else "", f" {change.result}" if change.result else ""
    about = f" in {change.tournament}" if change.tournament else ""
    return f"{change.name}: {change.action}{game}{result}{about}: {change.reason}" if change.action else change.name


def parse_tournament_change(detail: str, actions: Collection[str]) -> TournamentChange:
    """Read what ``format_tournament_change`` writes, and older entries. What has none of the actions is a name."""
    words = "|".join(map(re.escape, actions))
    read = (re.fullmatch(_CHANGE.format(actions=words, about=one), detail, re.DOTALL) for one in _ABOUT)
    found = next(filter(None, read), None)
    if found is None:
        return TournamentChange(detail)
    game, tournament = (int(one) if one else None for one in (found[3], found[6]))
    return TournamentChange(found[1], found[2], found[7], game, found[4] or found[5] or "", tournament)


def tournament_change(entry: AuditEntry, actions: Collection[str]) -> TournamentChange:
    """Return the change of a tournament that an entry is about, with whom it concerns."""
    return replace(parse_tournament_change(entry.detail, actions), players=entry.players)


def format_choices(columns: Mapping[str, object]) -> str:
    """Write settings as the ``detail`` of an entry: ``most_tables=10, language=``. An empty value is no choice."""
    return ", ".join(f"{name}={'' if value is None else value}" for name, value in columns.items())


def parse_choices(detail: str) -> dict[str, str]:
    """Read what ``format_choices`` writes."""
    pairs = (pair.partition("=") for pair in detail.split(", ") if pair)
    return {name: value for name, _, value in pairs}
