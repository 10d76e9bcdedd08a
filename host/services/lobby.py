"""Commands before a game: open a table, join, leave, choose options, start."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeVar

from carcassonne import Colour, find_ruleset, new_game
from host.errors import NoSuchTableError
from host.model.controllers import Computer, Person
from host.model.game import (
    LobbyTable,
    PlayResult,
    RunningGame,
    StartedGame,
    Transition,
    advance,
    public_commitment,
)
from host.model.game_log import LogCursor
from host.model.lobby_rules import (
    assigned_seats,
    begun_invitation,
    closed_table,
    is_set_up_by_another,
    may_join,
    practice_seats,
    table_of_one,
    with_colour,
    with_computer,
    with_options,
    with_organiser,
    with_person,
    without_computer,
    without_person,
)
from host.model.server_settings import check_may_open, check_own
from host.model.table import (
    BaseTable,
    ClosedTable,
    LiveSummary,
    RunningSummary,
    RunningTable,
    Seat,
    Table,
    Venue,
    WaitingTable,
    shared_fields,
)
from host.model.table_errors import (
    AlreadyStartedError,
    NotAloneError,
    NotOrganiserError,
    NotSeatedError,
    StillSettingUpError,
)
from host.model.table_lookup import (
    check_seated,
    is_visible,
    nearby_tables,
    no_table_error,
    reachable_tables,
    require_waiting,
)
from host.model.table_options import (
    DEFAULT_EDITION,
    DEFAULT_SETTINGS,
    NO_OPTIONS,
    TableOptions,
    settings_with_computers,
)
from host.services.administration import Administration
from host.services.service import Service, ServiceContext, uncancellable

LobbyT = TypeVar("LobbyT", WaitingTable, LobbyTable)


class Lobby(Service):
    """The tables that wait for players. All of them together carry out one command at a time, so that two people do not
    open two tables at once.
    """

    def __init__(
        self,
        context: ServiceContext,
        administration: Administration,
        seed: Callable[[], bytes],
        random_below: Callable[[int], int],
    ) -> None:
        super().__init__(context)
        self._administration = administration
        self._seed = seed
        self._random_below = random_below
        self.lock = asyncio.Lock()
        """While somebody holds it, nobody joins, leaves or starts."""

    @uncancellable
    async def join(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        *,
        colour: Colour | None = None,
        language: str = DEFAULT_SETTINGS.language,
    ) -> tuple[WaitingTable, bool]:
        """Take a seat. Return the table, and whether this command opened it; a new table speaks ``language``.

        Without a number, the person joins the newest waiting table that is not full: of this thread, or else of this
        channel and its threads. If there is none, a table is opened with the options that the server's managers have
        chosen. If the person sits at the table already and names a colour, the colour is changed.

        Raise AlreadySeatedError, ColourTakenError, NotInvitedError, TableFullError, and what ``Tables.load_waiting``
        raises; if a table would have to be opened, ChannelClosedError, ServerFullError, TooManyOwnTablesError.
        """
        async with self.lock:
            if number is None:
                number = _joinable_number(self._games.tables.around(venue), venue, person.id)
            if number is None:
                return await self._open(venue, person, colour, language), True
            async with self._games.lock(number):
                before = _require_visible(await self._games.load(number), venue, person.id)
                after = self._noted(with_person(before, person, colour), person)
                return await self._store(before, after, person), False

    @uncancellable
    async def open(
        self, venue: Venue, person: Person, *, language: str = DEFAULT_SETTINGS.language, is_private: bool = False
    ) -> WaitingTable:
        """Open a table and take a seat there, even if others wait nearby; raise what ``join`` raises for that."""
        async with self.lock:
            return await self._open(venue, person, None, language, is_private=is_private)

    @uncancellable
    async def leave(self, venue: Venue, person: Person, number: int | None = None) -> LobbyTable:
        """Leave a waiting table. The last to leave closes it; if the organiser leaves, the next who joined succeeds.

        Raise NotSeatedError, and what ``Tables.load_waiting`` raises.
        """
        return await self._change(venue, person, number, lambda table: without_person(table, person.id, self._now()))

    @uncancellable
    async def take_colour(self, venue: Venue, person: Person, number: int, colour: Colour | None) -> WaitingTable:
        """Choose the colour of a person's figures, or none. Raise ColourTakenError, and as ``leave``."""
        return await self._change(venue, person, number, lambda table: with_colour(table, person.id, colour))

    @uncancellable
    async def choose_options(
        self, venue: Venue, person: Person, number: int, table_options: TableOptions
    ) -> WaitingTable:
        """Let the organiser choose the options of a waiting table.

        Raise NotOrganiserError, TooManyPlayersError, and as ``leave``; NotationError for an edition or option that does
        not exist.
        """
        return await self._change_as_organiser(venue, person, number, lambda table: with_options(table, table_options))

    @uncancellable
    async def begin_changing(self, venue: Venue, person: Person, number: int) -> WaitingTable:
        """Note that the organiser is about to change something. Raise NotOrganiserError, and as ``leave``."""
        return await self._change_as_organiser(venue, person, number, lambda table: table)

    @uncancellable
    async def change_organiser(self, venue: Venue, person: Person, number: int, successor_id: int) -> WaitingTable:
        """Make somebody else at the table its organiser.

        Raise NotOrganiserError, SuccessorLeftError, and as ``leave``.
        """
        return await self._change_as_organiser(venue, person, number, lambda table: with_organiser(table, successor_id))

    @uncancellable
    async def add_computer(self, venue: Venue, person: Person, number: int, computer: Computer) -> WaitingTable:
        """Let the organiser add a computer to a waiting table.

        Raise NotOrganiserError, NotOfferedError, NoSeatForComputerError, and as ``leave``.
        """
        return await self._change_as_organiser(venue, person, number, lambda table: with_computer(table, computer))

    @uncancellable
    async def remove_computer(self, venue: Venue, person: Person, number: int, computer: Computer) -> WaitingTable:
        """Let the organiser take a computer away from a waiting table.

        Raise NotOrganiserError, NoSuchComputerError, and as ``leave``.
        """
        return await self._change_as_organiser(venue, person, number, lambda table: without_computer(table, computer))

    @uncancellable
    async def start(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        table_options: TableOptions = NO_OPTIONS,
        *,
        practice: bool = False,
        computers: Sequence[Computer] = (),
        alone: bool = False,
        asks_first: bool = False,
    ) -> PlayResult:
        """Start the game and draw the first tile. The options given replace those chosen at the table before.

        In a practice game one person alone plays all seats. The computers at the table take seats beside the people, or
        ``computers`` instead of them; a game with a computer is not rated. With ``alone``, nobody else may sit there.
        With ``asks_first``, raise StillSettingUpError while the organiser, if that is somebody else, sets the table up.

        Raise NotSeatedError, AloneError, NotAloneError, TooManyPlayersError, and what ``Tables.load_waiting`` raises;
        NotationError for an edition or option that does not exist.
        """
        async with self._seated_table(venue, person, number) as before:
            if alone and len(before.people) > 1:
                raise NotAloneError(before)
            asked = replace(before, computers=tuple(computers)) if computers else before
            table = _table_to_start(asked, table_options, practice=practice)
            seats = practice_seats(table) if practice else assigned_seats(table, self._random_below)
            if asks_first and is_set_up_by_another(before, person.id, self._now()):
                raise StillSettingUpError(table)
            started = self.start_transition(before, table, seats, is_practice=practice)
            return await self._play(started, person)

    @uncancellable
    async def close(self, number: int) -> ClosedTable:
        """Close a waiting table whose channel is gone. Raise AlreadyStartedError, GameOverError, NoTableError."""
        async with self.lock, self._games.lock(number):
            before = require_waiting(await self._games.load(number))
            return await self._store(before, closed_table(before, self._now()))

    def new_table(
        self, venue: Venue, organiser: Person, opener_id: int | None, *, is_private: bool = False
    ) -> WaitingTable:
        """Return a table with the default options where nobody sits yet. Without an opener, it was planned.

        What managers choose for their channels is not about private tables: nobody sees those there. Raise
        ChannelClosedError, ServerFullError, TooManyOwnTablesError.
        """
        if is_private:
            own = self._games.tables.of_person(organiser.id)
            check_own(table for table in own if table.is_private and table.has_player(organiser.id))
        elif venue.guild is not None:
            server = self._administration.server(venue.guild)
            public = [table for table in self._games.tables.of_guild(venue.guild) if not table.is_private]
            check_may_open(server, public, venue, opener_id)
        now = self._now()
        return WaitingTable(
            number=self._games.new_number(),
            venue=venue,
            organiser=organiser,
            people=(),
            colours={},
            edition=DEFAULT_EDITION,
            options=(),
            settings=replace(DEFAULT_SETTINGS, private=is_private),
            opened_at=now,
            moved_at=now,
        )

    def with_server_options(self, table: WaitingTable, language: str) -> WaitingTable:
        """Return a table with the options that the server's managers have chosen; if no language is, with this one."""
        guild = table.venue.guild
        server = None if guild is None else self._administration.server(guild)
        settings = replace(table.settings, language=(server and server.language) or language)
        return with_options(replace(table, settings=settings), server.table_options if server else NO_OPTIONS)

    def own_waiting_number(self, venue: Venue, person_id: int) -> int:
        """Return the number of the newest waiting table within reach where the person sits; raise as ``leave``."""
        around = self._games.tables.around(venue, person_id)
        reachable = reachable_tables(around, venue, person_id)
        own = [table for table in reachable if table.has_player(person_id)]
        waiting = [table for table in own if isinstance(table, WaitingTable)]
        if waiting:
            return waiting[-1].number
        running = [table for table in own if isinstance(table, RunningSummary)]
        if running:
            raise AlreadyStartedError(running[-1])
        others = [table for table in reachable if isinstance(table, WaitingTable)]
        if others:
            raise NotSeatedError(others[-1])
        raise no_table_error(around, venue, person_id)

    async def _open(
        self, venue: Venue, person: Person, colour: Colour | None, language: str, *, is_private: bool = False
    ) -> WaitingTable:
        table = self.new_table(venue, person, person.id, is_private=is_private)
        table = replace(table, people=(person,), colours={person.id: colour} if colour else {})
        return await self._store(None, self.with_server_options(table, language), person)

    async def _change(
        self, venue: Venue, person: Person, number: int | None, change: Callable[[WaitingTable], LobbyT]
    ) -> LobbyT:
        async with self._seated_table(venue, person, number) as before:
            return await self._store(before, self._noted(change(before), person), person)

    async def _change_as_organiser(
        self, venue: Venue, person: Person, number: int, change: Callable[[WaitingTable], WaitingTable]
    ) -> WaitingTable:
        async with self._seated_table(venue, person, number) as before:
            if before.organiser.id != person.id:
                raise NotOrganiserError(before)
            return await self._store(before, self._noted(change(before), person), person)

    def _noted(self, table: LobbyT, person: Person) -> LobbyT:
        """Return a table that a person has changed; if they are its organiser, with the time of the change."""
        is_organiser = isinstance(table, WaitingTable) and table.organiser.id == person.id
        return replace(table, moved_at=self._now()) if is_organiser else table

    @asynccontextmanager
    async def _seated_table(self, venue: Venue, person: Person, number: int | None) -> AsyncIterator[WaitingTable]:
        """Lock a waiting table where the person sits, and yield it. Without a number, it is the newest one."""
        async with self.lock:
            number = self.own_waiting_number(venue, person.id) if number is None else number
            async with self._games.lock(number):
                table = _require_visible(await self._games.load(number), venue, person.id)
                check_seated(table, person.id)
                yield table

    def start_transition(
        self, before: WaitingTable, table: WaitingTable, seats: tuple[Seat, ...], *, is_practice: bool
    ) -> Transition[StartedGame]:
        """Return the transition that begins the game of a waiting table: with other options, and these seats."""
        now, seed, rules = self._now(), self._seed(), find_ruleset(table.edition, table.options)
        invitation = begun_invitation(table.invitation, seats, is_practice=is_practice)
        drawn = advance(LogCursor(new_game(rules, len(seats))), seed, (), None, now)
        cursor = drawn.cursor
        running = RunningTable(
            **shared_fields(replace(table, moved_at=now, invitation=invitation), BaseTable),
            seats=seats,
            is_practice=is_practice,
            ply=cursor.ply,
            announced=0,
            state=cursor.state,
            commitment=public_commitment(seed),
        )
        game = RunningGame(running, seed, cursor.draw_count, cursor.turn_start, cursor.turn_moves)
        return Transition(before, game, drawn.moves, drawn.events, drawn.entries)


def _joinable_number(tables: Sequence[LiveSummary], venue: Venue, person_id: int) -> int | None:
    """Return the newest waiting table nearby that has a free seat, or where the person already sits."""
    waiting = [table for table in tables if isinstance(table, WaitingTable)]
    fitting = (
        table.number
        for table in reversed(nearby_tables(waiting, venue))
        if may_join(table, person_id) or table.has_player(person_id)
    )
    return next(fitting, None)


def _table_to_start(table: WaitingTable, table_options: TableOptions, *, practice: bool) -> WaitingTable:
    """Return a table with the options with which its game begins."""
    table = with_options(table, table_options)
    if table.computers:
        table = replace(table, settings=settings_with_computers(table.settings))
    is_of_one = practice or (len(table.people) == 1 and table.computers)
    return table_of_one(table, table_options) if is_of_one else table


def _require_visible(table: Table, venue: Venue, person_id: int) -> WaitingTable:
    """Return a table if it waits, and the person may name it here."""
    if not is_visible(table, venue, person_id):
        raise NoSuchTableError(table.number)
    return require_waiting(table)
