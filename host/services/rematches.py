"""Rematches of games that are over, and the series that they make."""

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from host.model.controllers import Computer, Person
from host.model.game import Transition
from host.model.invitation import Invitation
from host.model.lobby_rules import with_person
from host.model.rematch_rules import can_begin_series, is_series_open, rematch_of, without_series
from host.model.server_settings import check_may_open
from host.model.table import ClosedTable, FinishedTable, RunningTable, WaitingTable
from host.model.table_errors import (
    NoSeriesError,
    NotAPlayerError,
    NotOverError,
    RematchExistsError,
    SeriesRunsError,
)
from host.model.table_lookup import require_started
from host.services.administration import Administration
from host.services.command_runner import CommandRunner, uncancellable
from host.services.invitations import opened_table
from host.services.lobby import Lobby
from host.storage.games.repository import GameRepository


@dataclass(frozen=True, slots=True)
class EndedSeries:
    """A series that somebody has ended."""

    last: FinishedTable
    """The table of its last game, as it was: with the score of the series."""
    waiting: WaitingTable | None
    """The table that already waits for the next game, which belongs to no series now; None if there is none."""


class Rematches:
    """The tables that repeat a game that is over. They are opened and joined by its players only."""

    def __init__(
        self,
        games: GameRepository,
        runner: CommandRunner,
        administration: Administration,
        lobby: Lobby,
        now: Callable[[], datetime],
    ) -> None:
        self._games = games
        self._administration = administration
        self._lobby = lobby
        self._now = now
        self.runner = runner

    async def load_played(self, number: int, person_id: int) -> FinishedTable:
        """Return a game that is over and that a person has played.

        Raise NotAPlayerError, NotOverError, NotStartedError, NoTableError or QuarantinedError.
        """
        table = require_started(await self._games.load(number))
        if not table.seats_of(person_id):
            raise NotAPlayerError(table)
        if isinstance(table, RunningTable):
            raise NotOverError(table)
        return table

    async def load_first_of_series(self, number: int, person_id: int) -> FinishedTable:
        """Return a game with which a person may begin a series.

        Raise SeriesRunsError, NoSeriesError, RematchExistsError, and what ``load_played`` raises.
        """
        table = await self.load_played(number, person_id)
        if is_series_open(table):
            raise SeriesRunsError(table)
        if not can_begin_series(table):
            raise NoSeriesError(table)
        found = await self._games.rematch_number(number)
        if found is not None and not isinstance(rematch := await self._games.load(found), ClosedTable):
            raise RematchExistsError(rematch)
        return table

    @uncancellable
    async def join(
        self,
        number: int,
        person: Person,
        *,
        absent: Collection[int] = (),
        best_of: int | None = None,
        computer: Computer | None = None,
    ) -> WaitingTable:
        """Take a seat at the rematch of a game, and open its table where the game was played unless it waits already.

        ``absent`` are the ids of players who have left the server: a new table keeps no seats for them. ``best_of``
        makes a series, of which the game is the first. Every computer that played is replaced by ``computer`` if that
        is given.

        Raise what ``load_played``, ``rematch_of`` and ``check_may_open`` raise; RematchExistsError if the rematch has
        begun, or if it waits and a series or another computer was asked for; AlreadySeatedError, TableFullError.
        """
        async with self._lobby.locked():
            table = await self.load_played(number, person.id)
            async with self._waiting(number) as waiting:
                if waiting is None:
                    opened = self._opened_table(table, person, rematch_of(table, absent, best_of, computer))
                    return (await self._games.save(Transition(None, opened), person, repeats=table)).after
                if best_of is not None or computer is not None:
                    raise RematchExistsError(waiting)
                return (await self._games.save(Transition(waiting, with_person(waiting, person, None)), person)).after

    @uncancellable
    async def end_series(self, number: int, person: Person) -> EndedSeries:
        """End the series that a game belongs to. A table that waits for the next game is a plain rematch then.

        Raise NoSeriesError if there is none, or if it is decided; RematchExistsError if the next game has begun; and
        what ``load_played`` raises.
        """
        async with self._lobby.locked():
            table = await self.load_played(number, person.id)
            if not is_series_open(table):
                raise NoSeriesError(table)
            async with self._waiting(number) as waiting:
                if waiting is not None and waiting.rematch is not None:
                    waiting = (await self._games.save(Transition(waiting, without_series(waiting)), person)).after
            async with self._games.lock(number):
                await self._games.end_series(table)
            return EndedSeries(table, waiting)

    @asynccontextmanager
    async def _waiting(self, number: int) -> AsyncIterator[WaitingTable | None]:
        """Lock the table that waits for the rematch of a game, as it is then; yield None if there is none.

        Raise RematchExistsError if that has begun.
        """
        found = await self._games.rematch_number(number)
        if found is None:
            yield None
            return
        async with self._games.lock(found):
            table = await self._games.load(found)
            if not isinstance(table, WaitingTable | ClosedTable):
                raise RematchExistsError(table)
            yield table if isinstance(table, WaitingTable) else None

    def _opened_table(self, table: FinishedTable, person: Person, invitation: Invitation) -> WaitingTable:
        """Return a new table for the players of a game, with its options. One of them sits there."""
        guild = table.venue.guild
        if guild is not None:
            server = self._administration.server(guild)
            check_may_open(server, self._games.tables.of_guild(guild), table.venue, person.id)
        opened = opened_table(
            self._games.new_number(),
            table.venue,
            person,
            invitation,
            self._now(),
            edition=table.edition,
            options=table.options,
            settings=table.settings,
        )
        return with_person(opened, person, None)
