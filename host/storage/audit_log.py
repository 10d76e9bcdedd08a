"""What managers have done, as rows of the database. Rows are added, never changed."""

from datetime import datetime
from sqlite3 import Row
from typing import Final

from host.model.audit_log import AuditAction, AuditEntry, Reseat
from host.model.table import Person
from host.storage.controllers import controller_values, read_controller
from host.storage.database import Database, Statement

_ENTRIES: Final = """
SELECT acts.*, managers.name AS manager_name, givers.name AS giver_name, takers.name AS taker_name FROM acts
JOIN people AS managers ON managers.id = manager
LEFT JOIN people AS givers ON givers.id = giver
LEFT JOIN people AS takers ON takers.id = taker"""
_OF_GAME: Final = f"{_ENTRIES} WHERE game = ? ORDER BY acts.number"
_OF_SERVER: Final = f"{_ENTRIES} WHERE guild = ? ORDER BY acts.number DESC LIMIT ?"
_ADD: Final = """
INSERT INTO acts (number, guild, game, ply, manager, kind, seat, giver, from_level, from_number,
taker, to_level, to_number, detail, at)
SELECT COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM acts"""


class AuditRepository:
    """The audit logs of all servers. Entries are added together with what they are about: see ``Addition``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_game(self, number: int) -> list[AuditEntry]:
        """Return what managers have done to a game, in order."""
        return [_entry(row) for row in await self._database.read(_OF_GAME, number)]

    async def of_server(self, guild: int, most: int) -> list[AuditEntry]:
        """Return what the managers of a server did last, the latest first, ``most`` entries at most."""
        return [_entry(row) for row in await self._database.read(_OF_SERVER, guild, most)]


def audit_entry_statement(entry: AuditEntry) -> Statement:
    """Return the statement that stores an entry. The people named in it have to be stored already."""
    reseat = entry.reseat
    players = (*controller_values(reseat.giver), *controller_values(reseat.taker)) if reseat else (None,) * 6
    about = (entry.guild, entry.game, entry.ply, entry.manager.id, entry.action)
    values = (*about, reseat.seat if reseat else None, *players, entry.detail)
    return Statement(_ADD, (*values, entry.at.isoformat()))


def _reseat(row: Row) -> Reseat | None:
    if row["seat"] is None:
        return None
    return Reseat(
        row["seat"],
        read_controller(row, "giver", "giver_name", "from_level", "from_number"),
        read_controller(row, "taker", "taker_name", "to_level", "to_number"),
    )


def _entry(row: Row) -> AuditEntry:
    return AuditEntry(
        guild=row["guild"],
        game=row["game"],
        ply=row["ply"],
        manager=Person(row["manager"], row["manager_name"]),
        action=AuditAction(row["kind"]),
        at=datetime.fromisoformat(row["at"]),
        reseat=_reseat(row),
        detail=row["detail"],
    )
