"""The program with draws that are the same in every run: ``python -m tests.whole.seeded_bot``, with its arguments.

With the environment variable ``BLANK_PICTURES`` its pictures are blank. With ``OWN_DRAWS`` its draws are its own after
all: processes that share a database must not draw the same names. Its puzzle is always the same, because the search for
one takes a processor for a minute, and whether it runs depends on the time of day.
"""

import os
import random
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import bot
from cogs.interaction import thinking
from players.puzzles import Hunt
from screens.pictures import drawing_threads
from tests.fixtures.blank_pictures import draw_blank_with_pages
from tests.fixtures.stored_puzzle import stored_puzzle
from workers import Worker

SEED = 1


def fix_draws() -> None:
    """Take all that is drawn from here on from a generator with a fixed seed."""
    generator, source = random.Random(SEED), vars(secrets)
    draws: dict[str, Any] = {"token_bytes": generator.randbytes, "randbelow": generator.randrange}
    source.update(draws)


def found_at_once(hunt: Hunt) -> Hunt:
    """Return a search that has found the stored puzzle."""
    return replace(hunt, puzzle=stored_puzzle())


def blank_workers(_: int) -> list[Worker]:
    """Return workers that draw nothing; the number is that of the settings."""
    return drawing_threads(draw_blank_with_pages)


def main(arguments: Sequence[str]) -> str | None:
    """Run the bot as `bot.main` does."""
    if not os.environ.get("OWN_DRAWS"):
        fix_draws()
    vars(thinking).update(hunt_on=found_at_once)
    if os.environ.get("BLANK_PICTURES"):
        vars(bot).update(drawing_processes=blank_workers)
    return bot.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
