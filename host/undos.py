"""Undoing a turn when others have moved since: asked of everybody, done when all consent."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from carcassonne import PlaceTile, Resign
from host import clock_rows
from host.consent import has_consent
from host.course import Point, standing
from host.errors import HostError, Trouble
from host.games import Game, Step, undone
from host.pings import Ping, PingKind
from host.seating import check_running, check_seated
from host.shelf import Shelf, Story
from host.tables import Person, Table, Undo, UndoRequest


@dataclass(frozen=True, slots=True)
class Asked:
    """A table with a question to undo a turn, and the ping that asks it."""

    table: Table
    ping: Ping


class Undos:
    """The requests at the games that run. One command at a time a table."""

    def __init__(self, shelf: Shelf, now: Callable[[], datetime]) -> None:
        self._shelf = shelf
        self._now = now

    async def ask(self, number: int, person: Person) -> Step | Asked:
        """Ask to undo a person's last turn, perhaps once more; what is still pending is simply taken back."""
        async with self._shelf.lock(number):
            before = await self._shelf.game(number)
            table = before.table
            check_running(table)
            check_seated(table, person.id)
            if table.pending and table.seats[table.pending.seat].person.id == person.id:
                assert before.begun is not None
                return await self._shelf.put(undone(before, before.begun, person.id, self._now()), person)
            _check_free(table, person.id)
            request = table.undo_request
            if request is None:
                point = _last_turn(await self._shelf.story(number), person.id)
                request = UndoRequest(point.state.seat, point.ply, frozenset())
            request = replace(request, agreed=request.agreed | {person.id})
            if has_consent(table, request.agreed):
                return await self._agree(before, request, person)
            return await self._ask(before, request, person)

    async def agree(self, number: int, person: Person, expected_ply: int, undo: Undo) -> Step:
        """Note that a person consents, and go back if all do."""
        async with self._shelf.lock(number):
            before = await self._shelf.game(number)
            return await self._agree(before, _request(before.table, person.id, expected_ply, undo), person)

    async def refuse(self, number: int, person: Person, expected_ply: int, undo: Undo) -> Step:
        """Let the request be void."""
        async with self._shelf.lock(number):
            before = await self._shelf.game(number)
            _request(before.table, person.id, expected_ply, undo)
            return await self._shelf.put(_asking(before, None), person)

    async def _ask(self, before: Game, request: UndoRequest, person: Person) -> Asked:
        """Store a question with the ping that asks it."""
        number, now = before.table.number, self._now()
        ping = await clock_rows.next_ping(self._shelf.store, number, PingKind.UNDO, person.id, now)
        step = _asking(before, replace(request, number=ping.round))
        done = await self._shelf.put(step, person, also=[clock_rows.ping_change(ping)])
        return Asked(done.after.table, ping)

    async def _agree(self, before: Game, request: UndoRequest, person: Person) -> Step:
        table, agreed = before.table, request.agreed | {person.id}
        if not has_consent(table, agreed):
            return await self._shelf.put(_asking(before, replace(request, agreed=agreed)), person)
        story = await self._shelf.story(table.number)
        point, asker = story.told.points[request.ply], table.seats[request.seat].person
        return await self._shelf.put(undone(before, point, asker.id, self._now()), person)


def _check_free(table: Table, person_id: int) -> None:
    """Raise HostError unless a person may ask now."""
    if table.pending:
        raise HostError(Trouble.PENDING, table=table)
    if table.undo_request and table.seats[table.undo_request.seat].person.id != person_id:
        raise HostError(Trouble.UNDO_ASKED, table=table)


def _request(table: Table, person_id: int, expected_ply: int, undo: Undo) -> UndoRequest:
    """Return what a person was asked; raise HostError if it is not asked any more."""
    check_running(table)
    check_seated(table, person_id)
    request = table.undo_request
    if request is None or (table.ply, request.ply) != (expected_ply, undo.ply):
        raise HostError(Trouble.UNDO_VOID, table=table)
    return request


def _asking(before: Game, request: UndoRequest | None) -> Step:
    return Step(before, replace(before, table=replace(before.table, undo_request=request)))


def _last_turn(story: Story, person_id: int) -> Point:
    """Return where the last turn began that a person played and that stands.

    What a predecessor in the same seat has played is none of theirs. Nobody comes back to the game by an undo.

    Raise HostError(NO_TURN_YET or RESIGNED_SINCE).
    """
    table, logged = story.game.table, story.told.logged
    line = standing(logged)

    def is_own(ply: int) -> bool:
        entry = story.entries[ply - 1]
        has_seat = table.seats[entry.seat].person.id == person_id
        return isinstance(logged[ply - 1], PlaceTile) and entry.person_id == person_id and has_seat

    begun = [start for start, ply in pairwise([0, *line]) if is_own(ply)]
    if not begun:
        raise HostError(Trouble.NO_TURN_YET, table=table)
    for ply in line:
        move = logged[ply - 1]
        if ply > begun[-1] and isinstance(move, Resign):
            raise HostError(Trouble.RESIGNED_SINCE, table=table, seat=table.seats[move.seat])
    return story.told.points[begun[-1]]
