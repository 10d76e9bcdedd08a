"""Before a game: opening a table, sitting down, getting up again, and starting."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from carcassonne import EDITIONS, Ruleset, find_ruleset
from host.errors import HostError, Trouble
from host.games import Game, Step, advance, opening
from host.seating import check_open, check_seated, is_visible, near, within_reach
from host.shelf import Shelf
from host.tables import DEFAULTS, Person, Seat, Settings, Status, Table, Venue

MOST: Final = max(find_ruleset(edition).players.stop - 1 for edition in EDITIONS)
"""How many can wait at a table; which edition they will play is only said at the start."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What whoever starts a game asks for."""

    edition: str
    options: Sequence[str]
    settings: Settings
    is_practice: bool


class Lobby:
    """The tables that wait for players. One command at a time, so that two people do not open two tables at once."""

    def __init__(
        self, shelf: Shelf, now: Callable[[], datetime], seed: Callable[[], bytes], below: Callable[[int], int]
    ) -> None:
        self._shelf = shelf
        self._now = now
        self._seed = seed
        self._below = below
        self._turn = asyncio.Lock()

    async def join(self, venue: Venue, person: Person, number: int | None) -> tuple[Table, bool]:
        """Seat a person; return the table, and whether it was opened for that."""
        async with self._turn:
            if number is None:
                number = _inviting(self._shelf.tables, venue, person.id)
            if number is None:
                opened = await self._shelf.put(Step(None, self._opened(venue, person)), person)
                return opened.after.table, True
            async with self._shelf.lock(number):
                before = await self._shelf.game(number)
                if not is_visible(before.table, venue, person.id):
                    raise HostError(Trouble.NO_TABLE, number=number)
                return await self._changed(before, _joined(before.table, person), person), False

    async def leave(self, venue: Venue, person: Person, number: int | None) -> Table:
        """Take a person away from a table that waits; the last one closes it."""
        async with self._turn:
            number = self._own(venue, person.id) if number is None else number
            async with self._shelf.lock(number):
                before = await self._shelf.game(number)
                table = _seated_before_start(before.table, venue, person.id)
                return await self._changed(before, _left(table, person.id, self._now()), person)

    async def start(self, venue: Venue, person: Person, number: int | None, wishes: Wishes) -> Step:
        """Start the game at a table and make the first draw."""
        rules = find_ruleset(wishes.edition, wishes.options)
        async with self._turn:
            number = self._own(venue, person.id) if number is None else number
            async with self._shelf.lock(number):
                before = await self._shelf.game(number)
                table = _seated_before_start(before.table, venue, person.id)
                order = _order(table, rules, self._below, is_practice=wishes.is_practice)
                return await self._shelf.put(self._started(before, order, rules, wishes), person)

    async def _changed(self, before: Game, table: Table, person: Person) -> Table:
        step = await self._shelf.put(Step(before, replace(before, table=table)), person)
        return step.after.table

    def _opened(self, venue: Venue, person: Person) -> Game:
        now = self._now()
        table = Table(
            number=self._shelf.new_number(),
            venue=venue,
            status=Status.OPEN,
            organiser=person,
            people=(person,),
            seats=(),
            edition="",
            options=(),
            settings=DEFAULTS,
            is_practice=False,
            ply=0,
            announced=-1,
            message=None,
            state=None,
            opened_at=now,
            moved_at=now,
            ending=frozenset(),
            final_scores=None,
        )
        return Game(table)

    def _started(self, before: Game, order: Sequence[Person], rules: Ruleset, wishes: Wishes) -> Step:
        now = self._now()
        table = replace(
            before.table,
            status=Status.RUNNING,
            seats=tuple(Seat(number, person, resigned=False) for number, person in enumerate(order)),
            edition=rules.edition,
            options=rules.options,
            settings=wishes.settings,
            is_practice=wishes.is_practice,
            moved_at=now,
        )
        ready = Game(replace(table, state=opening(table)), self._seed())
        drawn = advance(ready, (), None, now)
        after = replace(ready.table, state=drawn.state, ply=len(drawn.entries))
        return Step(before, Game(after, ready.seed, drawn.draws), drawn.moves, drawn.events, drawn.entries)

    def _own(self, venue: Venue, person_id: int) -> int:
        """Return the newest waiting table within reach where the person sits; raise HostError for what is there."""
        reachable = within_reach(self._shelf.tables, venue, person_id)
        own = [table for table in reachable if table.is_at(person_id)]
        waiting = [table for table in own if table.status is Status.OPEN]
        if waiting:
            return waiting[-1].number
        if own:
            raise HostError(Trouble.ALREADY_STARTED, table=own[-1])
        others = [table for table in reachable if table.status is Status.OPEN]
        if others:
            raise HostError(Trouble.NOT_SEATED, table=others[-1])
        raise HostError(Trouble.NO_TABLE)


def _inviting(tables: Sequence[Table], venue: Venue, person_id: int) -> int | None:
    """Return the newest waiting table near that has a seat left, or where the person already sits."""
    waiting = [table for table in tables if table.status is Status.OPEN]
    fitting = (
        table.number for table in reversed(near(waiting, venue)) if len(table.people) < MOST or table.is_at(person_id)
    )
    return next(fitting, None)


def _joined(table: Table, person: Person) -> Table:
    check_open(table)
    if table.is_at(person.id):
        raise HostError(Trouble.ALREADY_SEATED, table=table)
    if len(table.people) >= MOST:
        raise HostError(Trouble.TABLE_FULL, table=table, most=MOST)
    return replace(table, people=(*table.people, person))


def _seated_before_start(table: Table, venue: Venue, person_id: int) -> Table:
    if not is_visible(table, venue, person_id):
        raise HostError(Trouble.NO_TABLE, number=table.number)
    check_open(table)
    check_seated(table, person_id)
    return table


def _left(table: Table, person_id: int, now: datetime) -> Table:
    people = tuple(one for one in table.people if one.id != person_id)
    if not people:
        return replace(table, people=(), status=Status.ENDED, moved_at=now)
    organiser = people[0] if table.organiser.id == person_id else table.organiser
    return replace(table, people=people, organiser=organiser)


def _order(table: Table, rules: Ruleset, below: Callable[[int], int], *, is_practice: bool) -> tuple[Person, ...]:
    """Return who has which seat: somebody drawn to start, then the order of joining, cyclically."""
    people, most = table.people, rules.players.stop - 1
    if is_practice:
        if len(people) > 1:
            raise HostError(Trouble.NOT_ALONE, table=table)
        return people * rules.players.start
    if len(people) == 1:
        raise HostError(Trouble.ALONE, table=table)
    if len(people) > most:
        raise HostError(Trouble.TOO_MANY, table=table, players=len(people), most=most)
    first = below(len(people))
    return people[first:] + people[:first]
