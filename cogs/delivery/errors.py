"""Errors of posting, and what Discord's errors say about a channel."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from host.errors import HostError
from host.model.table import BaseTable, Table

_CHANNEL_CLOSED: Final = (50083, 160005)
"""Discord's codes for a thread that is archived or locked."""
_NO_CHANNEL: Final = 10003
"""Discord's code for a channel that was deleted."""
_OLD_EDITS: Final = 30046
"""Discord's code for too many edits of messages older than an hour."""
_DM_CHANNELS: Final = (40003, 20026)
"""Discord's codes for a bot that opens direct messages too fast, and for one that it has put in quarantine for that."""
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500


class SuspendedError(Exception):
    """Something can't be shown until something changes at Discord."""


class ChannelGoneError(Exception):
    """A channel was deleted, or the bot is no longer on its server, or can't reach the server now."""


class NotAnnouncedError(Exception):
    """A change is stored, but no message in the channel shows it yet. The bot tries again later."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.number, table.ply)
        self.table = table


class UnreachableError(NotAnnouncedError, SuspendedError):
    """The same, and the bot tries again only when something has changed in the channel."""


class NoticeNotSentError(Exception):
    """A change is stored, but the notice about it could not be sent. The bot does not try again."""

    def __init__(self, table: BaseTable) -> None:
        super().__init__(table.number)
        self.table = table


class DmLimitError(Exception):
    """A direct message is not sent, because the bot must not open another channel of direct messages now."""


def cause_of(error: BaseException) -> BaseException:
    """Return why something could not be shown, or the error itself."""
    return error.__cause__ or error if isinstance(error, NotAnnouncedError | NoticeNotSentError) else error


def is_expected(error: BaseException) -> bool:
    """Return whether an error is no fault of the program, so that the log needs no traceback."""
    cause = cause_of(error)
    return is_discord_trouble(cause) or isinstance(cause, ChannelGoneError | NotAnnouncedError | HostError)


def is_discord_trouble(error: BaseException | None) -> bool:
    """Return whether Discord, or the way there, is to blame for an error: the log needs no traceback of it.

    discord.py raises KeyError for a rate limit that does not say how long it lasts; aiohttp raises RuntimeError where
    the bot has closed its connections.
    """
    match error:
        case discord.HTTPException() | OSError() | aiohttp.ClientError() | DmLimitError():
            return True
        case KeyError(args=("retry_after",)) | RuntimeError(args=("Session is closed",)):
            return True
        case _:
            return False


@contextmanager
def trouble_noted(note: Callable[..., None], text: str, *about: object) -> Iterator[None]:
    """Go on after a block even if Discord makes it fail, and note that. The error is the last value in the text."""
    try:
        yield
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        note(text, *about, error)


def is_passing_trouble(error: BaseException | None) -> bool:
    """Return whether an error is trouble at Discord that passes by itself, and not a refusal."""
    if not isinstance(error, discord.HTTPException):
        return is_discord_trouble(error)
    return error.status >= _SERVER_ERROR or error.status == _TOO_MANY_REQUESTS


def is_channel_deleted(error: BaseException) -> bool:
    """Return whether an error means that the channel was deleted."""
    return isinstance(error, discord.HTTPException) and error.code == _NO_CHANNEL


@contextmanager
def deleted_channel_named() -> Iterator[None]:
    """Raise ChannelGoneError instead of Discord's error where a block needs a channel that was deleted."""
    try:
        yield
    except discord.NotFound as error:
        if not is_channel_deleted(error):
            raise
        raise ChannelGoneError from error


def is_channel_closed(error: discord.HTTPException) -> bool:
    """Return whether an error means that the channel is gone or closed to the bot. Then a retry makes no sense."""
    return isinstance(error, discord.Forbidden | discord.NotFound) or error.code in _CHANNEL_CLOSED


def is_edit_limit(error: discord.HTTPException) -> bool:
    """Return whether an edit failed because there were too many of old messages in its channel."""
    return error.code == _OLD_EDITS


def is_dm_limit(error: discord.HTTPException) -> bool:
    """Return whether Discord has refused a direct message because the bot has opened too many channels for them."""
    return error.code in _DM_CHANNELS
