"""The type of the bot, as features use it."""

from typing import TypeAlias

import discord
from discord.ext import commands

from cogs.delivery.context import DeliveryContext
from cogs.delivery.outbox import Outbox
from cogs.interaction.confirmations import Confirmations
from cogs.interaction.open_pickers import OpenPickers
from cogs.interaction.rate_limits import RateLimits
from cogs.interaction.suggestions import Suggestions
from cogs.message.pictures import Pictures
from host import Host


class Client(commands.AutoShardedBot):
    """The bot. ``bot.py`` makes it.

    ``languages`` holds, by person id, the language of the last command or component. It is kept in memory only.
    ``metrics_port`` is where this machine can read metrics; None for nowhere.
    """

    host: Host
    pictures: Pictures
    delivery: DeliveryContext
    outbox: Outbox
    limits: RateLimits
    confirmations: Confirmations
    open_pickers: OpenPickers
    suggestions: Suggestions
    languages: dict[int, str]
    metrics_port: int | None


Interaction: TypeAlias = discord.Interaction[Client]
