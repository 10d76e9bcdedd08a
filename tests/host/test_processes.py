"""Two processes on one database: what one changes, the other knows a moment later, and neither undoes it."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pytest
import pytest_asyncio

from host.errors import QuarantinedError
from host.host import Host
from host.model.clock import VoteChoice
from host.model.controllers import Person
from host.model.fingerprint import fingerprint
from host.model.follows import Followed
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.preferences import Digest, Preferences, Theme
from host.model.server_settings import ServerSettings
from host.model.shards import ShardGroup
from host.model.table import RunningTable, Status, Table, Venue
from host.model.table_errors import StaleError, TableFullError
from host.services.consent import OpenRequest
from host.services.people import DIGEST
from host.services.voting import DecidedVote, OpenVote
from tests.fixtures import postgresql
from tests.fixtures.databases import execute, fetch
from tests.fixtures.positions import first_legal_turn
from tests.host.deadlines import DAY, PACED, pass_time, round_of
from tests.host.tables import (
    ANN,
    BOB,
    CID,
    DORA,
    EVE,
    FRED,
    Clock,
    begin,
    open_host,
    running,
    seat,
    take_turns,
)

pytestmark = [
    pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or ""),
    pytest.mark.asyncio(loop_scope="module"),  # all tests share the two processes; each has tables of its own
]

CLOCK, CHANNELS = Clock(), itertools.count(1000)
SECONDS = 5
"""How long something may take until the other process knows it, on a machine that does much else."""
LISTENERS = "FROM pg_stat_activity WHERE (query ILIKE 'LISTEN%' OR query = 'SELECT 1')"


class Pair(NamedTuple):
    """Two hosts on one database."""

    here: Host
    there: Host


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pair() -> AsyncIterator[Pair]:
    """Two processes, each with one of two shards."""
    place = postgresql.migrated_database()
    opened = [await open_host(place, CLOCK, shards=ShardGroup(number, number, 2), seed=number) for number in range(2)]
    yield Pair(*opened)
    for host in opened:
        await host.close()


@pytest.fixture
def venue() -> Venue:
    """A channel that no other test uses."""
    return Venue(1, next(CHANNELS))


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(SECONDS):
        while not holds():  # noqa: ASYNC110 (anything may be waited for)
            await asyncio.sleep(0.002)


def noted(host: Host) -> set[int]:
    """Return a set that collects the numbers of games that another process changes."""
    numbers = set[int]()
    host.changes_elsewhere.games_changed.add(numbers.update)
    return numbers


def same(one: Table, other: Table) -> bool:
    """Return whether two tables are the same but for their states, and these have the same fingerprint."""
    assert isinstance(one, RunningTable)
    assert isinstance(other, RunningTable)
    return fingerprint(one.state) == fingerprint(other.state) and replace(one, state=other.state) == other


def ply_of(host: Host, number: int) -> int | None:
    table = host.tables.running_summary(number)
    return table.ply if table else None


async def test_what_one_process_plays_the_other_knows(pair: Pair, venue: Venue) -> None:
    here, there = pair
    changed = noted(there)
    table = await begin(here, ANN, BOB, venue=venue)
    await until(lambda: ply_of(there, table.number) == table.ply)
    assert same(await there.tables.load(table.number), table)
    played = await here.turns.play(table.number, ANN, first_legal_turn(table.state), table.ply)
    await until(lambda: ply_of(there, table.number) == played.after.ply)
    assert changed == {table.number}
    assert there.tables.cached(table.number) is None, "what was read of the game is older"
    assert same(await there.tables.load(table.number), played.after)
    await here.message_log.mark_announced(table.number, played.after.ply, 77)
    await until(lambda: (one := there.tables.running_summary(table.number)) and one.message == 77)
    assert running(there.tables.cached(table.number)).message == 77, "the game itself is as it was"
    await here.turns.resign(table.number, ANN)
    await until(lambda: there.tables.summary(table.number) is None)
    assert (await there.tables.load(table.number)).status is Status.ENDED


async def test_of_two_plays_at_once_one_is_stored_and_the_other_is_told(pair: Pair, venue: Venue) -> None:
    here, there = pair
    table = await begin(here, ANN, BOB, venue=venue)
    await there.tables.load(table.number)
    for _ in range(3):
        mover, turn = running(await here.tables.load(table.number)).next_seat.person, first_legal_turn(table.state)
        assert mover
        results = await asyncio.gather(
            *(host.turns.play(table.number, mover, turn, table.ply) for host in pair), return_exceptions=True
        )
        assert sorted(type(one).__name__ for one in results) == ["PlayResult", "StaleError"]
        table = running(await there.tables.load(table.number))
        [error] = [one for one in results if isinstance(one, StaleError)]
        assert same(error.table, table)


async def test_what_is_stored_is_used_even_before_it_is_heard(pair: Pair, venue: Venue) -> None:
    here, there = pair
    table = await begin(here, ANN, BOB, venue=venue)
    await there.tables.load(table.number)
    await there.changes_elsewhere.close()  # it hears nothing more
    table = running((await here.turns.play(table.number, ANN, first_legal_turn(table.state), table.ply)).after)
    assert same(await there.tables.load(table.number), table)
    assert (await there.turns.play(table.number, BOB, first_legal_turn(table.state), table.ply)).after.ply > table.ply
    assert len(await here.history.log(table.number)) == ply_of(there, table.number)
    there.changes_elsewhere.begin()


async def test_all_who_agree_at_once_count(pair: Pair, venue: Venue) -> None:
    here, there = pair
    table = await take_turns(here, await begin(here, ANN, BOB, CID, DORA, venue=venue), 5)
    question = await there.undo_requests.ask(table.number, ANN)
    assert isinstance(question, OpenRequest)
    undo, ply = Undo(question.request.ply), question.table.ply
    await asyncio.gather(
        here.undo_requests.agree(table.number, BOB, ply, undo), there.undo_requests.agree(table.number, CID, ply, undo)
    )
    assert isinstance(await here.undo_requests.agree(table.number, DORA, ply, undo), PlayResult)


async def test_votes_at_once_decide(pair: Pair, venue: Venue) -> None:
    here, there = pair
    table = await seat(here, ANN, BOB, CID, DORA, venue=venue)
    await here.lobby.start(venue, ANN, table.number, PACED)
    await pass_time(here, CLOCK, DAY)
    round_ = round_of(await here.tables.load_running(table.number))
    voted = await asyncio.gather(
        here.voting.vote(table.number, BOB, round_, VoteChoice.SKIP),
        there.voting.vote(table.number, CID, round_, VoteChoice.SKIP),
    )
    assert {type(one) for one in voted} == {OpenVote, DecidedVote}


async def test_who_joins_at_once_sits_there_as_far_as_there_is_room(pair: Pair, venue: Venue) -> None:
    here, there = pair
    number = (await seat(here, ANN, venue=venue)).number
    await until(lambda: there.tables.summary(number))
    await asyncio.gather(here.lobby.join(venue, BOB, number), there.lobby.join(venue, CID, number))
    await there.lobby.join(venue, DORA, number)
    results = await asyncio.gather(
        here.lobby.join(venue, EVE, number), there.lobby.join(venue, FRED, number), return_exceptions=True
    )
    [full] = [one for one in results if isinstance(one, TableFullError)]
    table = await here.tables.load(number)
    assert {ANN, BOB, CID, DORA} < set(table.people)
    assert len(table.people) == 5
    assert full.table == table


async def test_a_game_gets_one_rematch_however_many_ask_at_once(pair: Pair, venue: Venue) -> None:
    here, there = pair
    table = await begin(here, ANN, BOB, venue=venue)
    await until(lambda: there.tables.running_summary(table.number))
    await here.turns.resign(table.number, ANN)
    first, second = await asyncio.gather(
        here.rematches.join(table.number, ANN), there.rematches.join(table.number, BOB)
    )
    assert first.number == second.number
    assert {*(await here.tables.load(first.number)).people} == {ANN, BOB}


async def test_no_number_is_given_twice(pair: Pair, venue: Venue) -> None:
    people = [Person(number, "Guest") for number in range(500, 504)]
    opened = await asyncio.gather(*(host.lobby.open(venue, person) for host in pair for person in people))
    numbers = {table.number for table in opened}
    assert len(numbers) == 8
    for host in pair:
        await until(lambda host=host: numbers <= {table.number for table in host.tables.near(venue)})  # type: ignore[misc]
    assert (await pair.there.lobby.open(venue, EVE)).number > max(numbers)


async def test_what_people_choose_holds_everywhere(pair: Pair, venue: Venue) -> None:
    here, there = pair
    table = await begin(here, ANN, BOB, venue=venue)
    await until(lambda: there.tables.running_summary(table.number))
    await there.tables.load(table.number)
    await here.people.choose_preferences(ANN, theme=Theme.DAY)
    await here.people.plan_vacation(ANN, "2026-12-01", "2026-12-03")
    await here.people.save_dm_channel(ANN.id, 55, is_new=True)
    await here.follows.follow(CID, table, Followed.END)
    await here.lobby.open(venue, replace(BOB, name="Bobby"))
    await until(lambda: there.people.dm_channel(ANN.id) == 55 and there.follows.games == [table.number])
    assert there.people.preferences(ANN.id) == here.people.preferences(ANN.id)
    assert there.people.vacation(ANN.id) == here.people.vacation(ANN.id) is not None
    await there.people.choose_preferences(CID, digest=Digest(600, CLOCK()))
    await until(lambda: here.schedule.at(DIGEST, CID.id))  # who sends what is private sends the list
    await until(lambda: (one := there.tables.running_summary(table.number)) and one.people[1].name == "Bobby")
    assert (await there.tables.load(table.number)).people[1].name == "Bobby"
    await there.people.end_vacation(ANN)
    await there.follows.stop(CID.id)
    await until(lambda: here.people.vacation(ANN.id) is None and here.follows.games == [])


async def test_what_somebody_chooses_in_both_at_once_holds(pair: Pair) -> None:
    guest = Person(700, "Gus")
    await asyncio.gather(
        pair.here.people.choose_preferences(guest, language="de"),
        pair.there.people.choose_preferences(guest, theme=Theme.DAY),
    )
    chosen = Preferences(language="de", theme=Theme.DAY)
    await until(lambda: all(host.people.preferences(guest.id) == chosen for host in pair))


async def choose_at_once(pair: Pair, most: int) -> None:
    """Two managers choose different settings; wait until both processes know both."""
    chosen = await asyncio.gather(
        pair.here.administration.change_settings(9, ANN, lambda server: replace(server, most_tables=most)),
        pair.there.administration.change_settings(9, BOB, lambda server: replace(server, channels=frozenset({most}))),
    )
    both = ServerSettings(9, frozenset({most}), most)
    assert both in chosen
    await until(lambda: all(host.administration.server(9) == both for host in pair))


async def test_managers_who_choose_at_once_both_have_their_way(pair: Pair) -> None:
    await choose_at_once(pair, 2)  # nothing was stored before
    await choose_at_once(pair, 3)


async def test_whoever_is_deleted_is_forgotten_everywhere(pair: Pair, venue: Venue) -> None:
    here, there = pair
    gone = Person(600, "Gus")
    first, second = await begin(here, gone, BOB, venue=venue), await begin(here, CID, gone, venue=venue)
    await until(lambda: there.tables.running_summary(second.number))
    await there.tables.load(first.number)
    await there.people.choose_preferences(gone, theme=Theme.DAY)
    await here.privacy.withdraw(gone)
    await there.tables.load(second.number)
    await here.privacy.delete(gone.id)
    await until(lambda: there.people.preferences(gone.id) == Preferences())
    for table in (first, second):
        assert gone.id not in {person.id for person in (await there.tables.load(table.number)).people}
    await until(lambda: gone.id not in there._storage.games._cache.known_people)
    assert there.tables.of_person(gone.id) == []


async def test_whoever_is_deleted_is_named_nowhere_even_before_it_is_heard(pair: Pair, venue: Venue) -> None:
    here, there = pair
    gone = Person(601, "Gil")
    table = await begin(here, gone, BOB, CID, venue=venue)
    played = await here.turns.resign(table.number, gone)
    await until(lambda: ply_of(there, table.number) == played.after.ply)
    await there.tables.load(table.number)
    await there.changes_elsewhere.close()  # it hears nothing more
    await here.privacy.delete(gone.id)
    assert gone.id not in {person.id for person in (await there.tables.load(table.number)).people}
    there.changes_elsewhere.begin()


async def test_a_game_that_is_held_in_both_goes_on_in_both(pair: Pair, venue: Venue) -> None:
    here, there = pair
    table = await take_turns(here, await begin(here, ANN, BOB, venue=venue), 2)
    await until(lambda: ply_of(there, table.number) == table.ply)
    database, entry = here._storage._database, f"WHERE ply = 4 AND game = {table.number}"
    [sound] = await fetch(database, f"SELECT hash FROM moves {entry}")
    await execute(database, f"UPDATE moves SET hash = 'x' {entry}")
    for host in pair:
        host._storage.games._cache.remove(table.number)
        with pytest.raises(QuarantinedError):
            await host.tables.load(table.number)
    await execute(database, f"UPDATE moves SET hash = '{sound['hash']}' {entry}")
    await here.administration.retry(1, ANN, table.number)
    await until(lambda: not there.message_log.quarantined and ply_of(there, table.number) == table.ply)


async def lose(host: Host, other: Host) -> None:
    """Have the server end the connection by which a process listens."""
    kill = f"SELECT pg_terminate_backend(pid) {LISTENERS} AND application_name = :name"
    assert await fetch(other._storage._database, kill, name=host._storage._database.backend.process)


async def test_what_was_missed_is_read_when_the_connection_is_there_again(pair: Pair, venue: Venue) -> None:
    here, there = pair
    table = await begin(here, ANN, BOB, venue=venue)
    over = await seat(here, CID, venue=venue)
    await until(lambda: there.tables.summary(over.number))
    changed = noted(there)
    await lose(there, here)
    played = await here.turns.play(table.number, ANN, first_legal_turn(table.state))
    await here.people.save_dm_channel(ANN.id, 60, is_new=True)
    await here.lobby.leave(venue, CID, over.number)
    opened = await here.lobby.open(venue, DORA)
    await until(lambda: there.people.dm_channel(ANN.id) == 60)
    await until(lambda: ply_of(there, table.number) == played.after.ply)
    await until(lambda: there.tables.summary(over.number) is None)
    await until(lambda: there.tables.summary(opened.number) == opened)
    await until(lambda: {table.number, over.number, opened.number} <= changed)
    await here.lobby.join(venue, EVE, opened.number)  # it's heard again
    await until(lambda: (one := there.tables.summary(opened.number)) and one.has_player(EVE.id))


async def test_what_was_missed_is_read_also_by_a_process_that_knows_nobody() -> None:
    """It failed again and again, and heard of nothing any more."""
    place = postgresql.migrated_database()
    here, there = [await open_host(place, CLOCK, shards=ShardGroup(number, number, 2)) for number in range(2)]
    await lose(there, here)
    await here.people.choose_preferences(ANN, theme=Theme.DAY)
    await until(lambda: there.people.preferences(ANN.id).theme is Theme.DAY)
    for host in (here, there):
        await host.close()


def endings(host: Host, venue: Venue) -> list[int]:
    """Return a list that collects the numbers of the games of a venue of which the process hears that they are over."""
    numbers = list[int]()

    def note(number: int, where: Venue) -> None:
        if where == venue:
            numbers.append(number)

    host.game_over.add(note)
    return numbers


async def test_a_game_that_ended_while_nothing_was_heard_is_over_then(pair: Pair, venue: Venue) -> None:
    here, there = pair
    heard = endings(there, venue)
    table = await begin(here, ANN, BOB, venue=venue)
    await until(lambda: there.tables.running_summary(table.number))  # only who knew it running hears of its end
    await lose(there, here)
    await here.turns.resign(table.number, ANN)
    await until(lambda: heard)
    assert heard == [table.number]


@pytest.mark.parametrize("ends", [0, 1])
async def test_every_process_hears_once_that_a_game_is_over(pair: Pair, venue: Venue, ends: int) -> None:
    """Whichever has ended it. A table that is closed before its game begins had none."""
    heard = [endings(host, venue) for host in pair]
    expected = list[int]()

    def is_told() -> bool:
        return all(len(one) >= len(expected) for one in heard)

    await pair[0].lobby.open(venue, CID)
    await pair[0].lobby.leave(venue, CID)
    for _ in range(2):
        number = (await begin(pair[0], ANN, BOB, venue=venue)).number
        expected.append(number)
        await until(partial(pair[1].tables.running_summary, number))
        await pair[ends].turns.resign(number, ANN)
        await until(is_told)
        for host in pair:
            await host.tables.load_started(number)  # to read it again is no second end
    assert heard == [expected, expected]
