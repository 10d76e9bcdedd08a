"""Runs ``measured_bot`` with a bot that never waits until nobody plays: it makes reviews and puzzles all the time.

How much of both it has done goes to the file that `WORK` names, as JSON: as each begins, and as the program ends.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import bot
from carcassonne import Move, State
from cogs.delivery import lull
from cogs.interaction import thinking
from cogs.interaction.reviewing import Run, made_review
from players.review import GameReview
from tests.chaos import measured_bot
from workers import Listener

TURNS = "turns reviewed"
STEPS = "steps of the search for puzzles"
work = Counter({TURNS: 0, STEPS: 0})


def note_work(name: str) -> None:
    work[name] += 1
    if work[name] == 1:
        write_work()


def write_work() -> None:
    Path(os.environ["WORK"]).write_text(json.dumps(work))


async def counted_review(
    run: Run, start: State, moves: Sequence[Move], listener: Listener, goes_on: Callable[[], bool]
) -> GameReview | None:
    def note(done: int, total: int) -> None:
        note_work(TURNS)
        listener(done, total)

    return await made_review(run, start, moves, note, goes_on)


class CountedThinking(thinking.Thinking):
    async def puzzle(self, seed: int) -> str | None:
        found = await super().puzzle(seed)
        note_work(STEPS)
        return found


def main() -> str | None:
    """Run the bot, measured."""
    vars(lull).update(QUIET=0.0)
    vars(thinking).update(made_review=counted_review)
    vars(bot).update(Thinking=CountedThinking)
    try:
        return measured_bot.main()
    finally:
        write_work()


if __name__ == "__main__":
    sys.exit(main())
