"""The settings of servers, as rows of the database."""

from sqlite3 import Row
from typing import Final

from host.model.audit_log import AuditEntry
from host.model.clock import TimeoutAction
from host.model.server_settings import ServerSettings, chosen_settings
from host.model.table import Person
from host.model.table_options import SeatOrder, TableOptions
from host.storage.audit_log import audit_entry_statement
from host.storage.database import Database, Statement
from host.storage.people import person_statement

_SERVERS: Final = "SELECT * FROM servers"
_ADD: Final = """
INSERT INTO servers (guild, channels, most_tables, edition, options, pace, aids, takeback, seat_order, thread, language,
rated, timeout) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_DELETE: Final = "DELETE FROM servers WHERE guild = ?"


class ServerRepository:
    """The settings of the servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load_all(self) -> dict[int, ServerSettings]:
        """Return the servers whose managers have chosen something, by their ids."""
        return {row["guild"]: _server(row) for row in await self._database.read(_SERVERS)}

    async def save(self, server: ServerSettings, manager: Person, entry: AuditEntry) -> None:
        """Store a server's settings, with the audit entry of the manager who has changed them."""
        chosen = chosen_settings(server)
        columns = ("channels", "most_tables", "edition", "options", "pace", "aids", "takeback", "seat_order", "thread",
                   "language", "rated", "timeout")  # fmt: skip
        await self._database.commit([
            person_statement(manager),
            Statement(_DELETE, (server.guild,)),
            Statement(_ADD, (server.guild, *(chosen[column] for column in columns))),
            audit_entry_statement(entry),
        ])  # fmt: skip


def _server(row: Row) -> ServerSettings:
    table_options = TableOptions(
        edition=row["edition"],
        options=None if row["options"] is None else tuple(row["options"].split()),
        pace=row["pace"],
        aids=None if row["aids"] is None else bool(row["aids"]),
        takeback=row["takeback"],
        order=SeatOrder(row["seat_order"]) if row["seat_order"] else None,
        thread=None if row["thread"] is None else bool(row["thread"]),
        rated=None if row["rated"] is None else bool(row["rated"]),
        timeout=TimeoutAction(row["timeout"]) if row["timeout"] else None,
    )
    channels = frozenset(map(int, row["channels"].split()))
    return ServerSettings(row["guild"], channels, row["most_tables"], table_options, row["language"])
