"""Where computers think: in processes that may die, hang or not begin at all. The game goes on in any case."""

import asyncio
import errno
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from carcassonne import DrawTile, apply_all, format_position
from cogs.interaction import thinking
from cogs.interaction.thinking import NICENESS, Thinking, level_of, process_thinkers
from host.model.controllers import Computer
from players import LEVELS, choose_with_seed
from players.puzzle_file import format_puzzle
from players.puzzles import Hunt, Puzzle
from tests.cogs.example_tables import NAMES, first_state, seated
from tests.fixtures.stored_puzzle import stored_puzzle
from workers import Job, Listener, ProcessWorker, dump, load

TABLE = seated(first_state(), NAMES[:2])
BEGINNER, STRONG = Computer(1), Computer(3)
SEED = 5
OF_CLUB = choose_with_seed(TABLE.state, "club", SEED)


class TroubledWorker(ProcessWorker):
    """Does another job than it is given."""

    def __init__(self, job: Callable[[], Any]) -> None:
        super().__init__("players", NICENESS)
        self._job = job

    async def run(self, job: Job[Any], _: Listener | None = None) -> Any:
        return await super().run(self._job)


@asynccontextmanager
async def opened(thinker: Thinking) -> AsyncIterator[Thinking]:
    yield thinker
    await thinker.close()


async def test_a_process_chooses_what_the_level_chooses() -> None:
    async with opened(Thinking(process_thinkers(1), lambda: SEED)) as thinker:
        for level, name in ((BEGINNER, "beginner"), (Computer(2), "club")):
            assert await thinker.choose(TABLE, level) == choose_with_seed(TABLE.state, name, SEED)


def test_a_process_gets_all_of_a_search_for_a_puzzle() -> None:
    puzzle = stored_puzzle()
    hunt = Hunt(SEED, 2, (DrawTile("U"),), puzzle.state, puzzle)
    read = load(dump(hunt))
    assert read.state is not None
    assert read.state.ruleset is puzzle.state.ruleset
    assert format_position(read.state) == format_position(puzzle.state)
    assert (read.seed, read.game, read.moves) == (hunt.seed, hunt.game, hunt.moves)
    assert format_puzzle(read.puzzle) == format_puzzle(puzzle)


async def test_a_search_for_a_puzzle_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    found = replace(stored_puzzle(), seed=SEED)
    monkeypatch.setattr(thinking, "hunt_on", partial(hunted, games=3, puzzle=found))
    async with opened(Thinking()) as thinker:
        assert [await thinker.puzzle(SEED) for _ in range(3)] == [None, None, format_puzzle(found)]
        assert await thinker.puzzle(SEED) is None, "it begins anew"
        assert await thinker.puzzle(SEED + 1) is None
        assert thinker._hunt == Hunt(SEED + 1, 1), "and so does another seed"


def hunted(hunt: Hunt, games: int, puzzle: Puzzle) -> Hunt:
    """A search that needs this number of steps."""
    return replace(hunt, game=hunt.game + 1, puzzle=puzzle if hunt.game + 1 == games else None)


async def test_a_process_that_was_killed_is_replaced() -> None:
    [worker] = process_thinkers(1)
    async with opened(Thinking([worker], lambda: SEED)) as thinker:
        expected = await thinker.choose(TABLE, BEGINNER)
        assert isinstance(worker, ProcessWorker)
        assert worker._process is not None
        worker._process.kill()
        assert await thinker.choose(TABLE, BEGINNER) == expected


@pytest.mark.parametrize("job", [partial(os._exit, 1), partial(time.sleep, 60)], ids=["dies", "hangs"])
async def test_club_plays_instead_of_a_worker_that_fails(job: Callable[[], Any]) -> None:
    async with opened(Thinking([TroubledWorker(job)], lambda: SEED, time_limit=0.3)) as thinker:
        assert await thinker.choose(TABLE, STRONG) == OF_CLUB


async def test_club_plays_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "no memory")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)
    assert await Thinking(process_thinkers(1), lambda: SEED).choose(TABLE, STRONG) == OF_CLUB


async def test_club_plays_where_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_WAITING", 0)
    thinker = Thinking(seed=lambda: SEED)
    assert await thinker.choose(TABLE, STRONG) == OF_CLUB
    assert await thinker.choose(TABLE, BEGINNER) == choose_with_seed(TABLE.state, "beginner", SEED)


async def test_a_thought_that_nobody_needs_frees_its_worker() -> None:
    worker = TroubledWorker(partial(time.sleep, 60))
    async with opened(Thinking([worker], lambda: SEED)) as thinker:
        await worker.start()
        thought = asyncio.create_task(thinker.choose(TABLE, STRONG))
        await asyncio.sleep(0.01)
        thought.cancel()
        await asyncio.wait([thought])
        worker._job = partial(choose_with_seed, TABLE.state, "beginner", SEED)
        chosen = await asyncio.wait_for(thinker.choose(TABLE, BEGINNER), 30)
        assert apply_all(TABLE.state, chosen).state.turn == TABLE.state.turn + 1


async def test_without_processes_a_thread_thinks() -> None:
    assert await Thinking(seed=lambda: SEED).choose(TABLE, Computer(2)) == OF_CLUB


async def test_a_process_gives_hints_and_the_same_ones_again() -> None:
    async with opened(Thinking(process_thinkers(1))) as thinker:
        hinted = await thinker.hint(TABLE.state, TABLE.number)
        expert = choose_with_seed(TABLE.state, "expert", thinking._SEED_OF_TURN * TABLE.state.turn)
        assert hinted[0].moves == expert
        assert hinted[0].value >= hinted[-1].value
        assert await thinker.hint(TABLE.state, TABLE.number) == hinted


@pytest.mark.parametrize("job", [partial(os._exit, 1), partial(time.sleep, 60)], ids=["dies", "hangs"])
async def test_there_is_no_hint_where_a_worker_fails(job: Callable[[], Any]) -> None:
    async with opened(Thinking([TroubledWorker(job)], time_limit=0.3)) as thinker:
        assert await thinker.hint(TABLE.state, TABLE.number) == []


async def test_nobody_waits_long_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)
    worker = TroubledWorker(partial(time.sleep, 60))
    async with opened(Thinking([worker])) as thinker:
        await worker.start()
        thought = asyncio.create_task(thinker.choose(TABLE, STRONG))
        await asyncio.sleep(0.01)
        assert await thinker.hint(TABLE.state, TABLE.number) == []
        thought.cancel()
        await asyncio.wait([thought])


async def test_the_token_is_no_concern_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    [worker] = process_thinkers(1)
    read: Any = partial(os.getenv, "DISCORD_TOKEN")
    assert await worker.run(read) is None
    modules: Any = partial(eval, "sorted(__import__('sys').modules)")
    loaded = await worker.run(modules)
    assert not {"discord", "host", "render", "cogs", "bot"}.intersection(loaded)
    await worker.close()


def test_a_level_that_does_not_exist_is_the_nearest() -> None:
    assert [level_of(Computer(number)).name for number in (0, 1, 2)] == ["beginner", "beginner", "club"]
    assert level_of(Computer(99)) == level_of(Computer(len(LEVELS)))
