"""Requests that need the consent of all who have not resigned. A notification asks them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, Generic, TypeVar

from host.model.controllers import Person
from host.model.game import PlayResult, RunningGame, StartedGame, Transition, play_result
from host.model.notifications import ConsentAnswer, Decision, Notification, NotificationKind
from host.model.table import EndRequest, RunningTable, UndoRequest
from host.model.table_errors import NotAskedError
from host.model.table_lookup import check_seated
from host.model.turn_rules import has_consent
from host.services.command_runner import CommandRunner
from host.storage.storage import Storage

RequestT = TypeVar("RequestT", UndoRequest, EndRequest)


@dataclass(frozen=True, slots=True)
class OpenRequest(Generic[RequestT]):
    """A request that the others at a table have yet to answer."""

    table: RunningTable
    request: RequestT
    notification: Notification
    """The notification that asks the others."""


class ConsentRequests(ABC, Generic[RequestT]):
    """The requests of one kind in running games. Each table carries out one command at a time."""

    kind: ClassVar[NotificationKind]

    def __init__(self, storage: Storage, runner: CommandRunner, now: Callable[[], datetime]) -> None:
        self._games = storage.games
        self._notifications = storage.notifications
        self._now = now
        self.runner = runner

    async def _agree_to(self, number: int, person: Person, *asked: int) -> PlayResult | RunningTable:
        """Store that a person consents to a request; carry it out if everybody consents now. Raise HostError."""
        async with self._games.lock(number):
            before = await self._games.load_running(number)
            return await self._agree(before, self._asked(before.table, person.id, asked), person)

    async def _refuse_to(self, number: int, person: Person, *asked: int) -> RunningTable:
        """Drop the request. Raise HostError."""
        async with self._games.lock(number):
            before = await self._games.load_running(number)
            request = self._asked(before.table, person.id, asked)
            is_own = before.table.seats[request.seat].is_played_by(person.id)
            answer = ConsentAnswer.WITHDRAWN if is_own else ConsentAnswer.REFUSED
            decision = self._decision(before.table, request, answer, person)
            transition = self._with_request(before, None)
            return (await self._games.save(transition, person, additions=[decision])).after.table

    async def _ask(self, before: RunningGame, request: RequestT, person: Person) -> PlayResult | OpenRequest[RequestT]:
        """Carry out a request if nobody else has to consent; else store it and the notification that asks."""
        request = replace(request, agreed=request.agreed | {person.id})
        if has_consent(before.table, request.agreed):
            return await self._do(before, request, person)
        notification = await self._notifications.next(before.table.number, self.kind, person.id, self._now())
        request = replace(request, number=notification.round)
        done = await self._games.save(self._with_request(before, request), person, additions=[notification])
        return OpenRequest(done.after.table, request, notification)

    async def _agree(self, before: RunningGame, asked: RequestT, person: Person) -> PlayResult | RunningTable:
        request = replace(asked, agreed=asked.agreed | {person.id})
        if has_consent(before.table, request.agreed):
            return await self._do(before, request, person)
        if request == asked:
            return before.table
        return (await self._games.save(self._with_request(before, request), person)).after.table

    async def _do(self, before: RunningGame, request: RequestT, person: Person) -> PlayResult:
        decision = self._decision(before.table, request, ConsentAnswer.AGREED, person)
        return play_result(await self._games.save(await self._granted(before, request), person, additions=[decision]))

    def _decision(self, table: RunningTable, request: RequestT, answer: ConsentAnswer, person: Person) -> Decision:
        seat = table.seats_of(person.id)[0].number
        return Decision(table.number, request.number, (self.kind,), answer, seat)

    def _asked(self, table: RunningTable, person_id: int, asked: tuple[int, ...]) -> RequestT:
        """Return the request that a person answers; raise HostError if it is over."""
        check_seated(table, person_id)
        request = self._request_at(table)
        if request is None or self._key(table, request) != asked:
            raise NotAskedError(table)
        return request

    def _with_request(self, before: RunningGame, request: RequestT | None) -> Transition[RunningGame]:
        return Transition(before, replace(before, table=self._table_with(before.table, request)))

    @abstractmethod
    def _request_at(self, table: RunningTable) -> RequestT | None:
        """Return the request of this kind at a table."""

    @abstractmethod
    def _table_with(self, table: RunningTable, request: RequestT | None) -> RunningTable:
        """Return a table with this request, or with none."""

    @abstractmethod
    def _key(self, table: RunningTable, request: RequestT) -> tuple[int, ...]:
        """Return the numbers that identify a request. The buttons of its messages hold them."""

    @abstractmethod
    async def _granted(self, before: RunningGame, request: RequestT) -> Transition[StartedGame]:
        """Return the transition that carries a request out."""
