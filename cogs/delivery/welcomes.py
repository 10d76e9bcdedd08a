"""The welcome when the bot comes to a server: one message, in a channel or to the person who invited the bot."""

import logging
from functools import partial
from itertools import islice
from typing import Final

import discord

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.backoff import Pauses
from cogs.delivery.context import DeliveryContext
from cogs.delivery.discord_limits import DmLimitError
from cogs.delivery.errors import is_discord_trouble, is_passing_trouble
from cogs.delivery.nonces import nonce_of
from cogs.delivery.servers import server_language, writable_channels
from cogs.message.welcome import private_welcome_view, welcome_view
from cogs.text.i18n import use_language
from cogs.text.welcome import private_welcome_text, welcome_text

log = logging.getLogger(__name__)

MOST_CHANNELS: Final = 3
"""In how many channels the bot tries to write, if Discord refuses what the permissions allow."""
PAUSES: Final[Pauses] = (60, 5 * 60, 15 * 60, 3_600)
"""Seconds from each failure to the next attempt. After the last one the welcome is given up."""
RECENT_ENTRIES: Final = 20
"""How many entries of a server's audit log about bots are read: the newest."""


class WelcomeMessages:
    """Welcomes servers. What fails in passing is tried again, until the bot is restarted."""

    def __init__(self, context: DeliveryContext) -> None:
        self._context = context
        self._tasks = BackgroundTasks()

    async def welcome(self, guild: discord.Guild) -> None:
        """Send the welcome to a server that the bot has come to, unless it was sent before."""
        joined_at = guild.me.joined_at or discord.utils.utcnow()
        if await self._context.host.welcomes.begin(guild.id, joined_at):
            await self._try(guild, failures=0)

    async def welcome_if_missed(self, guild: discord.Guild) -> None:
        """Send the welcome to a server that has invited the bot while it was away."""
        joined_at = guild.me.joined_at
        if joined_at and await self._context.host.welcomes.begin_missed(guild.id, joined_at):
            await self._try(guild, failures=0)

    async def close(self) -> None:
        """Stop trying."""
        await self._tasks.close()

    async def _try(self, guild: discord.Guild, *, failures: int) -> None:
        try:
            if not await self._post(guild):
                await self._send_in_private(guild)
        except Exception as error:
            log.warning("server %d: no welcome: %r", guild.id, error, exc_info=not is_discord_trouble(error))
            if is_passing_trouble(error) and failures < len(PAUSES):
                self._tasks.begin_after(PAUSES[failures], partial(self._try, guild, failures=failures + 1))

    async def _post(self, guild: discord.Guild) -> bool:
        """Send the welcome to the first channel that takes it. Return whether there is one."""
        with use_language(server_language(self._context.host, guild)):
            for channel in islice(writable_channels(guild), MOST_CHANNELS):
                try:
                    await channel.send(welcome_text(), view=welcome_view(), nonce=nonce_of("welcome", guild.id))
                except (discord.Forbidden, discord.NotFound):
                    continue
                return True
        return False

    async def _send_in_private(self, guild: discord.Guild) -> None:
        """Send the welcome to the person who invited the bot, or else to the owner of the server."""
        person_id = await _inviter_of(guild) or guild.owner_id
        if person_id is None:
            return
        with use_language(self._context.language_of(person_id) or server_language(self._context.host, guild)):
            try:
                async with self._context.private_channels.to(person_id) as channel:
                    text, view = private_welcome_text(guild.name), private_welcome_view()
                    is_quiet = self._context.host.people.is_quiet(person_id)
                    await channel.send(text, view=view, nonce=nonce_of("welcome", guild.id), silent=is_quiet)
            except (discord.Forbidden, DmLimitError):
                log.info("server %d: no channel for the welcome, and nobody takes it in private", guild.id)


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
