"""The channels that the bot posts to, and what it knows about them without a request to Discord."""

import discord

from host import MessageRef, Venue


class Channels:
    """Finds channels of tables and messages."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def messageable(self, venue: Venue) -> discord.PartialMessageable:
        """Return the channel of a table, to send messages to."""
        return self._client.get_partial_messageable(venue.channel, guild_id=venue.guild)

    def message(self, ref: MessageRef) -> discord.PartialMessage:
        """Return a message that was sent, for editing."""
        return self._client.get_partial_messageable(ref.channel).get_partial_message(ref.message)

    def guild(self, venue: Venue) -> discord.Guild | None:
        """Return the server of a table; None for a private table, or if the bot is not on the server."""
        return self._client.get_guild(venue.guild) if venue.guild else None

    def text_channel(self, venue: Venue) -> discord.TextChannel | None:
        """Return the channel of a table if it is a text channel, which can have threads; else None."""
        channel = self._client.get_channel(venue.channel)
        return channel if isinstance(channel, discord.TextChannel) else None

    def is_here(self, venue: Venue) -> bool:
        """Say whether the bot is on the server of a table."""
        return venue.guild is None or self._client.get_guild(venue.guild) is not None

    def is_known(self, venue: Venue) -> bool:
        """Say whether the channel of a table is there. An archived thread counts by its parent."""
        return venue.guild is None or any(map(self._client.get_channel, (venue.channel, venue.home)))

    def may_attach(self, venue: Venue) -> bool:
        """Say whether the bot may send files to a table's channel. If its permissions are unknown, it may."""
        channel = self._client.get_channel(venue.channel)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return True
        if isinstance(channel, discord.Thread) and channel.parent is None:  # only a channel has permissions
            return True
        return channel.permissions_for(channel.guild.me).attach_files

    def is_own(self, message: discord.Message) -> bool:
        """Say whether the bot has written a message."""
        return self._client.user is not None and message.author.id == self._client.user.id
