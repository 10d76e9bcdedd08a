"""Announcing, after a restart or an outage, what was played and not shown."""

import datetime
from contextlib import suppress
from typing import TypeAlias

import discord
from discord.ext import commands, tasks

from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import venue_of
from host import Played, RunningTable, Venue, WaitingTable

Channel: TypeAlias = discord.abc.GuildChannel

PAUSE = datetime.timedelta(minutes=10)


class Announcements(commands.Cog):
    """Sees to it that every turn is announced in the end, and nobody waits for a message that was lost."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    async def cog_unload(self) -> None:
        """Look no more."""
        self.repeat.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin to look for what was not announced; go on with it where this is a new connection only."""
        if not self.repeat.is_running():
            await self.bot.outbox.send_missing_statuses()
            self.repeat.start()
            self.bot.outbox.refresh_all()

    @tasks.loop(seconds=PAUSE.total_seconds())
    async def repeat(self) -> None:
        """Announce what was not announced."""
        await self.bot.outbox.publish_missed()

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Show what was played while Discord had trouble with the server."""
        await self.bot.outbox.try_again(lambda venue: venue.guild == guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show what was played while the bot was not on the server."""
        await self.bot.outbox.try_again(lambda venue: venue.guild == guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try again, for the role may be one of the bot's."""
        if before.permissions != after.permissions:
            await self.bot.outbox.try_again(lambda venue: venue.guild == after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Try again when the bot itself was given a role."""
        if after == after.guild.me and before.roles != after.roles:
            await self.bot.outbox.try_again(lambda venue: venue.guild == after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: Channel, after: Channel) -> None:
        """Try again where something else is allowed now."""
        if before.overwrites != after.overwrites:
            await self.bot.outbox.try_again(lambda venue: venue.home == after.id)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Have hope, from the next round on, for a channel where somebody gives a command."""
        if interaction.type is discord.InteractionType.application_command:
            here = venue_of(interaction)
            self.bot.outbox.forget_failures(lambda venue: venue.home == here.home)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: Channel) -> None:
        """Tell those who are to move there that they can play on in private; close the tables that wait there."""
        for table in self.bot.host.tables.near(Venue(channel.guild.id, channel.id)):
            if isinstance(table, RunningTable):
                await self.bot.outbox.go_on_in_private(Played(table, table, (), ()))
            else:
                await self._close(table)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the tables that wait there; a game goes on in the channel with its next turn."""
        for table in self.bot.host.tables.waiting():
            if table.venue.channel == thread.thread_id:
                await self._close(table)

    async def _close(self, table: WaitingTable) -> None:
        """Find that a table cannot be shown any more: so it is closed."""
        with suppress(NotAnnouncedError):
            await self.bot.outbox.show_status(table.number)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(Announcements(bot))
