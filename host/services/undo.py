"""Undoing a turn after others have moved: a player asks the others, and it is done when all of them consent."""

from dataclasses import replace

from host.model.controllers import Person
from host.model.game import PlayResult, RunningGame, StartedGame, Transition, play_result, undo_transition
from host.model.game_log import Undo
from host.model.notifications import NotificationKind
from host.model.table import RunningTable, UndoRequest
from host.model.table_errors import NoTurnYetError, ResignedSinceError, TurnPendingError, UndoAskedError
from host.model.table_lookup import check_seated
from host.model.turn_rules import last_turn_ply, last_turn_start
from host.services.command_runner import uncancellable
from host.services.consent import ConsentRequests, OpenRequest


class UndoRequests(ConsentRequests[UndoRequest]):
    """The requests to undo a turn in a running game."""

    kind = NotificationKind.UNDO

    @uncancellable
    async def ask(self, number: int, person: Person) -> PlayResult | OpenRequest[UndoRequest]:
        """Ask the others to go back to where a person's last turn began. Asking again changes nothing.

        The undo is done at once if nobody else plays, or if the turn is pending. Otherwise return the ``undo_request``
        at the table, and the notification that asks the others. The request holds until the game moves on or a seat
        changes hands.

        Raise NoTurnYetError, ResignedSinceError, UndoAskedError, TurnPendingError, NotSeatedError, ResignedError, and
        what ``Tables.load_running`` raises.
        """
        async with self._games.lock(number):
            before = await self._games.load_running(number)
            table = before.table
            check_seated(table, person.id)
            if table.can_take_back(person.id):
                transition = undo_transition(before, before.turn_start, person.id, self._now())
                return play_result(await self._games.save(transition, person))
            _check_may_ask(table, person.id)
            return await self._ask(before, table.undo_request or await self._new_request(number, person.id), person)

    async def has_turn(self, table: RunningTable, person_id: int) -> bool:
        """Return whether a person has a turn that can be undone. The game is not replayed for that."""
        log = await self._games.log(table.number)
        try:
            last_turn_ply(table, log[: table.ply], person_id)
        except (NoTurnYetError, ResignedSinceError):
            return False
        return True

    @uncancellable
    async def agree(self, number: int, person: Person, expected_ply: int, undo: Undo) -> PlayResult | RunningTable:
        """Agree to the undo that was asked for at ``expected_ply``; it is done when all who have not resigned agree.

        Return the Table while others have yet to agree. Raise NotAskedError, NotSeatedError, ResignedError, and what
        ``Tables.load_running`` raises.
        """
        return await self._agree_to(number, person, expected_ply, undo.ply)

    @uncancellable
    async def refuse(self, number: int, person: Person, expected_ply: int, undo: Undo) -> RunningTable:
        """Refuse the undo, or withdraw the request. The request is over then. Raise as ``agree``."""
        return await self._refuse_to(number, person, expected_ply, undo.ply)

    async def _new_request(self, number: int, person_id: int) -> UndoRequest:
        checkpoint = last_turn_start(await self._games.load_history(number), person_id)
        return UndoRequest(checkpoint.state.seat, checkpoint.ply, frozenset())

    def _request_at(self, table: RunningTable) -> UndoRequest | None:
        return table.undo_request

    def _table_with(self, table: RunningTable, request: UndoRequest | None) -> RunningTable:
        return replace(table, undo_request=request)

    def _key(self, table: RunningTable, request: UndoRequest) -> tuple[int, ...]:
        return table.ply, request.ply

    async def _granted(self, before: RunningGame, request: UndoRequest) -> Transition[StartedGame]:
        history = await self._games.load_history(before.table.number)
        asker = before.table.seats[request.seat].person
        return undo_transition(
            before, history.replayed.checkpoints[request.ply], asker.id if asker else None, self._now()
        )


def _check_may_ask(table: RunningTable, person_id: int) -> None:
    """Raise HostError unless a person may ask now."""
    if table.pending:
        raise TurnPendingError(table, table.pending)
    if table.undo_request and not table.seats[table.undo_request.seat].is_played_by(person_id):
        raise UndoAskedError(table, table.undo_request)
