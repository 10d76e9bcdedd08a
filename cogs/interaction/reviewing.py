"""How a game is reviewed where computers think: each turn is a job of its own, so nobody waits for a whole game."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from carcassonne import Move, State, apply_all
from players.review import GameReview, assembled, look, played_turns, reasons_for, with_reasons
from workers import Job, Listener

T = TypeVar("T")


class Run(Protocol):
    """Does a job where computers think, and returns what it returns."""

    async def __call__(self, job: Job[T]) -> T: ...


async def made_review(
    run: Run, start: State, moves: Sequence[Move], listener: Listener, goes_on: Callable[[], bool]
) -> GameReview | None:
    """Return the review of a game, as ``players.review`` does; None if ``goes_on`` says no before all is looked at.

    The listener hears how many turns are done. Raise what ``run`` and ``players.review`` raise.
    """
    turns, looks = played_turns(start, moves), []
    for done, turn in enumerate(turns, 1):
        if not goes_on():
            return None
        looks.append(await run(partial(look, turn)))
        listener(done, len(turns))
    found = assembled(turns, looks, apply_all(start, moves).state)
    by_number = {turn.number: (turn, seen) for turn, seen in zip(turns, looks, strict=True)}
    return with_reasons(found, [await run(partial(reasons_for, *by_number[one.number])) for one in found.explained()])
