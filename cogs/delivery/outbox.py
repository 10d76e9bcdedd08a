"""Everything that the bot posts without being asked: in which order, and what follows from what.

Nothing is lost. Turns and notifications are stored before they come here, so the next start finds what was not sent.
Nothing is sent twice. Before the bot repeats a message that may have been sent, it looks for it in the channel.

Of several processes that share a database, one shows a game: the one that serves its server. In all others, the outbox
leaves the game alone, also when they have changed it. The one that shows it is told of the change, and sends the rest.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NoReturn

from prometheus_client import Counter

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.errors import ChannelGoneError, NotAnnouncedError, NoticeNotSentError, UnreachableError
from cogs.delivery.jobs import LONGEST_MESSAGE_PAUSE, Later
from cogs.delivery.notifier import Notifier
from cogs.delivery.private_messages import PrivateMessages
from cogs.delivery.questions import Questions
from cogs.delivery.status_messages import show_status_message
from cogs.delivery.threads import move_to_thread
from cogs.delivery.turn_messages import TurnMessages
from cogs.delivery.watcher_messages import tell_watchers
from host.errors import HostError
from host.model.game import PlayResult
from host.model.notifications import Notification
from host.model.observers import Observers
from host.model.table import (
    BaseTable,
    FinishedTable,
    RunningSummary,
    RunningTable,
    StartedTable,
    Table,
    Venue,
    WaitingTable,
)
from host.services.voting import DecidedVote, VoteResult

TURNS: Final = Counter("carcassonne_turns", "Turns that were played, by people or in their place")

REFRESH_PAUSE: Final = 6
"""Seconds from a change to the edits that show it. Changes in between share these edits, because Discord allows only
five edits in five seconds in a channel."""


class Outbox:
    """All that other rooms have sent or shown anew.

    ``refresh_pause`` is the time, in seconds, from a change to the edits that show it.
    """

    def __init__(self, bot: BotParts, *, refresh_pause: float = REFRESH_PAUSE) -> None:
        self._bot = bot
        self._host = bot.host
        self._jobs = bot.jobs
        self.private = PrivateMessages(bot)
        self._turn_messages = TurnMessages(bot, self.private)
        self._direct_messages = DirectMessages(bot)
        self._notifier = Notifier(bot, self._direct_messages, self.private)
        self._played: defaultdict[int, list[PlayResult]] = defaultdict(list)
        """By game, what was played here and is shown next, so that no log has to be replayed for it."""
        self._opening: set[int] = set()
        """The games that have begun, and whose pin and thread were tried."""
        self._refresh_pause = refresh_pause
        self.questions = Questions(bot)
        self.played = Observers[[PlayResult]]()
        """Told what was played in any game, before everybody is told."""

    # What was played

    async def publish(self, played: PlayResult) -> None:
        """Send the message about what was played, after all earlier messages of its game.

        Then send direct messages to the people who want them, and refresh the other messages of the game. If the
        channel is gone, send direct messages instead. Raise NotAnnouncedError if the message could not be sent; then
        it is tried again, unless the channel is gone and all recipients have got direct messages.

        If another process shows the game, it does all that a moment later.
        """
        table = played.after
        if played.moves and not isinstance(played.before, WaitingTable):
            TURNS.inc()
        self.played.notify(played)
        if self._host.is_home(table.venue):
            self._played[table.number].append(played)
            await self._jobs.do(("turn", table.number), partial(self._announce, table.number), venue=table.venue)
        elif table.is_private:
            await self.private.show(table.number)  # this process has answered its player

    async def publish_missed(self, number: int) -> None:
        """Send what is stored of a game but not announced, unless it is found in the channel.

        Raise NotAnnouncedError, HostError.
        """
        table = await self._host.tables.known_started(number)
        if self._host.is_home(table.venue):
            await self._jobs.do(("turn", number), partial(self._announce, number), venue=table.venue)

    async def publish_all_missed(self, is_affected: Callable[[Venue], bool] = lambda _: True) -> None:
        """Begin to announce what is stored but not announced, of all games in certain channels, side by side.

        Games that have failed wait for their own timers, or for a change in their channels.
        """
        for table in await self._host.message_log.unannounced():
            if is_affected(table.venue):
                self._jobs.ask(("turn", table.number), partial(self._announce, table.number), venue=table.venue)

    async def _announce(self, number: int) -> None:
        """Announce what is stored of a game, and see to what follows from that.

        Raise NotAnnouncedError or UnreachableError.
        """
        played = self._played.pop(number, [])
        table = await self._host.tables.known_started(number)
        begins = table.announced == 0 and table.message is None  # it may have ended before its first turn was played
        try:
            if begins:
                await self._prepare(table)
            sent = await self._turn_messages.announce(number, played)
            self._opening.discard(number)
        except Later:
            raise
        except Exception as error:
            await self._note_not_announced(number, played, error)
        finally:
            if begins:
                self._ask_for_status(table)
        if sent:
            self._direct_messages.send_in_background(sent)
        tell_watchers(self._bot, number)
        if not begins:
            self._jobs.forget_failures(("status", number))  # Discord takes messages there
            self.refresh(number)

    async def _prepare(self, table: StartedTable) -> None:
        """Pin the status message of a game that begins, and open a thread if its table wants one. That is tried once.

        Discord posts a notice of what is pinned. Below the first board, it would move the buttons from under a finger.
        """
        if table.is_private or table.number in self._opening:
            return
        if table.status_message:
            await self._bot.poster.try_pin(table.status_message, f"table {table.number}")
        if table.settings.thread:
            await move_to_thread(self._bot, table)
        self._opening.add(table.number)

    async def _note_not_announced(self, number: int, played: Sequence[PlayResult], error: Exception) -> NoReturn:
        """Send what was played directly if the channel is gone. Raise NotAnnouncedError or UnreachableError."""
        table = await self._host.tables.known_started(number)
        if isinstance(error, ChannelGoneError):
            tell_watchers(self._bot, number)
            if await self._publish_in_private(played[-1] if played else PlayResult(table, table, (), ())):
                raise UnreachableError(table) from error
        raise NotAnnouncedError(table) from error

    async def continue_in_private(self, table: RunningTable) -> None:
        """Send the board to the player to move directly, because the channel of the game was deleted."""
        self.refresh(table.number)  # questions that were sent directly may be over now
        await self._direct_messages.send_fallback(PlayResult(table, table, (), ()), may_be_sent=False)

    async def _publish_in_private(self, played: PlayResult) -> bool:
        """Send what was played directly, because there is no channel. Return False if the bot should try again.

        If the bot was removed from the server, it sends only new moves.
        """
        if not played.moves and not self._bot.channels.is_here(played.after.venue):
            return True
        self.refresh(played.after.number)  # questions that were sent directly may be over now
        return await self._direct_messages.send_fallback(played, may_be_sent=not played.moves)

    # Notifications

    async def notify(self, notification: Notification) -> None:
        """Send a notification. If that fails, it is tried again in the background until it succeeds.

        Also refresh the other messages of the game, because the notification may be about a new deadline.
        """
        if not self.is_shown_here(notification.game):
            return
        self.refresh(notification.game)
        with suppress(Exception):  # the jobs have logged it
            work = partial(self._notify, notification, may_be_sent=False)
            await self._jobs.do(("notification", *notification.key), work, longest=LONGEST_MESSAGE_PAUSE)

    async def notify_missed(self, number: int | None = None) -> None:
        """Send in the background what is stored and may not have been sent, of all games or of one."""
        for notification in await self._host.notifications.claim_unsent(number):
            key = ("notification", *notification.key)
            if not self._jobs.has(key):
                work = partial(self._notify, notification, may_be_sent=True)
                self._jobs.ask(key, work, longest=LONGEST_MESSAGE_PAUSE)

    async def _notify(self, notification: Notification, *, may_be_sent: bool) -> None:
        """Send a notification, after the turn that it is about. Raise an error if it should be tried again."""
        await self._announce_turn_first(notification.game)
        claimed = await self._host.notifications.claim(notification)
        if claimed:  # else another process sends it, or it was delivered
            following = await self._notifier.send(claimed, may_be_sent=may_be_sent)
            await self.questions.close_if_over(notification)
            if following:
                await self.notify(following)

    async def _announce_turn_first(self, number: int) -> None:
        """Send what is stored of a game but not announced, before a notification about it. Who fails does so once."""
        table = self._host.tables.running_summary(number)
        if table and table.announced < table.ply and not self._jobs.has_failed(("turn", number)):
            with suppress(NotAnnouncedError, HostError):  # it is tried again later
                await self.publish_missed(number)

    # Which process does it

    def is_shown_here(self, number: int) -> bool:
        """Return at once whether this process shows a game. One that is over counts as shown here."""
        table = self._host.tables.summary(number)
        return table is None or self._host.is_home(table.venue)

    # How the games stand

    def refresh(self, number: int) -> None:
        """Refresh all messages of a game, after a pause, in the background."""
        if self.is_shown_here(number):
            self._jobs.ask(("refresh", number), partial(self._refresh, number), after=self._refresh_pause)

    def replace_deleted(self, venue: Venue, messages: Collection[int]) -> None:
        """Post the latest message of each running game once more that is among these deleted messages of a channel."""
        for table in self._host.tables.near(venue):
            if not isinstance(table, RunningSummary) or table.message not in messages:
                continue
            if self.is_shown_here(table.number) and self._turn_messages.note_deleted(table):
                self._jobs.ask(("turn", table.number), partial(self._announce, table.number), venue=table.venue)

    async def refresh_last_message(self, number: int) -> None:
        """Edit the last message of a game that is over, in the background. Raise HostError."""
        table = await self._host.tables.known_started(number)
        if isinstance(table, FinishedTable) and self._host.is_home(table.venue):
            self._turn_messages.refresh_last(table)

    def refresh_all(self) -> None:
        """Refresh the messages of all games, side by side, because changes may have been missed."""
        self._jobs.ask(("refresh all",), self._refresh_all)

    async def _refresh_all(self) -> None:
        for number in await self._host.message_log.tables_with_messages():
            self._jobs.ask(("refresh", number), partial(self._refresh, number))

    async def _refresh(self, number: int) -> None:
        """Ask for what may have to be shown anew: each message is a job of its own."""
        table = await self._host.tables.known(number)
        self._ask_for_status(table)
        self._turn_messages.refresh(number)
        self.recount(number)
        self._jobs.ask(("questions", number), partial(self.questions.refresh, number), venue=table.venue)

    async def show_status(self, number: int) -> Table:
        """Refresh the status message of a table now, and return the table. Raise NotAnnouncedError, HostError.

        If that fails, it is tried again later. An old message may have to wait.
        """
        if self.is_shown_here(number):
            table = await self._host.tables.known(number)
            work = partial(show_status_message, self._bot, number)
            await self._jobs.do(("status", number), work, venue=_status_venue(table))
        return await self._host.tables.known(number)

    def send_missing_statuses(self) -> None:
        """Send the status message of each waiting table that has none, side by side, in the background."""
        for table in self._host.tables.waiting():
            if table.status_message is None:
                self._ask_for_status(table)

    def _ask_for_status(self, table: BaseTable) -> None:
        work = partial(show_status_message, self._bot, table.number)
        self._jobs.ask(("status", table.number), work, venue=_status_venue(table))

    # Votes

    def recount(self, number: int) -> None:
        """Count an open vote again, in the background, because the voters may have changed. Send what is decided."""
        self._jobs.ask(("vote", number), partial(self._recount, number))

    async def _recount(self, number: int) -> None:
        clock = summary.clock if (summary := self._host.tables.running_summary(number)) else None
        if clock is None or not (clock.votes or await self.questions.has_open_vote(number, clock.round)):
            return
        table = await self._host.tables.load_if_running(number)
        if table is None or table.clock is None:
            return
        voted = await self._host.voting.recount(number, await self._bot.channels.absent_players(table))
        if isinstance(voted, DecidedVote):
            await self.questions.refresh(number)
            with suppress(NotAnnouncedError):  # it is tried again later
                await self.publish_decision(voted)

    async def publish_decision(self, voted: VoteResult) -> None:
        """Send what follows from a vote: a turn or a notification. Raise NotAnnouncedError."""
        if not isinstance(voted, DecidedVote):
            return
        if isinstance(voted.outcome, PlayResult):
            await self.publish(voted.outcome)
        else:
            await self.notify(voted.outcome)

    # Channels

    async def post_notice(self, table: BaseTable, write: Callable[[], str], *, pinged: Collection[int] = ()) -> None:
        """Send a notice to the channel of a table, in its language, and ping the people with the ids ``pinged``.

        If the channel is gone and the player to move is among these people, send them the board directly. Raise
        NoticeNotSentError.
        """
        try:
            await self._bot.poster.notice(table, write, pings=tuple(pinged))
        except NoticeNotSentError as error:
            is_gone = isinstance(error.__cause__, ChannelGoneError)
            if is_gone and isinstance(table, RunningTable) and any(table.is_to_move(one) for one in pinged):
                await self.continue_in_private(table)
            raise


def _status_venue(table: BaseTable) -> Venue:
    """Return the venue of a table's status message. It stays in the channel if the game moves to a thread."""
    if table.status_message is None or table.status_message.channel == table.venue.channel:
        return table.venue
    return Venue(table.venue.guild, table.status_message.channel)
