"""The bot as the cogs know it: what a command may ask of the client that it was given to."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import discord
from discord.ext import commands

from cogs.delivery.refresher import MessageRefresher
from cogs.delivery.status_messages import StatusMessages
from cogs.delivery.turn_messages import TurnMessages
from cogs.interaction.confirmations import Confirmations
from cogs.interaction.rate_limits import Limits
from cogs.message.pictures import Pictures
from host import Host, Notification, Venue


class Client(commands.AutoShardedBot):
    """``bot.py`` builds one.

    ``languages`` are those in which people last used a command or a button, by their ids; forgotten at the end.
    """

    host: Host
    pictures: Pictures
    announcer: TurnMessages
    lobbies: StatusMessages
    statuses: MessageRefresher
    limits: Limits
    confirmations: Confirmations
    languages: dict[int, str]
    cry: Callable[[Notification], Awaitable[None]]
    """Sends a ping about time, again and again until that is done."""

    def channel_of(self, venue: Venue) -> discord.PartialMessageable:
        """Return the channel of a table, to write to."""
        return self.get_partial_messageable(venue.channel, guild_id=venue.guild)

    def is_here(self, venue: Venue) -> bool:
        """Say whether the bot is on the server of a table."""
        return venue.guild is None or self.get_guild(venue.guild) is not None

    def may_attach(self, venue: Venue) -> bool:
        """Say whether files may be sent to a table's channel; yes where its permissions are not known."""
        channel = self.get_channel(venue.channel)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return True
        if isinstance(channel, discord.Thread) and channel.parent is None:  # which alone has permissions
            return True
        return channel.permissions_for(channel.guild.me).attach_files

    def language_of(self, person_id: int) -> str | None:
        """Return the language in which a person is spoken to in private: the one chosen, else the one last used; None
        where neither is known."""
        return self.host.people.preferences(person_id).language or self.languages.get(person_id)


Interaction: TypeAlias = discord.Interaction[Client]
Button: TypeAlias = discord.ui.Button[Any]
Menu: TypeAlias = discord.ui.Select[Any]
