"""Announcing what was played but not shown, after a restart or an outage; every ten minutes the bot tries again."""

from contextlib import suppress
from typing import TypeAlias

import discord
from discord.ext import commands, tasks

from cogs.delivery.backoff import ROUND_INTERVAL
from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import venue_of
from host import RunningTable, Venue, WaitingTable

Channel: TypeAlias = discord.abc.GuildChannel


class Recovery(commands.Cog):
    """Announces in the end what could not be announced at once, so that nobody waits for a lost message."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.publish_missed.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look for what was not announced, now and every ten minutes. At a new connection this goes on already."""
        if not self.publish_missed.is_running():
            await self.bot.outbox.send_missing_statuses()
            self.publish_missed.start()
            self.bot.outbox.refresh_all()

    @tasks.loop(seconds=ROUND_INTERVAL.total_seconds())
    async def publish_missed(self) -> None:
        """Announce it."""
        await self.bot.outbox.publish_all_missed()

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Show what was played while Discord had trouble with the server."""
        await self.bot.outbox.retry(lambda venue: venue.guild == guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show what was played while the bot was not on the server."""
        await self.bot.outbox.retry(lambda venue: venue.guild == guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try again, for the role may be one of the bot's."""
        if before.permissions != after.permissions:
            await self.bot.outbox.retry(lambda venue: venue.guild == after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Try again when the bot itself was given a role."""
        if after == after.guild.me and before.roles != after.roles:
            await self.bot.outbox.retry(lambda venue: venue.guild == after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: Channel, after: Channel) -> None:
        """Try again where something else is allowed now."""
        if before.overwrites != after.overwrites:
            await self.bot.outbox.retry(lambda venue: venue.home == after.id)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Try again, from the next round on, where somebody gives a command: the bot may be allowed there again."""
        if interaction.type is discord.InteractionType.application_command:
            here = venue_of(interaction)
            self.bot.outbox.forget_failures(lambda venue: venue.home == here.home)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: Channel) -> None:
        """Tell those who are to move there that they can play on in private; close the tables that wait there."""
        for table in self.bot.host.tables.near(Venue(channel.guild.id, channel.id)):
            if isinstance(table, RunningTable):
                await self.bot.outbox.continue_in_private(table)
            else:
                await self._close(table)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the tables that wait there; a game goes on in the channel with its next turn."""
        for table in self.bot.host.tables.waiting():
            if table.venue.channel == thread.thread_id:
                await self._close(table)

    async def _close(self, table: WaitingTable) -> None:
        """Try to show a table that cannot be shown any more: by that it is closed."""
        with suppress(NotAnnouncedError):
            await self.bot.outbox.show_status(table.number)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(Recovery(bot))
