"""Waiting for another program."""

import asyncio
from collections.abc import Callable


async def wait_until(holds: Callable[[], bool]) -> None:
    """Look now and then whether something holds."""
    while not holds():  # noqa: ASYNC110 (no event of this program tells it)
        await asyncio.sleep(0.05)
