"""The public messages of turns: one for each turn, in the order of plies, none sent twice."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

import discord
from discord.utils import MISSING
from prometheus_client import Histogram

from carcassonne import Phase
from cogs.delivery.context import DeliveryContext
from cogs.delivery.discord_limits import is_edit_limit
from cogs.delivery.edit_pacing import Urgency
from cogs.delivery.errors import (
    ChannelGoneError,
    NotAnnouncedError,
    is_channel_closed,
    is_channel_deleted,
    is_discord_trouble,
)
from cogs.delivery.nonces import nonce_of
from cogs.delivery.prepared_pictures import PreparedPictures
from cogs.delivery.sent_messages import find_message
from cogs.delivery.shown_turns import ShownTurns
from cogs.delivery.turn_buttons import load_turn_view
from cogs.message.pictures import picture_name
from cogs.message.turn_reports import TurnReport, last_reported, missed_reports
from cogs.text.channels import no_picture_text, thread_lost_text
from cogs.text.clock import vacation_text
from cogs.text.formatting import MESSAGE_LENGTH, truncate
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from cogs.text.turn import announcement, past_announcement
from host import (
    Clock,
    HostError,
    MessageRef,
    PlayResult,
    RunningTable,
    StartedTable,
    Venue,
    WaitingTable,
    is_message_current,
    table_at,
    timed_turn,
)

T = TypeVar("T")

log = logging.getLogger(__name__)

ANNOUNCEMENT_SECONDS: Final = Histogram(
    "carcassonne_announcement_seconds",
    "From a move to its message in the channel",
    buckets=(0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600),
)

_CLOCK_SKEW: Final = timedelta(seconds=30)
"""How far the clocks of several processes may be apart."""
_NOT_EDITABLE: Final = (10008, 50083)
"""Discord's codes for a deleted message and for an archived thread. A new message opens such a thread again."""


class TurnMessages:
    """Sends what was played to the channel of the table, then marks it as announced. Only the latest message has
    buttons.

    The messages of a game are sent one after the other, as a chain of tasks. No lock is held meanwhile.
    """

    def __init__(self, context: DeliveryContext) -> None:
        self._host = context.host
        self._channels = context.channels
        self._pictures = context.pictures
        self._edits = context.edits
        self._shown_turns = ShownTurns()
        self._prepared = PreparedPictures(context)
        self._last_tasks: dict[int, asyncio.Task[Any]] = {}
        self._begun_at = discord.utils.utcnow()
        self._unmarked: dict[int, int] = {}
        """By game, the last ply whose message may have been sent by this process although it isn't marked."""

    async def send(self, played: PlayResult) -> PlayResult | None:
        """Send the message about what was played, after all earlier messages of its game. First send what was missed.

        Return what the message reports if it pings the player to move, else None. Raise NotAnnouncedError. Its cause is
        a ChannelGoneError if the table has no channel any more.
        """
        number = played.after.number
        try:
            return await self._after_earlier(number, self._announce(played))
        except Exception as error:
            is_expected = is_discord_trouble(error) or isinstance(error, ChannelGoneError | HostError)
            log.warning("game %d, ply %d: not announced: %r", number, played.after.ply, error, exc_info=not is_expected)
            raise NotAnnouncedError(played.after) from error

    def prepare(self, numbers: Iterable[int]) -> None:
        """Begin to draw the pictures of turns that will be announced."""
        self._prepared.begin(numbers)

    async def finish(self) -> None:
        """Wait until what is being sent or edited has arrived."""
        while self._last_tasks:
            await asyncio.wait(self._last_tasks.values())

    async def close(self) -> None:
        """Cancel what is being sent or edited. The next start looks whether it has arrived."""
        tasks = list(self._last_tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._prepared.close()

    async def refresh(self, number: int) -> None:
        """Edit the message of a turn if its deadline or its player has changed. This pings nobody. An old message may
        have to wait for that.

        Raise HostError, and what ``is_discord_trouble`` names.
        """
        table = self._host.tables.running_summary(number)
        if table and not is_message_current(self._host.deadlines.with_expected_deadline(table)):
            message = MessageRef(table.venue.channel, table.message or 0)
            await self._edits.edit(message, Urgency.CURRENT, lambda: self._after_earlier(number, self._refresh(number)))

    async def _after_earlier(self, number: int, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine after all that was begun earlier for the messages of the same game."""
        task = asyncio.create_task(_after(self._last_tasks.get(number), work))
        self._last_tasks[number] = task
        try:
            return await task
        finally:
            if self._last_tasks.get(number) is task:
                del self._last_tasks[number]

    async def _announce(self, played: PlayResult) -> PlayResult | None:
        table = await self._host.tables.load_started(played.after.number)
        if table.announced >= played.after.ply:
            return None
        if not self._channels.is_here(table.venue):
            raise ChannelGoneError
        try:
            return await self._announce_somewhere(table, played)
        except discord.NotFound as error:
            if not is_channel_deleted(error):
                raise
            raise ChannelGoneError from error

    async def _announce_somewhere(self, table: StartedTable, played: PlayResult) -> PlayResult | None:
        """Announce what was played in the channel of the table. If that is a closed thread, use its parent channel."""
        try:
            return await self._announce_all(table, played)
        except discord.HTTPException as error:
            if table.venue.parent is None or not is_channel_closed(error):
                raise
            return await self._announce_all(await self._leave_thread(table), played)

    async def _announce_all(self, table: StartedTable, played: PlayResult) -> PlayResult | None:
        """Announce what was played, and what was missed before it."""
        if played.moves and max(table.announced, 0) >= played.before.ply:
            after = replace(played.after, venue=table.venue)
            is_pending = isinstance(after, RunningTable) and after.pending is not None
            report = TurnReport(replace(played, after=after), is_edit=is_pending)
            return report.played if await self._announce_one(report, previous=played.before) else None
        return await self._announce_missed(table)

    async def _announce_missed(self, table: StartedTable) -> PlayResult | None:
        """Announce what was missed. What may have been sent is looked for in the channel first, until a message is not
        found: messages are sent in order.
        """
        history = await self._host.history.replay_log(table.number)
        missed = missed_reports(table, history)
        has_sent = is_sent = False
        for one in missed:
            ply, played_at = one.played.after.ply, history.times[one.played.after.ply - 1]
            since = played_at if not has_sent and self._may_be_sent(table.number, ply, played_at) else None
            previous = missed[0].played.before if one is missed[-1] else None
            is_sent = await self._announce_one(one, previous=previous, since=since)
            has_sent = has_sent or is_sent
        return missed[-1].played if is_sent else None

    def _may_be_sent(self, number: int, ply: int, played_at: datetime) -> bool:
        """Say whether the message of a ply may be in the channel: sent by this process, or by one that was here before.

        What another process has played since is new, and somebody waits for it.
        """
        return played_at < self._begun_at + _CLOCK_SKEW or ply <= self._unmarked.get(number, 0)

    async def _announce_one(
        self, report: TurnReport, *, previous: WaitingTable | StartedTable | None, since: datetime | None = None
    ) -> bool:
        """Send a report. If it may have been sent since a time, look for it in the channel first.

        ``previous`` is the table as the players last saw it. It is None if more messages follow, because only the last
        message pings. Return whether a message was sent.
        """
        played = report.played
        if report.is_edit and await self._try_edit(played):
            return False
        if since and await self._mark_if_sent(played, since):
            return False
        await self._send(played, previous)
        return True

    async def _send(self, played: PlayResult, previous: WaitingTable | StartedTable | None) -> None:
        table = played.after
        is_new_turn = previous is not None and _is_new_turn(previous, table)
        person = table.to_move.person if table.to_move and is_new_turn else None
        pinged = [discord.Object(person.id)] if person and not self._host.people.wants_digest(person.id) else []
        with use_language(table_language(table)):
            text, picture = self._text(played), await self._picture(table)
            view = await load_turn_view(self._host, table) or MISSING
            await self._host.confirm_home()  # drawing takes a while, and a machine may sleep
            self._unmarked[table.number] = table.ply
            message = await self._channels.messageable(table.venue).send(
                text,
                file=picture,
                view=view,
                nonce=picture_name(table),
                allowed_mentions=discord.AllowedMentions(users=pinged),
                silent=person is not None and self._host.people.is_turn_silent(person.id),
            )
        ANNOUNCEMENT_SECONDS.observe(max((message.created_at - table.moved_at).total_seconds(), 0))
        await self._mark(played, message.id)

    async def _try_edit(self, played: PlayResult) -> bool:
        """Edit the message of the turn so that it shows what was played. Return whether that was possible."""
        table = played.after
        message = (await self._host.tables.load_started(table.number)).message
        if message is None:
            return False
        try:
            with use_language(table_language(table)):
                picture = await self._picture(table)
                async with self._edits.count(MessageRef(table.venue.channel, message)):
                    await self._message(table, message).edit(
                        content=self._text(played),
                        attachments=[one for one in [picture] if one is not MISSING],
                        view=await load_turn_view(self._host, table),
                    )
        except discord.HTTPException as error:
            if error.code not in _NOT_EDITABLE and not is_edit_limit(error):
                raise
            return False
        await self._mark(played, message)
        return True

    async def _mark_if_sent(self, played: PlayResult, since: datetime) -> bool:
        """Mark what was played as announced if its message is found in the channel. Return whether it was found.

        The message is recognised by the name of its picture, or by its text if it has no picture.
        """
        table = played.after
        with use_language(table_language(table)):
            picture, text = f"{picture_name(table)}.png", self._text(played)

        def is_it(message: discord.Message) -> bool:
            names = [attachment.filename for attachment in message.attachments]
            return self._channels.is_own(message) and (picture in names or (not names and message.content == text))

        found = await find_message(self._channels.messageable(table.venue), since, is_it)
        if found:
            await self._mark(played, found.id)
        return found is not None

    async def _refresh(self, number: int) -> None:
        table = await self._host.tables.load_started(number)
        expected = self._host.deadlines.with_expected_deadline(table)
        if table.message is None or is_message_current(expected):
            return
        played = await self._last_reported(table)
        with use_language(table_language(table)):
            text, view = self._text(played), await load_turn_view(self._host, table)
            try:
                await self._message(table, table.message).edit(content=text, view=view)
            except discord.HTTPException as error:
                if error.code not in _NOT_EDITABLE:
                    raise
        await self._host.message_log.mark_shown(number, _clock_of(expected))

    def _text(self, played: PlayResult) -> str:
        """Return the text of the message. If the bot may not send pictures, the text says so."""
        text = self._turn_text(played)
        if self._channels.may_attach(played.after.venue):
            return text
        ending = no_picture_text()
        return truncate(text, MESSAGE_LENGTH - len(ending) - 1) + "\n" + ending

    def _turn_text(self, played: PlayResult) -> str:
        """Return what was played and whose turn it is. If a vacation stops the clock, the text says so."""
        table = self._host.deadlines.with_expected_deadline(played.after)
        text = announcement(replace(played, after=table))
        turn = timed_turn(table) if isinstance(table, RunningTable) else None
        if not isinstance(table, RunningTable) or turn is None or self._host.voting.is_late(table):
            return text
        vacation = self._host.people.current_vacation(turn.person.id)
        return truncate(f"{text}\n{vacation_text(table, vacation)}") if vacation else text

    async def _picture(self, table: StartedTable) -> discord.File:
        if not self._channels.may_attach(table.venue):
            none: discord.File = MISSING
            return none
        prepared = await self._prepared.take(table)
        return prepared or await self._pictures.board(table, picture_name(table), must_be_drawn=True)

    async def _mark(self, played: PlayResult, message: int) -> None:
        """Store which message announces what was played, and retire the message before it."""
        table = played.after
        earlier = await self._host.tables.load_started(table.number)
        shown = self._host.deadlines.with_expected_deadline(table)
        await self._host.message_log.mark_announced(table.number, table.ply, message, _clock_of(shown))
        self._unmarked.pop(table.number, None)
        if earlier.message is not None and earlier.message != message:
            await self._retire(earlier, earlier.message)
        self._shown_turns.put(played)

    async def _retire(self, table: StartedTable, message: int) -> None:
        """Remove the deadline and the buttons of a message. For an old message, that is left to the background.

        If that fails, pressing a button says that the turn is over.
        """
        try:
            edit = partial(self._message(table, message).edit, content=await self._past_text(table), view=None)
            await self._edits.edit(MessageRef(table.venue.channel, message), Urgency.CLOSED, edit)
        except Exception as error:
            log.warning("game %d: message %d keeps its buttons: %s", table.number, message, error)

    async def _past_text(self, table: StartedTable) -> str:
        """Return the text of a message whose turn is over; MISSING if its content is unknown."""
        if table.shown is None:
            unknown: str = MISSING
            return unknown
        with use_language(table_language(table)):
            return past_announcement(await self._past_reported(table, table.shown.ply))

    async def _last_reported(self, table: StartedTable) -> PlayResult:
        """Return what the message at a table's ply reports."""
        if played := self._shown_turns.find(table):
            return played
        return last_reported(table, await self._host.history.replay_log(table.number))

    async def _past_reported(self, table: StartedTable, ply: int) -> PlayResult:
        """Return what the message at an earlier ply reported."""
        if played := self._shown_turns.find_past(table, ply):
            return played
        history = await self._host.history.replay_log(table.number)
        return last_reported(table_at(table, ply, history.states[ply]), history)

    def _message(self, table: StartedTable, number: int) -> discord.PartialMessage:
        return self._channels.messageable(table.venue).get_partial_message(number)

    async def _leave_thread(self, table: StartedTable) -> StartedTable:
        """Move the table from its thread to the parent channel, and say so there. If that fails, nothing changes."""
        venue = Venue(table.venue.guild, table.venue.home)
        with use_language(table_language(table)):
            nonce = nonce_of("thread lost", table.number, table.venue.channel)
            await self._channels.messageable(venue).send(thread_lost_text(table), nonce=nonce)
        return await self._host.message_log.move(table.number, venue)


async def _after(earlier: asyncio.Task[Any] | None, work: Coroutine[Any, Any, T]) -> T:
    if earlier is not None:
        await asyncio.wait([earlier])
    return await work


def _clock_of(table: StartedTable) -> Clock | None:
    return table.clock if isinstance(table, RunningTable) else None


def _is_new_turn(previous: WaitingTable | StartedTable, table: StartedTable) -> bool:
    """Say whether to ping the player to move. If only somebody else has resigned since ``previous``, do not."""
    if isinstance(previous, WaitingTable) or previous.to_move is None or previous.state.phase is not Phase.PLACE:
        return True
    before, now = previous.state, table.state
    return (before.turn, before.seat, before.phase) != (now.turn, now.seat, now.phase)
