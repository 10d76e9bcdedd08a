"""Requests that need the consent of everybody who plays on. A notification asks them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, Generic, TypeVar

from host.errors import HostError, HostErrorCode
from host.model.game import RunningGame, StartedGame, Transition, played_in
from host.model.notifications import Notification, NotificationKind
from host.model.played import Played
from host.model.table import EndRequest, Person, RunningTable, UndoRequest
from host.model.table_lookup import check_seated
from host.model.turn_rules import has_consent
from host.services.command_runner import CommandRunner
from host.storage.storage import Storage

RequestT = TypeVar("RequestT", UndoRequest, EndRequest)


@dataclass(frozen=True, slots=True)
class Asked(Generic[RequestT]):
    """A question that was asked at a table."""

    table: RunningTable
    request: RequestT
    ping: Notification
    """What asks the others."""


class ConsentRequests(ABC, Generic[RequestT]):
    """The requests of one kind in running games. Each table carries out one command at a time."""

    kind: ClassVar[NotificationKind]

    def __init__(self, storage: Storage, runner: CommandRunner, now: Callable[[], datetime]) -> None:
        self._games = storage.games
        self._notifications = storage.notifications
        self._now = now
        self.runner = runner

    async def _agree_to(self, number: int, person: Person, *asked: int) -> Played | RunningTable:
        """Note that a person consents to what was asked, and do it if all do; raise HostError."""
        async with self._games.lock(number):
            before = await self._games.load_running(number)
            return await self._agree(before, self._asked(before.table, person.id, asked), person)

    async def _refuse_to(self, number: int, person: Person, *asked: int) -> RunningTable:
        """Withdraw what was asked; raise HostError."""
        async with self._games.lock(number):
            before = await self._games.load_running(number)
            self._asked(before.table, person.id, asked)
            return (await self._games.save(self._noted(before, None), person)).after.table

    async def _ask(self, before: RunningGame, request: RequestT, person: Person) -> Played | Asked[RequestT]:
        """Do what a person asks for if nobody has to consent any more; else store it, with the ping that asks it."""
        request = replace(request, agreed=request.agreed | {person.id})
        if has_consent(before.table, request.agreed):
            return await self._do(before, request, person)
        ping = await self._notifications.next(before.table.number, self.kind, person.id, self._now())
        request = replace(request, number=ping.round)
        done = await self._games.save(self._noted(before, request), person, also=[ping])
        return Asked(done.after.table, request, ping)

    async def _agree(self, before: RunningGame, request: RequestT, person: Person) -> Played | RunningTable:
        request = replace(request, agreed=request.agreed | {person.id})
        if has_consent(before.table, request.agreed):
            return await self._do(before, request, person)
        return (await self._games.save(self._noted(before, request), person)).after.table

    async def _do(self, before: RunningGame, request: RequestT, person: Person) -> Played:
        return played_in(await self._games.save(await self._done(before, request), person))

    def _asked(self, table: RunningTable, person_id: int, asked: tuple[int, ...]) -> RequestT:
        """Return what a person was asked; raise HostError if it is not asked any more."""
        check_seated(table, person_id)
        request = self._request(table)
        if request is None or self._mark(table, request) != asked:
            raise HostError(HostErrorCode.NOT_ASKED, table=table)
        return request

    def _noted(self, before: RunningGame, request: RequestT | None) -> Transition[RunningGame]:
        return Transition(before, replace(before, table=self._requested(before.table, request)))

    @abstractmethod
    def _request(self, table: RunningTable) -> RequestT | None:
        """Return what is asked at a table."""

    @abstractmethod
    def _requested(self, table: RunningTable, request: RequestT | None) -> RunningTable:
        """Return a table at which this is asked, or nothing."""

    @abstractmethod
    def _mark(self, table: RunningTable, request: RequestT) -> tuple[int, ...]:
        """Return by what a question is known to those who answer it."""

    @abstractmethod
    async def _done(self, before: RunningGame, request: RequestT) -> Transition[StartedGame]:
        """Return the transition that does what all consent to."""
