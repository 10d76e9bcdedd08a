"""Before a game: opening a table, sitting down, getting up again, and starting."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime

from host.errors import HostError, HostErrorCode
from host.model.game import Game, Transition, advance, opening
from host.model.lobby_rules import chosen, coloured, handed_over, has_room, joined, left, seated, seated_for_practice
from host.model.server_settings import Server, check_may_open
from host.model.table import Colour, Person, Status, Table, Venue
from host.model.table_options import DEFAULT_EDITION, NO_OPTIONS, Settings, TableOptions
from host.model.table_lookup import check_open, check_seated, is_visible, missing, near, within_reach
from host.services.turns import ended
from host.storage.game_repository import GameRepository


class Lobby:
    """The tables that wait for players. One command at a time, so that two people do not open two tables at once."""

    def __init__(
        self,
        shelf: GameRepository,
        server: Callable[[int], Server],
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        below: Callable[[int], int],
    ) -> None:
        self._shelf = shelf
        self._server = server
        self._now = now
        self._seed = seed
        self._below = below
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Let nobody come, go or begin meanwhile."""
        async with self._turn:
            yield

    async def join(
        self, venue: Venue, person: Person, number: int | None, colour: Colour | None, language: str
    ) -> tuple[Table, bool]:
        """Seat a person; return the table, and whether it was opened for that."""
        async with self._turn:
            if number is None:
                number = _inviting(self._shelf.tables, venue, person.id)
            if number is None:
                opened = await self._shelf.put(self._opened(venue, person, colour, language), person)
                return opened.after.table, True
            async with self._shelf.lock(number):
                before = await self._shelf.game(number)
                if not is_visible(before.table, venue, person.id):
                    raise HostError(HostErrorCode.NO_TABLE, number=number)
                return await self._changed(before, joined(before.table, person, colour), person), False

    async def leave(self, venue: Venue, person: Person, number: int | None) -> Table:
        """Take a person away from a table that waits; the last one closes it."""
        return await self._change(venue, person, number, lambda table: left(table, person.id, self._now()))

    async def take_colour(self, venue: Venue, person: Person, number: int, colour: Colour | None) -> Table:
        """Give a person a colour, or none."""
        return await self._change(venue, person, number, lambda table: coloured(table, person.id, colour))

    async def choose(self, venue: Venue, person: Person, number: int, wishes: TableOptions) -> Table:
        """Let the organiser choose what is played, and how."""
        return await self._change(venue, person, number, lambda table: chosen(_organised(table, person.id), wishes))

    async def hand_over(self, venue: Venue, person: Person, number: int, successor_id: int) -> Table:
        """Let the organiser name another."""
        return await self._change(
            venue, person, number, lambda table: handed_over(_organised(table, person.id), successor_id)
        )

    async def start(
        self, venue: Venue, person: Person, number: int | None, wishes: TableOptions, *, practice: bool
    ) -> Transition:
        """Start the game at a table and make the first draw."""
        async with self._turn:
            number = self.own(venue, person.id) if number is None else number
            async with self._shelf.lock(number):
                before = await self._shelf.game(number)
                table = chosen(_seated_before_start(before.table, venue, person.id), wishes)
                seats = seated_for_practice(table) if practice else seated(table, self._below)
                after = self._started(replace(table, seats=seats, is_practice=practice))
                return await self._shelf.put(replace(after, before=before), person)

    async def close(self, number: int) -> Table:
        """Close a table that waits."""
        async with self._turn, self._shelf.lock(number):
            before = await self._shelf.game(number)
            check_open(before.table)
            return (await self._shelf.put(ended(before, self._now()))).after.table

    async def _change(
        self, venue: Venue, person: Person, number: int | None, change: Callable[[Table], Table]
    ) -> Table:
        """Change a waiting table at which the person sits."""
        async with self._turn:
            number = self.own(venue, person.id) if number is None else number
            async with self._shelf.lock(number):
                before = await self._shelf.game(number)
                table = _seated_before_start(before.table, venue, person.id)
                return await self._changed(before, change(table), person)

    async def _changed(self, before: Game, table: Table, person: Person) -> Table:
        step = await self._shelf.put(Transition(before, replace(before, table=table)), person)
        return step.after.table

    def _opened(self, venue: Venue, person: Person, colour: Colour | None, language: str) -> Transition:
        """Return a new table, set up as the server's managers have chosen."""
        now, server = self._now(), None if venue.guild is None else self._server(venue.guild)
        if server is not None:
            check_may_open(server, self._shelf.tables, venue, person.id)
        table = Table(
            number=self._shelf.new_number(),
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

    def own(self, venue: Venue, person_id: int) -> int:
        """Return the newest waiting table within reach where the person sits; raise HostError for what is there."""
        reachable = within_reach(self._shelf.tables, venue, person_id)
        own = [table for table in reachable if table.is_at(person_id)]
        waiting = [table for table in own if table.status is Status.OPEN]
        if waiting:
            return waiting[-1].number
        if own:
            raise HostError(HostErrorCode.ALREADY_STARTED, table=own[-1])
        others = [table for table in reachable if table.status is Status.OPEN]
        if others:
            raise HostError(HostErrorCode.NOT_SEATED, table=others[-1])
        raise missing(self._shelf.tables, venue, person_id)


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
