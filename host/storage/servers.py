"""Servers, as rows of the database: their settings, and when each was welcomed."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, exists, insert, select, update

from carcassonne import CarcassonneError, find_ruleset
from host.model.audit_log import AuditEntry
from host.model.controllers import Person
from host.model.server_settings import ServerSettings
from host.model.table_options import DEFAULT_EDITION, TableOptions
from host.storage.audit_log import audit_entry_statement
from host.storage.engine.database import Database, Repository, with_keys
from host.storage.engine.statements import Row, RowToken, Statement, Value
from host.storage.games.controllers import person_statement
from host.storage.games.settings import format_options, parse_options
from host.storage.schema.tables import games, servers, welcomes

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
_WELCOME: Final = select(welcomes.c.joined_at).where(welcomes.c.guild == bindparam("server"))
_ADD_WELCOME: Final = insert(welcomes)
_CHANGE_WELCOME: Final = (
    update(welcomes)
    .where(welcomes.c.guild == bindparam("server"), welcomes.c.joined_at == bindparam("earlier"))
    .returning(welcomes.c.guild)
)
_DELETE_WELCOMES: Final = delete(welcomes)
_IS_KNOWN: Final = select(
    exists().where(games.c.guild == bindparam("server")).label("has_tables"),
    exists().where(servers.c.guild == bindparam("server")).label("has_settings"),
)


class ServerRepository(Repository):
    """The settings of the servers."""

    def __init__(self, database: Database, new_token: Callable[[], str]) -> None:
        super().__init__(database)
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
            "puzzle_channel": server.puzzle_channel,
        }
        await self._database.commit([
            person_statement(manager),
            *([] if before.token is None else [deleted]),
            Statement(_ADD, added, gives=RowToken(servers, server.guild, token)),
            audit_entry_statement(entry),
        ])  # fmt: skip
        return replace(server, token=token)

    async def note_told_closed(self, guild: int, *, is_told: bool) -> bool:
        values = {"server": guild, "is_told": is_told}
        return await self._database.try_commit(Statement(_NOTE_CLOSED, values, is_guard=True))


class WelcomeRepository(Repository):
    """For each server that was welcomed, when the bot had come there."""

    async def load(self, guild: int) -> datetime | None:
        """Return when the bot had come to a server that it has welcomed; None if it has not."""
        rows = await self._database.read(_WELCOME, server=guild)
        return rows[0]["joined_at"] if rows else None

    async def is_known(self, guild: int) -> bool:
        """Return whether a server has tables, or settings of its own."""
        [row] = await self._database.read(_IS_KNOWN, server=guild)
        return bool(row["has_tables"] or row["has_settings"])

    async def delete_all(self) -> None:
        """Store that no server is welcomed."""
        await self._database.commit([Statement(_DELETE_WELCOMES)])

    async def save(self, guild: int, joined_at: datetime, earlier: datetime | None) -> bool:
        """Store that a server is welcomed, and when the bot came there, in UTC. It was welcomed ``earlier``, or never.

        Return False if another process has welcomed it meanwhile.
        """
        row: dict[str, Value] = {"joined_at": joined_at}
        statement = (
            Statement(_CHANGE_WELCOME, {**row, "server": guild, "earlier": earlier}, is_guard=True)
            if earlier
            else Statement(_ADD_WELCOME, {**row, "guild": guild})
        )
        return await self._database.try_commit(statement)


def _server(row: Row) -> ServerSettings:
    channels = frozenset(map(int, row["channels"].split()))
    most = row["most_tables"] if row["most_tables"] and row["most_tables"] > 0 else None
    options, language = _table_options(row), row["language"]
    return ServerSettings(row["guild"], channels, most, options, language, row["token"], row["puzzle_channel"])


def _table_options(row: Row) -> TableOptions:
    """Return the options of new tables; None for the edition and its rule options if the rules do not know them."""
    chosen = parse_options(row["table_options"])
    try:
        find_ruleset(chosen.edition or DEFAULT_EDITION, chosen.options or ())
    except CarcassonneError:
        return replace(chosen, edition=None, options=None)
    return chosen
