"""What can go wrong when the bot posts something, and what Discord's errors say about a channel."""

from typing import Final

import discord

from host import BaseTable, Table

_CHANNEL_CLOSED: Final = (50083, 160005)
"""Discord's codes for a thread that takes no messages: it is archived, or locked."""
_NO_CHANNEL: Final = 10003
"""Discord's code for a channel that was deleted."""


class ChannelGoneError(Exception):
    """The channel of a table was deleted, or the bot is not on its server any more."""


class NotAnnouncedError(Exception):
    """A change is stored, but the message in the channel does not show it. The bot tries again later.

    ``is_sent_in_private`` says whether everybody who has to know has got a direct message instead.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table.number, table.ply)
        self.table = table
        self.is_sent_in_private = False


class NoticeNotSentError(Exception):
    """Something is done and stored, but the notice to the table could not be sent. The bot does not try again."""

    def __init__(self, table: BaseTable) -> None:
        super().__init__(table.number)
        self.table = table


def is_channel_deleted(error: discord.HTTPException) -> bool:
    """Say whether an error tells that a channel was deleted."""
    return error.code == _NO_CHANNEL


def is_channel_closed(error: discord.HTTPException) -> bool:
    """Say whether a channel or thread is gone, or closed to the bot, so that it makes no sense to try again."""
    return isinstance(error, discord.Forbidden | discord.NotFound) or error.code in _CHANNEL_CLOSED
