"""Tables that keep their seats for those who are invited: for a rematch, or because it was planned."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from carcassonne import Colour
from host.model.controllers import Computer, Controller, Person, unnumbered
from host.model.game import PlayResult, Transition
from host.model.invitation import Invitation, InvitedSeat, Occasion
from host.model.lobby_rules import capacity, missing_people, seats_as_invited, with_options, with_person
from host.model.rematch_rules import can_begin_series, is_series_open, rematch_of, without_series
from host.model.table import ClosedTable, FinishedTable, RunningTable, Table, Venue, WaitingTable
from host.model.table_errors import (
    NoSeriesError,
    NotAPlayerError,
    NotOverError,
    RematchExistsError,
    SeriesRunsError,
    TooManyPlayersError,
)
from host.model.table_lookup import require_started, require_waiting
from host.model.table_options import DEFAULT_SETTINGS, SeatOrder, TableOptions, settings_of_several, settings_to_repeat
from host.services.lobby import Lobby
from host.services.service import Service, ServiceContext, uncancellable


def _with_invitation(table: WaitingTable, invitation: Invitation) -> WaitingTable:
    """Return a table that keeps seats, in their order. The computers sit there already, but nobody else."""
    settings = replace(table.settings, order=SeatOrder.JOINED)
    return replace(table, computers=invitation.computers, settings=settings, invitation=invitation)


class Invitations(Service):
    """Opens tables for players who did not ask for that. Nobody else may sit there."""

    def __init__(self, context: ServiceContext, lobby: Lobby) -> None:
        super().__init__(context)
        self._lobby = lobby

    @uncancellable
    async def open(
        self,
        venue: Venue,
        occasion: Occasion,
        players: Sequence[Controller],
        table_options: TableOptions,
        *,
        organiser: Person | None = None,
        language: str = DEFAULT_SETTINGS.language,
    ) -> Table:
        """Open the table of an occasion for these players, in the order of its seats. If there is one, return it as it
        is: it may run, or be over.

        The options given replace those that the server's managers have chosen. Whoever sits down first is the
        organiser; where only computers play, ``organiser`` is. The people are stored already, and there is one.

        Raise ServerFullError, TooManyPlayersError; NotOfferedError and NotationError for options
        that do not exist.
        """
        async with self._lobby.lock:
            number = await self._games.number_of_occasion(occasion)
            if number is not None:
                return await self._games.load(number)
            table = self._new_table(venue, occasion, players, language, organiser)
            table = with_options(table, table_options)
            if len(players) > (most := capacity(replace(table, invitation=None))):
                raise TooManyPlayersError(table, players=len(players), most=most)
            return await self._store(None, table)

    @uncancellable
    async def begin(self, number: int, players: Sequence[Controller] = ()) -> PlayResult:
        """Seat all who are invited, and begin the game: for an occasion that waits for nobody. The first tile is drawn.

        ``players`` are all of them by seat, where computers keep the numbers that they have elsewhere.

        Raise AlreadyStartedError, GameOverError, NoTableError.
        """
        async with self._lobby.lock, self._games.lock(number):
            before = require_waiting(await self._games.load(number))
            table = before
            for person in missing_people(before):
                table = with_person(table, person, None)
            seats = seats_as_invited(table)
            if players:
                seats = tuple(replace(seat, controller=one) for seat, one in zip(seats, players, strict=True))
            return await self._play(self._lobby.start_transition(before, table, seats, is_practice=False))

    def _new_table(
        self,
        venue: Venue,
        occasion: Occasion,
        players: Sequence[Controller],
        language: str,
        organiser: Person | None,
    ) -> WaitingTable:
        opener = next((one for one in players if isinstance(one, Person)), organiser)
        assert opener is not None  # noqa: S101 (it is given where only computers play)
        table = self._lobby.with_server_options(self._lobby.new_table(venue, opener, None), language)
        seats = tuple(InvitedSeat(unnumbered(player), colour) for player, colour in zip(players, Colour, strict=False))
        return _with_invitation(table, Invitation(seats, occasion))


@dataclass(frozen=True, slots=True)
class EndedSeries:
    """A series that somebody has ended."""

    last: FinishedTable
    """The table of its last game, as it was: with the score of the series."""
    waiting: WaitingTable | None
    """The table that already waits for the next game, which belongs to no series now; None if there is none."""


class Rematches(Service):
    """The tables that repeat a game that is over. They are opened and joined by its players only."""

    def __init__(self, context: ServiceContext, lobby: Lobby) -> None:
        super().__init__(context)
        self._lobby = lobby

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
        async with self._lobby.lock:
            table = await self.load_played(number, person.id)
            async with self._waiting(number) as waiting:
                if waiting is None:
                    opened = self._new_table(table, person, rematch_of(table, absent, best_of, computer))
                    return (await self._games.save(Transition(None, opened), person, repeats=table)).after
                if best_of is not None or computer is not None:
                    raise RematchExistsError(waiting)
                return await self._store(waiting, with_person(waiting, person, None), person)

    @uncancellable
    async def end_series(self, number: int, person: Person) -> EndedSeries:
        """End the series that a game belongs to. A table that waits for the next game is a plain rematch then.

        Raise NoSeriesError if there is none, or if it is decided; RematchExistsError if the next game has begun; and
        what ``load_played`` raises.
        """
        async with self._lobby.lock:
            table = await self.load_played(number, person.id)
            if not is_series_open(table):
                raise NoSeriesError(table)
            async with self._waiting(number) as waiting:
                if waiting is not None and waiting.rematch is not None:
                    waiting = await self._store(waiting, without_series(waiting), person)
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

    def _new_table(self, repeated: FinishedTable, person: Person, invitation: Invitation) -> WaitingTable:
        """Return a new table for the players of a game, with its options. One of them sits there."""
        settings = repeated.settings if repeated.is_practice else settings_of_several(repeated.settings)
        table = replace(
            self._lobby.new_table(repeated.venue, person, person.id, is_private=repeated.is_private),
            edition=repeated.edition,
            options=repeated.options,
            settings=settings_to_repeat(settings),
        )
        return with_person(_with_invitation(table, invitation), person, None)
