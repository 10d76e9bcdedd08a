"""The status message of each table. It shows who has joined, then how the game stands.

The jobs see to it that one thing is done at a time for each table.
"""

import logging
from functools import partial

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.errors import (
    ChannelGoneError,
    NotAnnouncedError,
    UnreachableError,
    deleted_channel_named,
    trouble_noted,
)
from cogs.delivery.jobs import Later
from cogs.delivery.poster import Post
from host.model.lobby_rules import missing_people
from host.model.table import MessageRef, RunningTable, Table, WaitingTable
from screens.game_buttons import status_rows
from screens.screen import Change, Screen
from screens.text.lobby import lobby_text

log = logging.getLogger(__name__)


async def show_status_message(bot: BotParts, number: int) -> None:
    """Bring the message of a table up to date.

    If the message of a waiting table is gone, send another. If its channel is gone, close the table. When the game
    is over, show the result, unpin the message and forget it. A private table has none.

    Raise NotAnnouncedError, or UnreachableError if the bot may not edit the message; Later if an old message has to
    wait; HostError.
    """
    table = await bot.host.tables.known(number)
    try:
        await _show(bot, table)
    except Later:
        raise
    except discord.Forbidden as error:
        raise UnreachableError(table) from error
    except Exception as error:
        raise NotAnnouncedError(table) from error


async def _show(bot: BotParts, table: Table) -> None:
    if table.is_private:
        return
    if table.status_message is not None and await _try_edit(bot, table, table.status_message):
        return
    if not isinstance(table, WaitingTable):
        return
    try:
        with deleted_channel_named():
            sent = await bot.poster.to_table(table, partial(_post, bot, table))
    except ChannelGoneError:
        await bot.host.lobby.close(table.number)
        raise
    await bot.host.message_log.mark_status_message(table.number, sent.ref)


async def _post(bot: BotParts, table: WaitingTable) -> Post:
    """Return the message of a waiting table. The first one of a rematch pings the people who are asked."""
    replaced = table.status_message.message if table.status_message else 0
    asked = missing_people(table) if table.status_message is None else ()
    return Post(
        Screen(lobby_text(table), status_rows(table)),
        key=("status", table.number, replaced),
        pings=tuple(person.id for person in asked),
        silent=any(bot.host.people.is_quiet(person.id) for person in asked),
    )


async def _try_edit(bot: BotParts, table: Table, message: MessageRef) -> bool:
    """Edit the message. Return False if it is deleted or the bot cannot edit it. Raise discord.HTTPException."""
    try:
        edited = await bot.poster.edit(table, message, partial(_content, bot, table))
    except (discord.NotFound, discord.Forbidden) as error:
        log.info("table %d: its message %d is lost: %s", table.number, message.message, error)
        if table.status.is_over or isinstance(error, discord.NotFound):
            await bot.host.message_log.mark_status_message(table.number, None)
        elif isinstance(table, RunningTable):
            raise
        return False
    if table.status.is_over:
        if edited.pinned:
            with trouble_noted(log.info, "table %d: its message stays pinned: %s", table.number):
                await edited.unpin()
        await bot.host.message_log.mark_status_message(table.number, None)
    return True


async def _content(bot: BotParts, table: Table) -> Change:
    return Change(lobby_text(bot.host.deadlines.with_expected_deadline(table)), status_rows(table))
