"""A small simulation, and whether its checks find mistakes."""

import asyncio
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from host.model.controllers import Computer
from host.model.shards import ShardGroup
from host.storage.engine import postgresql_locks
from host.storage.engine.postgresql_locks import ShardLocks
from host.storage.engine.postgresql_sessions import ServerState, read_state
from tests.fixtures import postgresql
from tests.fixtures.databases import database_of
from tests.fixtures.threaded_server import ThreadedServer, threaded_servers
from tests.host.tables import ANN as ANNA
from tests.host.tables import BOB as BERT
from tests.host.tables import CHANNEL, Clock, begin, open_host, running, seat
from tests.month.checks import ExpectedNotification, check_quiet_hours, check_turn_messages, load_game
from tests.month.outages import Outage, OutageKind
from tests.month.people import random_habits
from tests.month.report import report_lines
from tests.month.results import CheckResults
from tests.month.run import play
from tests.month.sent_messages import SentMessage
from tests.month.simulation import SimulationOptions

ANN, BOB = 1, 2
NOON, ONE = datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 13, tzinfo=UTC)
TURN = ExpectedNotification(4, ANN, NOON, ONE, NOON)
ANNOUNCED = SentMessage(NOON, 9, 90, False, "Ann to move", (ANN,), False, (1, 4), False, ())


@pytest.mark.slow
async def test_a_small_month_has_no_violations(tmp_path: Path) -> None:
    options = SimulationOptions(games=4, days=3, seed=1, people=12, channels=4)
    simulation, results, took = await play(options, tmp_path / "month.db")
    assert "\n".join(report_lines(simulation, results, took)).endswith("Violations: 0")
    assert {one.kind for one in simulation.outages} == set(OutageKind)
    assert results.totals["turns"] > 50
    assert results.totals["turns of computers"] > 20
    assert set(simulation.acts) == {
        "computers seated", "seats left to computers", "votes asked for", "ends suggested", "seats given away"
    }  # fmt: skip
    assert len(results.waiting) == results.totals["games running"]


@pytest.mark.slow
@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_two_days_on_postgresql_have_no_violations() -> None:
    options = SimulationOptions(games=2, days=2, seed=3, people=6, channels=2)
    with threaded_servers():
        _, results, _ = await play(options, postgresql.migrated_database())
    assert results.violations == []
    assert results.totals["turns"] > 10


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_a_server_that_has_not_confirmed_its_locks_for_long_is_asked_in_its_own_thread() -> None:
    """On a busy machine that takes long, while the watch over the locks has them in the thread."""
    started, released = threading.Event(), asyncio.Event()

    async def hold(locks: ShardLocks) -> None:
        async with locks._taking:
            started.set()
            await released.wait()

    async def hold_twice(locks: ShardLocks) -> None:
        await asyncio.gather(hold(locks), hold(locks))

    with threaded_servers():
        host = await open_host(postgresql.migrated_database(), Clock())
        backend = database_of(host).backend
        assert isinstance(backend, ThreadedServer)
        holding = asyncio.create_task(backend._there(hold_twice(backend._locks)))
        await asyncio.to_thread(started.wait)
        backend._locks._confirmed_at -= 3600
        confirming = asyncio.create_task(database_of(host).confirm_owned())
        await asyncio.sleep(0)
        backend._loop.call_soon_threadsafe(released.set)
        await asyncio.gather(holding, confirming)
        await host.close()


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_a_simulation_waits_long_for_a_server_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot would say after three seconds that the database is away."""
    ask, patience = read_state, list[float]()

    async def noted(driver: Any, shards: ShardGroup, process: str, seconds: float) -> ServerState:
        patience.append(seconds)
        return await ask(driver, shards, process, seconds)

    monkeypatch.setattr(postgresql_locks, "read_state", noted)
    with threaded_servers():
        host = await open_host(postgresql.migrated_database(), Clock())
        await host.close()
    assert patience
    assert min(patience) > 60


def test_an_answer_to_what_somebody_does_in_private_may_make_a_sound_at_night() -> None:
    night = datetime(2026, 1, 1, 3, tzinfo=UTC)
    told = SentMessage(night, 9, 90, True, "You can vote from noon on.", (ANN,), False, None, False, ())
    people = {ANN: replace(random_habits(1, night, 30, Random(1)), zone="UTC", awake=(8, 22))}
    for sent, violations in ((told, 1), (replace(told, is_answer=True), 0), (replace(told, is_silent=True), 0)):
        results = CheckResults()
        check_quiet_hours(results, people, {ANN: night - timedelta(days=1)}, [sent])
        assert len(results.violations) == violations


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ([], "told 0 times, in private 0 times"),
        ([ANNOUNCED, replace(ANNOUNCED, id=91)], "told 2 times, in private 0 times"),
        ([replace(ANNOUNCED, pinged=(BOB,))], "pinged (2,), not 1"),
        ([replace(ANNOUNCED, pinged=())], "pinged (), not 1"),
        ([ANNOUNCED, replace(ANNOUNCED, turn=(1, 5))], "pinged (1,), and no turn began"),
    ],
)
def test_a_ping_that_is_lost_wrong_or_there_twice_is_found(sent: list[SentMessage], wrong: str) -> None:
    results = CheckResults()
    check_turn_messages(results, 1, [TURN], sent)
    assert [one.what for one in results.violations] == [wrong]


def test_a_turn_that_was_over_before_it_could_be_told_pings_nobody() -> None:
    results = CheckResults()
    check_turn_messages(results, 1, [TURN], [replace(ANNOUNCED, pinged=(), at=ONE)])
    assert results.violations == []
    assert results.totals["turn pings merged"] == 1


@pytest.mark.parametrize(("until", "violations"), [(ONE, 0), (NOON, 1)])
def test_only_a_turn_that_was_over_while_discord_took_nothing_may_have_no_message(
    until: datetime, violations: int
) -> None:
    results = CheckResults()
    check_turn_messages(results, 1, [TURN], [], [Outage(OutageKind.DISCORD_ERRORS, NOON, until)])
    assert len(results.violations) == violations


async def test_the_last_turn_of_a_game_that_was_ended_was_over_then_and_its_message_is_that_of_the_end(
    tmp_path: Path,
) -> None:
    clock = Clock()
    host = await open_host(tmp_path / "game.db", clock)
    try:
        await begin(host, ANNA, BERT, takeback=0)
        clock.pass_minutes(5)
        await host.end_requests.ask(1, ANNA)
        request = running(await host.tables.load(1)).end_request
        assert request is not None
        await host.end_requests.agree(1, BERT, request.number)
        [turn] = (await load_game(host, 1)).expected_notifications()
    finally:
        await host.close()
    assert (turn.answered, turn.comes_late) == (clock.time, False)


async def test_a_game_that_ended_as_the_last_person_resigned_has_no_turn_after_it(tmp_path: Path) -> None:
    host = await open_host(tmp_path / "game.db", Clock())
    try:
        table = await seat(host, ANNA)
        for _ in range(2):
            await host.lobby.add_computer(CHANNEL, ANNA, table.number, Computer(1))
        await host.lobby.start(CHANNEL, ANNA, table.number)
        before = (await load_game(host, 1)).expected_notifications()
        await host.turns.resign(1, ANNA)
        game = await load_game(host, 1)
    finally:
        await host.close()
    assert game.table.status.is_over
    assert not game.states[-1].is_over
    assert game.expected_notifications() == [replace(before[0], answered=game.table.moved_at)]


async def test_who_is_left_alone_by_the_others_is_known(tmp_path: Path) -> None:
    host = await open_host(tmp_path / "game.db", Clock())
    try:
        table = await begin(host, ANNA, BERT, takeback=0)
        await host.seats.leave_to_computer(table.number, BERT, Computer(1))
        game = await load_game(host, table.number)
    finally:
        await host.close()
    assert game.people_at(table.ply) == {ANNA.id, BERT.id}
    assert game.people_at(table.ply, is_end=True) == {ANNA.id}


@pytest.mark.parametrize(
    ("turn", "deleted_at", "violations"),
    [
        (TURN, None, 1),
        (replace(TURN, comes_late=False), None, 0),
        (TURN, NOON, 0),
        (replace(TURN, comes_late=False, answered=ONE + timedelta(hours=1)), None, 1),
        (replace(TURN, comes_late=False, answered=None), None, 1),
    ],
)
def test_what_another_message_tells_of_may_be_over_before_the_bot_tries_again(
    turn: ExpectedNotification, deleted_at: datetime | None, violations: int
) -> None:
    half_an_hour = Outage(
        OutageKind.DISCORD_ERRORS, NOON, NOON + timedelta(minutes=30)
    )  # the next attempt is in an hour
    results = CheckResults()
    check_turn_messages(results, 1, [turn], [], [half_an_hour], deleted_at)
    assert len(results.violations) == violations


PRIVATE_MESSAGE = replace(ANNOUNCED, id=92, channel=8, is_private=True)


@pytest.mark.parametrize(
    ("sent", "deleted_at", "violations"),
    [
        ([PRIVATE_MESSAGE], NOON, 0),
        ([ANNOUNCED, PRIVATE_MESSAGE], NOON, 1),
        ([ANNOUNCED, replace(PRIVATE_MESSAGE, at=ONE)], ONE, 0),
        ([ANNOUNCED, PRIVATE_MESSAGE], None, 0),
        ([PRIVATE_MESSAGE], None, 1),
        ([PRIVATE_MESSAGE, PRIVATE_MESSAGE], NOON, 1),
    ],
)
def test_where_the_channel_is_deleted_a_private_message_replaces_the_public_one(
    sent: list[SentMessage], deleted_at: datetime | None, violations: int
) -> None:
    results = CheckResults()
    check_turn_messages(results, 1, [TURN], sent, deleted_at=deleted_at)
    assert len(results.violations) == violations
