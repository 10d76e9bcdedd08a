"""What the bot must be allowed to do in a channel."""

from typing import Final

import discord

NEEDED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot cannot play without."""

FOR_THREADS: Final = discord.Permissions(create_public_threads=True)

FOR_PINS: Final = discord.Permissions(pin_messages=True)
"""Since February 2026 ``manage_messages`` does not include it any more."""

WANTED: Final = discord.Permissions(NEEDED.value | FOR_THREADS.value | FOR_PINS.value)
"""Everything that the invitation asks for."""
