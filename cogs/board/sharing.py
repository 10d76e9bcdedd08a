"""Draws a whole game as a file, for the one who asks, and posts it."""

import asyncio
from functools import partial

import discord

from cogs.delivery.poster import Post
from cogs.interaction.client import Interaction
from cogs.interaction.context import check_rate_limit, person_of
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.progress_message import progress_told
from cogs.interaction.rate_limits import CHANNEL_SHARE_LIMIT, SHARE_LIMIT
from cogs.interaction.replies import replace_message
from host.model.table import StartedTable
from render.share.steps import TooLargeToShowError
from screens.replay import post_rows, shared_file, steps_of
from screens.screen import File, Screen
from screens.text.board import (
    done_text,
    drawing_text,
    drawn_text,
    not_drawn_text,
    posted_text,
    progress_text,
    too_long_text,
)
from screens.text.choices import SharedForm
from screens.text.i18n import use_language
from screens.text.names import table_language


async def show_shared(interaction: Interaction, table: StartedTable, form: SharedForm, first: int) -> None:
    """Show the file of a game from a turn on, in place of the private message that was used.

    Its words are in the table's language, because it is made to be shown to others.
    """
    await replace_message(interaction, drawing_text(form))
    history = await interaction.client.host.history.replay_log(table.number)
    try:
        with use_language(table_language(table)):
            steps = await asyncio.to_thread(steps_of, table, history, first)
        async with progress_told(interaction, partial(_turn_text, steps[0].number, steps[-1].number)) as listener:
            with use_language(table_language(table)):
                file = await shared_file(interaction.client.pictures, table, steps, form, listener)
    except TooLargeToShowError:
        await replace_message(interaction, too_long_text())
        return
    if file is None:
        await replace_message(interaction, not_drawn_text())
        return
    await replace_message(interaction, Screen(drawn_text(form), post_rows(table.number, form), (file,)))


def _turn_text(first: int, last: int, done: int, total: int) -> str:
    """Return the text for ``done`` of ``total`` frames of a game from one turn to another. A long game has fewer."""
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
    attached = message.attachments[0]
    file = File(await attached.read(), attached.filename, attached.description)
    with use_language(table_language(table)):
        post = Post(Screen(posted_text(table, form, person_of(interaction).name), files=(file,)))
        await interaction.client.delivery.poster.to_channel(channel, post)
    await replace_message(interaction, done_text())
