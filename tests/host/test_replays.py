"""How often a log is replayed: once for a finished game, never for a running one."""

from collections.abc import Sequence

import pytest

from host.host import Host
from host.model.controllers import Person
from host.model.game_log import LogEntry
from host.model.log_replay import ReplayedLog, replay_log
from host.model.table import MessageRef, SeatedTable, Status
from host.storage.games import loader as game_loader
from tests.fixtures.databases import Place
from tests.host.tables import ANN, BOB, CHANNEL, Clock, begin, open_host, take_turns

HERE = CHANNEL.guild
assert HERE is not None


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Records the length of each log that is replayed."""
    lengths: list[int] = []

    def counted(table: SeatedTable, log: Sequence[LogEntry]) -> ReplayedLog:
        lengths.append(len(log))
        return replay_log(table, log)

    monkeypatch.setattr(game_loader, "replay_log", counted)
    return lengths


async def test_a_game_that_is_over_is_replayed_once_for_its_results(host: Host, replays: list[int]) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB), 100)
    await host.message_log.mark_announced(1, table.ply, 77)
    assert (await host.tables.load_started(1)).message == 77
    assert replays == [], "it is still in memory"
    assert len(await host.statistics.leaderboard(HERE)) == 2
    assert (await host.statistics.of_person(ANN.id, HERE)).total.games == 1
    assert (await host.tables.load(1)).status is Status.FINISHED
    assert replays == [table.ply]


async def test_a_game_that_was_over_before_the_start_is_read_once(
    place: Place, clock: Clock, replays: list[int]
) -> None:
    host = await open_host(place, clock)
    table = await take_turns(host, await begin(host, ANN, BOB), 100)
    await host.close()
    host = await open_host(place, clock)
    assert (await host.tables.load_started(1)).ply == (await host.tables.load_started(1)).ply == table.ply
    assert replays == [table.ply]
    await host.close()


async def test_results_of_a_game_that_is_not_in_memory_need_no_second_replay(
    place: Place, clock: Clock, replays: list[int]
) -> None:
    host = await open_host(place, clock)
    table = await take_turns(host, await begin(host, ANN, BOB), 100)
    await host.close()
    host = await open_host(place, clock)
    await host.statistics.leaderboard(HERE)
    assert (await host.tables.load(1)).status is Status.FINISHED
    assert replays == [table.ply]
    await host.close()


async def test_changes_of_a_finished_game_are_seen_at_once(host: Host, replays: list[int]) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 100)
    await host.message_log.mark_status_message(1, MessageRef(10, 5))
    assert (await host.tables.load(1)).status_message == MessageRef(10, 5)
    await host.lobby.join(CHANNEL, Person(BOB.id, "Robert"))
    assert [person.name for person in (await host.tables.load(1)).people] == ["Ann", "Robert"]
    await host.lobby.leave(CHANNEL, Person(BOB.id, "Robert"))
    await host.privacy.delete(BOB.id)
    assert [person.name for person in (await host.tables.load(1)).people] == ["Ann", "?"]
