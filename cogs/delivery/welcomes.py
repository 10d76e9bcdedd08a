"""The welcome when the bot comes to a server: one message, in a channel or to the person who invited the bot."""

import logging
from functools import partial
from itertools import islice
from typing import Final

import discord

from cogs.delivery.context import DeliveryContext
from cogs.delivery.discord_limits import DmLimitError
from cogs.delivery.errors import is_expected, is_passing_trouble
from cogs.delivery.poster import Post
from cogs.delivery.servers import server_language, writable_channels
from screens.help import private_welcome_rows, welcome_rows
from screens.screen import Screen
from screens.text.help import private_welcome_text, welcome_text
from screens.text.i18n import use_language

log = logging.getLogger(__name__)

MOST_CHANNELS: Final = 3
"""In how many channels the bot tries to write, if Discord refuses what the permissions allow."""
RECENT_ENTRIES: Final = 20
"""How many entries of a server's audit log about bots are read: the newest."""


class WelcomeMessages:
    """Welcomes servers. What fails in passing is tried again, until the bot is restarted."""

    def __init__(self, context: DeliveryContext) -> None:
        self._context = context

    async def welcome(self, guild: discord.Guild) -> None:
        """Send the welcome to a server that the bot has come to, unless it was sent before."""
        joined_at = guild.me.joined_at or discord.utils.utcnow()
        if await self._context.host.welcomes.begin(guild.id, joined_at):
            self._send_in_background(guild)

    async def welcome_if_missed(self, guild: discord.Guild) -> None:
        """Send the welcome to a server that has invited the bot while it was away."""
        joined_at = guild.me.joined_at
        if joined_at and await self._context.host.welcomes.begin_missed(guild.id, joined_at):
            self._send_in_background(guild)

    def _send_in_background(self, guild: discord.Guild) -> None:
        self._context.jobs.ask(("welcome", guild.id), partial(self._send, guild))

    async def _send(self, guild: discord.Guild) -> None:
        try:
            if not await self._post(guild):
                await self._send_in_private(guild)
        except Exception as error:
            if is_passing_trouble(error):
                raise
            log.warning("server %d: no welcome: %r", guild.id, error, exc_info=not is_expected(error))

    async def _post(self, guild: discord.Guild) -> bool:
        """Send the welcome to the first channel that takes it. Return whether there is one."""
        with use_language(server_language(self._context.host, guild)):
            post = Post(Screen(welcome_text(), welcome_rows()), key=_key(guild))
        for channel in islice(writable_channels(guild), MOST_CHANNELS):
            try:
                await self._context.poster.to_channel(channel, post)
            except (discord.Forbidden, discord.NotFound):
                continue
            return True
        return False

    async def _send_in_private(self, guild: discord.Guild) -> None:
        """Send the welcome to the person who invited the bot, or else to the owner of the server."""
        person_id = await _inviter_of(guild) or guild.owner_id
        if person_id is None:
            return

        async def make() -> Post:
            is_quiet = self._context.host.people.is_quiet(person_id)
            screen = Screen(private_welcome_text(guild.name), private_welcome_rows())
            return Post(screen, key=(*_key(guild), person_id), silent=is_quiet)

        try:
            await self._context.poster.to_person(person_id, server_language(self._context.host, guild), make)
        except (discord.Forbidden, DmLimitError):
            log.info("server %d: no channel for the welcome, and nobody takes it in private", guild.id)


def _key(guild: discord.Guild) -> tuple[str | int, ...]:
    """Return the key of a welcome: there may be another one when the bot comes again."""
    return "welcome", guild.id, str(guild.me.joined_at)


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
