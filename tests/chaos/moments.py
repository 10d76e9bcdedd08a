"""When a harness strikes: after some turns, so that people play in between on a slow machine, too."""

import asyncio
import contextlib
import random
from typing import Final

from tests.chaos.counts import Counts
from tests.loopback import LoopbackDiscord

MOST_TURNS_BETWEEN: Final = 12
"""The most turns of all tables together that are waited for."""
MOST_WITHIN_A_TURN: Final = 0.2
"""Seconds by which a moment is late at most, so that it comes anywhere within a turn."""
PATIENCE: Final = 20.0
"""Seconds after which a moment comes even if nobody plays any more."""


async def some_turns(server: LoopbackDiscord, counts: Counts, whim: random.Random) -> None:
    """Wait until a drawn number of turns has been confirmed, and then for a part of a turn."""
    aim = counts.done["turns confirmed"] + whim.randint(0, MOST_TURNS_BETWEEN)
    with contextlib.suppress(TimeoutError):
        await server.until(lambda: counts.done["turns confirmed"] >= aim, PATIENCE)
    await asyncio.sleep(whim.uniform(0, MOST_WITHIN_A_TURN))
