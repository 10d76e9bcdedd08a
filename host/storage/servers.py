"""The settings of servers, as rows of the database."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update

from carcassonne import CarcassonneError, find_ruleset
from host.model.audit_log import AuditEntry
from host.model.controllers import Person
from host.model.server_settings import ServerSettings
from host.model.table_options import DEFAULT_EDITION, TableOptions
from host.storage.audit_log import audit_entry_statement
from host.storage.engine.database import Database, Row, with_keys
from host.storage.engine.statements import ConflictError, RowToken, Statement, Value
from host.storage.games.controllers import person_statement
from host.storage.games.settings import format_options, parse_options
from host.storage.schema.tables import servers

_SERVERS: Final = select(servers)
_ADD: Final = insert(servers)
_NOTE_CLOSED: Final = (
    update(servers)
    .where(servers.c.guild == bindparam("server"), servers.c.is_told_closed != bindparam("is_told"))
    .values(is_told_closed=bindparam("is_told"))
    .returning(servers.c.guild)
)
_DELETE: Final = (
    delete(servers)
    .where(servers.c.guild == bindparam("server"), servers.c.token == bindparam("earlier"))
    .returning(servers.c.guild)
)


class ServerRepository:
    """The settings of the servers."""

    def __init__(self, database: Database, new_token: Callable[[], str]) -> None:
        self._database = database
        self._new_token = new_token

    async def load(self, guilds: Collection[int] | None = None) -> dict[int, ServerSettings]:
        """Return those of some servers (None: of all) whose managers have chosen something, by their ids."""
        rows = await self._database.read(with_keys(_SERVERS, servers.c.guild, guilds))
        return {row["guild"]: _server(row) for row in rows}

    async def save(
        self, before: ServerSettings, server: ServerSettings, manager: Person, entry: AuditEntry
    ) -> ServerSettings:
        """Store a server's settings, with the audit entry of the manager who has changed them, and return them.

        Raise ConflictError if those stored are not ``before`` any more.
        """
        token = self._new_token()
        deleted = Statement(_DELETE, {"server": server.guild, "earlier": before.token}, is_guard=True)
        added: dict[str, Value] = {
            "guild": server.guild,
            "channels": " ".join(map(str, sorted(server.channels))),
            "most_tables": server.most_tables,
            "language": server.language,
            "token": token,
            "table_options": format_options(server.table_options),
        }
        await self._database.commit([
            person_statement(manager),
            *([] if before.token is None else [deleted]),
            Statement(_ADD, added, gives=RowToken(servers, server.guild, token)),
            audit_entry_statement(entry),
        ])  # fmt: skip
        return replace(server, token=token)

    async def note_told_closed(self, guild: int, *, is_told: bool) -> bool:
        """Store whether a server's managers were told that no channel for tables is left. Return whether it is new."""
        try:
            values = {"server": guild, "is_told": is_told}
            await self._database.commit([Statement(_NOTE_CLOSED, values, is_guard=True)])
        except ConflictError:
            return False
        return True


def _server(row: Row) -> ServerSettings:
    channels = frozenset(map(int, row["channels"].split()))
    most = row["most_tables"] if row["most_tables"] and row["most_tables"] > 0 else None
    return ServerSettings(row["guild"], channels, most, _table_options(row), row["language"], row["token"])


def _table_options(row: Row) -> TableOptions:
    """Return the options of new tables; None for the edition and its rule options if the rules do not know them."""
    chosen = parse_options(row["table_options"])
    try:
        find_ruleset(chosen.edition or DEFAULT_EDITION, chosen.options or ())
    except CarcassonneError:
        return replace(chosen, edition=None, options=None)
    return chosen
