"""The bot as the cogs know it: what a command may ask of the client that it was given to."""

from typing import Any, TypeAlias

import discord
from discord.ext import commands

from cogs.delivery.context import DeliveryContext
from cogs.delivery.outbox import Outbox
from cogs.interaction.confirmations import Confirmations
from cogs.interaction.rate_limits import Limits
from cogs.message.pictures import Pictures
from host import Host


class Client(commands.AutoShardedBot):
    """``bot.py`` builds one.

    ``languages`` are those in which people last used a command or a button, by their ids; forgotten at the end.
    """

    host: Host
    pictures: Pictures
    delivery: DeliveryContext
    outbox: Outbox
    limits: Limits
    confirmations: Confirmations
    languages: dict[int, str]


Interaction: TypeAlias = discord.Interaction[Client]
Button: TypeAlias = discord.ui.Button[Any]
Menu: TypeAlias = discord.ui.Select[Any]
