"""The settings of tables and servers, which were columns once and are one value now."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, text

from host.model.clock import TimeoutAction
from host.model.table_options import SeatOrder, TableOptions, TableSettings
from host.storage.engine.database import Database
from host.storage.games.settings import format_settings, parse_options, parse_settings
from host.storage.schema.migrations import migrate
from host.storage.schema.revisions.versions import v0038_settings_in_one_column
from tests.fixtures.databases import fetch
from tests.host.revisions import undo_settings


@pytest_asyncio.fixture
async def database(address: str) -> AsyncIterator[Database]:
    opened = await Database.open(address)
    yield opened
    await opened.close()


BEFORE_JSON = (
    "INSERT INTO games (number, guild, channel, status, organiser, edition, options, rules, seed, is_practice, ply,"
    " announced, opened_at, moved_at, pace, aids, takeback, seat_order, thread, language, rated, timeout) VALUES"
    " (1, 7, 70, 'ended', 0, 'river', '', 1, '', 0, 0, -1, '', '', '24h', 0, 600, 'joined', 1, 'fr', 0, 'skip'),"
    " (2, 7, 70, 'ended', 0, 'river', '', 1, '', 0, 0, -1, '', '', '', 1, 20, 'drawn', 0, 'en', 1, 'vote')",
    "INSERT INTO servers (guild, edition, options, pace, aids, takeback, seat_order, thread, language, rated, timeout)"
    " VALUES (7, 'new-edition', 'river abbot', '', 0, 0, 'shuffled', 1, 'de', 0, 'wait'),"
    " (8, NULL, NULL, NULL, NULL, 30, NULL, NULL, NULL, NULL, NULL)",
)
"""Games and servers as they were stored before settings were one value."""


def undo_v0038(connection: Connection) -> None:
    has_triggers = connection.dialect.name == "postgresql"
    if has_triggers:
        connection.execute(text("DROP TRIGGER games_tell_change ON games"))
    undo_settings(connection)
    for sql in BEFORE_JSON:
        connection.execute(text(sql))
    if has_triggers:
        connection.execute(
            text(
                "CREATE TRIGGER games_tell_change AFTER INSERT OR UPDATE OF pace ON games"
                " FOR EACH ROW EXECUTE FUNCTION tell_change('games', 'number')"
            )
        )


def do_v0038(connection: Connection) -> None:
    with Operations.context(MigrationContext.configure(connection)):
        v0038_settings_in_one_column.upgrade()


@pytest.mark.both_databases
async def test_settings_that_were_columns_are_kept(database: Database) -> None:
    await migrate(database)
    await database.run_in_transaction(undo_v0038)
    await database.run_in_transaction(do_v0038)
    stored = await fetch(database, "SELECT settings, rated FROM games ORDER BY number")
    assert [parse_settings(row["settings"], is_rated=bool(row["rated"])) for row in stored] == [
        TableSettings("24h", False, 600, SeatOrder.JOINED, True, "fr", False, TimeoutAction.SKIP),
        TableSettings(),
    ]
    written = [json.loads(format_settings(parse_settings(row["settings"], is_rated=True))) for row in stored]
    assert written == [{**json.loads(row["settings"]), "private": False} for row in stored]
    chosen = await fetch(database, "SELECT table_options, language FROM servers ORDER BY guild")
    assert [(parse_options(row["table_options"]), row["language"]) for row in chosen] == [
        (TableOptions("new-edition", ("river", "abbot"), "", False, 0, SeatOrder.SHUFFLED, True, False,
                      TimeoutAction.WAIT), "de"),
        (TableOptions(takeback=30), None),
    ]  # fmt: skip
