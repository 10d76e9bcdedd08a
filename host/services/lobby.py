"""Commands before a game: open a table, join, leave, choose options, start."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime

from host.errors import HostError, HostErrorCode
from host.model.game import Game, Transition, advance, opening
from host.model.lobby_rules import chosen, coloured, handed_over, has_room, joined, left, seated, seated_for_practice
from host.model.server_settings import Server, check_may_open
from host.model.played import Played
from host.model.table import Colour, Person, Status, Table, Venue
from host.model.table_options import DEFAULT_EDITION, DEFAULTS, NO_OPTIONS, Settings, TableOptions
from host.model.table_lookup import check_open, check_seated, is_visible, missing, near, within_reach
from host.services.command_runner import CommandRunner, uncancellable
from host.services.turns import ended
from host.storage.game_repository import GameRepository


class Lobby:
    """The tables that wait for players. One command at a time, so that two people do not open two tables at once."""

    def __init__(
        self,
        games: GameRepository,
        runner: CommandRunner,
        server: Callable[[int], Server],
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        below: Callable[[int], int],
    ) -> None:
        self._games = games
        self._server = server
        self._now = now
        self._seed = seed
        self._below = below
        self._lock = asyncio.Lock()
        self.runner = runner

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Let nobody come, go or begin meanwhile."""
        async with self._lock:
            yield

    @uncancellable
    async def join(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        *,
        colour: Colour | None = None,
        language: str = DEFAULTS.language,
    ) -> tuple[Table, bool]:
        """Take a seat. Return the table, and whether this command opened it; a new table speaks ``language``.

        Without a number, the person joins the newest waiting table that is not full: of this thread, or else of this
        channel and its threads. If there is none, a table is opened with the options that the server's managers have
        chosen. If the person sits at the table already and names a colour, the colour is changed.

        Raise ALREADY_SEATED, COLOUR_TAKEN, TABLE_FULL, ALREADY_STARTED, GAME_OVER, NO_TABLE; if a table would have to
        be opened, CHANNEL_CLOSED, SERVER_FULL, TOO_MANY_OWN.
        """
        async with self._lock:
            if number is None:
                number = _inviting(self._games.tables, venue, person.id)
            if number is None:
                opened = await self._games.save(self._opened(venue, person, colour, language), person)
                return opened.after.table, True
            async with self._games.lock(number):
                before = await self._games.load(number)
                if not is_visible(before.table, venue, person.id):
                    raise HostError(HostErrorCode.NO_TABLE, number=number)
                return await self._changed(before, joined(before.table, person, colour), person), False

    @uncancellable
    async def leave(self, venue: Venue, person: Person, number: int | None = None) -> Table:
        """Leave a waiting table. The last to leave closes it; if the organiser leaves, the next who joined succeeds.

        Raise NOT_SEATED, ALREADY_STARTED, GAME_OVER, NO_TABLE.
        """
        return await self._change(venue, person, number, lambda table: left(table, person.id, self._now()))

    @uncancellable
    async def take_colour(self, venue: Venue, person: Person, number: int, colour: Colour | None) -> Table:
        """Choose the colour of a person's figures, or none. Raise COLOUR_TAKEN, and as ``leave``."""
        return await self._change(venue, person, number, lambda table: coloured(table, person.id, colour))

    @uncancellable
    async def choose(self, venue: Venue, person: Person, number: int, wishes: TableOptions) -> Table:
        """Let the organiser choose the options of a waiting table.

        Raise NOT_ORGANISER, TOO_MANY, and as ``leave``; NotationError for an edition or option that does not exist.
        """
        return await self._change(venue, person, number, lambda table: chosen(_organised(table, person.id), wishes))

    @uncancellable
    async def hand_over(self, venue: Venue, person: Person, number: int, successor_id: int) -> Table:
        """Make somebody else at the table its organiser. Raise NOT_ORGANISER, SUCCESSOR_LEFT, and as ``leave``."""
        return await self._change(
            venue, person, number, lambda table: handed_over(_organised(table, person.id), successor_id)
        )

    @uncancellable
    async def start(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        wishes: TableOptions = NO_OPTIONS,
        *,
        practice: bool = False,
    ) -> Played:
        """Start the game and draw the first tile. The options given replace those chosen at the table before.

        In a practice game one person alone plays all seats. Raise NOT_SEATED, ALONE, NOT_ALONE, TOO_MANY,
        ALREADY_STARTED, GAME_OVER, NO_TABLE; NotationError for an edition or option that does not exist.
        """
        async with self._lock:
            number = self.own_waiting(venue, person.id) if number is None else number
            async with self._games.lock(number):
                before = await self._games.load(number)
                table = chosen(_seated_before_start(before.table, venue, person.id), wishes)
                seats = seated_for_practice(table) if practice else seated(table, self._below)
                after = self._started(replace(table, seats=seats, is_practice=practice))
                return (await self._games.save(replace(after, before=before), person)).played

    @uncancellable
    async def close(self, number: int) -> Table:
        """Close a waiting table whose channel is gone. Raise ALREADY_STARTED, GAME_OVER, NO_TABLE."""
        async with self._lock, self._games.lock(number):
            before = await self._games.load(number)
            check_open(before.table)
            return (await self._games.save(ended(before, self._now()))).after.table

    async def _change(
        self, venue: Venue, person: Person, number: int | None, change: Callable[[Table], Table]
    ) -> Table:
        """Change a waiting table at which the person sits."""
        async with self._lock:
            number = self.own_waiting(venue, person.id) if number is None else number
            async with self._games.lock(number):
                before = await self._games.load(number)
                table = _seated_before_start(before.table, venue, person.id)
                return await self._changed(before, change(table), person)

    async def _changed(self, before: Game, table: Table, person: Person) -> Table:
        transition = await self._games.save(Transition(before, replace(before, table=table)), person)
        return transition.after.table

    def _opened(self, venue: Venue, person: Person, colour: Colour | None, language: str) -> Transition:
        """Return a new table, set up as the server's managers have chosen."""
        now, server = self._now(), None if venue.guild is None else self._server(venue.guild)
        if server is not None:
            check_may_open(server, self._games.tables, venue, person.id)
        table = Table(
            number=self._games.new_number(),
            venue=venue,
            status=Status.OPEN,
            organiser=person,
            people=(person,),
            colours={person.id: colour} if colour else {},
            seats=(),
            edition=DEFAULT_EDITION,
            options=(),
            settings=Settings(language=(server and server.language) or language),
            is_practice=False,
            lobby=None,
            ply=0,
            announced=-1,
            message=None,
            state=None,
            opened_at=now,
            moved_at=now,
            final_scores=None,
        )
        return Transition(None, Game(chosen(table, server.wishes if server else NO_OPTIONS)))

    def _started(self, table: Table) -> Transition:
        """Return the game that begins at a table whose people have their seats."""
        now = self._now()
        table = replace(table, status=Status.RUNNING, moved_at=now)
        ready = Game(replace(table, state=opening(table)), self._seed())
        drawn = advance(ready, (), None, now)
        course = drawn.course
        after = replace(ready.table, state=course.state, ply=course.ply)
        game = Game(after, ready.seed, course.draws, course.begun, course.made)
        return Transition(None, game, drawn.moves, drawn.events, drawn.entries)

    def own_waiting(self, venue: Venue, person_id: int) -> int:
        """Return the number of the newest waiting table within reach where the person sits; raise as ``leave``."""
        reachable = within_reach(self._games.tables, venue, person_id)
        own = [table for table in reachable if table.is_at(person_id)]
        waiting = [table for table in own if table.status is Status.OPEN]
        if waiting:
            return waiting[-1].number
        if own:
            raise HostError(HostErrorCode.ALREADY_STARTED, table=own[-1])
        others = [table for table in reachable if table.status is Status.OPEN]
        if others:
            raise HostError(HostErrorCode.NOT_SEATED, table=others[-1])
        raise missing(self._games.tables, venue, person_id)


def _inviting(tables: Sequence[Table], venue: Venue, person_id: int) -> int | None:
    """Return the newest waiting table near that has a seat left, or where the person already sits."""
    waiting = [table for table in tables if table.status is Status.OPEN]
    fitting = (table.number for table in reversed(near(waiting, venue)) if has_room(table) or table.is_at(person_id))
    return next(fitting, None)


def _seated_before_start(table: Table, venue: Venue, person_id: int) -> Table:
    if not is_visible(table, venue, person_id):
        raise HostError(HostErrorCode.NO_TABLE, number=table.number)
    check_open(table)
    check_seated(table, person_id)
    return table


def _organised(table: Table, person_id: int) -> Table:
    if table.organiser.id != person_id:
        raise HostError(HostErrorCode.NOT_ORGANISER, table=table)
    return table
