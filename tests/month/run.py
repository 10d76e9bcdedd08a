"""Runs a simulation and its checks, and collects the errors that are logged meanwhile."""

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from random import Random
from unittest.mock import patch

from discord import app_commands

from carcassonne import CarcassonneError
from cogs.delivery.errors import NotAnnouncedError
from host.errors import HostError
from tests.fixtures.databases import Place
from tests.fixtures.simcord_patches import stop_time
from tests.month.checks import check_simulation
from tests.month.results import CheckResults
from tests.month.simulation import Simulation, SimulationOptions
from tests.month.story import story_of
from tests.month.world import World, open_world

MAX_STORIES = 10
"""For how many violations the report tells what happened around them."""
REFUSALS = (HostError, CarcassonneError, app_commands.CheckFailure, NotAnnouncedError)
"""Exceptions that are no failures: refusals, and turns that will be announced later."""

MANY_TOURNAMENTS = patch("host.services.tournaments.MOST_AT_ONCE", 100)
"""One server has all of them: more than a real one may have."""


class ErrorLog(logging.Handler):
    """Collects log records that have a traceback or are errors."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            cause = f": {record.exc_info[1]!r}" if record.exc_info else ""
            self.texts.append(f"in the log, {record.name}: {record.getMessage()}{cause}")


async def play(
    options: SimulationOptions, place: Place, on_day: Callable[[int], None] = lambda day: None
) -> tuple[Simulation, CheckResults, timedelta]:
    """Run a simulation on a new database; return it, the results of its checks, and how long it took."""
    errors, begun = ErrorLog(), time.perf_counter()
    logging.getLogger().addHandler(errors)
    try:
        opened = open_world(place, Random(options.seed), people=options.people, channels=options.channels)
        with MANY_TOURNAMENTS:
            async with opened as world:
                simulation = Simulation(world, options, on_day)
                await simulation.play()
                stop_time(world.env)  # the checks take minutes on a busy machine, and the bot would go on
                results = await check_simulation(simulation)
                for text in [*errors.texts, *_errors(world)]:
                    results.check(False, 0, 0, text)
                for one in results.violations[:MAX_STORIES]:
                    results.stories[one.game, one.ply] = await story_of(simulation, one)
    finally:
        logging.getLogger().removeHandler(errors)
    return simulation, results, timedelta(seconds=time.perf_counter() - begun)


def _errors(world: World) -> list[str]:
    causes = [error.__cause__ or error for error in world.env.errors]
    return [f"an error: {cause!r}" for cause in causes if not isinstance(cause, REFUSALS)]
