"""After a stop, a crash, or tampering with the database file."""

import asyncio
import random
import sqlite3
import sys
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from host.errors import DiskFullError, FileInUseError, QuarantinedError
from host.host import Host
from host.model.fingerprint import fingerprint
from host.model.table import FinishedTable, RunningTable, StartedTable, Status, Table
from host.model.table_options import TableOptions
from host.services.follows import Follows
from tests.fixtures.databases import Place
from tests.host.tables import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    OTHER_CHANNEL,
    ROOT,
    THREAD,
    Clock,
    begin,
    finished,
    open_host,
    seat,
    take_turn,
    take_turns,
)

pytestmark = pytest.mark.both_databases


async def test_a_host_that_does_not_open_lets_the_database_go(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> Follows:
        raise DiskFullError("games")

    with monkeypatch.context() as patched:
        patched.setattr(Follows, "refresh", fail)
        with pytest.raises(DiskFullError):
            await open_host(place)
    await (await open_host(place)).close()


def everything(table: Table) -> dict[str, object]:
    """A table's attributes, with the fingerprint instead of the state, so that tables of two runs can be compared."""
    found = {one.name: getattr(table, one.name) for one in fields(table)}
    state = fingerprint(table.state) if isinstance(table, RunningTable | FinishedTable) else None
    return {**found, "kind": type(table), "state": state}


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            assert database.execute(statement).rowcount == 1


def rows_of_game_1(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        moves = database.execute("SELECT * FROM moves WHERE game = 1 ORDER BY ply").fetchall()
        return [*database.execute("SELECT * FROM games WHERE number = 1").fetchall(), *moves]


async def test_everything_at_a_table_outlives_the_program(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    await seat(host, ANN, BOB, CID, venue=THREAD)
    clock.pass_minutes(3)
    await host.lobby.start(THREAD, CID, table_options=TableOptions("classic", pace="12h", aids=False, takeback=5))
    await take_turns(host, await host.tables.load_running(1), 5)
    await host.turns.resign(1, CID)
    await host.end_requests.ask(1, BOB)
    await host.message_log.mark_announced(1, 7, 123456789012345678)
    await seat(host, CID, ANN)
    await take_turns(host, await begin(host, BOB, ANN, venue=OTHER_CHANNEL), 100)
    before = [everything(await host.tables.load(number)) for number in (1, 2, 3)]
    await host.close()

    host = await open_host(place, clock)
    assert [everything(await host.tables.load(number)) for number in (1, 2, 3)] == before
    assert [table.number for table in host.tables.of_person(ANN.id)] == [1, 2]
    assert (await host.lobby.join(OTHER_CHANNEL, CID))[0].number == 4, "numbers are never given twice"
    await host.close()


async def test_a_game_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    logs = []
    for stops in ([], [0, 1, 30, 71]):
        path = tmp_path / f"{len(stops)}.db"
        host, dice = await open_host(path), random.Random(5)
        table: StartedTable = await begin(host, ANN, BOB)
        for turn in range(100):
            if turn in stops:
                await host.close()
                host = await open_host(path, seed=99)
                table = await host.tables.load_started(1)
            if table.status.is_over:
                break
            table = (await take_turn(host, table, dice)).after
        logs.append([entry.move for entry in await host.history.log(1)])
        await host.close()
    assert logs[0] == logs[1]


@pytest.mark.parametrize("turns", [1, 20, 90])
async def test_a_game_stands_where_it_stood_when_the_process_is_killed(path: Path, turns: int) -> None:
    player = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.host.endless_games", path, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert player.stdout is not None
    lines = [await asyncio.wait_for(player.stdout.readline(), 10) for _ in range(turns)]
    player.kill()
    lines += [line async for line in player.stdout if line.endswith(b"\n")]
    await player.wait()

    number, ply = map(int, lines[-1].split())
    host = await open_host(path)
    assert host.message_log.quarantined == []
    table = await host.tables.load_running(number)
    assert table.ply >= ply, "a turn that was confirmed is there"
    assert table.ply <= ply + 4, "one more may have been stored and not been confirmed"
    assert len((await host.history.replay_log(number)).states) == table.ply + 1
    assert (await take_turns(host, table, 100)).status is Status.FINISHED
    await host.close()


TAMPERINGS = [
    pytest.param("UPDATE moves SET notation = 'draw A' WHERE ply = 1 AND game = 1", 1, id="another tile"),
    pytest.param("UPDATE moves SET notation = 'place Z99 0' WHERE ply = 2 AND game = 1", 2, id="an illegal move"),
    pytest.param("UPDATE moves SET notation = 'gibberish' WHERE ply = 3 AND game = 1", 3, id="no move at all"),
    pytest.param("UPDATE moves SET hash = 'beef' WHERE ply = 4 AND game = 1", 4, id="another hash"),
    pytest.param("DELETE FROM moves WHERE ply = 2 AND game = 1", 2, id="a move missing"),
    pytest.param("DELETE FROM moves WHERE ply = 7 AND game = 1", 7, id="the last move missing"),
    pytest.param("UPDATE games SET ply = 6 WHERE number = 1", 7, id="a move too many"),
    pytest.param("UPDATE moves SET ply = 9 WHERE ply = 7 AND game = 1", 7, id="a move at another ply"),
    pytest.param("UPDATE games SET edition = 'chess' WHERE number = 1", 0, id="an unknown edition"),
    pytest.param("UPDATE games SET edition = 'classic' WHERE number = 1", 1, id="another edition"),
]


@pytest.mark.parametrize(("statement", "ply"), TAMPERINGS)
async def test_a_game_whose_log_does_not_replay_is_held_and_the_others_go_on(
    path: Path, caplog: pytest.LogCaptureFixture, statement: str, ply: int
) -> None:
    host = await open_host(path)
    await take_turns(host, await begin(host, ANN, BOB), 2)
    other = await begin(host, ANN, BOB, venue=OTHER_CHANNEL)
    await host.close()
    tamper(path, statement)
    stored = rows_of_game_1(path)

    host = await open_host(path)
    for command in (
        host.tables.find_running(CHANNEL, ANN),
        host.tables.load(1),
        host.turns.play(1, ANN, []),
        host.history.log(1),
        host.turns.resign(1, ANN),
    ):
        with pytest.raises(QuarantinedError) as caught:
            await command
        assert (caught.value.number, caught.value.ply, caught.value.scores) == (1, ply, None)
    assert [one.table.number for one in host.message_log.quarantined] == [1]
    assert caplog.text.count(f"game 1 is held: its log does not replay to what was stored, from ply {ply} on") == 1
    assert host.tables.summary(1) is None
    assert [table.number for table in await host.message_log.unannounced()] == [2]
    assert rows_of_game_1(path) == stored, "it is left as it is"
    await take_turns(host, other, 3)
    await host.close()


async def test_a_finished_game_keeps_its_stored_scores_even_if_its_log_does_not_replay(path: Path) -> None:
    host = await open_host(path)
    table = finished(await take_turns(host, await begin(host, ANN, BOB), 100))
    await host.close()
    tamper(path, "UPDATE moves SET hash = 'beef' WHERE ply = 100")

    host = await open_host(path)
    assert host.message_log.quarantined == [], "finished games are not read at the opening"
    with pytest.raises(QuarantinedError) as caught:
        await host.tables.load(1)
    assert (caught.value.number, caught.value.ply, caught.value.scores) == (1, 100, table.final_scores)
    await host.close()


async def test_a_log_changed_while_the_host_runs_is_noticed_when_it_is_read(host: Host, path: Path) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 2)
    tamper(path, "UPDATE moves SET hash = 'beef' WHERE ply = 2")
    for telling in (host.history.replay_log(1), host.history.record(1)):
        with pytest.raises(QuarantinedError):
            await telling
    assert [one.table.number for one in host.message_log.quarantined] == [1]


async def test_running_commands_are_finished_before_the_file_is_closed(place: Place) -> None:
    host = await open_host(place)
    await take_turns(host, await begin(host, ANN, BOB), 2)
    marking = [asyncio.ensure_future(host.message_log.mark_announced(1, ply, ply)) for ply in range(5)]
    await asyncio.sleep(0)
    await host.close()
    assert await asyncio.gather(*marking) == [True] * 5
    host = await open_host(place)
    assert (await host.tables.load_started(1)).message == 4
    await host.close()


async def test_a_second_bot_on_the_same_file_is_refused(host: Host, path: Path) -> None:
    with pytest.raises(FileInUseError) as caught:
        await open_host(path)
    assert caught.value.path == path
