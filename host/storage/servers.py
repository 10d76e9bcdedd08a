"""The settings of servers, as rows of the database."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final, TypeAlias

from sqlalchemy import bindparam, delete, insert, select, update

from carcassonne import CarcassonneError, find_ruleset
from host.model.audit_log import AuditEntry
from host.model.clock import NO_PACE, TimeoutAction
from host.model.controllers import Person
from host.model.server_settings import ServerSettings, chosen_settings
from host.model.table_options import DEFAULT_EDITION, LANGUAGES, MAX_TAKEBACK_SECONDS, PACES, SeatOrder, TableOptions
from host.storage.audit_log import audit_entry_statement
from host.storage.database import Database, Row, read_choice, with_keys
from host.storage.people import person_statement
from host.storage.statements import ConflictError, RowToken, Statement
from host.storage.tables import servers

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

_Rules: TypeAlias = tuple[str | None, tuple[str, ...] | None]


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
        chosen, token = chosen_settings(server), self._new_token()
        columns = ("channels", "most_tables", "edition", "options", "pace", "aids", "takeback", "seat_order", "thread",
                   "language", "rated", "timeout")  # fmt: skip
        deleted = Statement(_DELETE, {"server": server.guild, "earlier": before.token}, is_guard=True)
        added = {"guild": server.guild, "token": token, **{column: chosen[column] for column in columns}}
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
            values = {"server": guild, "is_told": int(is_told)}
            await self._database.commit([Statement(_NOTE_CLOSED, values, is_guard=True)])
        except ConflictError:
            return False
        return True


def _server(row: Row) -> ServerSettings:
    edition, options = _read_rules(row["edition"], row["options"])
    table_options = TableOptions(
        edition=edition,
        options=options,
        pace=read_choice((None, "", NO_PACE, *PACES), row["pace"], None),
        aids=None if row["aids"] is None else bool(row["aids"]),
        takeback=read_choice((None, *range(MAX_TAKEBACK_SECONDS + 1)), row["takeback"], None),
        order=read_choice((None, *SeatOrder), row["seat_order"], None),
        thread=None if row["thread"] is None else bool(row["thread"]),
        rated=None if row["rated"] is None else bool(row["rated"]),
        timeout=read_choice((None, *TimeoutAction), row["timeout"], None),
    )
    channels = frozenset(map(int, row["channels"].split()))
    most = row["most_tables"] if row["most_tables"] and row["most_tables"] > 0 else None
    language = read_choice((None, *LANGUAGES), row["language"], None)
    return ServerSettings(row["guild"], channels, most, table_options, language, row["token"])


def _read_rules(edition: str | None, options: str | None) -> _Rules:
    """Return the edition and the rule options of new tables; None for both if the rules do not know them."""
    words = None if options is None else tuple(options.split())
    try:
        find_ruleset(edition or DEFAULT_EDITION, words or ())
    except CarcassonneError:
        return None, None
    return edition, words
