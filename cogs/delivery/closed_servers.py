"""Tells the managers of a server, once, that no channel is left where tables may be opened."""

import logging

import discord

from cogs.delivery.context import DeliveryContext
from cogs.delivery.discord_limits import DmLimitError
from cogs.delivery.errors import is_discord_trouble, is_passing_trouble
from cogs.delivery.poster import Post
from cogs.delivery.servers import may_write, server_language
from screens.screen import Screen
from screens.text.channels import no_channel_left_text
from screens.text.i18n import use_language

log = logging.getLogger(__name__)


def is_closed(context: DeliveryContext, guild: discord.Guild) -> bool:
    """Return whether the managers of a server have chosen channels for tables, and none of them is there any more.

    If Discord can't reach the server at the moment, its channels are unknown, and it is not closed.
    """
    chosen = context.host.administration.server(guild.id).channels
    return bool(chosen) and not guild.unavailable and not any(map(guild.get_channel, chosen))


async def tell_if_closed(context: DeliveryContext, guild: discord.Guild) -> None:
    """Tell it in the channel that the server has for notices, else to its owner in private.

    If that fails, the next start of the bot does it, unless Discord has refused it for good.
    """
    administration = context.host.administration
    if not is_closed(context, guild) or not await administration.note_told_closed(guild.id):
        return
    try:
        if not await _post(context, guild):
            await _send_in_private(context, guild)
    except Exception as error:
        is_expected = is_discord_trouble(error)
        log.warning("server %d: not told that it is closed: %r", guild.id, error, exc_info=not is_expected)
        if is_passing_trouble(error) or not is_expected:
            await administration.note_told_closed(guild.id, is_told=False)


async def _post(context: DeliveryContext, guild: discord.Guild) -> bool:
    """Write into the server's own channel for notices, and ping the owner. Return whether that was possible."""
    channel = guild.system_channel
    if channel is None or not may_write(channel):
        return False
    with use_language(server_language(context.host, guild)):
        text = no_channel_left_text()
    owner = guild.owner_id
    try:
        await context.poster.to_channel(channel, Post(Screen(f"<@{owner}> {text}"), pings=(owner,) if owner else ()))
    except (discord.Forbidden, discord.NotFound):
        return False
    return True


async def _send_in_private(context: DeliveryContext, guild: discord.Guild) -> None:
    if guild.owner_id is None:
        return
    is_quiet = context.host.people.is_quiet(guild.owner_id)

    async def make() -> Post:
        return Post(Screen(no_channel_left_text(guild.name)), silent=is_quiet)

    try:
        await context.poster.to_person(guild.owner_id, server_language(context.host, guild), make)
    except (discord.Forbidden, DmLimitError):
        log.info("server %d: nobody could be told that it is closed", guild.id)
