"""Reviews: made of games that were played to their end, when somebody asks or nobody plays, and of no others."""

import asyncio

import pytest

from host.host import Host
from host.model.log_replay import FinishedGame
from host.model.table import FinishedTable
from host.model.table_errors import NoReviewError, StillRunsError
from host.services.reviews import Listener
from tests.fixtures.databases import Place, database_of, fetch
from tests.host.tables import ANN, BOB, Clock, begin, finished, open_host, running, take_turns

pytestmark = pytest.mark.both_databases


class Maker:
    """Makes reviews that say which game they are of. It can be held, and asked how often it made which."""

    def __init__(self, version: int = 1) -> None:
        self.version = version
        self.made: list[int] = []
        self.opened = asyncio.Event()
        self.reached = asyncio.Event()
        self.opened.set()
        self.can = True

    async def make(self, game: FinishedGame, told: Listener) -> str | None:
        self.made.append(game.logged.table.number)
        told(1, 2)
        self.reached.set()
        await self.opened.wait()
        return f"review {self.version} of {game.logged.table.number}" if self.can else None


def reviewing(host: Host, version: int = 1) -> Maker:
    maker = Maker(version)
    host.reviews.begin(version, maker.make)
    return maker


async def play_to_the_end(host: Host) -> FinishedTable:
    table = await begin(host, ANN, BOB)
    return finished(await take_turns(host, table, 100))


async def work_out_all(host: Host) -> None:
    while await host.derivations.work_out_next(is_slow=True):
        pass


async def test_a_review_is_made_when_somebody_asks_and_kept(host: Host) -> None:
    maker, table = reviewing(host), await play_to_the_end(host)
    assert await host.reviews.find(table) == ""
    heard: list[tuple[int, int]] = []
    assert await host.reviews.make(table, lambda *told: heard.append(told)) == "review 1 of 1"
    assert heard == [(1, 2)]
    assert await host.reviews.make(table) == await host.reviews.find(table) == "review 1 of 1"
    assert maker.made == [1]


async def test_nobody_waits_for_what_is_slow(host: Host) -> None:
    maker = reviewing(host)
    await play_to_the_end(host)
    while await host.derivations.work_out_next():
        pass
    await host.statistics.leaderboard()
    assert maker.made == []


async def test_what_nobody_asked_for_is_made_too_the_newest_game_first(host: Host, clock: Clock) -> None:
    maker = reviewing(host)
    for _ in range(2):
        await play_to_the_end(host)
        clock.pass_minutes(1)
    assert await host.derivations.work_out_next(is_slow=True)
    third = await play_to_the_end(host)
    await work_out_all(host)
    assert maker.made == [2, 3, 1]
    assert await host.reviews.find(third) == "review 1 of 3"


async def test_a_game_that_runs_is_never_reviewed(host: Host) -> None:
    maker, table = reviewing(host), await begin(host, ANN, BOB)
    after = running(await take_turns(host, table, 3))
    await work_out_all(host)
    for ask in (host.reviews.find, host.reviews.make):
        with pytest.raises(StillRunsError):
            await ask(after)
    assert maker.made == []


async def test_a_game_that_was_given_up_has_no_review(host: Host) -> None:
    maker, table = reviewing(host), await begin(host, ANN, BOB)
    await take_turns(host, table, 3)
    await host.turns.resign(1, ANN)
    over = finished(await host.tables.known_started(1))
    await work_out_all(host)
    assert not over.has_review
    for ask in (host.reviews.find, host.reviews.make):
        with pytest.raises(NoReviewError):
            await ask(over)
    assert maker.made == []
    assert await fetch(database_of(host), "SELECT * FROM reviews") == []


async def test_who_asks_while_it_is_being_made_waits_for_the_same_work(host: Host) -> None:
    maker, table = reviewing(host), await play_to_the_end(host)
    maker.opened.clear()
    background = asyncio.create_task(host.derivations.work_out_next(is_slow=True))
    await maker.reached.wait()
    asked = [asyncio.create_task(host.reviews.make(table)) for _ in range(2)]
    await asyncio.sleep(0)
    asked[0].cancel()
    maker.opened.set()
    assert await asked[1] == "review 1 of 1"
    assert await background
    assert maker.made == [1]


async def test_what_cannot_be_made_now_is_left_for_later_and_holds_nothing_up(host: Host, clock: Clock) -> None:
    maker, table = reviewing(host), await play_to_the_end(host)
    maker.can = False
    assert await host.reviews.make(table) == ""
    await work_out_all(host)
    maker.can = True
    assert await host.reviews.make(table) == "review 1 of 1"


async def test_a_newer_program_makes_it_anew(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    reviewing(host)
    await host.reviews.make(await play_to_the_end(host))
    await host.close()
    again = await open_host(place, clock)
    newer = reviewing(again, 2)
    table = await again.tables.known_started(1)
    assert await again.reviews.find(table) == ""
    await work_out_all(again)
    assert newer.made == [1]
    assert await again.reviews.find(table) == "review 2 of 1"
    assert [row["content"] for row in await fetch(database_of(again), "SELECT content FROM reviews")] == [
        "review 2 of 1"
    ]
    await again.close()


async def test_a_stop_waits_for_no_review_and_the_next_start_makes_it(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    maker, table = reviewing(host), await play_to_the_end(host)
    maker.opened.clear()
    asked = asyncio.create_task(host.reviews.make(table))
    await maker.reached.wait()
    await host.close()
    assert asked.cancelled()
    again = await open_host(place, clock)
    maker = reviewing(again)
    assert await again.reviews.find(await again.tables.known_started(1)) == ""
    await work_out_all(again)
    assert maker.made == [1]
    await again.close()
