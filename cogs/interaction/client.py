"""The type of the bot, as features use it."""

from typing import Protocol, TypeAlias

import discord
from discord.ext import commands

from carcassonne import Move
from cogs.delivery.bot_parts import BotParts
from cogs.delivery.outbox import Outbox
from cogs.delivery.timer import Timer
from cogs.interaction.rate_limits import RateLimits
from cogs.interaction.startup import Startup
from cogs.interaction.suggestions import Suggestions
from cogs.interaction.turn_answers import Confirmations, OpenChoices
from host.model.controllers import Computer
from host.model.table import RunningTable


class Thinker(Protocol):
    """Chooses the turns of computers."""

    async def choose(self, table: RunningTable, computer: Computer) -> tuple[Move, ...]:
        """Return the moves that a computer makes now. This may take long, and is cancelled if nobody needs it."""

    async def close(self) -> None:
        """Think no more."""


class Client(BotParts, commands.AutoShardedBot):
    """The bot. ``bot.py`` makes it.

    ``languages`` holds, by person id, the language of the last command or component. It is kept in memory only.
    ``computer_pause`` is how many seconds a computer takes for a turn at least, so that people can follow.
    ``metrics_port`` is where this machine can read metrics; None for nowhere.
    """

    timer: Timer
    outbox: Outbox
    thinker: Thinker
    computer_pause: float
    limits: RateLimits
    confirmations: Confirmations
    open_choices: OpenChoices
    suggestions: Suggestions
    startup: Startup
    languages: dict[int, str]
    metrics_port: int | None


Interaction: TypeAlias = discord.Interaction[Client]
