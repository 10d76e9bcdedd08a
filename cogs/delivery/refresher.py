"""When the messages that tell how the games stand are brought up to date: after the turns, and in nobody's way.

These are the status of a game, the message of its turn where a deadline has changed, and questions that are over.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from cogs.delivery.backoff import RetrySchedule
from cogs.delivery.status_messages import StatusMessages
from cogs.delivery.turn_messages import NotAnnouncedError
from host import Host, HostError, Played, Table, Venue, WaitingTable

log = logging.getLogger(__name__)

PAUSE: Final = 6
"""Seconds from the first change to the edit that shows it, with all that came meanwhile. So a game costs its channel,
where Discord takes five edits in five seconds, one of them at most."""


class MessageRefresher:
    """Brings the messages of games up to date in the background. What fails comes with the next change.

    Where a channel refuses it, nothing is tried before there is hope: the next turn shown there, or a change of rights.
    """

    def __init__(
        self,
        host: Host,
        lobbies: StatusMessages,
        others: Sequence[Callable[[int], Awaitable[None]]],
        *,
        pause: float = PAUSE,
    ) -> None:
        self._host = host
        self._lobbies = lobbies
        self._others = others
        self._pause = pause
        self.attempts = RetrySchedule()
        self._awaited: set[int] = set()
        self._under_way: set[asyncio.Task[None]] = set()
        self._catching_up: asyncio.Task[None] | None = None

    def follow(self, played: Played) -> None:
        """Show soon what was played and announced; the beginning of a game is shown by whoever begins it."""
        if not isinstance(played.before, WaitingTable):
            self.attempts.hope(lambda place: place.channel == played.after.venue.channel)
            self.show_soon(played.after.number)

    def show_soon(self, number: int) -> None:
        """Show after a pause how a game stands then."""
        if number not in self._awaited:
            self._awaited.add(number)
            self._begin(self._show_later(number))

    def catch_up(self) -> None:
        """Show how all games stand, one after the other: something may have happened that was not shown."""
        if self._catching_up is not None:
            self._catching_up.cancel()
        self._catching_up = self._begin(self._show_all())

    async def close(self) -> None:
        """Show no more; what is left out comes at the next start."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _show_later(self, number: int) -> None:
        await asyncio.sleep(self._pause)
        self._awaited.discard(number)
        await self._show(number)

    async def _show_all(self) -> None:
        for number in await self._host.message_log.posted():
            await self._show(number)

    async def _show(self, number: int) -> None:
        if not self.attempts.is_hopeless(number):
            await self._show_status(number)
        for show in self._others:
            try:
                await show(number)
            except (discord.HTTPException, OSError, HostError) as error:
                log.warning("game %d: a message is not up to date: %s", number, error)

    async def _show_status(self, number: int) -> None:
        try:
            await self._lobbies.show(number)
        except NotAnnouncedError as error:
            if isinstance(error.__cause__, discord.Forbidden):
                self.attempts.failed(_where_told(error.table), is_hopeless=True)
        except HostError as error:
            log.info("table %d: its message is not up to date: %s", number, error)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task


def _where_told(table: Table) -> Table:
    """Return a table as if it stood where its message is: perhaps its game is played in a thread."""
    channel = table.lobby.channel if table.lobby else table.venue.channel
    return replace(table, venue=Venue(table.venue.guild, channel))
