"""Requests that need the consent of all who have not resigned: to undo a turn, or to end the game without scoring.

A notification asks the others. What a player asks for is done when all of them consent.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, TypeVar

from host.model.controllers import Person
from host.model.game import PlayResult, RunningGame, StartedGame, Transition, undo_transition
from host.model.game_log import Undo
from host.model.notifications import ConsentAnswer, Decision, Notification, NotificationKind
from host.model.requests import EndRequest, UndoRequest
from host.model.table import RunningTable
from host.model.table_errors import (
    NotAskedError,
    NoTurnYetError,
    PlannedGameError,
    ResignedSinceError,
    TurnPendingError,
    UndoAskedError,
)
from host.model.table_lookup import check_seated
from host.model.turn_rules import end_transition, has_consent, last_turn_ply, last_turn_start
from host.services.service import Service, uncancellable

RequestT = TypeVar("RequestT", UndoRequest, EndRequest)


@dataclass(frozen=True, slots=True)
class OpenRequest(Generic[RequestT]):
    """A request that the others at a table have yet to answer."""

    table: RunningTable
    request: RequestT
    notification: Notification
    """The notification that asks the others."""


class ConsentRequests(Service, ABC, Generic[RequestT]):
    """The requests of one kind in running games."""

    kind: ClassVar[NotificationKind]

    @uncancellable
    async def agree(self, number: int, person: Person, *asked: int | Undo) -> PlayResult | RunningTable:
        """Agree to the request that ``asked`` identifies (see ``key``). It is carried out when all who have not
        resigned agree.

        Return the table while others have yet to agree. Raise NotAskedError, NotSeatedError, ResignedError, and what
        ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            request = self._asked(before.table, person.id, asked)
            agreed = replace(request, agreed=request.agreed | {person.id})
            if has_consent(before.table, agreed.agreed):
                return await self._carry_out(before, agreed, person)
            if agreed == request:
                return before.table
            return await self._store_table(before, self._table_with(before.table, agreed), person)

    @uncancellable
    async def refuse(self, number: int, person: Person, *asked: int | Undo) -> RunningTable:
        """Refuse what is asked, or withdraw the request. It is over then. Raise as ``agree``."""
        async with self._running_game(number) as before:
            request = self._asked(before.table, person.id, asked)
            is_own = before.table.seats[request.seat].is_played_by(person.id)
            answer = ConsentAnswer.WITHDRAWN if is_own else ConsentAnswer.REFUSED
            decision = self._decision(before.table, request, answer, person)
            return await self._store_table(before, self._table_with(before.table, None), person, [decision])

    async def _ask(self, before: RunningGame, request: RequestT, person: Person) -> PlayResult | OpenRequest[RequestT]:
        """Carry out a request if nobody else has to consent; else store it and the notification that asks."""
        request = replace(request, agreed=request.agreed | {person.id})
        if has_consent(before.table, request.agreed):
            return await self._carry_out(before, request, person)
        notification = await self._notifications.next(before.table.number, self.kind, person.id, self._now())
        request = replace(request, number=notification.round)
        table = await self._store_table(before, self._table_with(before.table, request), person, [notification])
        return OpenRequest(table, request, notification)

    async def _carry_out(self, before: RunningGame, request: RequestT, person: Person) -> PlayResult:
        decision = self._decision(before.table, request, ConsentAnswer.AGREED, person)
        return await self._play(await self._granted(before, request), person, [decision])

    def _decision(self, table: RunningTable, request: RequestT, answer: ConsentAnswer, person: Person) -> Decision:
        seat = table.seats_of(person.id)[0].number
        return Decision(table.number, request.number, (self.kind,), answer, seat)

    def _asked(self, table: RunningTable, person_id: int, asked: tuple[int | Undo, ...]) -> RequestT:
        """Return the request that a person answers; raise HostError if it is over."""
        check_seated(table, person_id)
        request = self._request_at(table)
        if request is None or self.key(table, request) != asked:
            raise NotAskedError(table)
        return request

    @abstractmethod
    def _request_at(self, table: RunningTable) -> RequestT | None:
        """Return the request of this kind at a table."""

    @abstractmethod
    def _table_with(self, table: RunningTable, request: RequestT | None) -> RunningTable:
        """Return a table with this request, or with none."""

    @abstractmethod
    def key(self, table: RunningTable, request: RequestT) -> tuple[int | Undo, ...]:
        """Return what identifies a request. The buttons of its messages hold it."""

    @abstractmethod
    async def _granted(self, before: RunningGame, request: RequestT) -> Transition[StartedGame]:
        """Return the transition that carries a request out."""


class UndoRequests(ConsentRequests[UndoRequest]):
    """The requests to undo a turn after others have moved."""

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
        async with self._running_game(number) as before:
            table = before.table
            check_seated(table, person.id)
            if table.can_take_back(person.id):
                transition = undo_transition(before, before.turn_start, person.id, self._now())
                return await self._play(transition, person)
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

    async def _new_request(self, number: int, person_id: int) -> UndoRequest:
        checkpoint = last_turn_start(await self._games.load_history(number), person_id)
        return UndoRequest(checkpoint.state.seat, checkpoint.ply, frozenset())

    def _request_at(self, table: RunningTable) -> UndoRequest | None:
        return table.undo_request

    def _table_with(self, table: RunningTable, request: UndoRequest | None) -> RunningTable:
        return replace(table, undo_request=request)

    def key(self, table: RunningTable, request: UndoRequest) -> tuple[int | Undo, ...]:
        """Return the ply at which the undo was asked for, and the undo."""
        return table.ply, Undo(request.ply)

    async def _granted(self, before: RunningGame, request: UndoRequest) -> Transition[StartedGame]:
        history = await self._games.load_history(before.table.number)
        asker = before.table.seats[request.seat].person
        return undo_transition(
            before, history.replayed.checkpoints[request.ply], asker.id if asker else None, self._now()
        )


def _check_may_ask(table: RunningTable, person_id: int) -> None:
    if table.pending:
        raise TurnPendingError(table, table.pending)
    if table.undo_request and not table.seats[table.undo_request.seat].is_played_by(person_id):
        raise UndoAskedError(table, table.undo_request)


class EndRequests(ConsentRequests[EndRequest]):
    """The requests to end a running game without scoring."""

    kind = NotificationKind.ENDING

    @uncancellable
    async def ask(self, number: int, person: Person) -> PlayResult | OpenRequest[EndRequest]:
        """Ask the others to end the game without scoring. If somebody has asked already, agree and ask again.

        If everybody has agreed now, the game ends at once. Otherwise return the ``end_request`` at the table, and the
        notification that asks the others. The request holds until somebody who has agreed moves, or a seat changes
        hands.

        Raise NotSeatedError, ResignedError, PlannedGameError, and what ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            table = before.table
            check_seated(table, person.id)
            if table.is_solo and table.occasion is not None:
                raise PlannedGameError(table)
            seat = table.seats_of(person.id)[0].number
            return await self._ask(before, table.end_request or EndRequest(seat, frozenset()), person)

    def _request_at(self, table: RunningTable) -> EndRequest | None:
        return table.end_request

    def _table_with(self, table: RunningTable, request: EndRequest | None) -> RunningTable:
        return replace(table, end_request=request)

    def key(self, table: RunningTable, request: EndRequest) -> tuple[int | Undo, ...]:
        """Return the number of the question."""
        return (request.number,)

    async def _granted(self, before: RunningGame, request: EndRequest) -> Transition[StartedGame]:
        agreed = replace(before, table=self._table_with(before.table, request))
        return Transition(before, end_transition(agreed, self._now()).after)
