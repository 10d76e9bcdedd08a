"""The type of the bot, as features use it."""

from dataclasses import dataclass
from typing import TypeAlias

import discord
from discord.ext import commands

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.outbox import Outbox
from cogs.delivery.timer import Timer
from cogs.interaction.startup import Startup
from cogs.interaction.suggestions import Suggestions
from cogs.interaction.thinking import Thinking
from cogs.interaction.turn_answers import Confirmations, OpenChoices
from host.model.rate_limits import RateLimits


@dataclass(frozen=True, slots=True)
class PageServer:
    """Where this process serves pages for browsers, and their public ``url``; None if that follows from the port."""

    url: str | None
    port: int
    address: str


class Client(BotParts, commands.AutoShardedBot):
    """The bot. ``bot.py`` makes it.

    ``languages`` holds, by person id, the language of the last command or component. It is kept in memory only.
    ``computer_pause`` is how many seconds a computer takes for a turn at least, so that people can follow.
    ``makes_puzzles_ahead`` says whether the puzzle of a day is made before somebody asks for it.
    ``metrics_port`` is where this machine can read metrics, ``page_server`` where browsers find pages; None is nowhere.
    """

    timer: Timer
    outbox: Outbox
    thinker: Thinking
    computer_pause: float
    makes_puzzles_ahead: bool = True
    limits: RateLimits
    confirmations: Confirmations
    open_choices: OpenChoices
    suggestions: Suggestions
    startup: Startup
    languages: dict[int, str]
    metrics_port: int | None
    page_server: PageServer | None


Interaction: TypeAlias = discord.Interaction[Client]
