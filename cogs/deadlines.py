"""Processes deadlines: ends pending turns, skips late turns, reminds players, asks tables, gives seats.

The deadlines are in the database, and the host's schedule knows them. A job stores every few minutes that the bot runs,
so that the length of an outage is known later.
"""

import logging
from contextlib import suppress
from typing import Final

import discord
from discord.ext import commands

from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.jobs import Later
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from cogs.interaction.votes import drop_if_gone
from host.errors import HostError
from host.model.game import PlayResult
from host.model.tournament_boards import tournament_of
from host.services.deadlines import DEADLINE, DeadlineResult

log = logging.getLogger(__name__)

_HEARTBEAT: Final = ("heartbeat",)
LONGEST_PAUSE: Final = 60
"""The longest pause until the next attempt if a deadline could not be processed, or a heartbeat stored, in seconds."""


class DeadlineTimer(commands.Cog):
    """Calls the host to process a deadline that is due."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._jobs = bot.jobs
        self._timer = bot.timer
        self._is_outage_noted = False
        self._lost_shards: set[int] = set()
        self._was_away = False
        """Whether a connection was lost since the last heartbeat."""
        self._beat_at = bot.host.now()
        """When the last heartbeat was stored."""
        self._timer.is_connected = lambda: self._is_connected and not self._is_beat_late
        bot.startup.add_for_servers(Stage.CONNECTION, self.note_connection)
        bot.startup.add(Stage.TURNS, self.keep_deadlines)

    async def cog_unload(self) -> None:
        """Store that the bot ran until now."""
        if self._is_connected:
            await self._begin_outage()

    async def note_connection(self, guild: discord.Guild | None) -> None:
        """Store that the bot is there. The first time, move all deadlines by the outage before the start.

        That is done as soon as the first server is there, because its games are shown then.
        """
        if guild is None or not self._is_outage_noted:
            with suppress(Exception):  # it is logged, and tried again
                await self._jobs.do(("connection",), self._note_connection)

    async def _note_connection(self) -> None:
        await self._store_heartbeat(is_start=not self._is_outage_noted)
        self._is_outage_noted = True
        self._timer.begin(DEADLINE, self._process, longest=LONGEST_PAUSE, needs_people=True)

    async def keep_deadlines(self) -> None:
        """From now on, process what is due."""
        await self._beat()
        self._timer.look()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Note the beginning of an outage. Nobody can play during it, so no deadline is processed."""
        was_connected = self._is_connected
        self._lost_shards.add(shard)  # first: while that is stored, the shard may come back
        if was_connected:
            self._was_away = True
            await self._begin_outage()

    @commands.Cog.listener("on_shard_connect")
    @commands.Cog.listener("on_shard_resumed")
    async def end_outage(self, shard: int) -> None:
        """Move all deadlines by the length of the outage.

        When one of several shards connects, discord.py sends no other event.
        """
        self._lost_shards.discard(shard)
        await self._beat()
        self._timer.look()

    async def _begin_outage(self) -> None:
        """Store that the bot ran until now. If the database is away, the outage began with the last heartbeat."""
        with suppress(Exception):
            await self._store_heartbeat()

    @property
    def _is_connected(self) -> bool:
        return self._is_outage_noted and not self._lost_shards

    @property
    def _is_beat_late(self) -> bool:
        """Whether a heartbeat is missing: the database takes none, or the machine has slept. The next one moves all
        deadlines by the time in which nobody could play, so nothing is due before.
        """
        since = self.bot.host.now() - self._beat_at
        return since > self.bot.host.deadlines.longest_pause or self._jobs.has_failed(_HEARTBEAT)

    async def _process(self, number: int) -> None:
        """Do what is due at a table, unless its round of a tournament is over. While there is no connection, nothing is
        due.
        """
        if ended := await self._end_with_round(number):
            with suppress(NotAnnouncedError):  # it is tried again later
                await self.bot.outbox.publish(ended)
            return
        with suppress(HostError):  # it was answered meanwhile, or the game can't be played now
            await self._drop_request_of_absent(number)
        due = await self.bot.host.deadlines.process_due(number) or DeadlineResult()
        if due.played:
            with suppress(NotAnnouncedError):  # it is tried again later
                await self.bot.outbox.publish(due.played)
        if due.notification:
            await self.bot.outbox.notify(due.notification)
        elif not due.played:
            self.bot.outbox.refresh(number)

    async def _end_with_round(self, number: int) -> PlayResult | None:
        """End a running game of a tournament if its round is over, or its board, which is stored just before its game
        ends. Return what has changed; None if it goes on.

        Whoever is late then has lost. If their turn were skipped first, it would be somebody else who has just got it.
        Raise HostError.
        """
        host = self.bot.host
        table = await host.tables.load_if_running(number)
        tournament = tournament_of(table.occasion) if table and table.occasion else None
        if table is None or tournament is None:
            return None
        end = await host.tournaments.end_of_game(table)
        if end is not None and end <= host.now():
            await host.tournaments.advance(tournament)
        if number not in host.tournaments.late_games(await host.tournaments.load(tournament)):
            return None
        return await host.tournaments.end_late_game(number)

    async def _drop_request_of_absent(self, number: int) -> None:
        """Drop a request for a seat that is due, if whoever has asked has left the server. Raise HostError."""
        table = self.bot.host.tables.running_summary(number)
        if table and table.seat_request and table.seat_request.due <= self.bot.host.now():
            await drop_if_gone(self.bot, number)

    async def _beat(self) -> None:
        with suppress(Exception):  # it is logged, and tried again
            await self._jobs.do(_HEARTBEAT, self._heartbeat, longest=LONGEST_PAUSE)

    async def _heartbeat(self) -> None:
        """While there is a connection, store that the bot runs, and do so again later."""
        if self._is_connected:
            await self._store_heartbeat(was_away=self._was_away)
            self._was_away = bool(self._lost_shards)
            self._timer.look()
            raise Later(self.bot.host.deadlines.heartbeat_interval.total_seconds())

    async def _store_heartbeat(self, *, is_start: bool = False, was_away: bool = False) -> None:
        outage = await self.bot.host.deadlines.heartbeat(is_start=is_start, was_away=was_away)
        self._beat_at = self.bot.host.now()
        if outage:
            log.info("all deadlines grow by an outage of %s", outage)
            if not is_start:  # at a start that is a later step: nobody is named then who is deleted first
                self.bot.outbox.refresh_all()


async def setup(bot: Client) -> None:
    await bot.add_cog(DeadlineTimer(bot))
