"""Seats that change hands between people and computers in a running game."""

import asyncio
import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from host.errors import HostError, NotOfferedError
from host.host import Host
from host.model.clock import VoteChoice
from host.model.controllers import Computer, Person
from host.model.draws import verify
from host.model.fingerprint import fingerprint
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.notifications import NotificationKind
from host.model.ratings import ALL_SERVERS, NEWCOMER_RATING
from host.model.rematch_rules import is_series_open
from host.model.substitution import Substitution
from host.model.table import SeatedTable, Status
from host.model.table_errors import (
    ComputersSeatError,
    GameOverError,
    NobodyElseError,
    NoSuchSeatError,
    NotAPlayerError,
    NotSeatedError,
    NotYourTurnError,
    SeatAskedError,
    SeatResignedError,
    SeatTakenError,
    SitsThereError,
    TurnPendingError,
)
from host.model.table_options import TableOptions
from host.services.consent import OpenRequest
from host.services.deadlines import DEADLINE
from host.services.voting import DecidedVote
from tests.fixtures.databases import Place
from tests.fixtures.positions import first_legal_turn
from tests.host import deadlines
from tests.host.deadlines import DAY, late, round_of
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, EVE, Clock, begin, open_host, running, seat, sit, take_turns

pytestmark = pytest.mark.both_databases

CLUB = Computer(2)
MANAGER = Person(900, "Max")
HERE = CHANNEL.guild


async def left(host: Host, *people: Person, turns: int = 4) -> None:
    """Begin a game, play some turns, and have the first person leave the seat to a computer."""
    await take_turns(host, await begin(host, *people), turns)
    await host.seats.leave_to_computer(1, people[0], CLUB)


async def ratings(host: Host) -> dict[Person, int]:
    """Return everybody's rating here."""
    return {one.person: one.rating for one in await host.statistics.leaderboard(HERE)}


def assert_refused(error: pytest.ExceptionInfo[HostError], code: type[HostError]) -> None:
    """Fail unless a command was refused for this reason."""
    assert type(error.value) is code


async def test_a_computer_plays_on_with_points_and_figures(host: Host) -> None:
    before = running(await take_turns(host, await begin(host, ANN, BOB, CID), 6))
    table, notification = await host.seats.leave_to_computer(1, ANN, CLUB)
    assert [one.controller for one in table.seats] == [CLUB, BOB, CID]
    assert [one.colour for one in table.seats] == [one.colour for one in before.seats]
    assert (table.people, table.organiser, table.has_player(ANN.id)) == ((BOB, CID), BOB, False)
    assert fingerprint(table.state) == fingerprint(before.state)
    assert (notification.kind, notification.person_id) == (NotificationKind.SEAT_LEFT, ANN.id)
    assert await host.seats.substitutions(1) == [Substitution(before.ply, 0, ANN, CLUB)]


async def test_a_turn_that_waits_as_somebody_leaves_is_told_as_a_whole(host: Host, clock: Clock) -> None:
    await seat(host, ANN, BOB)
    begun = running((await host.lobby.start(CHANNEL, ANN, 1, TableOptions(takeback=20), computers=(CLUB,))).after)
    turn = first_legal_turn(begun.state)
    await host.turns.play(1, ANN, turn, begun.ply)
    table, _ = await host.seats.leave_to_computer(1, BOB, CLUB)
    assert (table.settings.takeback, table.pending is None) == (0, False)
    clock.pass_minutes(1)
    due = await host.deadlines.process_due(1)
    passed = due and due.played
    assert passed
    assert passed.moves[:2] == tuple(turn)
    assert passed.before.ply == begun.ply


async def test_a_computer_keeps_its_number_while_it_plays(host: Host, place: Place, clock: Clock) -> None:
    await left(host, CID, BOB, ANN)
    table, _ = await host.seats.leave_to_computer(1, ANN, CLUB)
    assert [one.name for one in table.seats] == ["Computer, club", "Bob", "Computer, club 2"]
    table, _ = await sit(host, 1, CID, 0)
    assert [one.name for one in table.seats] == ["Cid", "Bob", "Computer, club 2"]
    table, _ = await host.administration.reseat(1, MANAGER, 1, 1, CLUB)
    assert [one.name for one in table.seats] == ["Cid", "Computer, club 3", "Computer, club 2"]
    await host.close()
    again = await open_host(place, clock)
    try:
        table, before = await again.tables.load_running(1), table
        assert table.seats == before.seats
        record = await again.history.record(1)
        assert record.tags["Players"].values == ("Cid", "Computer, club 3", "Computer, club 2")
        takers = [one.taker.name for one in await again.seats.substitutions(1)]
        assert takers == ["Computer, club", "Computer, club 2", "Cid", "Computer, club 3"]
        [entry] = await again.administration.audit_log(1, 1)
        assert entry.reseat
        assert entry.reseat.taker.name == "Computer, club 3"
        summary = again.tables.summary(1)
        assert isinstance(summary, SeatedTable)
        assert summary.seats == table.seats
        await take_turns(again, table, 100)
        record = await again.history.record(1)
        imported = await again.administration.import_record(1, MANAGER, CHANNEL, record, [])
        assert [one.name for one in imported.seats] == ["Cid", "Computer, club 3", "Computer, club 2"]
        ended = await again.tables.ended_games(CHANNEL, CID.id, None, 10)
        assert ended[-1].computers == (replace(CLUB, number=3), replace(CLUB, number=2))
    finally:
        await again.close()


async def test_no_computer_plays_on_where_nobody_else_plays(host: Host) -> None:
    await left(host, ANN, BOB)
    with pytest.raises(HostError) as error:
        await host.seats.leave_to_computer(1, BOB, CLUB)
    assert_refused(error, NobodyElseError)
    with pytest.raises(HostError) as error:
        await host.administration.reseat(1, MANAGER, 1, 1, CLUB)
    assert_refused(error, NobodyElseError)


async def test_who_has_left_can_take_the_seat_again(host: Host) -> None:
    await left(host, ANN, BOB)
    table, notification = await sit(host, 1, ANN, 0)
    assert (table.seats[0].controller, table.people, table.is_to_move(ANN.id)) == (ANN, (BOB, ANN), True)
    assert (notification.kind, notification.person_id) == (NotificationKind.SEAT_TAKEN, ANN.id)
    assert await host.seats.predecessor(1, ANN.id) == CLUB
    with pytest.raises(HostError) as error:
        await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply)
    assert_refused(error, NotYourTurnError)


async def test_one_of_two_takes_the_seat_of_a_computer(host: Host) -> None:
    await left(host, ANN, BOB)
    results = await asyncio.gather(*(sit(host, 1, one, 0) for one in (EVE, DORA)), return_exceptions=True)
    assert [isinstance(one, HostError) and type(one) for one in results] == [False, SeatAskedError]
    assert (await host.tables.load_running(1)).seats[0].controller == EVE


async def test_seats_that_cannot_be_taken(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB, CID), 4)
    await host.seats.leave_to_computer(1, ANN, CLUB)
    await host.turns.resign(1, CID)
    for person, number, code in [
        (DORA, 1, SeatTakenError),
        (DORA, 2, SeatResignedError),
        (DORA, 3, NoSuchSeatError),
        (BOB, 0, SitsThereError),
        (CID, 0, SitsThereError),
    ]:
        with pytest.raises(HostError) as error:
            await sit(host, 1, person, number)
        assert_refused(error, code)
    await host.end_requests.ask(1, BOB)
    with pytest.raises(HostError) as error:
        await sit(host, 1, DORA, 0)
    assert_refused(error, GameOverError)


async def test_a_vote_has_a_computer_play_on(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    await host.voting.vote(1, BOB, round_of(table), VoteChoice.COMPUTER)
    tied = await host.voting.vote(1, CID, round_of(table), VoteChoice.SKIP)
    assert not isinstance(tied, DecidedVote), "a tie decides nothing"
    voted = await host.voting.vote(1, CID, round_of(table), VoteChoice.COMPUTER)
    assert isinstance(voted, DecidedVote)
    assert not isinstance(voted.outcome, PlayResult)
    assert (voted.outcome.kind, voted.outcome.person_id) == (NotificationKind.SEAT_LEFT, ANN.id)
    assert voted.table.seats[0].controller.name == CLUB.name
    clock.pass_minutes(3 * DAY)
    assert await host.deadlines.process_due(1) is None, "a computer is never late"


async def test_rounds_go_on_when_a_second_person_sits_down(host: Host, clock: Clock, place: Place) -> None:
    table = await late(host, clock, ANN, BOB)
    await host.voting.vote(1, BOB, round_of(table), VoteChoice.COMPUTER)
    assert (await host.tables.load_running(1)).clock is None
    await host.close()
    again = await open_host(place, clock)
    try:
        summary = again.tables.running_summary(1)
        assert summary is not None
        assert (summary.clock, (await again.tables.load_running(1)).clock) == (None, None)
        clock.pass_minutes(5 * DAY)
        taken, _ = await sit(again, 1, ANN, 0)
        assert taken.clock is not None
        assert taken.clock.round > round_of(table)
        assert taken.clock.since == clock()
        assert [number for _, number in again.schedule.upcoming(DEADLINE)] == [1]
    finally:
        await again.close()


async def test_an_undo_never_gives_a_seat_back(host: Host, place: Place, clock: Clock) -> None:
    begun = await begin(host, ANN, BOB)
    await take_turns(host, begun, 2)
    table, _ = await host.seats.leave_to_computer(1, ANN, CLUB)
    await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply)
    done = await host.undo_requests.ask(1, BOB)
    assert isinstance(done, PlayResult), "nobody else is asked"
    assert [one.controller for one in running(done.after).seats] == [CLUB, BOB]
    await sit(host, 1, ANN, 0)
    asked = await host.undo_requests.ask(1, ANN)
    assert isinstance(asked, OpenRequest)
    back = await host.undo_requests.agree(1, BOB, asked.table.ply, Undo(asked.request.ply))
    assert isinstance(back, PlayResult)
    assert fingerprint(running(back.after).state) == fingerprint(begun.state)
    assert [one.controller for one in running(back.after).seats] == [ANN, BOB]
    await host.close()
    again = await open_host(place, clock)
    try:
        assert [one.controller for one in (await again.tables.load_running(1)).seats] == [ANN, BOB]
        assert [(one.giver, one.taker) for one in await again.seats.substitutions(1)] == [(ANN, CLUB), (CLUB, ANN)]
    finally:
        await again.close()


async def test_a_request_is_dropped_when_its_person_leaves(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB, CID), 4)
    await host.end_requests.ask(1, BOB)
    table, _ = await host.seats.leave_to_computer(1, ANN, CLUB)
    assert (table.end_request, table.undo_request) == (None, None)


async def test_a_manager_gives_seats_to_computers_and_to_people(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 4)
    table, notification = await host.administration.reseat(1, MANAGER, 1, 0, CLUB)
    assert (table.seats[0].controller, notification.kind) == (CLUB, NotificationKind.SEAT_LEFT)
    with pytest.raises(HostError) as error:
        await host.administration.reseat(1, MANAGER, 1, 0, Computer(1))
    assert_refused(error, ComputersSeatError)
    with pytest.raises(HostError) as error:
        await host.administration.reseat(1, MANAGER, 1, 1, Computer(9))
    assert_refused(error, NotOfferedError)
    table, notification = await host.administration.reseat(1, MANAGER, 1, 0, CID)
    assert (table.seats[0].controller, notification.kind) == (CID, NotificationKind.SEAT_GIVEN)
    reseats = [entry.reseat for entry in await host.administration.audit_log(1, 1)]
    assert [(one.giver, one.taker) for one in reseats if one] == [(ANN, CLUB), (CLUB, CID)]
    assert await host.administration.reseat_entry(1, CID.id) is not None


async def test_who_leaves_to_a_computer_is_rated_as_last(host: Host) -> None:
    """Nobody escapes a loss by it, and no computer takes the win from those who have stayed."""
    await left(host, ANN, BOB, turns=10)
    await take_turns(host, await host.tables.load_running(1), 100)
    assert (await host.tables.load(1)).status is Status.FINISHED
    rated = await ratings(host)
    assert rated[ANN] < NEWCOMER_RATING < rated[BOB]
    stats = await host.statistics.of_person(ANN.id, HERE)
    assert (stats.total.games, stats.total.wins, stats.total.scored) == (1, 0, 0)


async def test_who_has_left_is_rated_as_last_even_when_somebody_takes_the_seat(host: Host) -> None:
    await left(host, ANN, BOB, turns=10)
    await sit(host, 1, DORA, 0)
    await take_turns(host, await host.tables.load_running(1), 4)
    await host.turns.resign(1, BOB)
    rated = await ratings(host)
    assert rated[ANN] < rated[BOB] < rated[DORA]


async def test_a_substitute_who_leaves_to_a_computer_does_not_lose(host: Host) -> None:
    await left(host, ANN, BOB, turns=10)
    await sit(host, 1, DORA, 0)
    await host.seats.leave_to_computer(1, DORA, CLUB)
    await host.turns.resign(1, BOB)
    rated = await ratings(host)
    assert rated[ANN] < rated[DORA] == NEWCOMER_RATING < rated[BOB]
    [game] = await host._storage.results.rated_games(ALL_SERVERS)
    assert [one.is_substitute for one in game.players if one.person_id == DORA.id] == [True]


async def test_who_comes_back_is_rated_once(host: Host) -> None:
    await left(host, ANN, BOB, turns=10)
    await sit(host, 1, ANN, 0)
    await host.turns.resign(1, BOB)
    rated = await ratings(host)
    assert rated[BOB] < NEWCOMER_RATING < rated[ANN]
    assert (await host.statistics.of_person(ANN.id, HERE)).total.games == 1


async def test_ratings_worked_out_anew_are_the_same(host: Host, path: Path, clock: Clock) -> None:
    await left(host, ANN, BOB, CID, turns=10)
    await take_turns(host, await host.tables.load_running(1), 100)
    rated = await ratings(host)
    assert len(rated) == 3
    await host.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE derivations SET version = -1")
    again = await open_host(path, clock)
    try:
        assert await ratings(again) == rated
    finally:
        await again.close()


async def test_a_record_names_who_plays_at_the_end(host: Host) -> None:
    await left(host, ANN, BOB)
    await take_turns(host, await host.tables.load_running(1), 100)
    record = await host.history.record(1)
    assert record.tags["Players"].values == (CLUB.name, "Bob")
    assert verify(record) == len(record.entries)


async def test_a_deleted_person_leaves_no_name(host: Host, path: Path) -> None:
    await left(host, ANN, BOB)
    await host.privacy.delete(ANN.id)
    assert [one.taker for one in await host.seats.substitutions(1)] == [CLUB]
    with sqlite3.connect(path) as database:
        assert "Ann" not in "\n".join(database.iterdump())


async def test_a_practice_game_stays_one_persons(host: Host) -> None:
    table = await seat(host, ANN)
    await host.lobby.start(CHANNEL, ANN, table.number, practice=True)
    with pytest.raises(HostError) as error:
        await host.seats.leave_to_computer(1, ANN, CLUB)
    assert_refused(error, NobodyElseError)


async def test_a_turn_that_can_be_taken_back_is_not_the_next_ones(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB, takeback=60)
    played = running((await host.turns.play(1, ANN, first_legal_turn(table.state), table.ply)).after)
    assert played.pending
    await host.seats.leave_to_computer(1, ANN, CLUB)
    with pytest.raises(HostError) as error:
        await host.turns.take_back(1, ANN, played.ply)
    assert_refused(error, NotSeatedError)
    with pytest.raises(HostError) as error:
        await sit(host, 1, CID, 0)
    assert_refused(error, TurnPendingError)
    clock.pass_minutes(2)
    assert await host.deadlines.process_due(1)
    assert (await sit(host, 1, CID, 0))[0].is_to_move(BOB.id)


async def test_who_is_left_alone_with_computers_ends_the_game_at_once(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 4)
    assert isinstance(await host.end_requests.ask(1, BOB), OpenRequest)
    await host.seats.leave_to_computer(1, ANN, CLUB)
    assert isinstance(await host.end_requests.ask(1, BOB), PlayResult)
    assert await ratings(host) == {}, "a game that was ended has no results, as among people"


async def test_who_gives_up_against_computers_is_before_those_who_left(host: Host) -> None:
    await left(host, ANN, BOB)
    await host.turns.resign(1, BOB)
    rated = await ratings(host)
    assert rated[ANN] < NEWCOMER_RATING < rated[BOB]


async def test_only_the_people_who_are_left_decide(host: Host, clock: Clock) -> None:
    await deadlines.begin(host, ANN, BOB, CID, DORA)
    await host.seats.leave_to_computer(1, DORA, CLUB)
    await deadlines.pass_time(host, clock, DAY)
    assert (await host.voting.status(1)).voters == {BOB.id, CID.id}
    asked = await host.end_requests.ask(1, BOB)
    assert isinstance(asked, OpenRequest)
    await host.end_requests.agree(1, ANN, asked.request.number)
    assert isinstance(await host.end_requests.agree(1, CID, asked.request.number), PlayResult)


async def test_a_vacation_moves_no_turn_of_a_computer(host: Host, clock: Clock) -> None:
    await deadlines.begin(host, ANN, BOB, CID)
    await host.people.plan_vacation(ANN, "2026-11-21", "2026-11-25")
    table, _ = await host.seats.leave_to_computer(1, ANN, CLUB)
    assert host.schedule.upcoming(DEADLINE) == []
    after = running((await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply)).after)
    assert after.clock is not None
    assert after.clock.due == clock() + timedelta(days=1)
    assert [number for _, number in host.schedule.upcoming(DEADLINE)] == [1]


async def test_a_rematch_asks_those_who_have_stayed(host: Host) -> None:
    await left(host, ANN, BOB, CID)
    await take_turns(host, await host.tables.load_running(1), 100)
    table = await host.rematches.join(1, BOB)
    assert table.invitation is not None
    assert (table.invitation.people, table.computers) == ((BOB, CID), (CLUB,))
    with pytest.raises(HostError) as error:
        await host.rematches.join(1, ANN)
    assert_refused(error, NotAPlayerError)


async def test_a_series_is_over_when_a_computer_has_a_seat(host: Host) -> None:
    await begin(host, ANN, BOB)
    await host.turns.resign(1, ANN)
    await host.rematches.join(1, ANN, best_of=3)
    await host.rematches.join(1, BOB)
    await host.lobby.start(CHANNEL, ANN, 2)
    await host.seats.leave_to_computer(2, BOB, CLUB)
    await host.turns.resign(2, ANN)
    assert not is_series_open(await host.tables.load(2))
    again = (await host.rematches.join(2, ANN)).rematch
    assert again is not None
    assert again.best_of is None
