"""What the bot does when it is connected, in one written order."""

import logging
from collections.abc import Awaitable, Callable
from enum import IntEnum, auto
from typing import TypeAlias

import discord

from cogs.delivery.errors import is_expected

log = logging.getLogger(__name__)

Step: TypeAlias = Callable[[], Awaitable[None]]
"""Does something after a start or a new connection, when all servers can be reached."""
ServerStep: TypeAlias = Callable[[discord.Guild | None], Awaitable[None]]
"""Does something for one server that can be reached now; None for all of them."""


class Stage(IntEnum):
    """The steps, in their order. What somebody waits for comes first."""

    CONNECTION = auto()
    """The outage is over, and deadlines have moved by its length."""
    CHANGES = auto()
    """Changes of other processes are announced from now on."""
    DELETIONS = auto()
    """People are deleted who asked for it before the bot was stopped, so that no later message names them."""
    TURNS = auto()
    """Turns that were missed are announced. Deadlines are kept."""
    NOTIFICATIONS = auto()
    STATUS = auto()
    """All other messages show what is stored."""
    WATCHERS = auto()
    REMATCHES = auto()
    DIGESTS = auto()
    COMPUTERS = auto()
    VOTES = auto()
    SERVERS = auto()
    """Servers are welcomed, and told what is wrong there."""
    DERIVATIONS = auto()
    """What follows from games that are over is worked out, where it's missing."""


class Startup:
    """The steps that the features do. Each may be repeated."""

    def __init__(self) -> None:
        self._steps: list[tuple[Stage, ServerStep]] = []

    def add(self, stage: Stage, step: Step) -> None:
        """Do a step at each start from now on."""

        async def do(guild: discord.Guild | None) -> None:
            if guild is None:
                await step()

        self.add_for_servers(stage, do)

    def add_for_servers(self, stage: Stage, step: ServerStep) -> None:
        """Do a step at each start from now on, and before that for each server as soon as it can be reached."""
        self._steps.append((stage, step))

    async def run(self, guild: discord.Guild | None = None) -> None:
        """Do all steps, one after the other. A step that fails leaves what it would have done to the next start."""
        for stage, step in sorted(self._steps, key=lambda one: one[0]):
            try:
                await step(guild)
            except Exception as error:
                log.warning("%s: not done at this start: %r", stage.name, error, exc_info=not is_expected(error))
