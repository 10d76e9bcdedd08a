"""Ten thousand games on one server: what the option `game` offers looks at few of them, whatever somebody types."""

import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import insert, select, update

from host.host import Host
from host.model.table import EndedGame, LiveSummary, RunningSummary, Status, Venue
from host.model.table_index import LIVE, TableIndex
from host.model.table_lookup import nameable_tables
from host.storage.engine.database import Database
from host.storage.engine.sqlite_file import SqliteThread
from host.storage.engine.statements import Statement
from host.storage.games.archive import GameArchive
from host.storage.schema.tables import games, people, players
from tests.host.tables import ANN, BOB, CHANNEL, CID, begin

GAMES = 10_000
SERVER = 1
FIRST = CHANNEL.channel
MOST = 200
STRANGER = 999
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Counted:
    """A database, the statements that were read, and how many steps SQLite took for them, in hundreds."""

    database: Database
    statements: int = 0
    hundreds: int = 0

    def watch(self, driver: sqlite3.Connection) -> None:
        """Count from now on what this connection does."""
        driver.set_progress_handler(self._step, 100)
        driver.set_trace_callback(self._note)

    def _step(self) -> None:
        self.hundreds += 1

    def _note(self, sql: str) -> None:
        self.statements += sql not in ("BEGIN", "COMMIT")

    async def ended(self, guild: int | None, person: int | None, number: int | None = None) -> list[EndedGame]:
        self.statements = self.hundreds = 0
        return await GameArchive(self.database).ended_games(guild, person, number, MOST)


@pytest_asyncio.fixture
async def counted(host: Host) -> AsyncIterator[Counted]:
    """Game 1 is Ann's and Bob's. It is copied in SQL: all are over, and Cid was in the first ten."""
    await begin(host, ANN, BOB)
    database = host._storage.games._database
    [row] = [dict(one) for one in await database.read(select(games).where(games.c.number == 1))]
    await database.commit([Statement(insert(people), {"id": CID.id, "name": CID.name})])
    await database.commit([Statement(update(games), {"status": "ended", "moved_at": BEGUN})])
    added_games, added_players = insert(games), insert(players)
    of_games, of_players = list[Statement](), list[Statement]()
    for number in range(2, GAMES + 1):
        at = BEGUN + timedelta(minutes=number)
        changed = {**row, "number": number, "status": "ended", "moved_at": at, "guild": row["guild"] + number % 2}
        of_games.append(Statement(added_games, changed))
        seated = (ANN.id, CID.id) if number <= 10 else (ANN.id,)
        for place, person in enumerate(seated):
            player = {"game": number, "place": place, "person": person, "is_ending": 0}
            of_players.append(Statement(added_players, player))
    await database.commit([*of_games, *of_players])
    found = Counted(database)
    backend: Any = database.backend
    reader: SqliteThread = backend.reader  # the same one, as long as one query runs at a time
    await reader.drive(found.watch)
    yield found
    await reader.drive(lambda driver: driver.set_progress_handler(None, 0))
    await reader.drive(lambda driver: driver.set_trace_callback(None))


@pytest.mark.sqlite
async def test_of_a_server_only_the_latest_games_are_read(counted: Counted) -> None:
    latest = [number for number in range(GAMES, 1, -1) if number % 2 == 0][:MOST]
    assert [game.number for game in await counted.ended(SERVER, None)] == latest
    few = counted.hundreds
    assert counted.statements == 1
    assert few * 100 < 100 * MOST  # of 5,000 games there
    assert [game.number for game in await counted.ended(SERVER, CID.id)] == latest  # Cid's are older
    assert counted.hundreds < 2 * few
    assert [game.number for game in await counted.ended(None, CID.id)] == list(range(10, 1, -1))
    assert counted.hundreds * 100 < 100 * MOST


@pytest.mark.sqlite
async def test_a_game_that_is_named_is_first_however_old_it_is(counted: Counted) -> None:
    found = await counted.ended(SERVER, None, 4)
    assert [game.number for game in found[:2]] == [4, GAMES]
    assert len(found) == MOST
    assert counted.hundreds * 100 < 100 * MOST
    assert (await counted.ended(SERVER, None, 5))[0].number == GAMES  # it is another server's
    assert (await counted.ended(SERVER, CID.id, 5))[0].number == 5


@pytest.mark.sqlite
async def test_a_server_with_few_games_reads_few(counted: Counted) -> None:
    assert await counted.ended(SERVER + 7, CID.id + 1) == []
    assert counted.hundreds <= 2


@pytest_asyncio.fixture
async def tables(host: Host) -> TableIndex:
    """Ten thousand tables of one server; every hundredth waits, and Ann and Bob sit at the first one only."""
    running = await begin(host, ANN, BOB)
    summary = host.tables.summary(running.number)
    _, waiting = await host.lobby.join(Venue(SERVER, FIRST + 1), CID), host.tables.waiting()[0]
    assert isinstance(summary, RunningSummary)
    index = TableIndex()
    index.put(summary)
    seats = tuple(replace(seat, controller=replace(ANN, id=STRANGER)) for seat in summary.seats)
    strangers = replace(summary, seats=seats, people=(), organiser=replace(ANN, id=STRANGER))
    for number in range(2, GAMES + 1):
        table: LiveSummary = waiting if number % 100 == 0 else strangers
        index.put(replace(table, number=number, venue=Venue(SERVER, FIRST + number)))
    return index


async def test_a_server_s_tables_are_looked_at_only_so_far(tables: TableIndex) -> None:
    venue = Venue(SERVER, FIRST + 7_000)
    found = tables.nameable(venue, ANN.id, LIVE, MOST)
    assert len(found) <= 3 * MOST
    assert [one.number for one in nameable_tables(found, venue, ANN.id, MOST)][:4] == [1, 7_000, 2, 3]
    everything = nameable_tables(tables.nameable(venue, ANN.id), venue, ANN.id)
    assert len(everything) == GAMES
    assert nameable_tables(found, venue, ANN.id, MOST) == everything[:MOST]
    assert tables.of_guild(SERVER, LIVE, MOST) == tables.all[:MOST]


async def test_tables_that_wait_are_found_among_all_that_run(tables: TableIndex) -> None:
    found = tables.nameable(Venue(SERVER, FIRST + 7), ANN.id, {Status.OPEN}, 5)
    assert [one.number for one in found] == [100, 200, 300, 400, 500]


async def test_a_table_that_begins_or_moves_is_found_where_it_is_now(tables: TableIndex) -> None:
    running = tables.find(2)
    assert running is not None
    tables.put(replace(running, number=100))
    assert [one.number for one in tables.of_guild(SERVER, {Status.OPEN}, 1)] == [200]
    tables.put(replace(running, venue=Venue(SERVER + 1, FIRST)))
    assert [one.number for one in tables.of_guild(SERVER + 1)] == [2]
    tables.remove(2)
    assert tables.of_guild(SERVER + 1) == []
    assert [one.number for one in tables.of_guild(SERVER, LIVE, 3)] == [1, 3, 4]
