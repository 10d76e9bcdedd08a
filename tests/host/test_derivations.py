"""Results are worked out in the background: a stop ends that between two games, and two programs share the work."""

import asyncio
from typing import Any

import pytest

from host.host import Host
from host.model.log_replay import FinishedGame
from host.model.ratings import ALL_SERVERS, ratings_after
from host.model.shards import ShardGroup
from host.services.derivations import Derivation
from host.storage.derivations import DerivationRepository
from host.storage.results import RESULTS_VERSION
from host.storage.statements import Statement
from tests.fixtures import postgresql
from tests.fixtures.databases import Place, database_of, execute, fetch
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock, begin, open_host

pytestmark = pytest.mark.both_databases

HERE = CHANNEL.guild
GAMES = 6


async def finish_games(host: Host, clock: Clock, games: int = GAMES) -> None:
    """Finish games of Ann, whom Bob and Cid beat in turn."""
    for number in range(games):
        other = (BOB, CID)[number % 2]
        table = await begin(host, ANN, other)
        await host.turns.resign(table.number, ANN)
        clock.pass_minutes(1)


class Gate:
    """Lets some games be worked out, and holds the next one until it's opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, games: int) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()
        self.saved: list[int] = []
        save = DerivationRepository.save

        async def hold_and_save(
            repository: DerivationRepository, name: str, version: int | None, number: int, rows: Any
        ) -> bool:
            if len(self.saved) == games:
                self.reached.set()
                await self.opened.wait()
            self.saved.append(number)
            return await save(repository, name, version, number, rows)

        monkeypatch.setattr(DerivationRepository, "save", hold_and_save)


async def worked_out(host: Host) -> dict[int, int]:
    """How many games have results of which version."""
    rows = await fetch(database_of(host), "SELECT version, count(*) AS games FROM derivations GROUP BY version")
    return {row["version"]: row["games"] for row in rows}


async def ratings_that_follow(host: Host) -> bool:
    """Say whether all ratings are those that follow from the results."""
    results = host._storage.results
    pools = await results.rated_pools()
    assert pools == {ALL_SERVERS, HERE}
    stored = [{person.id: one for person, one in (await results.ratings(pool)).items()} for pool in sorted(pools)]
    return stored == [ratings_after(await results.rated_games(pool)) for pool in sorted(pools)]


async def test_a_stop_ends_the_work_between_two_games(
    place: Place, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await open_host(place, clock)
    await finish_games(host, clock)
    gate = Gate(monkeypatch, games=1)
    asked = asyncio.create_task(host.statistics.leaderboard(HERE))
    await gate.reached.wait()
    asked.cancel()
    closing = asyncio.create_task(host.close())
    await asyncio.sleep(0)  # it has begun, and waits for the second game
    gate.opened.set()
    await closing
    again = await open_host(place, clock)
    assert await worked_out(again) == {RESULTS_VERSION: 2}
    assert [one.games for one in await again.statistics.leaderboard(HERE) if one.person == ANN] == [GAMES]
    assert await ratings_that_follow(again)
    await again.close()


async def test_whoever_asks_meanwhile_sees_what_is_there(
    host: Host, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish_games(host, clock)
    gate = Gate(monkeypatch, games=2)
    asked = asyncio.create_task(host.statistics.leaderboard(HERE))
    await gate.reached.wait()
    assert [one.games for one in await host.statistics.leaderboard(HERE, patience=0) if one.person == ANN] == [2]
    assert (await host.statistics.of_person(ANN.id, HERE, patience=0)).total.games == 2
    assert host.statistics.missing == GAMES - 2
    gate.opened.set()
    assert [one.games for one in await asked if one.person == ANN] == [GAMES]
    assert host.statistics.missing == 0


async def test_what_a_newer_program_has_worked_out_stays(host: Host, clock: Clock) -> None:
    await finish_games(host, clock)
    await host.statistics.leaderboard(HERE)
    newer = RESULTS_VERSION + 1
    await execute(database_of(host), f"UPDATE derivations SET version = {newer}")
    await execute(database_of(host), "UPDATE results SET score = 500, place = 1")
    await finish_games(host, clock, 1)
    total = (await host.statistics.of_person(ANN.id, HERE)).total
    assert (total.games, total.wins, total.points) == (GAMES + 1, GAMES, 500 * GAMES)
    assert await worked_out(host) == {newer: GAMES, RESULTS_VERSION: 1}


async def test_what_an_older_program_has_worked_out_is_shown_until_it_is_replaced(
    host: Host, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish_games(host, clock)
    right = await host.statistics.leaderboard(HERE)
    await execute(database_of(host), f"UPDATE derivations SET version = {RESULTS_VERSION - 1}")
    await execute(database_of(host), "UPDATE results SET place = 1")
    await execute(database_of(host), "UPDATE ratings SET mu = 50")
    gate = Gate(monkeypatch, games=2)
    asked = asyncio.create_task(host.statistics.leaderboard(HERE))
    await gate.reached.wait()
    total = (await host.statistics.of_person(ANN.id, HERE, patience=0)).total
    assert (total.games, total.wins) == (GAMES, GAMES - 2)
    gate.opened.set()
    assert await asked == right
    assert await ratings_that_follow(host)


async def test_a_game_on_hold_loses_what_an_older_program_has_worked_out(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    await finish_games(host, clock)
    await host.statistics.leaderboard(HERE)
    await execute(database_of(host), f"UPDATE derivations SET version = {RESULTS_VERSION - 1}")
    await execute(database_of(host), f"UPDATE moves SET hash = 'x' WHERE game = {GAMES} AND ply = 1")
    await host.close()
    again = await open_host(place, clock)
    assert [one.games for one in await again.statistics.leaderboard(HERE) if one.person == ANN] == [GAMES - 1]
    assert await worked_out(again) == {RESULTS_VERSION: GAMES - 1}
    assert await ratings_that_follow(again)
    await again.close()


@pytest.mark.sqlite  # the test brings its own server
@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_two_processes_work_out_each_game_once(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    place = postgresql.migrated_database()
    hosts = [await open_host(place, clock, shards=ShardGroup.parse(text)) for text in ("0/2", "1/2")]
    await finish_games(hosts[0], clock)
    gate = Gate(monkeypatch, games=GAMES + 1)
    boards = await asyncio.gather(*(host.statistics.leaderboard(HERE) for host in hosts))
    assert boards[0] == boards[1]
    assert sorted(gate.saved) == [*range(1, GAMES + 1)]
    assert await ratings_that_follow(hosts[0])
    for host in hosts:
        await host.close()


class Entries:
    """Another derivation: how many entries the log of each game has. It stores nothing of its own."""

    def __init__(self) -> None:
        self.counted: dict[int, int] = {}
        self.removed: list[int] = []
        self.opened = asyncio.Event()
        self.reached = asyncio.Event()
        self.opened.set()

    async def work_out(self, game: FinishedGame) -> int:
        self.reached.set()
        await self.opened.wait()
        return len(game.logged.entries)

    async def rows(self, number: int, found: int | None, is_outdated: bool) -> list[Statement]:
        if found is None:
            self.removed.append(number)
        else:
            self.counted[number] = found
        return []

    def as_derivation(self, version: int = 1) -> Derivation[int]:
        return Derivation("entries", version, self.work_out, self.rows)


async def test_something_else_is_worked_out_beside_the_results(host: Host, clock: Clock) -> None:
    await finish_games(host, clock)
    entries = Entries()
    backlog = host.derivations.add(entries.as_derivation())
    while await host.derivations.work_out_next():
        pass
    assert list(entries.counted) == [*range(GAMES, 0, -1)]
    assert backlog.missing == host.statistics.missing == 0
    assert await worked_out(host) == {1: GAMES, RESULTS_VERSION: GAMES}
    await execute(database_of(host), f"UPDATE moves SET hash = 'x' WHERE game = {GAMES} AND ply = 1")
    host._storage.games._cache.remove(GAMES)
    await host.derivations.add(entries.as_derivation(2)).catch_up()
    assert entries.removed == [GAMES]
    assert await worked_out(host) == {2: GAMES - 1, RESULTS_VERSION: GAMES}


@pytest.mark.sqlite  # the test brings its own server
@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_several_processes_share_what_is_not_in_order(clock: Clock) -> None:
    """Each claims one game at a time. The claim of one that dies ends with its connection."""
    place = postgresql.migrated_database()
    hosts = [await open_host(place, clock, shards=ShardGroup.parse(text)) for text in ("0/2", "1/2")]
    await finish_games(hosts[0], clock, 3)
    works = [Entries(), Entries()]
    works[0].opened.clear()
    backlogs = [host.derivations.add(one.as_derivation()) for host, one in zip(hosts, works, strict=True)]
    first = asyncio.create_task(backlogs[0].work_out_next())
    await works[0].reached.wait()
    await backlogs[1].catch_up()
    assert list(works[1].counted) == [2, 1]
    works[0].opened.set()
    assert await first
    await backlogs[0].catch_up()
    assert list(works[0].counted) == [3]
    for host in hosts:
        await host.close()
