"""Ending a game by agreement: a player asks the others, and the game ends when all of them consent."""

from dataclasses import replace

from host.model.controllers import Person
from host.model.game import PlayResult, RunningGame, StartedGame, Transition
from host.model.notifications import NotificationKind
from host.model.table import EndRequest, RunningTable
from host.model.table_lookup import check_seated
from host.model.turn_rules import end_transition
from host.services.command_runner import uncancellable
from host.services.consent import ConsentRequests, OpenRequest


class EndRequests(ConsentRequests[EndRequest]):
    """The requests to end a running game without scoring."""

    kind = NotificationKind.ENDING

    @uncancellable
    async def ask(self, number: int, person: Person) -> PlayResult | OpenRequest[EndRequest]:
        """Ask the others to end the game without scoring. If somebody has asked already, agree and ask again.

        If everybody has agreed now, the game ends at once. Otherwise return the ``end_request`` at the table, and the
        notification that asks the others. The request holds until somebody who has agreed moves, or a seat changes
        hands.

        Raise NotSeatedError, ResignedError, and what ``Tables.load_running`` raises.
        """
        async with self._games.lock(number):
            before = await self._games.load_running(number)
            table = before.table
            check_seated(table, person.id)
            seat = table.seats_of(person.id)[0].number
            return await self._ask(before, table.end_request or EndRequest(seat, frozenset()), person)

    @uncancellable
    async def agree(self, number: int, person: Person, question: int) -> PlayResult | RunningTable:
        """Agree to end the game, by the number of the question; it ends when all who have not resigned agree.

        Return the Table while others have yet to agree. Raise NotAskedError, NotSeatedError, ResignedError, and what
        ``Tables.load_running`` raises.
        """
        return await self._agree_to(number, person, question)

    @uncancellable
    async def refuse(self, number: int, person: Person, question: int) -> RunningTable:
        """Refuse to end the game, or withdraw the request. The request is over then. Raise as ``agree``."""
        return await self._refuse_to(number, person, question)

    def _request_at(self, table: RunningTable) -> EndRequest | None:
        return table.end_request

    def _table_with(self, table: RunningTable, request: EndRequest | None) -> RunningTable:
        return replace(table, end_request=request)

    def _key(self, table: RunningTable, request: EndRequest) -> tuple[int, ...]:
        return (request.number,)

    async def _granted(self, before: RunningGame, request: EndRequest) -> Transition[StartedGame]:
        agreed = replace(before, table=self._table_with(before.table, request))
        return Transition(before, end_transition(agreed, self._now()).after)
