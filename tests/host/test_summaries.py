"""What is in memory of thousands of running games: summaries. Whole games are read when needed, and dropped again."""

import asyncio
import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from carcassonne import EDITIONS
from host.errors import QuarantinedError
from host.host import Host
from host.model import log_replay
from host.model.controllers import Person
from host.model.schedule import Schedule
from host.model.table import LiveSummary, MessageRef
from host.model.table_options import TableOptions
from host.services.deadlines import DEADLINE
from host.storage.games import cache as game_cache
from host.storage.games import loader as game_loader
from host.storage.games.live_tables import LiveTables, read_live_tables
from tests.fixtures.databases import Place
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DORA,
    OTHER_CHANNEL,
    OTHER_SERVER,
    PRIVATE,
    THREAD,
    Clock,
    begin,
    open_host,
    player,
    running,
    seat,
    take_turn,
    take_turns,
)

pytestmark = pytest.mark.both_databases


async def stored_tables(host: Host) -> LiveTables:
    """What a start would read now."""
    return await read_live_tables(host._storage.games._database)


def summaries(host: Host) -> list[LiveSummary]:
    """What the host has in memory."""
    return host._storage.games.tables.all


def spoil_game_1(path: Path) -> None:
    """Let the log of game 1 not replay."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE moves SET hash = 'x' WHERE ply = 2 AND game = 1")


@pytest.mark.parametrize("edition", EDITIONS)
async def test_whose_turn_it_is_is_read_without_the_log(host: Host, clock: Clock, edition: str) -> None:
    people = (ANN, BOB, CID) if 3 in EDITIONS[edition].rules.players else (ANN, BOB)
    await begin(host, *people, edition=edition)
    choose, clear = random_turns(7), 0
    for turn in range(200):
        stored = await stored_tables(host)
        assert stored.tables == ([] if stored.unclear else summaries(host))
        clear += not stored.unclear
        if not summaries(host):
            break
        if turn == 10 and len(people) > 2:
            await host.turns.resign(1, CID)
        if turn == 20:
            await host.undo_requests.ask(1, ANN)
            asked = running(await host.tables.load(1)).undo_request
            assert asked is not None
        clock.pass_minutes(1)
        await fast_forward(host, 1, choose, 1)
    assert clear > 20


async def test_a_turn_that_can_be_taken_back_is_read_with_its_log(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    table = await begin(host, ANN, BOB, takeback=5)
    await take_turn(host, table, random.Random(1))
    assert (await stored_tables(host)).unclear == [1]
    before, upcoming = summaries(host), host.schedule.upcoming(DEADLINE)
    await host.close()
    host = await open_host(place, clock)
    assert (summaries(host), host.schedule.upcoming(DEADLINE)) == (before, upcoming)
    assert len(upcoming) == 1
    await host.close()


async def test_a_start_replays_no_log(place: Place, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    host = await open_host(place, clock)
    options = TableOptions(takeback=0, pace="24h")
    for venue in (CHANNEL, THREAD, OTHER_SERVER):
        table = await seat(host, ANN, BOB, CID, venue=venue)
        await host.lobby.start(venue, ANN, table.number, options)
        await take_turns(host, await host.tables.load_running(table.number), 5)
    await host.turns.resign(1, CID)
    await take_turns(host, await host.tables.load_running(1), 1)
    await host.end_requests.ask(2, ANN)
    await host.message_log.mark_status_message(2, MessageRef(1, 2))
    await seat(host, DORA)
    before, upcoming = summaries(host), host.schedule.upcoming(DEADLINE)
    await host.close()

    replays: list[int] = []

    def counted(*arguments: object) -> log_replay.ReplayedLog:
        replays.append(1)
        return log_replay.replay_log(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(game_loader, "replay_log", counted)
    host = await open_host(place, clock)
    assert (summaries(host), host.schedule.upcoming(DEADLINE)) == (before, upcoming)
    assert len(upcoming) == 3
    assert replays == []
    await host.tables.load(1)
    await host.turns.resign(1, BOB)
    assert replays == [1], "it is in memory now"
    await host.close()


async def test_a_game_that_was_dropped_goes_on_as_if_nothing_had_happened(
    place: Place, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_cache, "MOST_RUNNING", 1)
    host = await open_host(place, clock)
    first, second = await begin(host, ANN, BOB), await begin(host, ANN, CID, venue=OTHER_CHANNEL)
    for turn in range(5):
        for number in (first.number, second.number):
            await fast_forward(host, number, random_turns(turn), 1)
            await host.message_log.mark_announced(first.number, turn, turn)
    assert [host.tables.cached(number) is None for number in (1, 2)] == [True, False]
    whole = [running(await host.tables.load(number)) for number in (1, 2)]
    assert [(one.announced, one.message) for one in whole] == [(4, 4), (0, None)]
    assert [one.state.turn for one in whole] == [5, 5]
    assert (await stored_tables(host)).tables == summaries(host)
    await host.close()


async def test_a_game_that_is_read_while_it_is_changed_is_never_held(
    place: Place, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_cache, "MOST_RUNNING", 1)
    host = await open_host(place, clock)
    await begin(host, ANN, CID, venue=OTHER_CHANNEL)
    await begin(host, ANN, BOB)
    dice = random.Random(1)
    for _ in range(10):
        table = running(await host.tables.load(2))
        await host.tables.load(1)  # this drops game 2
        readers = asyncio.gather(*(host.tables.load(number) for number in (2, 2, 1, 2)))
        played = await take_turn(host, table, dice)
        await readers
        assert running(await host.tables.load(2)).ply == played.after.ply
    assert host.message_log.quarantined == []
    assert (await stored_tables(host)).tables == summaries(host)
    await host.close()


async def test_a_new_name_changes_only_the_tables_of_its_person(host: Host) -> None:
    await begin(host, ANN, BOB)
    await begin(host, CID, DORA, venue=OTHER_CHANNEL)
    own, other = host.tables.summary(1), host.tables.summary(2)
    await host.lobby.join(PRIVATE, Person(ANN.id, "Anna"))
    assert host.tables.summary(1) != own
    assert [one.name for one in host.tables.of_person(ANN.id)[0].people] == ["Anna", "Bob"]
    assert running(await host.tables.load(1)).seats[0].name == "Anna"
    assert host.tables.summary(2) is other


async def test_a_game_that_does_not_replay_leaves_the_others_here_to_be_found(path: Path) -> None:
    host = await open_host(path)
    await take_turns(host, await begin(host, ANN, BOB), 2)
    await begin(host, ANN, BOB)
    await host.close()
    spoil_game_1(path)
    host = await open_host(path)
    assert (await host.tables.find_running(CHANNEL, ANN)).table.number == 2
    assert [one.table.number for one in host.message_log.quarantined] == [1]
    await host.close()


async def test_whoever_leaves_everything_leaves_a_game_alone_that_does_not_replay(path: Path) -> None:
    host = await open_host(path)
    await take_turns(host, await begin(host, ANN, BOB), 2)
    await begin(host, ANN, BOB, venue=OTHER_CHANNEL)
    await host.close()
    spoil_game_1(path)
    host = await open_host(path)
    assert [one.after.number for one in (await host.privacy.withdraw(ANN)).resigned] == [2]
    await host.privacy.delete(ANN.id)
    with pytest.raises(QuarantinedError):
        await host.tables.load(1)
    await host.close()


async def test_tables_are_found_where_they_are_now(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await host.message_log.move(1, OTHER_SERVER)
    assert [host.tables.near(venue) for venue in (CHANNEL, OTHER_SERVER)] == [[], [host.tables.summary(1)]]
    assert host.administration.tables(2) == [host.tables.summary(1)]
    await host.administration.reseat(2, DORA, 1, 1, CID)
    assert [len(host.tables.of_person(one.id)) for one in (ANN, BOB, CID)] == [1, 0, 1]
    await host.turns.resign(1, player(table.seats[0]))
    assert [len(host.tables.of_person(one.id)) for one in (ANN, BOB, CID)] == [0, 0, 0]
    assert summaries(host) == []


def test_what_is_due_is_in_order() -> None:
    dice, schedule, known = random.Random(1), Schedule(), dict[tuple[str, int], datetime]()
    start, changes = datetime(2026, 1, 1, tzinfo=UTC), list[None]()
    schedule.changed.add(lambda: changes.append(None))
    for _ in range(300):
        kind, key = dice.choice("abc"), dice.randrange(10)
        at, told = dice.choice([None, start + timedelta(hours=dice.randrange(10))]), len(changes)
        schedule.put(kind, key, at)
        assert (len(changes) > told) == (known.pop((kind, key), None) != at)
        if at is not None:
            known[kind, key] = at
        assert schedule.at(kind, key) == at
        expected = sorted((at, key) for (one, key), at in known.items() if one == kind)
        assert schedule.upcoming(kind) == expected
        limit = start + timedelta(hours=5)
        later = [at for (one, _), at in known.items() if at > limit and one != "c"]
        assert schedule.next_after(limit, "ab") == min(later, default=None)
        assert schedule.due_by(limit, kind) == [key for at, key in expected if at <= limit]
