"""The channels of direct messages. Those that exist are used again; new ones cost from a budget."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from cogs.delivery.discord_limits import DiscordLimits, DmLimitError, is_dm_limit
from cogs.delivery.dm_budget import DmBudget
from host.host import Host
from host.services.people import People

log = logging.getLogger(__name__)


class PrivateChannels:
    """Finds the channel of direct messages to a person, or opens it."""

    def __init__(self, client: discord.Client, people: People, budget: DmBudget) -> None:
        self._client = client
        self._people = people
        self._budget = budget

    @classmethod
    async def load(cls, client: discord.Client, host: Host, limits: DiscordLimits) -> "PrivateChannels":
        """Load what was opened before, so that a restart does not renew the budget."""
        people = host.people
        opened = await people.dm_openings(host.now() - limits.dm_window)
        return cls(client, people, DmBudget(limits, opened, share=people.dm_share, now=host.now))

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
            is_new = self._known(person_id) is None
            channel = self._known(person_id) or await self._open(person_id)
            try:
                yield channel
            finally:  # after the message, which should not wait for it
                await self._people.save_dm_channel(person_id, channel.id, is_new=is_new)
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
