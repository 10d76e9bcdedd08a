"""Draws a whole game as a file, for the one who asks, and posts it."""

import asyncio
from functools import partial

import discord
from discord.utils import MISSING

from cogs.interaction.client import Interaction
from cogs.interaction.context import check_rate_limit, person_of
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.progress_message import progress_told
from cogs.interaction.rate_limits import CHANNEL_SHARE_LIMIT, SHARE_LIMIT
from cogs.message.share import post_view, shared_file, steps_of
from cogs.text.i18n import use_language
from cogs.text.share import (
    SharedForm,
    done_text,
    drawing_text,
    drawn_text,
    not_drawn_text,
    posted_text,
    progress_text,
    too_long_text,
)
from cogs.text.table import table_language
from host.model.table import StartedTable
from render.share.steps import TooLargeToShowError


async def show_shared(interaction: Interaction, table: StartedTable, form: SharedForm, first: int) -> None:
    """Show the file of a game from a turn on, in place of the private message that was used.

    Its words are in the table's language, because it is made to be shown to others.
    """
    await interaction.edit_original_response(content=drawing_text(form), view=None)
    history = await interaction.client.host.history.replay_log(table.number)
    try:
        with use_language(table_language(table)):
            steps = await asyncio.to_thread(steps_of, table, history, first)
        async with progress_told(interaction, partial(_turn_text, steps[0].number, steps[-1].number)) as listener:
            with use_language(table_language(table)):
                file = await shared_file(interaction.client.pictures, table, steps, form, listener)
    except TooLargeToShowError:
        await interaction.edit_original_response(content=too_long_text())
        return
    if file is MISSING:
        await interaction.edit_original_response(content=not_drawn_text())
        return
    view = post_view(table.number, form)
    await interaction.edit_original_response(content=drawn_text(form), attachments=[file], view=view)


def _turn_text(first: int, last: int, done: int, total: int) -> str:
    """Return the text for so many frames of a game from one turn to another. A long game has fewer."""
    return progress_text(first + (last - first) * (done - 1) // max(1, total - 1), last)


async def post_shared(interaction: Interaction, table: StartedTable, form: SharedForm) -> None:
    """Post the file of the private message that was used. Raise RateLimitError, and UnknownComponentError if it has
    no file.
    """
    message, channel = interaction.message, interaction.channel
    if message is None or not message.attachments or not isinstance(channel, discord.abc.Messageable):
        raise UnknownComponentError(form)
    check_rate_limit(interaction, SHARE_LIMIT)
    check_rate_limit(interaction, CHANNEL_SHARE_LIMIT, interaction.channel_id)
    file = await message.attachments[0].to_file()
    with use_language(table_language(table)):
        await channel.send(posted_text(table, form, person_of(interaction).name), file=file)
    await interaction.edit_original_response(content=done_text(), view=None, attachments=[])
