"""Moving house: a database is copied into an empty one of another kind, and played on there."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from host.__main__ import main
from host.model.fingerprint import fingerprint
from host.model.shards import ShardGroup
from tests.fixtures import postgresql
from tests.fixtures.databases import url
from tests.host.tables import ANN, BOB, CID, DORA, EVE, OTHER_CHANNEL, Clock, begin, open_host, take_turns

NEEDS_SERVER = pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")


async def run(*arguments: str) -> int:
    """Run the command line; it has an event loop of its own."""
    return await asyncio.to_thread(main, ["copy", *arguments])


@NEEDS_SERVER
async def test_games_move_to_a_server_and_back(path: Path, clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    host = await open_host(path, clock)
    await take_turns(host, await begin(host, ANN, BOB), 200)
    table = await take_turns(host, await begin(host, ANN, BOB, CID, venue=OTHER_CHANNEL), 5)
    await host.administration.reseat(1, DORA, table.number, 2, EVE)
    board = await host.statistics.leaderboard(1)
    await host.close()

    server = postgresql.server()
    address = server.url(server.new_database())
    assert await run(str(path), address) == 0
    assert "every game in it replays (games: 2, moves: " in capsys.readouterr().out
    moved = await open_host(address, clock)
    assert await moved.statistics.leaderboard(1) == board
    played = await take_turns(moved, await moved.tables.load_running(table.number), 3)
    await moved.administration.reseat(1, DORA, table.number, 2, CID)  # the numbers of its entries go on
    assert [one.ply for one in await moved.seats.substitutions(table.number)] == [table.ply, played.ply]
    await moved.close()

    assert await run(str(path), address) == 1
    assert capsys.readouterr().err.endswith(" isn't empty. Nothing was copied.\n")

    back = path.with_name("back.db")
    assert await run(address, url(back)) == 0
    again = await open_host(back, clock)
    here = await again.tables.load_running(table.number)
    assert (here.ply, fingerprint(here.state)) == (played.ply, fingerprint(here.state))
    assert len(await again.notifications.claim_unsent()) == 2, "nobody claims them any more"
    await take_turns(again, here, 200)
    await again.close()


@NEEDS_SERVER
async def test_processes_that_use_it_are_named(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await (await open_host(path)).close()
    address = postgresql.migrated_database()
    serving = await open_host(address, shards=ShardGroup.parse("0-1/4"))
    for source, target in ((str(path), address), (address, str(path.with_name("back.db")))):
        assert await run(source, target) == 1
        told = capsys.readouterr().err
        assert told.startswith("A bot is using postgresql://")
        assert told.endswith(": it serves shards 0-1/4. Stop all its processes first.\n")
    await serving.close()


async def test_what_is_in_the_way_is_a_sentence(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await (await open_host(path)).close()
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE sheep (name TEXT)")
    for source, target, sentence in (
        (str(path), str(other), "isn't empty. Nothing was copied."),
        (str(path.with_name("nowhere.db")), str(other), "There's no database at "),
        (str(path), "postgresql://bot:secret@/games?host=/nowhere", "The database postgresql://bot:***@/games doesn't"),
        (str(path), "mysql://bot:secret@server/games", "isn't a database"),
    ):
        assert await run(source, target) == 1
        said = capsys.readouterr().err
        assert sentence in said
        assert "secret" not in said
