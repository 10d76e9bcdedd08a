"""The status message of each table. It shows who has joined, then how the game stands."""

import asyncio
import logging
from functools import partial
from weakref import WeakValueDictionary

import discord
from discord.utils import MISSING

from cogs.delivery.context import DeliveryContext
from cogs.delivery.edit_pacing import Urgency
from cogs.delivery.errors import ChannelGoneError, NotAnnouncedError, is_channel_deleted, is_discord_trouble
from cogs.delivery.nonces import nonce_of
from cogs.message.status import status_view
from cogs.text.i18n import use_language
from cogs.text.lobby import lobby_text
from cogs.text.table import table_language
from host import HostError, MessageRef, RunningTable, Table, Venue, WaitingTable, missing_people

log = logging.getLogger(__name__)


class StatusMessages:
    """Sends, edits and pins status messages.

    It does one thing at a time for each table, and holds no lock of the host.
    """

    def __init__(self, context: DeliveryContext) -> None:
        self._host = context.host
        self._channels = context.channels
        self._edits = context.edits
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def show(self, number: int) -> Table:
        """Bring the message of a table up to date, and return the table. Raise NotAnnouncedError.

        An old message may have to wait for that. If the message of a waiting table is gone, send another. If its
        channel is gone, close the table. When the game is over, show the result, unpin the message and forget it.
        """
        table = await self._host.tables.load(number)
        show_now = partial(self._show_now, number)
        if table.status_message is None:
            await show_now()
        else:
            await self._edits.edit(table.status_message, Urgency.CURRENT, show_now)
        return await self._host.tables.load(number)

    async def pin(self, table: Table) -> None:
        """Pin the message of a table, if the bot may."""
        if table.status_message is None:
            return
        try:
            await self._message(table, table.status_message).pin()
        except discord.Forbidden as error:
            mend = "To have it pinned, give the bot the permission Pin Messages"
            log.info("table %d: its message is not pinned. %s (%s)", table.number, mend, error)
        except Exception as error:
            log.info("table %d: its message is not pinned: %s", table.number, error)

    async def _show_now(self, number: int) -> None:
        async with self._locks.setdefault(number, asyncio.Lock()):
            table = await self._host.tables.load(number)
            try:
                with use_language(table_language(table)):
                    await self._show(table)
            except Exception as error:
                is_expected = is_discord_trouble(error) or isinstance(error, ChannelGoneError | HostError)
                log.warning("table %d: its message is not up to date: %r", number, error, exc_info=not is_expected)
                raise NotAnnouncedError(table) from error

    async def _show(self, table: Table) -> None:
        text = lobby_text(self._host.deadlines.with_expected_deadline(table))
        view = status_view(table)
        if table.status_message is not None and await self._try_edit(table, table.status_message, text, view):
            return
        if view is not None and isinstance(table, WaitingTable):
            try:
                message = await self._send(table, text, view)
            except discord.NotFound as error:
                if not is_channel_deleted(error):
                    raise
                await self._host.lobby.close(table.number)
                raise ChannelGoneError from error
            await self._host.message_log.mark_status_message(table.number, MessageRef(table.venue.channel, message.id))

    async def _send(self, table: Table, text: str, view: discord.ui.View) -> discord.Message:
        """Send the message. The first one of a rematch pings the people who are asked."""
        replaced = table.status_message.message if table.status_message else 0
        asked = missing_people(table) if isinstance(table, WaitingTable) and table.status_message is None else ()
        users = [discord.Object(person.id) for person in asked]
        return await self._channels.messageable(table.venue).send(
            text,
            view=view,
            allowed_mentions=discord.AllowedMentions(users=users) if users else MISSING,
            silent=any(self._host.people.is_quiet(person.id) for person in asked),
            nonce=nonce_of("status", table.number, replaced),
        )

    async def _try_edit(self, table: Table, lobby: MessageRef, text: str, view: discord.ui.View | None) -> bool:
        """Edit the message. Return False if it is deleted or the bot cannot edit it. Raise discord.HTTPException."""
        try:
            message = await self._message(table, lobby).edit(content=text, view=view)
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("table %d: its message %d is lost: %s", table.number, lobby.message, error)
            if table.status.is_over or isinstance(error, discord.NotFound):
                await self._host.message_log.mark_status_message(table.number, None)
            elif isinstance(table, RunningTable):
                raise
            return False
        if table.status.is_over:
            if message.pinned:
                await self._unpin(table, message)
            await self._host.message_log.mark_status_message(table.number, None)
        return True

    async def _unpin(self, table: Table, message: discord.Message) -> None:
        try:
            await message.unpin()
        except Exception as error:
            log.info("table %d: its message stays pinned: %s", table.number, error)

    def _message(self, table: Table, lobby: MessageRef) -> discord.PartialMessage:
        return self._channels.messageable(Venue(table.venue.guild, lobby.channel)).get_partial_message(lobby.message)
