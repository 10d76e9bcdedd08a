"""What the bot must be allowed to do in a channel."""

from typing import Final

import discord

REQUIRED_PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot cannot play without."""

THREAD_PERMISSIONS: Final = discord.Permissions(create_public_threads=True)

PIN_PERMISSIONS: Final = discord.Permissions(pin_messages=True)
"""Since February 2026 ``manage_messages`` does not include it any more."""

INVITE_PERMISSIONS: Final = discord.Permissions(
    REQUIRED_PERMISSIONS.value | THREAD_PERMISSIONS.value | PIN_PERMISSIONS.value
)
"""Everything that the invitation asks for."""
