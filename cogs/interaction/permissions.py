"""Where commands may be used, and whether the bot has the permissions that they need."""

from typing import Final

import discord
from discord import app_commands

from cogs.delivery.channels import REQUIRED_PERMISSIONS
from cogs.interaction.client import Interaction

_ONLY_IN_THREADS: Final = "send_messages_in_threads"
_ONLY_IN_CHANNELS: Final = "send_messages"


only_on_servers = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
"""A decorator: the command exists on servers only. (``guild_only`` alone is overridden by what the tree allows.)"""


def check_bot_permissions(interaction: Interaction) -> bool:
    """Return True if the bot may post a public message here, else raise BotMissingPermissions."""
    is_thread = isinstance(interaction.channel, discord.Thread)
    not_needed_here = _ONLY_IN_CHANNELS if is_thread else _ONLY_IN_THREADS
    missing = [
        name
        for name, is_needed in REQUIRED_PERMISSIONS
        if is_needed and name != not_needed_here and not getattr(interaction.app_permissions, name)
    ]
    if missing:
        raise app_commands.BotMissingPermissions(missing)
    return True


def may_manage(interaction: Interaction) -> bool:
    """Return whether a person may press a button that was offered to a manager.

    They may if they manage the server, or if the button stands below the answer to their own command: a server can let
    other people use the managers' commands, and Discord has checked that.
    """
    asked = interaction.message.interaction_metadata if interaction.message else None
    return interaction.permissions.manage_guild or (asked is not None and asked.user.id == interaction.user.id)
