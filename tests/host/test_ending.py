"""Ending a game before the last tile: by resigning and by agreement."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from carcassonne import GameEnded, Resign
from host.host import Host
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.notifications import NotificationKind
from host.model.requests import EndRequest
from host.model.table import Status, Table
from host.model.table_errors import NotAskedError, NotSeatedError, NotStartedError, ResignedError
from host.services.consent import OpenRequest
from tests.fixtures.databases import Place
from tests.host.tables import (
    ANN,
    AT_ONCE,
    BOB,
    CHANNEL,
    CID,
    DORA,
    Clock,
    begin,
    finished,
    open_host,
    running,
    seat,
    take_turns,
)


async def asked(host: Host, person: Person) -> OpenRequest[EndRequest]:
    """Let a person suggest ending the game; the others have to agree."""
    question = await host.end_requests.ask(1, person)
    assert isinstance(question, OpenRequest)
    return question


async def test_the_last_one_left_ends_the_game_unscored(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB)
    clock.pass_minutes(1)
    played = await host.turns.resign(1, BOB)
    assert (played.moves, played.events) == ((Resign(1),), (GameEnded(is_scored=False),))
    after = finished(played.after)
    assert (after.status, after.final_scores, after.to_move, after.moved_at) == (Status.ENDED, None, None, clock())
    assert [seat.resigned for seat in after.seats] == [False, True]


async def test_the_others_play_on_with_the_tile_that_was_drawn(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB, CID)
    clock.pass_minutes(1)
    after = (await host.turns.resign(1, ANN)).after
    assert (after.status, after.state.tile, after.to_move) == (Status.RUNNING, table.state.tile, after.seats[1])
    assert after.moved_at == clock()
    assert (await take_turns(host, after, 4)).status is Status.RUNNING


async def test_who_resigns_out_of_turn_does_not_set_the_turn_back(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB, CID)
    clock.pass_minutes(1)
    after = (await host.turns.resign(1, CID)).after
    assert (after.ply, after.to_move, after.moved_at) == (2, table.to_move, table.moved_at)


async def test_nobody_resigns_twice_or_plays_on(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await host.turns.resign(1, ANN)
    for command in (host.turns.resign(1, ANN), host.turns.play(1, ANN, []), host.end_requests.ask(1, ANN)):
        with pytest.raises(ResignedError):
            await command


async def test_who_does_not_play_cannot_resign_or_end(host: Host) -> None:
    await begin(host, ANN, BOB)
    for command in (host.turns.resign(1, CID), host.end_requests.ask(1, CID)):
        with pytest.raises(NotSeatedError):
            await command


async def test_a_game_ends_when_all_agree(host: Host) -> None:
    await begin(host, ANN, BOB)
    noted = (await asked(host, BOB)).table
    assert (noted.status, noted.end_request, noted.ply) == (Status.RUNNING, EndRequest(1, frozenset({BOB.id}), 1), 1)
    ended = await host.end_requests.agree(1, ANN, 1)
    assert isinstance(ended, PlayResult)
    assert (ended.after.status, ended.after.agreed_to_end, ended.moves) == (
        Status.ENDED,
        frozenset({ANN.id, BOB.id}),
        (),
    )
    assert (await host.tables.load(1)).status is Status.ENDED


async def test_those_who_agree_at_the_same_moment_are_both_heard(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await asyncio.gather(*(host.end_requests.ask(1, person) for person in (ANN, BOB, CID)))
    assert (await host.tables.load(1)).status is Status.ENDED


async def test_agreeing_twice_is_agreeing_once(host: Host) -> None:
    await begin(host, ANN, BOB)
    await host.end_requests.ask(1, BOB)
    assert isinstance(await host.end_requests.agree(1, BOB, 1), Table)


async def test_who_joins_in_a_suggestion_agrees_and_asks_the_others_again(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    first = await asked(host, BOB)
    again = await asked(host, ANN)
    assert again.table.end_request == EndRequest(1, frozenset({ANN.id, BOB.id}), 2)
    assert [notification.key for notification in (first.notification, again.notification)] == [
        (1, 1, NotificationKind.ENDING),
        (1, 2, NotificationKind.ENDING),
    ]
    with pytest.raises(NotAskedError):
        await host.end_requests.agree(1, CID, 1)
    assert isinstance(await host.end_requests.agree(1, CID, 2), PlayResult)


@pytest.mark.parametrize("person", [BOB, ANN])
async def test_what_is_refused_or_withdrawn_is_not_asked_any_more(host: Host, person: Person) -> None:
    await begin(host, ANN, BOB, CID)
    await host.end_requests.ask(1, ANN)
    assert (await host.end_requests.refuse(1, person, 1)).end_request is None
    for command in (host.end_requests.agree(1, CID, 1), host.end_requests.refuse(1, CID, 1)):
        with pytest.raises(NotAskedError):
            await command
    assert (await host.tables.load(1)).status is Status.RUNNING


async def test_a_suggestion_outlives_the_program(host: Host, place: Place, clock: Clock) -> None:
    await begin(host, ANN, BOB, CID)
    await host.end_requests.ask(1, BOB)
    await host.end_requests.agree(1, ANN, 1)
    await host.close()
    again = await open_host(place, clock)
    assert (await again.tables.load_started(1)).end_request == EndRequest(1, frozenset({ANN.id, BOB.id}), 1)
    assert [notification.kind for notification in await again.notifications.claim_unsent()] == [NotificationKind.ENDING]
    await again.close()


async def test_who_agreed_before_questions_had_numbers_agrees_still(host: Host, path: Path) -> None:
    await begin(host, ANN, BOB, CID)
    await host.end_requests.ask(1, BOB)
    await host.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET ending_seat = NULL, ending_number = NULL")
    again = await open_host(path)
    assert (await again.tables.load_started(1)).end_request == EndRequest(1, frozenset({BOB.id}), 0)
    await again.close()


async def test_who_takes_a_seat_over_is_bound_by_nothing(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await host.end_requests.ask(1, ANN)
    after, _ = await host.administration.reseat(1, ANN, 1, 2, DORA)
    assert after.end_request is None


async def test_those_who_resigned_are_not_asked(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await host.turns.resign(1, CID)
    await host.end_requests.ask(1, ANN)
    assert isinstance(await host.end_requests.ask(1, BOB), PlayResult)


async def test_the_last_who_did_not_agree_may_resign_instead(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await host.end_requests.ask(1, ANN)
    await host.end_requests.ask(1, BOB)
    assert (await host.turns.resign(1, CID)).after.status is Status.ENDED


async def test_who_plays_on_does_not_agree_any_longer(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await host.end_requests.ask(1, ANN)
    table = running(await take_turns(host, table, 1))
    assert table.end_request is None
    assert (await asked(host, BOB)).table.agreed_to_end == {BOB.id}


async def test_who_has_not_agreed_may_play_while_it_is_asked(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await host.end_requests.ask(1, BOB)
    table = running(await take_turns(host, table, 1))
    assert table.agreed_to_end == {BOB.id}
    assert (await take_turns(host, table, 1)).end_request is None


async def test_a_table_that_waits_has_no_game_to_end(host: Host) -> None:
    await seat(host, ANN, BOB)
    with pytest.raises(NotStartedError):
        await host.end_requests.ask(1, ANN)


async def test_a_practice_game_is_played_ended_and_resigned_by_one(host: Host) -> None:
    for number in (1, 2):
        await host.lobby.join(CHANNEL, ANN)
        table = (await host.lobby.start(CHANNEL, ANN, practice=True, table_options=AT_ONCE)).after
        table = await take_turns(host, table, 5)
        assert [seat.number for seat in table.seats_of(ANN.id)] == [0, 1]
        ended = await (host.end_requests.ask(number, ANN) if number == 1 else host.turns.resign(number, ANN))
        assert isinstance(ended, PlayResult)
        assert ended.after.status is Status.ENDED
    assert (await host.history.log(2))[-1].move == Resign(1), "the seat to move gave up"


async def test_a_practice_game_to_the_last_tile(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    table = (await host.lobby.start(CHANNEL, ANN, practice=True, table_options=AT_ONCE)).after
    assert (await take_turns(host, table, 100)).status is Status.FINISHED
