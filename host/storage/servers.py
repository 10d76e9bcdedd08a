"""What managers have chosen and done as rows of the database, both ways. All the SQL about it stands here."""

from datetime import datetime
from sqlite3 import Row
from typing import Final

from host.model.audit_log import AuditAction, AuditEntry, Reseat
from host.model.clock import Timeout
from host.model.server_settings import Server
from host.model.table import Person
from host.model.table_options import Order, TableOptions
from host.storage.database import Database, Statement, Value

_SERVERS: Final = "SELECT * FROM servers"
_ACTS: Final = """
SELECT acts.*, managers.name AS manager_name, givers.name AS giver_name, takers.name AS taker_name FROM acts
JOIN people AS managers ON managers.id = manager
LEFT JOIN people AS givers ON givers.id = giver
LEFT JOIN people AS takers ON takers.id = taker"""
_OF_GAME: Final = f"{_ACTS} WHERE game = ? ORDER BY acts.number"
_OF_SERVER: Final = f"{_ACTS} WHERE guild = ? ORDER BY acts.number DESC LIMIT ?"
_ACT: Final = """
INSERT INTO acts (number, guild, game, ply, manager, kind, seat, giver, taker, detail, at)
SELECT COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM acts"""
_SERVER: Final = """
INSERT INTO servers (guild, channels, most_tables, edition, options, pace, aids, takeback, seat_order, thread, language,
rated, timeout) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_FORGET: Final = "DELETE FROM servers WHERE guild = ?"


async def stored_servers(database: Database) -> list[Server]:
    """Return the servers whose managers have chosen something."""
    return [_server(row) for row in await database.read(_SERVERS)]


def server_changes(server: Server) -> list[Statement]:
    """Return the changes that store a server's choices."""
    return [Statement(_FORGET, (server.guild,)), Statement(_SERVER, tuple(server_columns(server).values()))]


def server_columns(server: Server) -> dict[str, Value]:
    """Return a server's choices by the names of their columns, in the table's order."""
    wishes = server.wishes
    return {
        "guild": server.guild,
        "channels": " ".join(map(str, sorted(server.channels))),
        "most_tables": server.most_tables,
        "edition": wishes.edition,
        "options": None if wishes.options is None else " ".join(wishes.options),
        "pace": wishes.pace,
        "aids": None if wishes.aids is None else int(wishes.aids),
        "takeback": wishes.takeback,
        "seat_order": wishes.order,
        "thread": None if wishes.thread is None else int(wishes.thread),
        "language": server.language,
        "rated": None if wishes.rated is None else int(wishes.rated),
        "timeout": wishes.timeout,
    }


def act_change(act: AuditEntry) -> Statement:
    """Return the change that stores an act; the people in it have to be stored already."""
    reseat = (act.reseat.seat, act.reseat.giver.id, act.reseat.taker.id) if act.reseat else (None, None, None)
    values = (act.guild, act.game, act.ply, act.manager.id, act.kind, *reseat, act.detail, act.at.isoformat())
    return Statement(_ACT, values)


async def acts_of_game(database: Database, number: int) -> list[AuditEntry]:
    """Return what managers have done to a game, in order."""
    return [_act(row) for row in await database.read(_OF_GAME, number)]


async def acts_of_server(database: Database, guild: int, most: int) -> list[AuditEntry]:
    """Return what managers of a server did last, the latest first."""
    return [_act(row) for row in await database.read(_OF_SERVER, guild, most)]


def _server(row: Row) -> Server:
    wishes = TableOptions(
        edition=row["edition"],
        options=None if row["options"] is None else tuple(row["options"].split()),
        pace=row["pace"],
        aids=None if row["aids"] is None else bool(row["aids"]),
        takeback=row["takeback"],
        order=Order(row["seat_order"]) if row["seat_order"] else None,
        thread=None if row["thread"] is None else bool(row["thread"]),
        rated=None if row["rated"] is None else bool(row["rated"]),
        timeout=Timeout(row["timeout"]) if row["timeout"] else None,
    )
    channels = frozenset(map(int, row["channels"].split()))
    return Server(row["guild"], channels, row["most_tables"], wishes, row["language"])


def _reseat(row: Row) -> Reseat | None:
    if row["seat"] is None:
        return None
    giver, taker = Person(row["giver"], row["giver_name"]), Person(row["taker"], row["taker_name"])
    return Reseat(row["seat"], giver, taker)


def _act(row: Row) -> AuditEntry:
    return AuditEntry(
        guild=row["guild"],
        game=row["game"],
        ply=row["ply"],
        manager=Person(row["manager"], row["manager_name"]),
        kind=AuditAction(row["kind"]),
        at=datetime.fromisoformat(row["at"]),
        reseat=_reseat(row),
        detail=row["detail"],
    )
