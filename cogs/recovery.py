"""Sends what was not sent: after a start, when permissions have changed, and what other processes have stored.

The jobs themselves try again what has failed; see ``cogs.delivery.jobs``.
"""

import logging
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

import discord
from discord.ext import commands

from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.jobs import Later
from cogs.delivery.notices import tell_if_closed, tell_quarantined
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import venue_in, venue_of
from cogs.interaction.startup import Stage
from host.model.table import LiveSummary, RunningSummary, StartedTable, Venue, WaitingTable

log = logging.getLogger(__name__)

Channel: TypeAlias = discord.abc.GuildChannel

SEARCH_PAUSE: Final = 600
"""Seconds between two searches for turns that nobody announces, if there should be any."""
CLAIM_PAUSE: Final = 30
"""Seconds between two searches for notifications that another process has claimed and not sent in time."""
MOST_CHANGES: Final = 20
"""How many games that other processes have changed are looked at one by one. More have if the connection that tells it
was lost. Then all games are searched for what is to be sent."""


class Recovery(commands.Cog):
    """Tries again to announce what could not be announced, so that nobody waits for a lost message."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._jobs = bot.jobs
        self._is_begun = False
        bot.startup.add_for_servers(Stage.CHANGES, self.follow_changes)
        bot.startup.add_for_servers(Stage.TURNS, self.announce_missed)
        bot.startup.add(Stage.NOTIFICATIONS, self.notify_missed)
        bot.startup.add(Stage.STATUS, self.refresh)
        bot.startup.add_for_servers(Stage.SERVERS, self.tell_closed)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Do all that follows from a connection, in the order of ``Stage``."""
        await self.bot.startup.run()

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Do the same for a server: before the whole start, or after Discord had trouble with the server."""
        self._jobs.wake(lambda venue: venue.guild == guild.id)
        await self.bot.startup.run(guild)

    async def follow_changes(self, _: discord.Guild | None) -> None:
        """From now on, announce what other processes change in the games that this one shows."""
        self.bot.host.changes_elsewhere.games_changed.add(self._show_changes)

    async def announce_missed(self, guild: discord.Guild | None) -> None:
        """Announce what was missed, now and every ten minutes."""
        if guild:
            await self.bot.outbox.publish_all_missed(lambda venue: venue.guild == guild.id)
        else:
            self._jobs.ask(("search for turns",), self._search_for_turns)

    async def notify_missed(self) -> None:
        """Send the notifications that were missed, and those that another process has claimed before it died."""
        self._jobs.ask(("search for notifications",), self._search_for_notifications)

    async def refresh(self) -> None:
        """After the start of the program, bring all other messages up to date."""
        if not self._is_begun:
            self._is_begun = True
            tell_quarantined(self.bot)
            self.bot.outbox.send_missing_statuses()
            self.bot.outbox.refresh_all()

    async def tell_closed(self, guild: discord.Guild | None) -> None:
        """Tell the managers of a server if no channel is left where tables may be opened."""
        for one in [guild] if guild else self.bot.guilds:
            await tell_if_closed(self.bot, one)

    def _show_changes(self, numbers: Collection[int]) -> None:
        if len(numbers) > MOST_CHANGES:
            self._jobs.ask(("changes elsewhere",), self._show_all)
            return
        for number in filter(self.bot.outbox.is_shown_here, numbers):
            key = ("change elsewhere", number)
            self._jobs.forget_failures(key)  # the database can be read again
            self._jobs.ask(key, partial(self._show_change, number))
        for number in numbers:
            self.bot.outbox.private.refresh(number)  # its player may be here, though another process shows the game

    async def _show_change(self, number: int) -> None:
        """Announce a change, send the notifications that belong to it, and refresh the messages of the game."""
        host, outbox = self.bot.host, self.bot.outbox
        table = host.tables.summary(number) or await host.tables.load(number)
        if not host.is_home(table.venue):  # a game that is over may belong to another process
            return
        with suppress(NotAnnouncedError):  # it is tried again later
            if isinstance(table, StartedTable | RunningSummary) and table.announced < table.ply:
                await outbox.publish_missed(number)
            elif isinstance(table, WaitingTable) and table.status_message is None:
                await outbox.show_status(number)
        await outbox.notify_missed(number)
        outbox.refresh(number)

    async def _show_all(self) -> None:
        await self.bot.outbox.publish_all_missed()
        await self.bot.outbox.notify_missed()
        self.bot.outbox.refresh_all()

    async def _search_for_turns(self) -> None:
        await self.bot.outbox.publish_all_missed()
        raise Later(SEARCH_PAUSE)

    async def _search_for_notifications(self) -> None:
        await self.bot.outbox.notify_missed()
        raise Later(CLAIM_PAUSE if self.bot.host.is_shared else SEARCH_PAUSE)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Try again after the bot was added to a server."""
        self._jobs.wake(lambda venue: venue.guild == guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try again after the permissions of a role have changed. The bot may have that role."""
        if before.permissions != after.permissions:
            self._jobs.wake(lambda venue: venue.guild == after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Try again after the roles of the bot have changed."""
        if after == after.guild.me and before.roles != after.roles:
            self._jobs.wake(lambda venue: venue.guild == after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: Channel, after: Channel) -> None:
        """Try again after the permissions of a channel have changed."""
        if before.overwrites != after.overwrites:
            self._jobs.wake(lambda venue: venue.home == after.id)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """After a command, try its channel again in the next round: the bot may have permissions there again."""
        if interaction.type is discord.InteractionType.application_command:
            here = venue_of(interaction)
            self._jobs.wake(lambda venue: venue.home == here.home, after_first_pause=True)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, deleted: discord.RawMessageDeleteEvent) -> None:
        """Show a turn again whose message somebody has deleted."""
        venue = venue_in(deleted.guild_id, deleted.channel_id, self.bot.get_channel(deleted.channel_id))
        self.bot.outbox.replace_deleted(venue, [deleted.message_id])

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, deleted: discord.RawBulkMessageDeleteEvent) -> None:
        """Do the same where many were deleted at once."""
        venue = venue_in(deleted.guild_id, deleted.channel_id, self.bot.get_channel(deleted.channel_id))
        self.bot.outbox.replace_deleted(venue, deleted.message_ids)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: Channel) -> None:
        """Send the board of each game there to its player to move, in private. Close the tables that wait there.

        If no channel is left for tables, tell the managers.
        """
        for table in self.bot.host.tables.near(Venue(channel.guild.id, channel.id)):
            await self._leave_channel(table)
        await tell_if_closed(self.bot, channel.guild)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the tables that wait there. A game goes on in the parent channel with its next turn."""
        for table in self.bot.host.tables.waiting():
            if table.venue.channel == thread.thread_id:
                await self._leave_channel(table)

    async def _leave_channel(self, table: LiveSummary) -> None:
        """Close a waiting table whose channel is gone, by trying to show it; continue a game in private."""
        try:
            if isinstance(table, WaitingTable):
                await self.bot.outbox.show_status(table.number)
            elif running := await self.bot.host.tables.load_if_running(table.number):
                await self.bot.outbox.continue_in_private(running)
        except NotAnnouncedError as error:
            log.debug("table %d: not shown: %r", table.number, error)  # the cause is in the log already
        except Exception:
            log.exception("table %d: its channel is gone, and it stays as it is", table.number)


async def setup(bot: Client) -> None:
    await bot.add_cog(Recovery(bot))
