"""How a game is reviewed where computers think: turn by turn, and not at all if that fails or the bot stops."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from carcassonne import Move, State, draws, find_ruleset, new_game
from carcassonne.rules import step
from cogs.interaction.thinking import Thinking, process_thinkers
from players.review import review
from players.review_file import format_review, parse_review
from tests.fixtures.positions import first_legal_turn
from workers import Worker, thread_workers

TILES = 9
"""How many tiles this game has."""


@cache
def game() -> tuple[State, tuple[Move, ...]]:
    """The start of a short game, and its moves."""
    start, dice = new_game(find_ruleset("classic"), 2), random.Random(4)
    start.bag = dict(Counter(dice.sample(sorted(Counter(start.bag).elements()), TILES)))
    state, moves = start.copy(), list[Move]()
    while not state.is_over:
        possible = draws(state)
        for move in [dice.choice(possible)] if possible else first_legal_turn(state):
            step(state, move)
            moves.append(move)
    return start, tuple(moves)


async def reviewed(
    workers: list[Worker], goes_on: Callable[[], bool] = lambda: True
) -> tuple[str | None, list[tuple[int, int]]]:
    """The review of the game, and what was told meanwhile."""
    told: list[tuple[int, int]] = []
    thinking = Thinking(workers)
    found = await thinking.review(*game(), 7, lambda done, total: told.append((done, total)), goes_on)
    await thinking.close()
    return found, told


async def test_it_is_the_review_of_the_game_and_each_turn_is_told() -> None:
    found, told = await reviewed(thread_workers(2))
    expected = review(*game())
    assert found == format_review(expected)
    assert told == [(done, TILES) for done in range(1, TILES + 1)]


async def test_a_process_makes_the_same_one() -> None:
    found, _ = await reviewed(process_thinkers(1))
    assert found == format_review(review(*game()))


def test_what_is_kept_is_read_again_and_adds_up() -> None:
    made = review(*game())
    read = parse_review(format_review(made))
    assert [(one.number, one.seat, one.at, one.instead) for one in read.turns] == [
        (one.number, one.seat, one.at, one.instead) for one in made.turns
    ]
    assert [len(one.reasons) for one in read.turns] == [len(one.reasons) for one in made.turns]
    for seat in range(2):
        assert read.luck(seat) + read.skill(seat) == pytest.approx(read.result(seat))
        assert read.luck(seat) == pytest.approx(made.luck(seat), abs=0.2)
        assert read.lost(seat) == pytest.approx(made.lost(seat), abs=0.1)


async def test_each_turn_is_a_job_of_its_own() -> None:
    jobs: list[Any] = []

    def run(job: Any) -> Any:
        jobs.append(job)
        return job()

    found, _ = await reviewed(thread_workers(1, run))
    assert found
    assert len(jobs) == TILES + len(parse_review(found).explained())


async def test_a_stop_ends_it_between_two_turns() -> None:
    left = iter([True, True, False])
    found, told = await reviewed(thread_workers(1), lambda: next(left))
    assert found is None
    assert told == [(1, TILES), (2, TILES)]


async def test_where_a_worker_fails_there_is_none(caplog: pytest.LogCaptureFixture) -> None:
    def fail(job: Any) -> Any:
        raise MemoryError

    found, told = await reviewed(thread_workers(1, fail))
    assert (found, told) == (None, [])
    assert "game 7: no review: MemoryError()" in caplog.text


async def test_a_computer_thinks_between_two_turns_of_a_review() -> None:
    order: list[str] = []
    thinking = Thinking(thread_workers(1))
    told = asyncio.Event()

    def note(done: int, total: int) -> None:
        order.append(f"turn {done}")
        told.set()

    review_task = asyncio.create_task(thinking.review(*game(), 7, note, lambda: True))
    await told.wait()
    hint = asyncio.create_task(thinking.hint(_position(), 8))
    hint.add_done_callback(lambda _: order.append("hint"))
    await hint
    assert await review_task
    assert order.index("hint") < len(order) - 1
    await thinking.close()


def _position() -> State:
    start, moves = game()
    state = start.copy()
    step(state, moves[0])
    return state
