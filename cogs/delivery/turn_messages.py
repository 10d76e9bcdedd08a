"""The public messages of the games: one a turn, in order of ply within a game, none twice."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, Protocol

import discord
from discord.utils import MISSING

from carcassonne import Phase
from cogs.delivery.backoff import RetrySchedule
from cogs.delivery.channels import Places
from cogs.message.pictures import Pictures, picture_name
from cogs.message.turn_news import News, last_news, missed_news
from cogs.text.channels import no_picture_text, thread_lost_text
from cogs.text.clock import away_text
from cogs.text.formatting import MESSAGE, clipped
from cogs.text.i18n import speaking
from cogs.text.table import language_at
from cogs.text.turn import announcement, past_announcement
from host import (
    Clock,
    Host,
    Played,
    RunningTable,
    StartedTable,
    Table,
    Venue,
    WaitingTable,
    is_shown,
    table_at,
    timed_turn,
)

log = logging.getLogger(__name__)

_LOOK_BACK: Final = 50
"""How many of a channel's latest messages are searched for an announcement that may have been sent."""

_NOT_EDITABLE: Final = (10008, 50083)
"""Discord's codes for a message that is gone, and for a thread that is archived: sending there opens it again."""
_CLOSED: Final = (50083, 160005)
"""Discord's codes for a thread where nothing can be sent: archived for good, or locked."""
_NO_CHANNEL: Final = 10003
"""Discord's code for a channel that was deleted."""


class GoneError(Exception):
    """The channel of a table was deleted, or the bot is not on its server any more.

    ``is_told`` says whether all who have to know were told in another way, as far as that can be.
    """

    is_told = False


class Lonely(Protocol):
    """Tells what was played at a table without a channel; what is not new may have been told before."""

    async def __call__(self, played: Played, *, is_new: bool) -> bool:
        """Return False where it makes sense to try again."""


class NotAnnouncedError(Exception):
    """What was played at the table is stored, but its message was not sent; it is tried again later."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.number, table.ply)
        self.table = table


class TurnMessages:
    """Sends what was played to the table's channel, then marks it as announced; only the latest message has buttons.

    ``on_sent`` is called after each message that pings, ``on_shown`` after whatever was announced.

    Messages of one game follow one another as a chain of tasks; no lock is held meanwhile.
    """

    def __init__(
        self,
        host: Host,
        pictures: Pictures,
        places: Places,
        view_of: Callable[[StartedTable], discord.ui.View | None],
        *,
        on_sent: Callable[[Played], None],
        on_gone: Lonely,
        on_shown: Callable[[Played], None],
    ) -> None:
        self._host = host
        self._pictures = pictures
        self._places = places
        self._channel_of = places.channel_of
        self._view_of = view_of
        self._on_sent = on_sent
        self._on_gone = on_gone
        self.attempts = RetrySchedule()
        self._on_shown = on_shown
        self._latest: dict[int, asyncio.Task[None]] = {}

    async def announce(self, played: Played) -> None:
        """Send the message of what was played, after all earlier ones of its game; raise NotAnnouncedError.

        Where the table's channel is gone, ``on_gone`` tells what was played.
        """
        number = played.after.number
        try:
            await self._in_turn(number, self._announce(played))
        except Exception as error:
            if isinstance(error, GoneError):
                error.is_told = await self._tell_otherwise(played)
            is_strange = not isinstance(error, discord.HTTPException | GoneError)
            log.warning("game %d, ply %d: not announced: %s", number, played.after.ply, error, exc_info=is_strange)
            raise NotAnnouncedError(played.after) from error
        self._on_shown(played)

    async def catch_up(self) -> None:
        """Send what was stored and not announced, as far as it is not found in its channel.

        What fails is tried ever more rarely; where the channel is gone and everybody is told, not before there is hope.
        """
        for table in self.attempts.due(await self._host.message_log.unannounced()):
            try:
                await self.announce(Played(table, table, (), ()))
            except NotAnnouncedError as error:
                cause = error.__cause__
                self.attempts.failed(table, is_hopeless=isinstance(cause, GoneError) and cause.is_told)

    async def lose(self, table: StartedTable, *, is_new: bool = True) -> None:
        """Take note that the channel of a table has just gone: ``on_gone`` tells how it stands, perhaps once more."""
        await self._on_gone(Played(table, table, (), ()), is_new=is_new)

    async def _tell_otherwise(self, played: Played) -> bool:
        """Tell what was played without a channel; where the bot was sent away, only what is played all the same."""
        if not played.moves and not self._places.is_here(played.after.venue):
            return True
        return await self._on_gone(played, is_new=bool(played.moves))

    async def refresh(self, number: int) -> None:
        """Let the message of a turn tell its time and its player, where they are others than it shows; nobody is
        pinged by that. Raise discord.HTTPException, OSError and HostError.
        """
        table = self._host.tables.cached_running(number)
        if table and not is_shown(self._host.deadlines.with_expected_deadline(table)):
            await self._in_turn(number, self._refresh(number))

    async def _in_turn(self, number: int, work: Coroutine[Any, Any, None]) -> None:
        """Do something about the messages of a game after all that is being done about them."""
        task = asyncio.create_task(_following(self._latest.get(number), work))
        self._latest[number] = task
        try:
            await task
        finally:
            if self._latest.get(number) is task:
                del self._latest[number]

    async def _announce(self, played: Played) -> None:
        table = await self._host.tables.load_started(played.after.number)
        if table.announced >= played.after.ply:
            return
        if not self._places.is_here(table.venue):
            raise GoneError
        try:
            await self._tell_somewhere(table, played)
        except discord.NotFound as error:
            if not is_gone(error):
                raise
            raise GoneError from error

    async def _tell_somewhere(self, table: StartedTable, played: Played) -> None:
        """Send what was played to where the table stands, from a thread that is closed to the channel."""
        try:
            await self._tell(table, played)
        except discord.HTTPException as error:
            if table.venue.parent is None or not is_closed(error):
                raise
            await self._tell(await self._leave_thread(table), played)

    async def _tell(self, table: StartedTable, played: Played) -> None:
        """Send what was played to where the table stands; if more was not announced, all of that."""
        if played.moves and max(table.announced, 0) >= played.before.ply:
            after = replace(played.after, venue=table.venue)
            news = News(
                replace(played, after=after), in_place=isinstance(after, RunningTable) and after.pending is not None
            )
            await self._show(news, is_new=True, told=played.before)
            return
        missed = missed_news(table, await self._host.history.replay_log(table.number))
        for one in missed:
            await self._show(one, told=missed[0].played.before if one is missed[-1] else None)

    async def _show(self, news: News, *, told: WaitingTable | StartedTable | None, is_new: bool = False) -> None:
        """Announce something, unless it is found to have been announced; what ``is_new`` is not looked for.

        ``told`` is the table as people know it; None where more follows, which alone pings.
        """
        played = news.played
        if news.in_place and await self._edit(played):
            return
        if is_new or not await self._find(played):
            await self._send(played, told)

    async def _refresh(self, number: int) -> None:
        table = await self._host.tables.load_started(number)
        foreseen = self._host.deadlines.with_expected_deadline(table)
        if table.message is None or is_shown(foreseen):
            return
        played = last_news(table, await self._host.history.replay_log(number))
        with speaking(language_at(table)):
            text, view = self._text(played), self._view_of(table)
            try:
                await self._message(table, table.message).edit(content=text, view=view)
            except discord.HTTPException as error:
                if error.code not in _NOT_EDITABLE:
                    raise
        await self._host.message_log.mark_shown(number, _clock_of(foreseen))

    async def _edit(self, played: Played) -> bool:
        """Show what was played in the message of the turn; say whether that message can still be edited."""
        table = played.after
        message = (await self._host.tables.load_started(table.number)).message
        if message is None:
            return False
        try:
            with speaking(language_at(table)):
                picture = await self._picture(table)
                await self._message(table, message).edit(
                    content=self._text(played),
                    attachments=[one for one in [picture] if one is not MISSING],
                    view=self._view_of(table),
                )
        except discord.HTTPException as error:
            if error.code not in _NOT_EDITABLE:
                raise
            return False
        await self._mark(table, message)
        return True

    async def _find(self, played: Played) -> bool:
        """Say whether the announcement was sent before; then mark it. It is known by its picture's name or its text."""
        table = played.after
        with speaking(language_at(table)):
            picture, text = f"{picture_name(table)}.png", self._text(played)
        async for message in self._channel_of(table.venue).history(limit=_LOOK_BACK):
            names = [attachment.filename for attachment in message.attachments]
            if picture in names or (not names and message.content == text):
                await self._mark(table, message.id)
                return True
        return False

    def _text(self, played: Played) -> str:
        """Return the message, which says why there is no picture where none may be sent."""
        words = self._words(played)
        if self._places.may_attach(played.after.venue):
            return words
        ending = no_picture_text()
        return clipped(words, MESSAGE - len(ending) - 1) + "\n" + ending

    async def _picture(self, table: StartedTable) -> discord.File:
        if not self._places.may_attach(table.venue):
            none: discord.File = MISSING
            return none
        return await self._pictures.board(table, picture_name(table))

    async def _send(self, played: Played, told: WaitingTable | StartedTable | None) -> None:
        table = played.after
        to_move = table.to_move.person.id if told and table.to_move and _is_new_turn(told, table) else None
        with speaking(language_at(table)):
            message = await self._channel_of(table.venue).send(
                self._text(played),
                file=await self._picture(table),
                view=self._view_of(table) or MISSING,
                nonce=picture_name(table),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(to_move)] if to_move else []),
                silent=to_move is not None and self._host.people.is_quiet(to_move),
            )
        await self._mark(table, message.id)
        if told:
            self._on_sent(played)

    def _words(self, played: Played) -> str:
        """Return what is said about what was played, and that who is to move is on vacation, if that stops the time."""
        table = self._host.deadlines.with_expected_deadline(played.after)
        words = announcement(replace(played, after=table))
        turn = timed_turn(table) if isinstance(table, RunningTable) else None
        if not isinstance(table, RunningTable) or turn is None or self._host.voting.is_late(table):
            return words
        away = self._host.people.vacation_now(turn.seat.person.id)
        return clipped(f"{words}\n{away_text(table, away)}") if away else words

    async def _mark(self, table: StartedTable, message: int) -> None:
        """Note which message announces a table, and take its time and its buttons from the one before."""
        earlier, shown = (
            await self._host.tables.load_started(table.number),
            self._host.deadlines.with_expected_deadline(table),
        )
        await self._host.message_log.mark_announced(table.number, table.ply, message, _clock_of(shown))
        if earlier.message is not None and earlier.message != message:
            await self._retire(earlier, earlier.message)

    async def _retire(self, table: StartedTable, message: int) -> None:
        """Take away what has had its time: buttons, and how long there is time. Where it fails they stay, and the
        buttons answer that the turn is over.
        """
        try:
            await self._message(table, message).edit(content=await self._past_text(table), view=None)
        except Exception as error:
            log.warning("game %d: message %d keeps its buttons: %s", table.number, message, error)

    async def _past_text(self, table: StartedTable) -> str:
        """Return what the message of a turn says that is over; MISSING where it is not known what it shows."""
        if table.shown is None:
            unknown: str = MISSING
            return unknown
        ply = table.shown.ply
        story = await self._host.history.replay_log(table.number)
        then = table_at(table, ply, story.states[ply])
        with speaking(language_at(table)):
            return past_announcement(last_news(then, story))

    def _message(self, table: StartedTable, number: int) -> discord.PartialMessage:
        return self._channel_of(table.venue).get_partial_message(number)

    async def _leave_thread(self, table: StartedTable) -> StartedTable:
        """Go on in the channel that a thread hung on, and say so there; where that fails, nothing changes."""
        venue = Venue(table.venue.guild, table.venue.home)
        with speaking(language_at(table)):
            await self._channel_of(venue).send(thread_lost_text(table))
        return await self._host.message_log.move(table.number, venue)


async def _following(earlier: asyncio.Task[None] | None, work: Coroutine[Any, Any, None]) -> None:
    if earlier is not None:
        await asyncio.wait([earlier])
    await work


def is_gone(error: discord.HTTPException) -> bool:
    """Say whether an error tells that a channel was deleted."""
    return error.code == _NO_CHANNEL


def is_closed(error: discord.HTTPException) -> bool:
    """Say whether a channel or thread is gone, or closed to the bot: it makes no sense to try again."""
    return isinstance(error, discord.Forbidden | discord.NotFound) or error.code in _CLOSED


def _clock_of(table: StartedTable) -> Clock | None:
    return table.clock if isinstance(table, RunningTable) else None


def _is_new_turn(told: WaitingTable | StartedTable, table: StartedTable) -> bool:
    """Say whether who is to move has yet to be told so; not where only another seat was given up meanwhile."""
    if isinstance(told, WaitingTable) or told.to_move is None or told.state.phase is not Phase.PLACE:
        return True
    before, now = told.state, table.state
    return (before.turn, before.seat, before.phase) != (now.turn, now.seat, now.phase)
