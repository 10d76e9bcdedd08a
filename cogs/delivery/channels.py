"""The channels that the bot posts to, and what the bot knows about them without asking Discord."""

import discord

from host import MessageRef, Venue


class Channels:
    """The channels of tables, conversations with people, and the messages there."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def messageable(self, venue: Venue) -> discord.PartialMessageable:
        """Return the channel where a table stands, to write to."""
        return self._client.get_partial_messageable(venue.channel, guild_id=venue.guild)

    def message(self, ref: MessageRef) -> discord.PartialMessage:
        """Return a message that was sent, to edit it."""
        return self._client.get_partial_messageable(ref.channel).get_partial_message(ref.message)

    async def dm_channel(self, person_id: int) -> discord.DMChannel:
        """Return the channel of direct messages to a person; raise discord.HTTPException."""
        return await self._client.create_dm(discord.Object(person_id))

    def guild(self, venue: Venue) -> discord.Guild | None:
        """Return the server of a table; None in private, or if the bot is not on the server."""
        return self._client.get_guild(venue.guild) if venue.guild else None

    def text_channel(self, venue: Venue) -> discord.TextChannel | None:
        """Return the channel where a table stands, if it is one that may have threads."""
        channel = self._client.get_channel(venue.channel)
        return channel if isinstance(channel, discord.TextChannel) else None

    def is_here(self, venue: Venue) -> bool:
        """Say whether the bot is on the server of a table."""
        return venue.guild is None or self._client.get_guild(venue.guild) is not None

    def may_attach(self, venue: Venue) -> bool:
        """Say whether the bot may send files to a table's channel; yes if its permissions are unknown."""
        channel = self._client.get_channel(venue.channel)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return True
        if isinstance(channel, discord.Thread) and channel.parent is None:  # only a channel has permissions
            return True
        return channel.permissions_for(channel.guild.me).attach_files

    def is_own(self, message: discord.Message) -> bool:
        """Say whether the bot has written a message."""
        return self._client.user is not None and message.author.id == self._client.user.id
