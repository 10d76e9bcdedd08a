"""Welcomes the people of a server when the bot comes there, with one message: in a channel, or to whoever invited it.

What fails in passing is tried again, until the bot is restarted.
"""

import logging
from functools import partial
from typing import Final

import discord
from discord.ext import commands

from cogs.delivery.errors import is_expected, is_passing_trouble
from cogs.delivery.jobs import Key
from cogs.delivery.notices import tell_in_channel, tell_in_private
from cogs.delivery.poster import Post
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from screens.help import private_welcome_rows, welcome_rows
from screens.screen import Screen
from screens.text.help import private_welcome_text, welcome_text

log = logging.getLogger(__name__)

RECENT_ENTRIES: Final = 20
"""How many entries of a server's audit log about bots are read: the newest."""


class Welcome(commands.Cog):
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._unreached = set[int]()
        bot.startup.add_for_servers(Stage.SERVERS, self.welcome_missed)

    async def welcome_missed(self, guild: discord.Guild | None) -> None:
        """Send the welcomes that were missed while the bot was away: Discord tells no more that it was invited.

        Nothing is known yet of a server that Discord can't reach at the start. It gets its welcome when it's available.
        """
        if guild is None:
            self._unreached = {one.id for one in self.bot.guilds if one.unavailable}
            reached = [one for one in self.bot.guilds if one.id not in self._unreached]
        else:
            reached = [guild] if guild.id in self._unreached else []
            self._unreached.discard(guild.id)
        for one in reached:
            joined_at = one.me.joined_at
            if joined_at and await self.bot.host.welcomes.begin_missed(one.id, joined_at):
                self._send_in_background(one)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Send the welcome, unless it was sent before."""
        if await self.bot.host.welcomes.begin(guild.id, guild.me.joined_at or discord.utils.utcnow()):
            self._send_in_background(guild)

    def _send_in_background(self, guild: discord.Guild) -> None:
        self.bot.jobs.ask(("welcome", guild.id), partial(self._send, guild))

    async def _send(self, guild: discord.Guild) -> None:
        key = ("welcome", guild.id, str(guild.me.joined_at))  # there may be another one when the bot comes again
        try:
            if not await tell_in_channel(self.bot, guild, _channels(guild), partial(_welcome, key)):
                person_id = await _inviter_of(guild) or guild.owner_id
                await tell_in_private(self.bot, guild, person_id, _private_welcome, key)
        except Exception as error:
            if is_passing_trouble(error):
                raise
            log.warning("server %d: no welcome: %r", guild.id, error, exc_info=not is_expected(error))


def _welcome(key: Key) -> Post:
    return Post(Screen(welcome_text(), welcome_rows()), key=key)


def _private_welcome(server: str) -> Screen:
    return Screen(private_welcome_text(server), private_welcome_rows())


def _channels(guild: discord.Guild) -> list[discord.TextChannel]:
    """Return a server's channels: first those that Discord names for such messages."""
    named = [one for one in (guild.system_channel, guild.public_updates_channel) if one]
    return list(dict.fromkeys([*named, *guild.text_channels]))


async def _inviter_of(guild: discord.Guild) -> int | None:
    """Return the id of the person who invited the bot, if the bot may read that."""
    if not guild.me.guild_permissions.view_audit_log:
        return None
    try:
        async for entry in guild.audit_logs(limit=RECENT_ENTRIES, action=discord.AuditLogAction.bot_add):
            if entry.target and entry.target.id == guild.me.id:
                return entry.user_id
    except discord.Forbidden:
        log.info("server %d: its audit log cannot be read", guild.id)
    return None


async def setup(bot: Client) -> None:
    await bot.add_cog(Welcome(bot))
