"""Timers that go on, even if SimCord has given up waiting for what one of them began.

SimCord runs timers one after the other, and waits for the end of what each begins. If that takes longer than
``SETTLE_SECONDS``, it keeps the failure for the next action of a person, and holds all timers back until then. A game
in which computers are to play would stand still, with nobody to press anything.
"""

import asyncio
import logging

import simcord

_log = logging.getLogger(__name__)

_PAUSE = 1.0
"""Seconds between two looks."""


async def keep_timers_running(env: simcord.Env) -> None:
    """Drop each failure that SimCord keeps while nobody does anything, so that the next timer can run."""
    while True:
        await asyncio.sleep(_PAUSE)
        task = env._real_advance_task  # noqa: SLF001 (there is no public way)
        if task is None or not task.done() or env._operation_task is not None:  # noqa: SLF001
            continue
        if not task.cancelled() and isinstance(task.exception(), TimeoutError):
            _log.warning("What a timer began takes long; the next timers run meanwhile")
            env._real_advance_task = None  # noqa: SLF001
