"""How a process hears what others have stored: a PostgreSQL server notifies it. ``change_triggers.py`` says of what."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

CHANNEL: Final = "carcassonne_changes"
_CHECK_PAUSE: Final = 10
_CHECK_SECONDS: Final = 5
"""How often the connection that listens is checked, and how long the server may take to answer, in seconds. Without
checks, a server that is gone would just be silent."""


async def listen(engine: AsyncEngine, began: Callable[[], None], hear: Callable[[str], None]) -> None:
    """Call ``hear`` with each message from when ``began`` is called. Return, or raise, when the connection is lost."""
    lost = asyncio.Event()
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        try:
            driver.add_termination_listener(lambda _: lost.set())
            await driver.add_listener(CHANNEL, lambda _, __, ___, payload: hear(payload))
            began()
            while not lost.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(_CHECK_PAUSE):  # wait_for may swallow that the task is cancelled
                        await lost.wait()
                if not lost.is_set():
                    await driver.execute("SELECT 1", timeout=_CHECK_SECONDS)
        finally:
            driver.terminate()  # nobody else may get a connection that listens
            await connection.invalidate()
