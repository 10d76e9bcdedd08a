"""What needs everybody's consent: of all who have something to lose, and they alone. It is asked by a ping."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, Generic, TypeVar

from host.errors import HostError, HostErrorCode
from host.model.game import Game, Transition
from host.model.notifications import Notification, NotificationKind
from host.model.table import EndRequest, Person, Table, UndoRequest
from host.model.table_lookup import check_running, check_seated
from host.storage import clocks as clock_rows
from host.storage.game_repository import GameRepository

RequestT = TypeVar("RequestT", UndoRequest, EndRequest)


def has_consent(table: Table, agreed: Set[int]) -> bool:
    """Say whether all who play on are among the ids of those who agree."""
    return all(person.id in agreed for person in table.players)


@dataclass(frozen=True, slots=True)
class Asked:
    """A table with a question that was asked, and the ping that asks it."""

    table: Table
    ping: Notification


class Consents(ABC, Generic[RequestT]):
    """The requests of one kind at the games that run. One command at a time a table."""

    kind: ClassVar[NotificationKind]

    def __init__(self, shelf: GameRepository, now: Callable[[], datetime]) -> None:
        self._shelf = shelf
        self._now = now

    async def agree(self, number: int, person: Person, *asked: int) -> Transition:
        """Note that a person consents to what was asked, and do it if all do; raise HostError."""
        async with self._shelf.lock(number):
            before = await self._shelf.game(number)
            return await self._agree(before, self._asked(before.table, person.id, asked), person)

    async def refuse(self, number: int, person: Person, *asked: int) -> Transition:
        """Let what was asked be void; raise HostError."""
        async with self._shelf.lock(number):
            before = await self._shelf.game(number)
            self._asked(before.table, person.id, asked)
            return await self._shelf.put(self._noted(before, None), person)

    async def _ask(self, before: Game, request: RequestT, person: Person) -> Transition | Asked:
        """Do what a person asks for if nobody has to consent any more; else store it, with the ping that asks it."""
        request = replace(request, agreed=request.agreed | {person.id})
        if has_consent(before.table, request.agreed):
            return await self._agree(before, request, person)
        ping = await clock_rows.next_ping(self._shelf.store, before.table.number, self.kind, person.id, self._now())
        step = self._noted(before, replace(request, number=ping.round))
        done = await self._shelf.put(step, person, also=[clock_rows.ping_change(ping)])
        return Asked(done.after.table, ping)

    async def _agree(self, before: Game, request: RequestT, person: Person) -> Transition:
        request = replace(request, agreed=request.agreed | {person.id})
        is_done = has_consent(before.table, request.agreed)
        step = await self._done(before, request) if is_done else self._noted(before, request)
        return await self._shelf.put(step, person)

    def _asked(self, table: Table, person_id: int, asked: tuple[int, ...]) -> RequestT:
        """Return what a person was asked; raise HostError if it is not asked any more."""
        check_running(table)
        check_seated(table, person_id)
        request = self._request(table)
        if request is None or self._mark(table, request) != asked:
            raise HostError(HostErrorCode.NOT_ASKED, table=table)
        return request

    def _noted(self, before: Game, request: RequestT | None) -> Transition:
        return Transition(before, replace(before, table=self._requested(before.table, request)))

    @abstractmethod
    def _request(self, table: Table) -> RequestT | None:
        """Return what is asked at a table."""

    @abstractmethod
    def _requested(self, table: Table, request: RequestT | None) -> Table:
        """Return a table at which this is asked, or nothing."""

    @abstractmethod
    def _mark(self, table: Table, request: RequestT) -> tuple[int, ...]:
        """Return by what a question is known to those who answer it."""

    @abstractmethod
    async def _done(self, before: Game, request: RequestT) -> Transition:
        """Return the step that does what all consent to."""
