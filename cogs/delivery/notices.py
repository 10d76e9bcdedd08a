"""Notices in the channel of a table, about something that is done and stored."""

from collections.abc import Collection
from typing import Any

import discord
from discord.utils import MISSING

from cogs.delivery.channels import Channels
from cogs.delivery.errors import ChannelGoneError, NoticeNotSentError, is_channel_deleted, is_discord_trouble
from host import BaseTable


async def post_notice(
    channels: Channels,
    table: BaseTable,
    text: str,
    *,
    view: discord.ui.View = MISSING,
    pinged: Collection[int] = (),
    nonce: str | None = None,
) -> None:
    """Send a notice to the channel of a table, and ping the people with the ids ``pinged``.

    Discord refuses a second message with the same ``nonce`` for some minutes. Raise NoticeNotSentError.
    """
    key: Any = nonce  # None is no nonce, though discord.py's types do not say so
    people = discord.AllowedMentions(users=[discord.Object(one) for one in pinged])
    try:
        await channels.messageable(table.venue).send(text, view=view, allowed_mentions=people, nonce=key)
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        raise NoticeNotSentError(table) from (ChannelGoneError() if is_channel_deleted(error) else error)
