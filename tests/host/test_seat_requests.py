"""Somebody asks those who play for the seat of a computer."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from host.errors import HostError, NotOfferedError
from host.host import Host
from host.model.controllers import Computer, Person
from host.model.notifications import ConsentAnswer, NotificationKind
from host.model.requests import ANSWER_TIME, SeatRequest
from host.model.table import RunningTable, StartedTable
from host.model.table_errors import (
    NotAskedError,
    NotSeatedError,
    OwnSeatRequestError,
    PlaysAloneError,
    SeatAskedError,
    SeatTakenError,
    TurnPendingError,
)
from host.model.table_options import TableOptions
from host.services.deadlines import DEADLINE
from tests.fixtures.databases import Place, database_of, fetch
from tests.fixtures.positions import first_legal_turn
from tests.host.tables import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DORA,
    EVE,
    Clock,
    begin,
    open_host,
    running,
    seat,
    take_turns,
)

pytestmark = pytest.mark.both_databases

CLUB = Computer(2)


async def asked(host: Host, person: Person = EVE) -> SeatRequest:
    """Have Ann leave her seat to a computer while Bob and Cid play on, and somebody ask for it."""
    await take_turns(host, await begin(host, ANN, BOB, CID), 4)
    await host.seats.leave_to_computer(1, ANN, CLUB)
    table, told = await host.seats.ask(1, person, 0)
    assert table.seat_request
    assert (told and told.kind, told and told.person_id) == (NotificationKind.SEAT_ASKED, person.id)
    return table.seat_request


async def players(host: Host) -> list[object]:
    return [one.controller for one in (await host.tables.load_running(1)).seats]


async def answers(host: Host) -> list[tuple[int, str | None, int | None]]:
    """How the questions about seats were decided: their numbers, the answers, and whose answers these are."""
    sql = "SELECT round, answer, answer_seat FROM pings WHERE kind = 'seat-asked' ORDER BY round"
    return [(row["round"], row["answer"], row["answer_seat"]) for row in await fetch(database_of(host), sql)]


async def alone(host: Host, *computers: Computer) -> RunningTable:
    """Have Ann begin a game against computers."""
    await seat(host, ANN)
    return running((await host.lobby.start(CHANNEL, ANN, 1, TableOptions(), computers=computers or (CLUB,))).after)


async def test_an_outage_takes_nothing_of_the_time_to_answer(host: Host, clock: Clock, place: Place) -> None:
    before = await asked(host)
    clock.pass_minutes(4)
    for outage in (60, 30):
        await host.deadlines.heartbeat()
        clock.pass_minutes(outage)
        await host.deadlines.heartbeat(is_start=True)
    await host.close()
    again = await open_host(place, clock)
    try:
        after = (await again.tables.load_running(1)).seat_request
        assert after == replace(before, due=before.due + timedelta(minutes=90))
        assert host.schedule.upcoming(DEADLINE)[0][0] == after.due
    finally:
        await again.close()


async def test_an_outage_that_began_before_somebody_asked_counts_from_then(host: Host, clock: Clock) -> None:
    await host.deadlines.heartbeat()
    clock.pass_minutes(7)
    before = await asked(host)
    clock.pass_minutes(20)
    await host.deadlines.heartbeat()
    after = (await host.tables.load_running(1)).seat_request
    assert after == replace(before, due=before.due + timedelta(minutes=20))


async def test_a_player_lets_somebody_in(host: Host, clock: Clock) -> None:
    request = await asked(host)
    assert request == SeatRequest(0, EVE, 1, clock() + ANSWER_TIME)
    assert await players(host) == [CLUB, BOB, CID]
    table, told = await host.seats.let_in(1, CID, request.number)
    assert (told.kind, told.person_id) == (NotificationKind.SEAT_TAKEN, EVE.id)
    assert ([one.controller for one in table.seats], table.seat_request) == ([EVE, BOB, CID], None)
    assert await answers(host) == [(1, ConsentAnswer.AGREED, 2)]


async def test_a_player_says_no(host: Host) -> None:
    request = await asked(host)
    table, told = await host.seats.refuse(1, BOB, request.number)
    assert table.seat_request is None
    assert told
    assert (told.kind, told.person_id) == (NotificationKind.SEAT_REFUSED, EVE.id)
    assert await players(host) == [CLUB, BOB, CID]
    assert await answers(host) == [(1, ConsentAnswer.REFUSED, 1)]
    with pytest.raises(NotAskedError):
        await host.seats.let_in(1, CID, request.number)
    table, _ = await host.seats.ask(1, EVE, 0)
    assert table.seat_request
    assert table.seat_request.number == 2, "the old question's buttons answer nothing"


async def test_who_asks_can_withdraw_it_but_not_let_themselves_in(host: Host) -> None:
    request = await asked(host)
    for answer in (host.seats.let_in, host.seats.refuse):
        with pytest.raises(NotSeatedError):
            await answer(1, DORA, request.number)
    with pytest.raises(OwnSeatRequestError):
        await host.seats.let_in(1, EVE, request.number)
    table, told = await host.seats.refuse(1, EVE, request.number)
    assert (table.seat_request, told) == (None, None)
    assert await answers(host) == [(1, ConsentAnswer.WITHDRAWN, 0)]


async def test_without_an_answer_the_seat_is_theirs_after_ten_minutes(host: Host, clock: Clock) -> None:
    request = await asked(host)
    assert (request.due, 1) in host.schedule.upcoming(DEADLINE)
    clock.pass_minutes(9)
    assert await host.deadlines.process_due(1) is None
    clock.pass_minutes(1)
    due = await host.deadlines.process_due(1)
    assert due
    assert due.notification
    assert (due.notification.kind, due.notification.person_id) == (NotificationKind.SEAT_TAKEN, EVE.id)
    assert await players(host) == [EVE, BOB, CID]
    assert await host.deadlines.process_due(1) is None
    with pytest.raises(NotAskedError):
        await host.seats.refuse(1, BOB, request.number)


async def test_a_request_outlives_a_restart_and_turns(host: Host, clock: Clock, place: Place) -> None:
    request = await asked(host)
    table = await host.tables.load_running(1)
    if table.computer_to_move:
        await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply)
    await take_turns(host, await _until_a_person(host), 1)
    await host.close()
    again = await open_host(place, clock)
    try:
        summary = again.tables.running_summary(1)
        assert summary
        assert summary.seat_request == request
        assert (await again.tables.load_running(1)).seat_request == request
        assert (request.due, 1) in again.schedule.upcoming(DEADLINE)
        clock.pass_minutes(10)
        assert await again.deadlines.process_due(1)
        assert await players(again) == [EVE, BOB, CID]
    finally:
        await again.close()


async def _until_a_person(host: Host) -> StartedTable:
    """Have computers play until a person is to move."""
    table = await host.tables.load_running(1)
    while table.computer_to_move:
        table = running((await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply)).after)
    return table


async def test_one_person_asks_at_a_time(host: Host) -> None:
    request = await asked(host)
    with pytest.raises(SeatAskedError) as error:
        await host.seats.ask(1, DORA, 0)
    assert error.value.person == EVE
    again, told = await host.seats.ask(1, EVE, 0)
    assert (again.seat_request, told) == (request, None), "asking twice changes nothing"
    await host.seats.let_in(1, BOB, request.number)
    with pytest.raises(SeatTakenError):
        await host.seats.ask(1, DORA, 0)


async def test_two_answer_at_once(host: Host) -> None:
    request = await asked(host)
    answers_ = (host.seats.let_in(1, BOB, request.number), host.seats.refuse(1, CID, request.number))
    first, second = await asyncio.gather(*answers_, return_exceptions=True)
    assert not isinstance(first, BaseException)
    assert isinstance(second, NotAskedError)
    assert await players(host) == [EVE, BOB, CID]


async def test_a_request_is_over_when_the_seat_changes_hands(host: Host) -> None:
    request = await asked(host)
    table, _ = await host.administration.reseat(1, Person(900, "Max"), 1, 0, DORA)
    assert table.seat_request is None
    with pytest.raises(NotAskedError):
        await host.seats.let_in(1, BOB, request.number)


async def test_a_request_holds_when_another_seat_changes_hands(host: Host) -> None:
    request = await asked(host)
    table, _ = await host.seats.leave_to_computer(1, BOB, CLUB)
    assert table.seat_request == request
    table, _ = await host.administration.reseat(1, Person(900, "Max"), 1, 1, EVE)
    assert table.seat_request is None, "who asks sits there now"


async def test_a_request_is_over_with_the_game(host: Host) -> None:
    request = await asked(host)
    await host.turns.resign(1, BOB)
    await host.turns.resign(1, CID)
    assert await fetch(database_of(host), "SELECT * FROM seat_requests") == []
    with pytest.raises(HostError):
        await host.seats.let_in(1, BOB, request.number)


async def test_who_is_deleted_asks_no_more(host: Host) -> None:
    await asked(host)
    assert (await host.privacy.export(EVE.id))["seat_requests"]
    await host.privacy.delete(EVE.id)
    assert (await host.tables.load_running(1)).seat_request is None
    assert await fetch(database_of(host), "SELECT * FROM seat_requests") == []


async def test_who_is_gone_asks_no_more(host: Host, clock: Clock) -> None:
    request = await asked(host)
    table = await host.seats.drop_request(1, request.number)
    assert table.seat_request is None
    clock.pass_minutes(10)
    assert await players(host) == [CLUB, BOB, CID]
    with pytest.raises(NotAskedError):
        await host.seats.drop_request(1, request.number)


async def test_a_turn_that_can_be_undone_is_waited_for(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB, CID, takeback=60)
    await host.turns.play(1, ANN, first_legal_turn(table.state), table.ply)
    await host.seats.leave_to_computer(1, ANN, CLUB)
    with pytest.raises(TurnPendingError):
        await host.seats.ask(1, EVE, 0)
    clock.pass_minutes(2)
    await host.deadlines.process_due(1)
    assert (await host.seats.ask(1, EVE, 0))[0].seat_request


async def test_nobody_asks_for_a_seat_where_somebody_began_alone(host: Host) -> None:
    table = await alone(host)
    assert (table.is_of_one, table.offered_seats) == (True, ())
    assert host.tables.find_computers_seat(CHANNEL, EVE.id) is None
    for try_it in (host.seats.offer, host.seats.ask):
        with pytest.raises(PlaysAloneError) as error:
            await try_it(1, EVE, table.computer_seats[0].number)
        assert error.value.person == ANN


async def test_who_began_alone_invites_others(host: Host, clock: Clock, place: Place) -> None:
    await alone(host, CLUB, CLUB)
    with pytest.raises(NotSeatedError):
        await host.seats.invite(1, BOB)
    table, told = await host.seats.invite(1, ANN)
    assert (told.kind, told.person_id) == (NotificationKind.INVITED, ANN.id)
    await host.close()
    again = await open_host(place, clock)
    try:
        found = again.tables.find_computers_seat(CHANNEL, EVE.id)
        assert found
        assert found.offered_seats == table.computer_seats
        first, second = (one.number for one in found.offered_seats)
        table, told_taken = await again.seats.ask(1, EVE, first)
        assert told_taken
        assert told_taken.kind is NotificationKind.SEAT_TAKEN, "nobody has to be asked"
        assert (table.is_of_one, table.seats[first].controller) == (False, EVE)
        table, _ = await again.seats.ask(1, BOB, second)
        assert table.has_player(BOB.id)
    finally:
        await again.close()


async def test_a_game_of_several_stays_open_to_questions_when_one_is_left(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 2)
    table, _ = await host.seats.leave_to_computer(1, ANN, CLUB)
    assert (table.is_solo, table.is_of_one) == (True, False)
    table, told = await host.seats.ask(1, ANN, 0)
    assert told
    assert (told.kind, table.seat_request and table.seat_request.person) == (NotificationKind.SEAT_ASKED, ANN)
    with pytest.raises(NotOfferedError):
        await host.seats.invite(1, BOB)


async def test_a_practice_game_has_no_seat_for_others(host: Host) -> None:
    await seat(host, ANN)
    await host.lobby.start(CHANNEL, ANN, 1, practice=True)
    with pytest.raises(SeatTakenError):
        await host.seats.ask(1, BOB, 1)
    with pytest.raises(NotOfferedError):
        await host.seats.invite(1, ANN)


async def test_the_time_to_answer_is_ten_minutes() -> None:
    assert timedelta(minutes=10) == ANSWER_TIME
