"""The public messages of turns: one for each turn, in the order of plies. Only the latest has buttons."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord
from prometheus_client import Histogram

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.errors import ChannelGoneError, deleted_channel_named, is_channel_closed, is_edit_limit
from cogs.delivery.jobs import Key, Later
from cogs.delivery.poster import Post
from cogs.delivery.private_messages import AFTER_LOSS, PrivateMessages
from cogs.delivery.turn_screens import load_turn_rows
from host.errors import HostError
from host.model.clock import Clock, Vacation
from host.model.game import PlayResult
from host.model.table import (
    OUTDATED_ROUND,
    BaseRunningTable,
    FinishedTable,
    MessageRef,
    RunningSummary,
    RunningTable,
    SeatedTable,
    StartedTable,
    TableT,
    Venue,
)
from host.model.turn_clock import is_message_current, timed_turn
from screens.pictures import picture_name
from screens.screen import Change, File, Screen, files
from screens.text.channels import occasion_text, thread_lost_text
from screens.text.turns import announcement, is_in_first_message
from screens.turn_reports import TurnReport, begins_turn, fresh_reports, last_reported, missed_reports, shown_reports

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
    """Shows in the channel of a game what is stored of it. The jobs see to it that this is done once at a time.

    A private game has no channel: ``private`` shows it to its player.
    """

    def __init__(self, bot: BotParts, private: PrivateMessages) -> None:
        self._private = private
        self._bot = bot
        self._host = bot.host
        self._channels = bot.channels
        self._pictures = bot.pictures
        self._poster = bot.poster
        self._jobs = bot.jobs
        self._begun_at = discord.utils.utcnow()
        self._deleted: dict[int, tuple[int, int]] = {}
        """The ply and the message that somebody has deleted last, by the number of its game."""

    async def announce(self, number: int, played: Sequence[PlayResult]) -> PlayResult | None:
        """Send the messages about what is stored and not announced yet; else the last one again if somebody has deleted
        it. ``played`` is what was played here just now.

        Return what the last one reports if it pings the player to move, else None. Raise Later if the server has lost
        what was just sent: another turn may be there by now. Raise ChannelGoneError if the table has no channel any
        more; HostError, discord.HTTPException, OSError.
        """
        table = await self._host.tables.known_started(number)
        if table.announced >= table.ply:
            await self._post_again(table)
            return None
        if table.is_private:
            return await self._private.announce(table)
        if not self._channels.is_here(table.venue):
            raise ChannelGoneError
        with deleted_channel_named():
            return await self._announce_somewhere(table, played)

    def refresh(self, number: int) -> None:
        """Edit the latest message of a running game, in the background, if its deadline or its player has changed."""
        table = self._host.tables.running_summary(number)
        if table is None or table.is_private:
            return
        if not is_message_current(self._with_told_time(table)):
            self._ask_to_show(table, table.message or 0)

    def refresh_last(self, table: FinishedTable) -> None:
        """Edit the last message of a game, in the background: its buttons tell how the series goes on."""
        if table.message is not None:
            self._ask_to_show(table, table.message)

    def note_deleted(self, table: RunningSummary) -> bool:
        """Note that the latest message of a game was deleted. Return whether ``announce`` sends it once more.

        Once a turn is enough: where another bot deletes all messages, this would have no end.
        """
        ply, _ = self._deleted.get(table.number, (None, None))
        if table.message is not None and ply != table.ply:
            self._deleted[table.number] = table.ply, table.message
        return ply != table.ply

    async def _post_again(self, table: StartedTable) -> None:
        """Send what a deleted message of a turn has shown. It pings nobody: everybody was told. Raise as ``_show``."""
        _, deleted = self._deleted.get(table.number, (None, None))
        if deleted is None or deleted != table.message or table.status.is_over:
            return
        played = last_reported(table, await self._host.history.replay_log(table.number))

        async def make() -> Post:
            shown, buttons = await self._post(played, ()), await load_turn_rows(self._bot, table)
            screen, key = replace(shown.screen, rows=buttons), ("turn again", deleted)
            return replace(shown, screen=screen, key=key, silent=True)

        sent = await self._poster.to_table(table, make)
        await self._mark(table, sent.ref.message, earlier=None, is_found=False)

    def _ask_to_show(self, table: SeatedTable, message: int) -> None:
        """Ask for all edits of a message of a turn under one key, so that none overtakes another."""
        ref = _ref(table, message)
        self._jobs.ask(_key(ref), partial(self._show, table.number, ref), venue=table.venue)

    async def _show(self, number: int, message: MessageRef) -> None:
        """Bring a message of a turn up to date. If another one is the latest, this one loses its buttons.

        The clock that a message shows says whether the one of a running game is up to date. The last one has none.

        Raise Later if an old message has to wait; HostError, discord.HTTPException, OSError.
        """
        table = await self._host.tables.known_started(number)
        expected = self._with_told_time(table)
        is_latest = message == _ref(table, table.message or 0)
        if is_latest and is_message_current(expected) and not table.status.is_over:
            return
        make = _no_buttons
        if is_latest:
            played = last_reported(table, await self._host.history.replay_log(number))
            is_redrawn = table.shown is not None and table.shown.round == OUTDATED_ROUND  # by another player's name
            make = partial(self._content, played, has_picture=is_redrawn)
        try:
            await self._poster.edit(table, message, make, only_closes=not is_latest)
        except (discord.Forbidden, discord.NotFound) as error:
            if is_latest and error.code not in _NOT_EDITABLE:
                raise
            log.info("game %d: message %d stays as it is: %s", number, message.message, error)
        if is_latest:
            await self._host.message_log.mark_shown(number, _clock_of(expected))

    async def _announce_somewhere(self, table: StartedTable, played: Sequence[PlayResult]) -> PlayResult | None:
        """Announce what was played in the channel of the table. If that is a closed thread, use its parent channel."""
        try:
            return await self._announce_all(table, played)
        except discord.HTTPException as error:
            if table.venue.parent is None or not is_channel_closed(error):
                raise
            return await self._announce_all(await self._leave_thread(table), played)

    async def _announce_all(self, table: StartedTable, played: Sequence[PlayResult]) -> PlayResult | None:
        """Send a message for each turn that was played. What was missed is told by the log."""
        known = shown_reports(table, fresh_reports(table, played))
        if known:
            return await self._send_all(table, known, [None] * len(known))
        history = await self._host.history.replay_log(table.number)
        missed = shown_reports(table, missed_reports(table, history))
        times = [one.played.after.played_at for one in missed]
        known_since = max(self._begun_at, self._host.changes_elsewhere.read_all_at or self._begun_at) + _CLOCK_SKEW
        return await self._send_all(table, missed, [at if at and at < known_since else None for at in times])

    async def _send_all(
        self, table: StartedTable, reports: Sequence[TurnReport], may_be_sent_since: Sequence[datetime | None]
    ) -> PlayResult | None:
        """Send reports. Those that may be sent already are looked for, until one is not found: they come in order."""
        has_sent = is_sent = False
        for one, since in zip(reports, may_be_sent_since, strict=True):
            news = reports if one is reports[-1] else ()
            message, is_sent = await self._announce_one(table, one, news, None if has_sent else since)
            is_found = not (is_sent or one.is_edit)
            mark = partial(self._mark, one.played.after, message, earlier=table.message, is_found=is_found)
            try:
                is_stored = await mark()
            except HostError:  # if the turn is lost with it, nobody else knows the message
                self._jobs.ask(("unmarked message", table.number, message), mark)
                raise
            if not is_stored:
                raise Later(AFTER_LOSS)
            table = replace(table, message=message)
            has_sent = has_sent or is_sent
        return reports[-1].played if is_sent else None

    async def _announce_one(
        self,
        table: StartedTable,
        report: TurnReport,
        news: Sequence[TurnReport],
        since: datetime | None,
    ) -> tuple[int, bool]:
        """Send a report, or edit the message that is there. Return the message, and whether it was sent now.

        ``news`` is all that players haven't seen yet. It is empty if more messages follow: only the last message pings,
        and has buttons.
        """
        played = report.played
        if report.is_edit and table.message is not None and await self._try_edit(played, table.message):
            return table.message, False
        sent = await self._poster.to_table(played.after, partial(self._post, played, news), since=since)
        if sent.was_there and since:
            return sent.ref.message, False
        ANNOUNCEMENT_SECONDS.observe(max((sent.at - played.after.moved_at).total_seconds(), 0))
        return sent.ref.message, True

    async def _post(self, played: PlayResult, news: Sequence[TurnReport]) -> Post:
        table = played.after
        person = table.to_move.person if table.to_move and news and begins_turn(news) else None
        text, buttons = await self._text(played), await load_turn_rows(self._bot, table) if news else ()
        return Post(
            Screen(text, buttons, files(await self._picture(table))),
            key=("turn", picture_name(table), str(table.played_at)),
            pings=(person.id,) if person and not self._host.people.wants_digest(person.id) else (),
            silent=person is not None and self._host.people.is_turn_silent(person.id),
        )

    async def _try_edit(self, played: PlayResult, message: int) -> bool:
        """Edit the message of the turn so that it shows what was played. Return whether that was possible."""
        table = played.after
        await self._jobs.ended(_key(_ref(table, message)))  # it shows an earlier position; what begins later shows this
        try:
            make = partial(self._content, played, has_picture=True)
            await self._poster.edit(table, _ref(table, message), make, must_not_wait=True)
        except discord.HTTPException as error:
            if error.code not in _NOT_EDITABLE and not is_edit_limit(error):
                raise
            return False
        return True

    async def _content(self, played: PlayResult, *, has_picture: bool = False) -> Change:
        picture = files(await self._picture(played.after)) if has_picture else None
        return Change(await self._text(played), await load_turn_rows(self._bot, played.after), picture)

    async def _mark(self, table: StartedTable, message: int, *, earlier: int | None, is_found: bool) -> bool:
        """Store which message announces what was played, and retire the message before it.

        If the server has lost the turn meanwhile, the message itself loses its buttons. Return False then.
        """
        clock = _clock_of(self._with_told_time(table))
        is_stored = await self._host.message_log.mark_announced(
            table.number, table.ply, message, clock, played_at=table.played_at, is_found=is_found
        )
        if not is_stored:
            self._ask_to_show(table, message)
        elif earlier is not None and earlier != message:
            self._ask_to_show(table, earlier)
        return is_stored

    async def _text(self, played: PlayResult) -> str:
        table = self._host.deadlines.with_expected_deadline(played.after)
        vacation = self._told_vacation(table)
        has_picture = self._channels.may_attach(table.venue)
        told, occasion = replace(played, after=table), await self._occasion(played)
        return announcement(told, vacation, has_picture=has_picture, occasion=occasion)

    def _told_vacation(self, table: SeatedTable) -> Vacation | None:
        """Return the vacation that stops the clock of a turn, which its message tells; None if there is none."""
        turn = timed_turn(table) if isinstance(table, BaseRunningTable) else None
        is_told = turn is not None and not self._host.voting.is_late(table)
        return self._host.people.current_vacation(turn.person.id) if turn and is_told else None

    def _with_told_time(self, table: TableT) -> TableT:
        """Return a table with the time that the message of its turn tells: the deadline; without one, the end of the
        vacation that it tells.
        """
        table = self._host.deadlines.with_expected_deadline(table)
        vacation = self._told_vacation(table) if isinstance(table, SeatedTable) else None
        if vacation is None or not isinstance(table, BaseRunningTable) or table.clock is None or table.clock.due:
            return table
        return replace(table, clock=replace(table.clock, due=vacation.until))

    async def _occasion(self, played: PlayResult) -> str:
        """Return which game of a tournament begins; nothing in a thread, which says so, and for any other game."""
        table = played.after
        if table.venue.parent is not None or not is_in_first_message(played):
            return ""
        tournament = await self._host.tournaments.of_table(table)
        return occasion_text(table, tournament) if tournament else ""

    async def _picture(self, table: StartedTable) -> File | None:
        if not self._channels.may_attach(table.venue):
            return None
        return await self._pictures.board(table, picture_name(table), must_be_drawn=True)

    async def _leave_thread(self, table: StartedTable) -> StartedTable:
        """Move the table from its thread to the parent channel, and say so there. If that fails, nothing changes."""
        venue = Venue(table.venue.guild, table.venue.home)

        async def make() -> Post:
            return Post(Screen(thread_lost_text(table)), key=("thread lost", table.number, table.venue.channel))

        await self._poster.to_table(table, make, venue=venue)
        return await self._host.message_log.move(table.number, venue)


def _ref(table: SeatedTable, message: int) -> MessageRef:
    return MessageRef(table.venue.channel, message)


def _key(message: MessageRef) -> Key:
    return "turn message", message.channel, message.message


async def _no_buttons() -> Change:
    return Change(rows=())


def _clock_of(table: StartedTable) -> Clock | None:
    return table.clock if isinstance(table, RunningTable) else None
