"""Private answers to commands and components."""

import logging
from collections.abc import Awaitable
from typing import TypeVar

import discord
from discord.utils import MISSING

from cogs.delivery.errors import is_discord_trouble
from cogs.interaction.client import Interaction
from cogs.text.formatting import truncate
from host import BaseTable

T = TypeVar("T")

log = logging.getLogger(__name__)


async def answer(
    interaction: Interaction, text: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING
) -> None:
    """Answer in private. The interaction may be deferred or not. Raise discord.HTTPException."""
    if interaction.response.is_done():
        await interaction.followup.send(truncate(text), file=file, view=view, ephemeral=True)
    else:
        await interaction.response.send_message(truncate(text), file=file, view=view, ephemeral=True)


async def answer_deferred(
    interaction: Interaction, text: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING
) -> discord.WebhookMessage:
    """Answer a deferred interaction in private, and return the message. Raise discord.HTTPException."""
    return await interaction.followup.send(truncate(text), file=file, view=view, ephemeral=True, wait=True)


async def try_answer(table: BaseTable, answered: Awaitable[T]) -> T | None:
    """Await an answer to somebody who has changed a table, before the others are told.

    If Discord doesn't take the answer, the change counts nonetheless; then return None.
    """
    try:
        return await answered
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        log.warning("table %d: the answer about a change is lost: %s", table.number, error)
    return None


async def finish_message(interaction: Interaction, text: str) -> None:
    """Finish with the message of a button. A private message gets the text, a public one is deleted."""
    if is_message_private(interaction):
        await interaction.edit_original_response(content=text, view=None, attachments=[])
    else:
        await interaction.delete_original_response()


def is_message_private(interaction: Interaction) -> bool:
    """Say whether only the person sees the message of a button."""
    message = interaction.message
    return interaction.guild_id is None or bool(message and message.flags.ephemeral)
