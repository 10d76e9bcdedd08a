"""Plays a month, checks it, and listens to the log meanwhile."""

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random

from discord import app_commands

from carcassonne import CarcassonneError
from cogs.delivery.errors import NotAnnouncedError
from host import HostError
from tests.month.checks import Accounts, settle
from tests.month.simulation import Month, Plan
from tests.month.world import DATABASE, World, opened

REFUSALS = (HostError, CarcassonneError, app_commands.CheckFailure, NotAnnouncedError)
"""What travels as an error and is none: refusals, and turns that are announced later."""


class LogListener(logging.Handler):
    """Keeps what the log says with a traceback, or louder than a warning."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            cause = f": {record.exc_info[1]!r}" if record.exc_info else ""
            self.heard.append(f"in the log, {record.name}: {record.getMessage()}{cause}")


async def play(
    plan: Plan, folder: Path, on_day: Callable[[int], None] = lambda day: None
) -> tuple[Month, Accounts, timedelta]:
    """Play a month on a file in a folder; return it, its accounts, and how long it took."""
    ear, begun = LogListener(), time.perf_counter()
    logging.getLogger().addHandler(ear)
    try:
        async with opened(folder, Random(plan.seed), people=plan.people, channels=plan.channels) as world:
            month = Month(world, plan, on_day)
            await month.play()
            accounts = await settle(month, str(folder / DATABASE))
            for text in [*ear.heard, *_errors(world)]:
                accounts.claim(False, 0, 0, text)
    finally:
        logging.getLogger().removeHandler(ear)
    return month, accounts, timedelta(seconds=time.perf_counter() - begun)


def _errors(world: World) -> list[str]:
    causes = [error.__cause__ or error for error in world.env.errors]
    return [f"an error: {cause!r}" for cause in causes if not isinstance(cause, REFUSALS)]
