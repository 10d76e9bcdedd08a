"""What SimCord drags along and looks through at every step, let go of, so that a month takes minutes; and its waits."""

import asyncio
from typing import Any

import simcord

IDLE = 0.005
"""Seconds between two looks whether the bot is done; most of SimCord's fifty milliseconds are slept for nothing."""


def without_polls(env: simcord.Env) -> None:
    """Spare a simulated Discord the search for polls that have run out through every message ever sent: it has none."""
    backend: Any = env.backend
    backend.next_poll_deadline = lambda: None
    backend.expire_due_polls = lambda: None


def cancel_dead_timers(env: simcord.Env) -> None:
    """Cancel the real timers that stand behind simulated ones: SimCord leaves them where the bot cancels its own."""
    loop: Any = asyncio.get_running_loop()
    alive = {id(one.real_handle) for one in env._work.callbacks}
    for timer in loop._scheduled:
        if id(timer) not in alive and "_schedule_timer" in getattr(timer._callback, "__qualname__", ""):
            timer.cancel()


def settle_soon(env: simcord.Env) -> None:
    """Notice soon that the bot is done with what somebody did.

    After a restart SimCord has five seconds of patience; here it has the world's own.
    """
    settling: Any = env
    settle = settling._settle_internal

    async def settle_in_time(timeout: float | None = None, **more: Any) -> None:  # noqa: ASYNC109 (SimCord's own name)
        await settle(timeout=timeout and max(timeout, env.settle_timeout), **{"idle": IDLE, **more})

    settling._settle_internal = settle_in_time
