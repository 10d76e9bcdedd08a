"""Undoing a turn when others have moved since: asked of everybody, done when all consent."""

from dataclasses import replace
from itertools import pairwise

from carcassonne import PlaceTile, Resign
from host.errors import HostError, HostErrorCode
from host.model.game import Game, Transition, undone
from host.model.game_log import Checkpoint, standing
from host.model.notifications import NotificationKind
from host.model.table import Person, Table, UndoRequest
from host.model.table_lookup import check_running, check_seated
from host.services.consent import Asked, Consents
from host.storage.game_repository import LoggedGame


class Undos(Consents[UndoRequest]):
    """The requests to undo a turn, at the games that run."""

    kind = NotificationKind.UNDO

    async def ask(self, number: int, person: Person) -> Transition | Asked:
        """Ask to undo a person's last turn, perhaps once more; what is still pending is simply taken back."""
        async with self._shelf.lock(number):
            before = await self._shelf.game(number)
            table = before.table
            check_running(table)
            check_seated(table, person.id)
            if table.can_take_back(person.id):
                assert before.begun is not None
                return await self._shelf.put(undone(before, before.begun, person.id, self._now()), person)
            _check_free(table, person.id)
            return await self._ask(before, table.undo_request or await self._wanted(number, person.id), person)

    async def _wanted(self, number: int, person_id: int) -> UndoRequest:
        point = _last_turn(await self._shelf.story(number), person_id)
        return UndoRequest(point.state.seat, point.ply, frozenset())

    def _request(self, table: Table) -> UndoRequest | None:
        return table.undo_request

    def _requested(self, table: Table, request: UndoRequest | None) -> Table:
        return replace(table, undo_request=request)

    def _mark(self, table: Table, request: UndoRequest) -> tuple[int, ...]:
        return table.ply, request.ply

    async def _done(self, before: Game, request: UndoRequest) -> Transition:
        story = await self._shelf.story(before.table.number)
        asker = before.table.seats[request.seat].person
        return undone(before, story.told.points[request.ply], asker.id, self._now())


def _check_free(table: Table, person_id: int) -> None:
    """Raise HostError unless a person may ask now."""
    if table.pending:
        raise HostError(HostErrorCode.PENDING, table=table)
    if table.undo_request and table.seats[table.undo_request.seat].person.id != person_id:
        raise HostError(HostErrorCode.UNDO_ASKED, table=table)


def _last_turn(story: LoggedGame, person_id: int) -> Checkpoint:
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
        raise HostError(HostErrorCode.NO_TURN_YET, table=table)
    for ply in line:
        move = logged[ply - 1]
        if ply > begun[-1] and isinstance(move, Resign):
            raise HostError(HostErrorCode.RESIGNED_SINCE, table=table, seat=table.seats[move.seat])
    return story.told.points[begun[-1]]
