"""Playing: whose turn it is, how a turn changes a table, and two turns at the same time."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from carcassonne import (
    DeployNobody,
    DrawTile,
    IllegalMoveError,
    Move,
    Phase,
    PlaceTile,
    Resign,
    Skip,
    format_move,
    legal_placements,
)
from host.errors import NoTableError
from host.host import Host
from host.model.controllers import Person
from host.model.fingerprint import fingerprint
from host.model.game_log import format_logged
from host.model.table import StartedTable, Status
from host.model.table_errors import GameOverError, NotSeatedError, NotStartedError, NotYourTurnError, StaleError
from tests.host.tables import ANN, AT_ONCE, BOB, CHANNEL, CID, Clock, begin, finished, open_host, seat, take_turns


def first_turn(table: StartedTable) -> list[Move]:
    """The first legal turn, without a follower."""
    return [PlaceTile(*legal_placements(table.state)[0]), DeployNobody()]


async def test_a_turn_is_made_and_the_next_tile_is_drawn(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB)
    clock.pass_minutes(7)
    turn = first_turn(table)
    played = await host.turns.play(1, ANN, turn, table.ply)
    after = played.after
    assert played.before == table
    assert after.state.tile is not None
    assert played.moves == (*turn, DrawTile(after.state.tile.name))
    assert (after.ply, after.to_move, after.moved_at) == (4, after.seats[1], clock())
    assert await host.tables.load(1) == after == host.tables.cached(1)


async def test_the_log_says_who_did_what_and_when(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB)
    clock.pass_minutes(7)
    moves = (await host.turns.play(1, ANN, first_turn(table))).moves
    found = [(entry.ply, entry.move, entry.seat, entry.person_id) for entry in (await host.history.log(1))[1:]]
    assert found == [(2, moves[0], 0, ANN.id), (3, moves[1], 0, ANN.id), (4, moves[2], 1, None)]
    assert {entry.at for entry in (await host.history.log(1))[1:]} == {clock()}


async def test_a_tile_may_be_laid_first_and_the_follower_follow(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB)
    place, nobody = first_turn(table)
    clock.pass_minutes(1)
    half = (await host.turns.play(1, ANN, [place])).after
    assert (half.state.phase, half.ply, half.to_move) == (Phase.DEPLOY, 2, table.to_move)
    assert half.moved_at == table.moved_at, "the turn is the same"
    assert (await host.turns.play(1, ANN, [nobody])).after.ply == 4


async def test_of_two_plays_at_once_one_wins_and_the_other_is_stale(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    turn = first_turn(table)
    results = await asyncio.gather(
        *(host.turns.play(1, ANN, turn, table.ply) for _ in range(2)), return_exceptions=True
    )
    [error] = [result for result in results if isinstance(result, StaleError)]
    assert error.table == await host.tables.load(1)
    assert (await host.tables.load(1)).ply == 4


async def test_in_a_practice_game_too(host: Host) -> None:
    await seat(host, ANN)
    table = (await host.lobby.start(CHANNEL, ANN, practice=True, table_options=AT_ONCE)).after
    turn = first_turn(table)
    results = await asyncio.gather(
        *(host.turns.play(1, ANN, turn, table.ply) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(result, StaleError) for result in results) == 4


async def test_plays_at_several_tables_at_once_all_count(host: Host) -> None:
    tables = [await begin(host, ANN, BOB) for _ in range(5)]
    played = await asyncio.gather(
        *(host.turns.play(table.number, ANN, first_turn(table), table.ply) for table in tables)
    )
    assert [result.after.ply for result in played] == [4] * 5


async def test_an_old_ply_is_stale_even_to_those_who_are_not_to_move(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    turn = first_turn(table)
    await host.turns.play(1, ANN, turn)
    for person in (ANN, BOB):
        with pytest.raises(StaleError):
            await host.turns.play(1, person, turn, table.ply)


async def test_only_the_one_to_move_plays(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    with pytest.raises(NotYourTurnError) as caught:
        await host.turns.play(1, BOB, first_turn(table))
    assert caught.value.to_move == table.seats[0]
    with pytest.raises(NotSeatedError):
        await host.turns.play(1, CID, first_turn(table))


async def test_one_plays_only_a_game_that_runs(host: Host) -> None:
    with pytest.raises(NoTableError):
        await host.turns.play(1, ANN, [])
    await seat(host, ANN, BOB)
    with pytest.raises(NotStartedError):
        await host.turns.play(1, ANN, [])
    await host.lobby.start(CHANNEL, ANN, table_options=AT_ONCE)
    await host.administration.end(1, ANN, 1)
    with pytest.raises(GameOverError):
        await host.turns.play(1, ANN, [])


async def test_of_moves_that_are_not_all_legal_none_is_made(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    place, nobody = first_turn(table)
    with pytest.raises(IllegalMoveError):
        await host.turns.play(1, ANN, [place, nobody, nobody])
    assert await host.tables.load(1) == table
    assert len(await host.history.log(1)) == 1


@pytest.mark.parametrize("move", [DrawTile("D"), Skip(0), Resign(0)])
async def test_nobody_draws_for_himself(host: Host, move: Move) -> None:
    table = await begin(host, ANN, BOB)
    with pytest.raises(ValueError, match=type(move).__name__):
        await host.turns.play(1, ANN, [*first_turn(table), move])
    assert await host.tables.load(1) == table


async def test_a_table_handed_out_stays_as_it_was(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    before = fingerprint(table.state)
    await take_turns(host, table, 5)
    assert fingerprint(table.state) == before


async def test_the_history_tells_every_ply(host: Host) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB), 3)
    states = (await host.history.replay_log(1)).states
    assert len(states) == table.ply + 1
    assert [state.turn for state in states] == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert fingerprint(states[-1]) == fingerprint(table.state) == fingerprint(await host.history.state_at(1, table.ply))
    assert (await host.history.state_at(1, 0)).tile is None
    for ply in (-1, table.ply + 1):
        with pytest.raises(IndexError):
            await host.history.state_at(1, ply)


async def test_before_the_start_there_is_nothing_to_tell(host: Host) -> None:
    await seat(host, ANN, BOB)
    for telling in (host.history.log(1), host.history.record(1), host.history.replay_log(1)):
        with pytest.raises(NotStartedError):
            await telling


async def test_a_name_is_kept_as_it_was_last_seen(host: Host, path: Path) -> None:
    await begin(host, ANN, BOB)
    await seat(host, BOB)
    renamed = Person(ANN.id, "Anna")
    await host.lobby.join(CHANNEL, renamed, 2)
    table = await host.tables.load_started(1)
    assert (table.organiser, table.people, table.seats[0].person) == (renamed, (renamed, BOB), renamed)
    played = await host.turns.play(1, ANN, first_turn(table))
    assert played.after.people == (ANN, BOB), "she was seen by her old name again"
    assert (await host.tables.load(2)).people == (BOB, ANN)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT name FROM people WHERE id > 0 ORDER BY id").fetchall() == [("Ann",), ("Bob",)]


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 6, 8, 10, 13, 16, 20])
async def test_a_turn_whose_task_is_cancelled_is_finished(path: Path, steps: int) -> None:
    host = await open_host(path)
    table = await begin(host, ANN, BOB)
    task = asyncio.create_task(host.turns.play(1, ANN, first_turn(table), table.ply))
    for _ in range(steps):
        await asyncio.sleep(0.0002)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await host.close()
    host = await open_host(path)
    after = await host.tables.load_running(1)
    assert after.ply == (4 if steps else 1), "a command that has not begun is not carried through"
    await take_turns(host, after, 3)
    await host.close()


async def test_after_a_cancelled_play_the_next_sees_the_table_as_it_is(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    task = asyncio.create_task(host.turns.play(1, ANN, first_turn(table), table.ply))
    await asyncio.sleep(0.0005)
    task.cancel()
    with pytest.raises(StaleError):
        await host.turns.play(1, ANN, first_turn(table), table.ply)
    assert (await take_turns(host, await host.tables.load_running(1), 3)).ply == 13


async def test_a_turn_is_stale_if_another_program_has_changed_the_file(host: Host, path: Path) -> None:
    table = await begin(host, ANN, BOB)
    [place, nobody] = first_turn(table)
    half = await host.turns.play(1, ANN, [place])
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM moves WHERE ply = 2")
        database.execute("UPDATE games SET ply = 1, token = 'elsewhere'")
    with pytest.raises(StaleError) as caught:
        await host.turns.play(1, ANN, [nobody], half.after.ply)
    assert caught.value.table.ply == 1
    assert (await host.turns.play(1, ANN, [place, nobody], 1)).after.ply == 4
    assert [format_logged(entry.move) for entry in await host.history.log(1)][1] == format_move(place)


async def test_a_finished_game_is_read_from_the_file_and_not_kept_in_memory(host: Host) -> None:
    table = finished(await take_turns(host, await begin(host, ANN, BOB), 100))
    assert table.status is Status.FINISHED
    assert host.tables.cached(1) is None
    again = finished(await host.tables.load_started(1))
    assert (again.status, again.final_scores, again.ply) == (Status.FINISHED, table.final_scores, table.ply)
    assert host.tables.cached(1) is None
