"""Undoing a turn after others have moved: everybody who still plays has to agree."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta

import pytest

from carcassonne import Phase, RevealWallTile, legal_moves
from host.errors import HostError
from host.host import Host
from host.model.controllers import Person
from host.model.draws import verify
from host.model.fingerprint import fingerprint
from host.model.game import PlayResult
from host.model.game_log import LogItem, Undo
from host.model.requests import UndoRequest
from host.model.table import RunningTable, StartedTable, Status, Table
from host.model.table_errors import (
    GameOverError,
    NotAskedError,
    NotSeatedError,
    NotStartedError,
    NoTurnYetError,
    ResignedError,
    ResignedSinceError,
    TurnPendingError,
    UndoAskedError,
)
from host.model.table_options import TableOptions
from host.services.consent import OpenRequest
from tests.fixtures.databases import Place
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, Clock, begin, open_host, running, seat, take_turns
from tests.host.takeback_turns import SLOW, castle_moves, lay


async def game_with_turns(host: Host, *people: Person, turns: int = 4) -> StartedTable:
    """A game after some turns."""
    return await take_turns(host, await begin(host, *(people or (ANN, BOB, CID))), turns)


async def asked(host: Host, person: Person) -> tuple[RunningTable, Undo]:
    """Let a person ask to undo; return the table and the request."""
    question = await host.undo_requests.ask(1, person)
    assert isinstance(question, OpenRequest)
    assert question.table.undo_request is not None
    return question.table, Undo(question.table.undo_request.ply)


async def undone(host: Host, person: Person, *others: Person) -> PlayResult:
    """Let a person ask to undo and all the others agree; return the result."""
    table, undo = await asked(host, person)
    *_, last = [await host.undo_requests.agree(1, other, table.ply, undo) for other in others]
    assert isinstance(last, PlayResult)
    return last


async def code_of(host: Host, person: Person) -> type[HostError]:
    """The error if a person asks to undo."""
    before = stored(await host.tables.load(1))
    with pytest.raises(HostError) as caught:
        await host.undo_requests.ask(1, person)
    assert stored(await host.tables.load(1)) == before
    return type(caught.value)


def stored(table: Table) -> dict[str, object]:
    """A table without its state, because two states are never equal."""
    return {one.name: getattr(table, one.name) for one in fields(table) if one.name != "state"}


async def test_the_others_are_asked(host: Host) -> None:
    before = await game_with_turns(host)
    after, _ = await asked(host, ANN)
    assert after.undo_request == UndoRequest(0, 10, frozenset({ANN.id}), number=1)
    assert (after.ply, after.to_move, after.state) == (before.ply, before.to_move, before.state)
    begun = await host.history.state_at(1, 10)
    assert (begun.seat, begun.phase, begun.turn) == (0, Phase.PLACE, 3)


async def test_when_all_agree_the_turn_begins_again_with_the_same_tile(host: Host) -> None:
    before = await game_with_turns(host)
    begun = await host.history.state_at(1, 4)
    table, undo = await asked(host, BOB)
    first = await host.undo_requests.agree(1, CID, table.ply, undo)
    assert isinstance(first, Table)
    assert first.undo_request == UndoRequest(1, 4, frozenset({BOB.id, CID.id}), number=1)
    done = await host.undo_requests.agree(1, ANN, table.ply, undo)
    assert isinstance(done, PlayResult)
    assert (done.undo, done.moves, done.after.ply) == (Undo(4), (), before.ply + 1)
    assert (done.after.to_move, running(done.after).undo_request) == (done.after.seats[1], None)
    assert fingerprint(done.after.state) == fingerprint(begun)
    [*_, entry] = await host.history.log(1)
    assert (entry.move, entry.seat, entry.person_id) == (Undo(4), 1, BOB.id)


async def test_the_tiles_that_follow_are_the_same(host: Host) -> None:
    await game_with_turns(host)
    drawn = [(await host.history.state_at(1, ply)).tile for ply in (1, 4, 7, 10)]
    table = (await undone(host, BOB, ANN, CID)).after
    again = []
    for _ in range(3):
        again.append(table.state.tile)
        table = (await lay(host, table)).after
    assert again == drawn[1:]


async def test_the_same_person_can_ask_again_and_goes_back_further(host: Host) -> None:
    await game_with_turns(host, ANN, BOB, turns=6)
    plies = [(await undone(host, ANN, BOB)).undo for _ in range(3)]
    assert plies == [Undo(13), Undo(7), Undo(1)]
    assert await code_of(host, ANN) is NoTurnYetError


async def test_one_who_refuses_is_enough(host: Host) -> None:
    await game_with_turns(host)
    table, undo = await asked(host, ANN)
    await host.undo_requests.agree(1, BOB, table.ply, undo)
    after = await host.undo_requests.refuse(1, CID, table.ply, undo)
    assert (after.undo_request, after.ply) == (None, table.ply)
    for answer in (host.undo_requests.agree, host.undo_requests.refuse):
        with pytest.raises(NotAskedError):
            await answer(1, BOB, table.ply, undo)
    again, _ = await asked(host, ANN)
    assert again.undo_request == UndoRequest(0, 10, frozenset({ANN.id}), number=2), "nobody has agreed"


async def test_asking_again_and_agreeing_twice_change_nothing(host: Host) -> None:
    await game_with_turns(host)
    table, undo = await asked(host, ANN)
    noted = await host.undo_requests.agree(1, BOB, table.ply, undo)
    assert await host.undo_requests.agree(1, BOB, table.ply, undo) == noted
    assert await host.undo_requests.agree(1, ANN, table.ply, undo) == noted
    again, _ = await asked(host, ANN)
    assert again.undo_request == UndoRequest(0, 10, frozenset({ANN.id, BOB.id}), number=2), "a message of its own"


async def test_while_somebody_asks_others_wait(host: Host) -> None:
    await game_with_turns(host)
    table, undo = await asked(host, ANN)
    assert await code_of(host, BOB) is UndoAskedError
    await host.undo_requests.refuse(1, ANN, table.ply, undo)
    other, _ = await asked(host, BOB)
    with pytest.raises(NotAskedError):
        await host.undo_requests.agree(1, CID, other.ply, undo)  # an answer to Ann's request


@pytest.mark.parametrize("how", ["a turn", "a resignation"])
async def test_when_the_game_moves_on_nothing_is_asked_any_more(host: Host, how: str) -> None:
    await game_with_turns(host)
    table, undo = await asked(host, ANN)
    after = running((await (lay(host, table) if how == "a turn" else host.turns.resign(1, CID))).after)
    assert after.undo_request is None
    with pytest.raises(NotAskedError):
        await host.undo_requests.agree(1, BOB, table.ply, undo)
    assert await host.tables.load_running(1) == after


async def test_an_undo_brings_nobody_back_who_has_resigned(host: Host) -> None:
    await game_with_turns(host)
    await host.turns.resign(1, CID)
    assert await code_of(host, BOB) is ResignedSinceError
    assert await code_of(host, CID) is ResignedError
    await take_turns(host, await host.tables.load_running(1), 2)
    assert await undone(host, ANN, BOB), "that was before her turn, and who has resigned is not asked"


async def test_who_can_ask(host: Host) -> None:
    await seat(host, ANN)
    assert await code_of(host, ANN) is NotStartedError
    await host.lobby.join(CHANNEL, BOB, 1)
    table = (await host.lobby.start(CHANNEL, ANN, 1, TableOptions(takeback=0))).after
    assert await code_of(host, ANN) is NoTurnYetError
    await lay(host, table)
    assert await code_of(host, BOB) is NoTurnYetError
    assert await code_of(host, CID) is NotSeatedError
    await host.end_requests.ask(1, ANN)
    await asked(host, ANN)
    ended = await host.end_requests.ask(1, BOB)
    assert isinstance(ended, PlayResult)
    assert ended.after.status is Status.ENDED
    assert await code_of(host, ANN) is GameOverError


async def test_who_plays_all_seats_asks_nobody(host: Host) -> None:
    await seat(host, ANN)
    table = (await host.lobby.start(CHANNEL, ANN, practice=True, table_options=TableOptions(takeback=0))).after
    await take_turns(host, table, 3)
    for ply, number in ((7, 0), (4, 1), (1, 0)):
        done = await host.undo_requests.ask(1, ANN)
        assert isinstance(done, PlayResult)
        assert (done.undo, done.after.to_move) == (Undo(ply), table.seats[number])


async def test_what_is_pending_is_taken_back_at_once(host: Host) -> None:
    await lay(host, await begin(host, ANN, BOB, takeback=SLOW))
    assert await code_of(host, BOB) is TurnPendingError
    done = await host.undo_requests.ask(1, ANN)
    assert isinstance(done, PlayResult)
    assert (done.undo, running(done.after).pending, done.after.to_move) == (Undo(1), None, done.after.seats[0])


async def test_after_the_time_to_take_back_the_turn_can_be_taken_back_again(host: Host) -> None:
    laid = (await lay(host, await begin(host, ANN, BOB, takeback=SLOW))).after
    await host.turns.finish_turn(1, ANN, laid.ply)
    back = (await undone(host, ANN, BOB)).after
    laid = running((await lay(host, back)).after)
    assert laid.pending is not None
    assert laid.pending.ply == 1
    assert (await host.turns.take_back(1, ANN, laid.ply)).undo == Undo(1)


async def test_the_turn_that_begins_again_has_its_time_from_now(host: Host, clock: Clock) -> None:
    await seat(host, ANN, BOB)
    first = (await host.lobby.start(CHANNEL, ANN, table_options=TableOptions(takeback=0, pace="24h"))).after
    laid = running((await lay(host, first)).after)
    clock.pass_minutes(60)
    asked_at, _ = await asked(host, ANN)
    assert asked_at.clock == laid.clock, "a question stops no clock"
    table, undo = await asked(host, ANN)
    done = await host.undo_requests.agree(1, BOB, table.ply, undo)
    assert isinstance(done, PlayResult)
    after = running(done.after).clock
    assert after is not None
    assert laid.clock is not None
    assert after.round == laid.clock.round + 1
    assert (after.since, after.due) == (clock(), clock() + timedelta(hours=24))


async def test_the_request_outlives_the_program(place: Place) -> None:
    host = await open_host(place)
    await game_with_turns(host)
    table, undo = await asked(host, ANN)
    await host.undo_requests.agree(1, CID, table.ply, undo)
    noted = await host.tables.load_running(1)
    await host.close()
    host = await open_host(place)
    assert stored(await host.tables.load_running(1)) == stored(noted)
    done = await host.undo_requests.agree(1, BOB, table.ply, undo)
    assert isinstance(done, PlayResult)
    await host.close()
    host = await open_host(place)
    assert host.message_log.quarantined == []
    again = running(await host.tables.load_started(1))
    assert (again.ply, again.undo_request, again.to_move) == (done.after.ply, None, again.seats[0])
    await lay(host, again)
    assert len((await host.history.record(1)).entries) == 5, "four turns, and the tile drawn"
    await host.close()


async def test_answers_at_the_same_moment_are_all_heard(host: Host) -> None:
    await game_with_turns(host)
    table, undo = await asked(host, ANN)
    answers = await asyncio.gather(*(host.undo_requests.agree(1, one, table.ply, undo) for one in (BOB, CID)))
    assert [type(one) for one in answers] == [RunningTable, PlayResult]


async def test_a_seat_that_changes_hands(host: Host) -> None:
    """Nobody is bound by what a predecessor agreed to, or can undo what a predecessor played."""
    await game_with_turns(host)
    table, undo = await asked(host, ANN)
    await host.undo_requests.agree(1, BOB, table.ply, undo)
    after, _ = await host.administration.reseat(1, ANN, 1, 1, DORA)
    assert after.undo_request is None
    with pytest.raises(NotAskedError):
        await host.undo_requests.agree(1, CID, table.ply, undo)
    assert await code_of(host, DORA) is NoTurnYetError
    back = (await undone(host, ANN, DORA, CID)).after
    assert (back.ply, back.seats[1].person) == (table.ply + 1, DORA), "the seat stays with who took it over"
    await host.administration.reseat(1, ANN, 1, 0, BOB)
    assert await code_of(host, BOB) is NoTurnYetError, "his turns were those of another seat"


async def test_only_what_stands_counts_in_the_record_and_for_the_draws(host: Host) -> None:
    table, dice, people = await game_with_turns(host), random.Random(3), (ANN, BOB, CID)
    undos = 0
    while not table.status.is_over:
        table = await take_turns(host, table, dice.randrange(1, 9), seed=table.ply)
        if not table.status.is_over and undos < 8:
            requester = dice.randrange(3)
            table = (await undone(host, people[requester], people[requester - 1], people[requester - 2])).after
            undos += 1
    record = await host.history.record(1)
    assert undos == 8
    assert len(record.entries) == 71
    assert verify(record) == 71


async def test_a_wall_tile_that_was_turned_over_comes_again(host: Host) -> None:
    """Such a turn in The Castle involves chance. Undone and played again, it reveals the same wall tile."""
    begun, table = await castle_until(host, lambda moves, _: any(isinstance(move, RevealWallTile) for move in moves))
    mover, other = others(begun)
    made = [(entry.move, entry.person_id) for entry in (await host.history.log(1))[begun.ply : table.ply]]
    back = again = (await undone(host, mover, other)).after
    assert same(back, begun)
    for move, person_id in made:
        if person_id is not None:
            again = (await host.turns.play(1, mover, [move], again.ply)).after  # type: ignore[list-item]
    assert [(entry.move, entry.person_id) for entry in (await host.history.log(1))[back.ply :]] == made
    assert same(again, table)


async def test_a_question_of_the_castle_that_waits_is_undone_with_its_turn(host: Host) -> None:
    begun, _ = await castle_until(host, lambda _, table: table.state.phase is Phase.ASK)
    assert same((await undone(host, *others(begun))).after, begun)


async def castle_until(
    host: Host, is_wanted: Callable[[list[LogItem], RunningTable], bool]
) -> tuple[RunningTable, RunningTable]:
    """Play The Castle until a turn, up to its first question, fits; return the tables before and after it."""
    table, dice = await begin(host, ANN, BOB, edition="castle"), random.Random(4)
    while True:
        before = table
        table = running(
            (await host.turns.play(1, others(before)[0], castle_moves(before.state, dice), before.ply)).after
        )
        if is_wanted([entry.move for entry in (await host.history.log(1))[before.ply :]], table):
            return before, table
        while table.state.phase is Phase.ASK:
            table = running(
                (await host.turns.play(1, others(before)[0], legal_moves(table.state)[:1], table.ply)).after
            )


def others(table: StartedTable) -> tuple[Person, Person]:
    """The player to move, and the other one."""
    return (ANN, BOB) if table.is_to_move(ANN.id) else (BOB, ANN)


def same(one: StartedTable, other: StartedTable) -> bool:
    """Whether two tables are in the same state."""
    return fingerprint(one.state) == fingerprint(other.state)
