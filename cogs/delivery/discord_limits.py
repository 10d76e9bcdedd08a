"""Limits of Discord that its rate limit headers do not tell, and the errors that say that one of them is reached.

Discord publishes none of these figures. They come from reports of other bots, so the bot stays below them.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import discord

_OLD_EDITS: Final = 30046
"""Discord's code for too many edits of messages older than an hour."""
_DM_CHANNELS: Final = (40003, 20026)
"""Discord's codes for a bot that opens direct messages too fast, and for one that it has put in quarantine for that."""


@dataclass(frozen=True, slots=True)
class DiscordLimits:
    """How much the bot allows itself."""

    old_after: timedelta = timedelta(minutes=59)
    """The age from which a message counts as old. Discord says an hour; its clock may be a little ahead."""
    old_edits: int = 3
    """The most edits of old messages in one channel within ``old_edit_window``."""
    old_edit_window: timedelta = timedelta(seconds=6)
    old_edit_pause: timedelta = timedelta(seconds=30)
    """The time without such edits in a channel after Discord has refused one. It doubles with each refusal in a row."""
    dm_channels: int = 20
    """The most channels of direct messages that are opened within ``dm_window``. Bots were refused from 29 in an hour,
    others from 100 in two hours."""
    dm_window: timedelta = timedelta(hours=1)
    dm_pause: timedelta = timedelta(hours=2)
    """The time without opening such a channel after Discord has refused one."""


DISCORD_LIMITS: Final = DiscordLimits()


class DmLimitError(Exception):
    """A direct message is not sent, because the bot must not open another channel of direct messages now."""


def is_edit_limit(error: BaseException | None) -> bool:
    """Return whether an edit, or what it was for, failed because there were too many of old messages in its channel."""
    if isinstance(error, discord.HTTPException):
        return error.code == _OLD_EDITS
    return error is not None and is_edit_limit(error.__cause__)


def is_dm_limit(error: discord.HTTPException) -> bool:
    """Return whether Discord has refused a direct message because the bot has opened too many channels for them."""
    return error.code in _DM_CHANNELS
