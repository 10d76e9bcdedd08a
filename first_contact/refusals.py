"""What Discord's refusals mean, and what a host can do about them."""

from collections.abc import Mapping
from typing import Final

import discord

from screens.text.markup import word_list

_BY_CODE: Final[Mapping[int, str]] = {
    10003: "Discord knows no such channel. Copy its ID again: right-click the channel, then Copy Channel ID.",
    10007: "You aren't on that server. Join the server with the account that owns the application.",
    10008: "The message is gone. Somebody has deleted it meanwhile. Run the check again.",
    10013: "Discord knows no such person.",
    10062: "The answer came after more than three seconds, so Discord didn't take it. Is this machine very busy?",
    20026: "Discord has flagged the bot, so it may not write to new people. Look at your application's page.",
    20028: "The bot writes too fast in this channel. Wait a minute, then run the check again.",
    20029: "The bot writes too fast on this server. Wait a minute, then run the check again.",
    30003: "The channel has as many pins as Discord allows. Unpin one.",
    30034: "Discord takes 200 new commands a day, and they are used up. Try again tomorrow.",
    30046: "Discord takes no more edits of old messages for now. Try again in an hour.",
    40001: "Discord doesn't know the token any more. Copy it again from your application's page, under Bot.",
    40002: "Discord wants you to verify your account first.",
    40003: "The bot has opened direct messages to too many people. Try again in an hour.",
    40005: "The picture is too large for this server.",
    40060: "Another program has answered first. Does the bot run somewhere with the same token? Stop it for the check.",
    50007: "You don't take direct messages from this bot. Allow them: right-click the server, Privacy Settings, Direct "
    "Messages.",
    50008: "The bot can't write in a channel of this kind. Choose a text channel.",
    50024: "That doesn't work in a channel of this kind. Choose a text channel.",
    50083: "The thread is archived. Run the check again.",
    50278: "You and the bot share no server, so it can't write to you. Join the server.",
    160002: "Replies need the permission Read Message History. Allow it in the channel's settings, under Permissions.",
    160005: "The thread is locked. Run the check again.",
    160006: "The server has as many active threads as Discord allows. Archive one.",
}
"""What to do, by Discord's code for the error."""

_MISSING_ACCESS: Final = 50001
_MISSING_PERMISSIONS: Final = 50013

_NAMES: Final = {
    "read_messages": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "pin_messages": "Pin Messages",
}
"""The permissions as they stand in a server's settings, by discord.py's names."""


def permission_names(permissions: discord.Permissions) -> list[str]:
    """Return what permissions are called in a server's settings."""
    names = [name for name, is_set in permissions if is_set]
    return [_NAMES.get(name, name.replace("_", " ").title()) for name in names]


def advice(error: Exception, needed: discord.Permissions, granted: discord.Permissions | None) -> str:
    """Return what a host can do about an error, in one or two sentences.

    ``needed`` are the permissions for what was refused, ``granted`` those that the bot has in the channel, None if they
    aren't known.
    """
    match error:
        case discord.HTTPException(code=code) if code in _BY_CODE:
            return _BY_CODE[code]
        case discord.HTTPException(code=code) if code in (_MISSING_ACCESS, _MISSING_PERMISSIONS):
            return _missing(needed, granted)
        case discord.Forbidden():
            return _missing(needed, granted)
        case discord.HTTPException(status=429):
            return "Discord wants the bot to wait. Run the check again in a few minutes."
        case discord.HTTPException(status=status) if status >= 500:
            return "Discord has trouble. Look at discordstatus.com, and run the check again later."
        case discord.HTTPException():
            return "This should not happen. Attach the report to an issue."
        case TimeoutError():
            return "There was no answer in time. Run the check again."
        case OSError():
            return "Discord can't be reached from this machine. Does it have a connection, and does a firewall stop it?"
        case _:
            return "This should not happen. Attach the report to an issue."


def _missing(needed: discord.Permissions, granted: discord.Permissions | None) -> str:
    """Say which permissions to allow: those that are missing, or if that isn't known, all that are needed."""
    missing = needed if granted is None else discord.Permissions(needed.value & ~granted.value)
    names = permission_names(missing) or permission_names(needed)
    if not names:
        return "Discord doesn't allow it. Invite the bot again with the address above."
    return f"Allow the bot {word_list(names)}, in the channel's settings under Permissions."
