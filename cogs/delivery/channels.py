"""The channels that the bot posts to, and what it must be allowed to do there."""

import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

import discord

from cogs.delivery.budgets import DiscordLimits, DmBudget
from cogs.delivery.errors import DmLimitError, is_discord_trouble, is_dm_limit
from host.host import Host
from host.model.controllers import Person, is_nameless
from host.model.shards import ALL_SHARDS, ShardGroup
from host.model.table import MessageRef, StartedTable, Venue
from host.services.people import People

log = logging.getLogger(__name__)

_UNKNOWN_GUILD: Final = 10004

REQUIRED_PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot cannot play without."""

THREAD_PERMISSIONS: Final = discord.Permissions(create_public_threads=True)

PIN_PERMISSIONS: Final = discord.Permissions(pin_messages=True)
"""Since February 2026 ``manage_messages`` does not include it any more."""

INVITE_PERMISSIONS: Final = discord.Permissions(
    REQUIRED_PERMISSIONS.value | THREAD_PERMISSIONS.value | PIN_PERMISSIONS.value
)
"""Everything that the invitation asks for."""


class Channels:
    """Finds channels of tables and messages, and who has left a server: Discord does not tell, so the bot asks.

    The bot serves ``shards`` in this process. It knows only their servers, and only when they are connected. Of other
    servers it assumes the best.
    """

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

    async def has_left(self, venue: Venue, person_id: int) -> bool:
        """Ask Discord whether a person has left the server of a table. If that is unknown, they have not."""
        if venue.guild is None or not self.is_here(venue):
            return False
        try:
            await self._client.http.get_member(venue.guild, person_id)
        except discord.NotFound as error:
            return error.code != _UNKNOWN_GUILD  # any other code: the person is gone, perhaps with their account
        except Exception as error:
            if not is_discord_trouble(error):
                raise
        return False

    async def who_has_left(self, venue: Venue, people: Iterable[Person]) -> frozenset[int]:
        """Return the ids of those among some people who have left the server of a table."""
        known = [one.id for one in people if not is_nameless(one.id)]
        return frozenset([one for one in known if await self.has_left(venue, one)])

    async def absent_players(self, table: StartedTable) -> frozenset[int]:
        """Return the ids of the players who have left the server of their table, without the player to move."""
        return await self.who_has_left(table.venue, [one for one in table.humans if not table.is_to_move(one.id)])

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


class PrivateChannels:
    """Finds the channel of direct messages to a person. One that exists is used again; a new one costs a budget."""

    def __init__(self, client: discord.Client, people: People, budget: DmBudget) -> None:
        self._client = client
        self._people = people
        self._budget = budget

    @classmethod
    async def load(cls, client: discord.Client, host: Host, limits: DiscordLimits) -> "PrivateChannels":
        """Load what was opened before, so that a restart does not renew the budget."""
        people = host.people
        opened = await people.dm_openings(host.now() - limits.dm_window)
        return cls(client, people, DmBudget(limits, opened, share=host.shards.share, now=host.now))

    @asynccontextmanager
    async def to(self, person_id: int) -> AsyncIterator[discord.DMChannel | discord.PartialMessageable]:
        """Give the channel to a person, for use within the block.

        Raise DmLimitError if no channel may be opened now, also if Discord refuses to send within the block for that
        reason. Raise discord.HTTPException.
        """
        try:
            stored = self._people.dm_channel(person_id)
            if stored is not None:
                yield self._client.get_partial_messageable(stored)
                return
            known = self._known(person_id)
            channel = known or await self._open(person_id)
            try:
                yield channel
            finally:  # after the message, which should not wait for it
                await self._people.save_dm_channel(person_id, channel.id, is_new=known is None)
        except discord.NotFound:
            await self._people.forget_dm_channel(person_id)
            raise
        except discord.HTTPException as error:
            if not is_dm_limit(error):
                raise
            log.warning("Discord lets the bot open no more direct messages for now: %s", error)
            self._budget.note_refusal()
            raise DmLimitError from error

    async def _open(self, person_id: int) -> discord.DMChannel:
        if not self._budget.may_open():
            raise DmLimitError
        self._budget.note_opening()
        return await self._client.create_dm(discord.Object(person_id))

    def _known(self, person_id: int) -> discord.DMChannel | None:
        """Return the channel if discord.py knows it, as after a message of the person."""
        for channel in self._client.private_channels:
            if isinstance(channel, discord.DMChannel) and channel.recipient and channel.recipient.id == person_id:
                return channel
        return None
