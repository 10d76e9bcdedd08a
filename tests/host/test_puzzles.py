"""The puzzle of each day: its seed, the answers, the lists, and when servers get it."""

import asyncio
from dataclasses import replace
from datetime import date

import pytest

from host.host import Host
from host.model.puzzles import DAY, PuzzleAnswer, first_of_month, first_of_week, puzzle_seed, start_of, streaks_of
from host.model.shards import ShardGroup
from host.services.puzzles import PUZZLE_POST
from tests.fixtures import postgresql
from tests.fixtures.databases import Place, database_of, fetch
from tests.host.tables import ANN, BOB, CID, Clock, open_host

pytestmark = pytest.mark.both_databases

MANAGER = CID
TURN = "M14 90 -"
DAY_OF_MINUTES = 24 * 60


async def answer(host: Host, who: object, lost: float = 0.0, guild: int | None = 1) -> bool:
    """Answer the puzzle of today, which is there then."""
    today = host.puzzles.today()
    await host.puzzles.store(today, "a puzzle")
    return await host.puzzles.answer(who, PuzzleAnswer(today, TURN, lost), guild)  # type: ignore[arg-type]


async def test_today_and_tomorrow_are_missing_until_they_are_stored(host: Host, clock: Clock) -> None:
    today = date(2026, 11, 21)
    assert host.puzzles.today() == today
    assert await host.puzzles.load(today) is None
    assert await host.puzzles.missing() == today
    await host.puzzles.store(today, "a puzzle")
    assert await host.puzzles.missing() == today + DAY
    await host.puzzles.store(today + DAY, "another one")
    assert await host.puzzles.missing() is None
    clock.pass_minutes(DAY_OF_MINUTES)
    assert await host.puzzles.load(host.puzzles.today()) == "another one"
    assert await host.puzzles.missing() == today + 2 * DAY


async def test_a_puzzle_that_is_there_stays(host: Host) -> None:
    day = host.puzzles.today()
    await host.puzzles.store(day, "first")
    await host.puzzles.store(day, "second")
    assert await host.puzzles.load(day) == "first"


async def test_the_seed_follows_from_the_day_and_a_secret_that_stays(host: Host, place: Place, clock: Clock) -> None:
    day = host.puzzles.today()
    seeds = [await host.puzzles.seed(one) for one in (day, day + DAY)]
    assert len(set(seeds)) == 2
    await host.close()
    again = await open_host(place, clock)
    assert [await again.puzzles.seed(one) for one in (day, day + DAY)] == seeds
    assert len(await fetch(database_of(again), "SELECT content FROM secrets")) == 1
    await again.close()


async def test_of_several_that_ask_first_one_makes_the_secret(host: Host) -> None:
    seeds = await asyncio.gather(*(host.puzzles.seed(host.puzzles.today()) for _ in range(6)))
    assert len(set(seeds)) == 1


def test_another_secret_gives_other_seeds() -> None:
    day = date(2026, 11, 21)
    assert puzzle_seed("abc", day) == puzzle_seed("abc", day)
    assert len({puzzle_seed(secret, day + DAY * number) for secret in ("abc", "abd") for number in range(5)}) == 10


async def test_an_answer_counts_once_and_only_on_its_day(host: Host, clock: Clock) -> None:
    assert await answer(host, ANN, 2.5)
    assert not await answer(host, ANN)
    yesterday = host.puzzles.today()
    clock.pass_minutes(DAY_OF_MINUTES)
    assert not await host.puzzles.answer(BOB, PuzzleAnswer(yesterday, TURN, 0.0), 1)
    assert await host.puzzles.answers(ANN.id) == [PuzzleAnswer(yesterday, TURN, 2.5)]
    assert await host.puzzles.answers(BOB.id) == []


async def test_of_many_answers_in_the_same_moment_one_is_stored(host: Host) -> None:
    await host.puzzles.store(host.puzzles.today(), "a puzzle")
    assert sorted(await asyncio.gather(*(answer(host, ANN, float(one)) for one in range(6)))) == [False] * 5 + [True]


async def test_the_lists_have_who_solved_most_on_a_server_this_week_and_this_month(host: Host, clock: Clock) -> None:
    await answer(host, ANN)  # Saturday
    await answer(host, BOB, 3.0)
    await answer(host, CID, guild=2)
    clock.pass_minutes(2 * DAY_OF_MINUTES)  # Monday
    await answer(host, BOB)
    week, month = await host.puzzles.of_week(1), await host.puzzles.of_month(1)
    assert [(one.person.name, one.solved, one.answered, one.lost) for one in week] == [("Bob", 1, 1, 0.0)]
    assert [(one.person.name, one.solved, one.answered, one.lost) for one in month] == [
        ("Ann", 1, 1, 0.0),
        ("Bob", 1, 2, 3.0),
    ]
    assert [one.person.name for one in await host.puzzles.of_month(2)] == ["Cid"]
    assert await host.puzzles.chosen(host.puzzles.today()) == {TURN: 1}


def test_weeks_begin_on_monday_and_months_on_the_first() -> None:
    assert first_of_week(date(2026, 11, 22)) == date(2026, 11, 16)
    assert first_of_week(date(2026, 11, 23)) == date(2026, 11, 23)
    assert first_of_month(date(2026, 11, 23)) == date(2026, 11, 1)


@pytest.mark.parametrize(
    ("days", "current", "longest"),
    [([], 0, 0), ([21], 1, 1), ([20], 1, 1), ([19], 0, 1), ([18, 19, 20, 21], 4, 4), ([10, 11, 12, 20, 21], 2, 3)],
)
def test_a_streak_goes_on_until_a_day_was_missed(days: list[int], current: int, longest: int) -> None:
    answers = [PuzzleAnswer(date(2026, 11, one), TURN, 1.0) for one in days]
    found = streaks_of(answers, date(2026, 11, 21))
    assert (found.current, found.longest, found.answered, found.solved) == (current, longest, len(days), 0)


async def test_who_is_deleted_has_no_answers_and_is_in_no_list(host: Host) -> None:
    await answer(host, ANN)
    await answer(host, BOB, 1.0)
    exported = await host.privacy.export(ANN.id)
    assert exported["puzzle_answers"] == [
        {"day": "2026-11-21", "person": ANN.id, "turn": TURN, "lost": 0.0, "guild": 1}
    ]
    await host.privacy.delete(ANN.id)
    assert [one.person.name for one in await host.puzzles.of_week(1)] == ["Bob"]
    assert await host.puzzles.chosen(host.puzzles.today()) == {TURN: 1}
    assert not any((await host.privacy.export(ANN.id)).values())


# When it's posted


def due(host: Host) -> object:
    return host.schedule.at(PUZZLE_POST, 1)


async def choose(host: Host, channel: int | None) -> None:
    await host.administration.change_settings(1, MANAGER, lambda server: replace(server, puzzle_channel=channel))


async def test_a_server_gets_the_puzzle_of_each_day_from_the_day_on_that_it_wants_it(
    host: Host, place: Place, clock: Clock
) -> None:
    assert due(host) is None
    await choose(host, 10)
    today = host.puzzles.today()
    assert due(host) == start_of(today)
    await host.puzzles.note_posted(1, today)
    assert due(host) == start_of(today + DAY)
    await choose(host, 11)
    assert due(host) == start_of(today + DAY), "one a day, in whatever channel"
    await host.close()
    again = await open_host(place, clock)
    assert due(again) == start_of(today + DAY)
    clock.pass_minutes(3 * DAY_OF_MINUTES)
    await again.puzzles.refresh()
    assert due(again) == start_of(again.puzzles.today()), "what was missed is the one of today"
    await choose(again, None)
    assert due(again) is None
    await again.close()


@pytest.mark.skipif(postgresql.why_not() is not None, reason="no PostgreSQL")
async def test_several_processes_have_one_puzzle_and_one_secret(clock: Clock) -> None:
    place = postgresql.migrated_database()
    here = await open_host(place, clock, shards=ShardGroup.parse("0/2"))
    there = await open_host(place, clock, shards=ShardGroup.parse("1/2"))
    day = here.puzzles.today()
    assert await here.puzzles.seed(day) == await there.puzzles.seed(day)
    await asyncio.gather(here.puzzles.store(day, "a puzzle"), there.puzzles.store(day, "a puzzle"))
    assert await there.puzzles.load(day) == "a puzzle"
    results = await asyncio.gather(answer(here, ANN), answer(there, ANN))
    assert sorted(results) == [False, True]
    await here.close()
    await there.close()
