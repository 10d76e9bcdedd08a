"""The channels that the bot posts to, and what it knows about them without a request to Discord.

A process knows only the servers of its own shards, and only when they are connected. Of other servers it assumes the
best.
"""

from typing import Final

import discord

from host.model.shards import ALL_SHARDS, ShardGroup
from host.model.table import MessageRef, Venue

_UNKNOWN_GUILD: Final = 10004


class Channels:
    """Finds channels of tables and messages. The bot serves ``shards`` in this process."""

    def __init__(self, client: discord.Client, shards: ShardGroup = ALL_SHARDS) -> None:
        self._client = client
        self._shards = shards

    def messageable(self, venue: Venue) -> discord.PartialMessageable:
        """Return the channel of a table, to send messages to."""
        return self._client.get_partial_messageable(venue.channel, guild_id=venue.guild)

    def message(self, ref: MessageRef) -> discord.PartialMessage:
        """Return a message that was sent, for editing."""
        return self._client.get_partial_messageable(ref.channel).get_partial_message(ref.message)

    def text_channel(self, venue: Venue) -> discord.TextChannel | None:
        """Return the channel of a table if it is a text channel, which can have threads; else None."""
        channel = self._client.get_channel(venue.channel)
        return channel if isinstance(channel, discord.TextChannel) else None

    def is_here(self, venue: Venue) -> bool:
        """Return whether the bot is on the server of a table."""
        return venue.guild is None or self._is_unknown(venue.guild) or self._client.get_guild(venue.guild) is not None

    def is_known(self, venue: Venue) -> bool:
        """Return whether the channel of a table is there. An archived thread counts by its parent."""
        if venue.guild is None or self._is_unknown(venue.guild):
            return True
        return any(map(self._client.get_channel, (venue.channel, venue.home)))

    async def has_member(self, venue: Venue, person_id: int) -> bool:
        """Ask Discord whether a person is on the server of a table; true if the bot is not there itself.

        Raise what ``is_discord_trouble`` names.
        """
        if venue.guild is None or not self.is_here(venue):
            return True
        try:
            await self._client.http.get_member(venue.guild, person_id)
        except discord.NotFound as error:
            return error.code == _UNKNOWN_GUILD  # any other code: the person is gone, perhaps with their account
        return True

    def may_attach(self, venue: Venue) -> bool:
        """Return whether the bot may send files to a table's channel. If its permissions are unknown, it may."""
        channel = self._client.get_channel(venue.channel)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return True
        if isinstance(channel, discord.Thread) and channel.parent is None:  # only a channel has permissions
            return True
        return channel.permissions_for(channel.guild.me).attach_files

    def is_own(self, message: discord.Message) -> bool:
        """Return whether the bot has written a message."""
        return self._client.user is not None and message.author.id == self._client.user.id

    def _is_unknown(self, guild: int) -> bool:
        """Return whether it is unknown on which servers of a shard the bot is: it is served elsewhere, or perhaps not
        connected yet.
        """
        return not self._shards.serves(guild) or not self._client.is_ready()
