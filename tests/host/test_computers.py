"""Two people and a computer play. Only the people are asked, notified and counted.

The computer is a script here: it plays the first legal placement.
"""

import json
import random
import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from carcassonne import Chance, DeployNobody, PlaceTile, format_record, parse_record, replay
from carcassonne.record import Record, Tag
from host.errors import NotOfferedError
from host.host import Host
from host.model.clock import VoteChoice
from host.model.controllers import LEVEL_NAMES, Computer, Person
from host.model.draws import verify
from host.model.fingerprint import fingerprint
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.invitation import Invitation, Rematch
from host.model.record_import import recorded_computers
from host.model.table import FinishedTable, RunningTable, StartedTable, Status, WaitingTable
from host.model.table_errors import (
    AlreadyStartedError,
    NoSeatForComputerError,
    NoSuchComputerError,
    NotLateError,
    NotOrganiserError,
    NotYourTurnError,
    RematchExistsError,
    StaleError,
    TooManyPlayersError,
    TurnPendingError,
)
from host.model.table_options import NO_OPTIONS, TableOptions
from host.services.consent import OpenRequest
from host.services.deadlines import DEADLINE
from host.services.voting import DecidedVote
from tests.fixtures.positions import first_legal_turn
from tests.host.tables import (
    ANN,
    AT_ONCE,
    BOB,
    CHANNEL,
    CID,
    DORA,
    EVE,
    FRED,
    Clock,
    finished,
    open_host,
    running,
    seat,
    take_turn,
)

HAL = Computer(3)
BEGINNER, CLUB = Computer(1), Computer(2)
PEOPLE = (ANN, BOB, CID, DORA, EVE, FRED)
MANAGER = Person(900, "Max")
PACED = TableOptions(takeback=0, pace="24h")
DAY = 24 * 60


async def begin(
    host: Host, *people: Person, computers: tuple[Computer, ...] = (HAL,), table_options: TableOptions = AT_ONCE
) -> RunningTable:
    """Start a game of people, followed by computers; the first person begins."""
    table = await seat(host, *(people or (ANN, BOB)))
    return running((await host.lobby.start(CHANNEL, ANN, table.number, table_options, computers=computers)).after)


async def play_on(host: Host, turns: int = 1000) -> StartedTable:
    """Play this number of turns, or to the end: people play at random, the computer by its script."""
    table = await host.tables.load_started(1)
    for _ in range(turns):
        if isinstance(table, FinishedTable):
            break
        if isinstance(table.next_seat.controller, Computer):
            table = (await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply)).after
        else:
            table = (await take_turn(host, table, random.Random(table.ply))).after
    return table


async def test_a_computer_has_a_seat_like_everybody(host: Host) -> None:
    table = await begin(host)
    assert [(one.name, one.controller) for one in table.seats] == [
        ("Ann", ANN),
        ("Bob", BOB),
        ("Computer, strong", HAL),
    ]
    assert len({one.colour for one in table.seats}) == 3
    assert table.humans == (ANN, BOB)
    assert not table.settings.rated


async def test_no_more_play_than_the_edition_has_seats_for(host: Host) -> None:
    with pytest.raises(TooManyPlayersError):
        await begin(host, computers=(HAL,) * 4)
    assert (await host.tables.load(1)).status is Status.OPEN


async def test_one_person_can_play_a_computer(host: Host) -> None:
    assert [one.name for one in (await begin(host, ANN)).seats] == ["Ann", "Computer, strong"]


async def test_a_whole_game_can_be_verified(host: Host) -> None:
    await begin(host)
    assert finished(await play_on(host)).final_scores is not None
    record = await host.history.record(1)
    assert record.tags["Players"].values == ("Ann", "Bob", "Computer, strong")
    assert verify(record) == len(record.entries)


async def test_the_log_tells_a_computers_moves_from_draws_and_from_people(host: Host) -> None:
    await begin(host)
    await play_on(host, 6)
    by = [(one.person_id, one.computer) for one in await host.history.log(1) if isinstance(one.move, PlaceTile)]
    assert by == [(ANN.id, None), (BOB.id, None), (None, HAL)] * 2
    draws = [one for one in await host.history.log(1) if isinstance(one.move, Chance)]
    assert {(one.person_id, one.computer) for one in draws} == {(None, None)}
    assert (await host.history.replay_log(1)).timeout_plies == frozenset()


async def test_the_game_goes_on_after_a_restart(host: Host, path: Path, clock: Clock) -> None:
    await begin(host)
    before = running(await play_on(host, 2))
    await host.close()
    again = await open_host(path, clock)
    try:
        after = await again.tables.load_running(1)
        assert fingerprint(after.state) == fingerprint(before.state)
        assert replace(after, state=before.state) == before
        assert isinstance(await play_on(again), FinishedTable)
    finally:
        await again.close()


async def test_nobody_moves_for_a_computer_and_no_computer_for_people(host: Host) -> None:
    table = await begin(host)
    with pytest.raises(NotYourTurnError):
        await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply)
    table = running(await play_on(host, 2))
    with pytest.raises(NotYourTurnError):
        await host.turns.play(1, ANN, first_legal_turn(table.state), table.ply)
    with pytest.raises(StaleError):
        await host.turns.play_as_computer(1, first_legal_turn(table.state), table.ply - 1)


async def test_a_computer_waits_until_the_turn_before_has_passed(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, table_options=TableOptions(takeback=20))
    table = running((await host.turns.play(1, ANN, first_legal_turn(table.state), table.ply)).after)
    with pytest.raises(TurnPendingError):
        await host.turns.play_as_computer(1, [DeployNobody()], table.ply)
    clock.pass_minutes(1)
    assert await host.deadlines.process_due(1)
    after = running(await play_on(host, 1))
    assert after.pending is None, "a computer takes nothing back"
    assert after.is_to_move(ANN.id)


async def test_people_alone_are_asked_to_undo_a_turn(host: Host) -> None:
    begun = await begin(host)
    await play_on(host, 3)
    question = await host.undo_requests.ask(1, ANN)
    assert isinstance(question, OpenRequest)
    assert await host.notifications.claim_unsent() == [question.notification]
    done = await host.undo_requests.agree(1, BOB, question.table.ply, Undo(question.request.ply))
    assert isinstance(done, PlayResult)
    assert fingerprint(done.after.state) == fingerprint(begun.state)


async def test_who_plays_computers_only_undoes_at_once(host: Host) -> None:
    begun = await begin(host, ANN, computers=(HAL, HAL))
    await play_on(host, 3)
    done = await host.undo_requests.ask(1, ANN)
    assert isinstance(done, PlayResult)
    assert fingerprint(done.after.state) == fingerprint(begun.state)
    assert await host.notifications.claim_unsent() == []


async def test_people_alone_are_asked_to_end_the_game(host: Host) -> None:
    await begin(host)
    question = await host.end_requests.ask(1, BOB)
    assert isinstance(question, OpenRequest)
    done = await host.end_requests.agree(1, ANN, question.request.number)
    assert isinstance(done, PlayResult)
    assert done.after.status is Status.ENDED


async def test_a_computers_move_leaves_a_suggestion_to_end_the_game(host: Host) -> None:
    await begin(host)
    await play_on(host, 2)
    asked = await host.end_requests.ask(1, ANN)
    assert isinstance(asked, OpenRequest)
    assert running(await play_on(host, 1)).end_request == asked.request


async def test_a_computers_turn_has_no_deadline(host: Host, clock: Clock) -> None:
    await begin(host, table_options=PACED)
    assert host.schedule.upcoming(DEADLINE) == [(clock() + timedelta(hours=12), 1)]
    table = running(await play_on(host, 2))
    assert isinstance(table.next_seat.controller, Computer)
    assert host.schedule.upcoming(DEADLINE) == []
    clock.pass_minutes(3 * DAY)
    assert await host.deadlines.process_due(1) is None
    await host.deadlines.heartbeat()
    with pytest.raises(NotLateError):
        await host.voting.open(1, ANN)
    await play_on(host, 1)
    assert host.schedule.upcoming(DEADLINE) == [(clock() + timedelta(hours=12), 1)]


async def test_people_alone_vote_about_a_late_turn(host: Host, clock: Clock) -> None:
    await begin(host, table_options=PACED)
    clock.pass_minutes(DAY)
    while due := await host.deadlines.process_due(1):
        assert due.notification is None or due.notification.person_id == ANN.id
    assert (await host.voting.status(1)).voters == {BOB.id}
    voted = await host.voting.vote(1, BOB, 1, VoteChoice.SKIP)
    assert isinstance(voted, DecidedVote)
    assert (await host.tables.load_running(1)).is_to_move(BOB.id)


async def test_nobody_waits_for_who_plays_computers_only(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, table_options=PACED)
    assert (table.is_solo, table.clock, host.schedule.upcoming(DEADLINE)) == (True, None, [])
    assert (running(await play_on(host, 2))).clock is None


async def test_the_clock_stops_when_one_person_is_left(host: Host) -> None:
    await begin(host, table_options=PACED)
    await host.turns.resign(1, BOB)
    assert (await host.tables.load_running(1)).clock is None
    assert host.schedule.upcoming(DEADLINE) == []


async def test_the_game_is_over_when_a_computer_alone_is_left(host: Host) -> None:
    await begin(host)
    await host.turns.resign(1, ANN)
    await host.turns.resign(1, BOB)
    table = finished(await host.tables.load(1))
    assert [one.resigned for one in table.seats] == [True, True, False]


async def test_games_are_counted_apart_and_not_rated(host: Host) -> None:
    await begin(host)
    table = finished(await play_on(host))
    stats = await host.statistics.of_person(ANN.id, CHANNEL.guild)
    assert (stats.total.games, stats.feature_totals) == (0, {})
    assert stats.with_computers.points == (table.final_scores and table.final_scores[0])
    assert stats.here is None
    assert await host.statistics.leaderboard(CHANNEL.guild) == []


async def test_a_waiting_table_keeps_its_computers(host: Host, path: Path, clock: Clock) -> None:
    """They are added and taken away by the organiser, and play when the game begins, after a restart too."""
    await seat(host, ANN, BOB)
    for level in (2, 1, 2):
        table = await host.lobby.add_computer(CHANNEL, ANN, 1, Computer(level))
    assert table.computers == (CLUB, BEGINNER, CLUB)
    with pytest.raises(NoSeatForComputerError):
        await host.lobby.add_computer(CHANNEL, ANN, 1, CLUB)
    with pytest.raises(NotOrganiserError):
        await host.lobby.remove_computer(CHANNEL, BOB, 1, CLUB)
    assert (await host.lobby.remove_computer(CHANNEL, ANN, 1, CLUB)).computers == (CLUB, BEGINNER)
    await host.close()
    again = await open_host(path, clock)
    try:
        assert await again.tables.load_waiting(1) == table_with(again, CLUB, BEGINNER)
        begun = running((await again.lobby.start(CHANNEL, BOB, 1)).after)
        assert [one.controller for one in begun.seats] == [ANN, BOB, CLUB, BEGINNER]
        assert not begun.settings.rated
        with pytest.raises(AlreadyStartedError):
            await again.lobby.remove_computer(CHANNEL, ANN, 1, CLUB)
    finally:
        await again.close()


def table_with(host: Host, *computers: Computer) -> WaitingTable:
    """Table 1 as the host knows it, with these computers."""
    table = host.tables.summary(1)
    assert isinstance(table, WaitingTable)
    return replace(table, computers=computers)


async def test_a_computer_makes_room_for_a_person(host: Host) -> None:
    await seat(host, ANN)
    for computer in (CLUB, CLUB, HAL, BEGINNER):
        table = await host.lobby.add_computer(CHANNEL, ANN, 1, computer)
    for people, computers in ((2, (CLUB, CLUB, HAL)), (3, (CLUB, CLUB)), (4, (CLUB,)), (5, ())):
        table, is_new = await host.lobby.join(CHANNEL, PEOPLE[people - 1])
        assert (is_new, len(table.people), table.computers) == (False, people, computers)
    assert (await host.lobby.join(CHANNEL, PEOPLE[5]))[1], "another table is opened"


@pytest.mark.parametrize("level", [0, -1, len(LEVEL_NAMES) + 1])
async def test_an_unknown_level_sits_down_nowhere(host: Host, level: int) -> None:
    await seat(host, ANN)
    with pytest.raises(NotOfferedError):
        await host.lobby.add_computer(CHANNEL, ANN, 1, Computer(level))
    with pytest.raises(NoSuchComputerError):
        await host.lobby.remove_computer(CHANNEL, ANN, 1, CLUB)
    assert (await host.tables.load_waiting(1)).computers == ()


async def test_nobody_waits_to_take_back_a_turn_who_plays_computers_only(host: Host) -> None:
    """As in a practice game, undoing takes nobody's consent. A time that was chosen stays."""
    assert (await begin(host, ANN, table_options=NO_OPTIONS)).settings.takeback == 0
    assert (await begin(host, ANN, table_options=TableOptions(takeback=60))).settings.takeback == 60


async def test_a_rematch_has_the_same_computers_or_others(host: Host) -> None:
    await begin(host, ANN, computers=(CLUB,))
    await host.turns.resign(1, ANN)
    table = await host.rematches.join(1, ANN)
    assert (table.people, table.computers) == ((ANN,), (CLUB,))
    begun = running((await host.lobby.start(CHANNEL, ANN, table.number)).after)
    assert [one.controller for one in begun.seats] == [CLUB, ANN]
    await host.turns.resign(begun.number, ANN)
    other = await host.rematches.join(begun.number, ANN, computer=HAL)
    assert other.computers == (HAL,)
    with pytest.raises(RematchExistsError):
        await host.rematches.join(begun.number, ANN, computer=CLUB)


async def test_a_game_with_a_computer_belongs_to_no_series(host: Host) -> None:
    table = await seat(host, ANN, BOB)
    await host.lobby.start(CHANNEL, ANN, table.number)
    await host.turns.resign(1, BOB)
    series = await host.rematches.join(1, ANN, best_of=3)
    await host.lobby.add_computer(CHANNEL, ANN, series.number, CLUB)
    begun = running((await host.lobby.start(CHANNEL, ANN, series.number)).after)
    assert [one.controller for one in begun.seats] == [ANN, CLUB]
    assert begun.invitation == Invitation((), Rematch(1))


async def test_a_record_says_which_seats_are_computers_and_is_read_back(host: Host) -> None:
    await begin(host, ANN, computers=(CLUB, HAL, CLUB))
    finished(await play_on(host))
    text = format_record(await host.history.record(1))
    assert '[Players "Ann" "Computer, club" "Computer, strong" "Computer, club 2"]' in text
    assert '[Computers "2 club, 3 strong, 4 club"]' in text
    record = parse_record(text)
    assert replay(record).is_finished
    table = await host.administration.import_record(1, MANAGER, CHANNEL, record, [BOB])
    second = replace(CLUB, number=2)
    assert [one.controller for one in table.seats] == [BOB, CLUB, HAL, second]
    named = await host.administration.import_record(1, MANAGER, CHANNEL, record, [None, None, CID])
    assert [one.controller for one in named.seats][1:] == [CLUB, CID, second], "the manager knows better"


@pytest.mark.parametrize("tag", ["", "2", "club", "2 grandmaster", "٣ club", "2  club", "2 club; 3 club", "-1 club"])
def test_a_tag_that_says_nothing_known_makes_no_computers(tag: str) -> None:
    assert recorded_computers(Record({"Computers": Tag((tag,))}, (), None)) == {}


async def test_a_computers_seat_names_nobody(host: Host, path: Path) -> None:
    """Exports and deletions concern only a person's own data."""
    await begin(host)
    await play_on(host, 5)
    rows = json.loads(json.dumps(await host.privacy.export(ANN.id)))
    assert [row["computer"] for row in rows["seats"]] == [None]
    assert {row["computer"] for row in rows["moves"]} == {None}
    await host.privacy.withdraw(ANN)
    await host.privacy.delete(ANN.id)
    assert [one.name for one in (await host.tables.load_running(1)).seats] == ["?", "Bob", "Computer, strong"]
    await play_on(host, 4)
    with sqlite3.connect(path) as database:
        assert "Ann" not in "\n".join(database.iterdump())
