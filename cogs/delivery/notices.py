"""Notices in the channel of a table, about something that is done and stored."""

from collections.abc import Collection

import discord
from discord.utils import MISSING

from cogs.delivery.channels import Channels
from cogs.delivery.errors import ChannelGoneError, NoticeNotSentError, is_channel_deleted, is_discord_trouble
from host import BaseTable


async def post_notice(
    channels: Channels, table: BaseTable, text: str, *, view: discord.ui.View = MISSING, pinged: Collection[int] = ()
) -> None:
    """Send a notice to the channel of a table, and ping the people with the ids ``pinged``.

    Raise NoticeNotSentError.
    """
    people = discord.AllowedMentions(users=[discord.Object(one) for one in pinged])
    try:
        await channels.messageable(table.venue).send(text, view=view, allowed_mentions=people)
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        raise NoticeNotSentError(table) from (ChannelGoneError() if is_channel_deleted(error) else error)
