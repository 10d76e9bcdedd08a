"""Ending a game together: asked of everybody, done when all consent."""

from dataclasses import replace

from host.model.game import Game, Transition
from host.model.notifications import NotificationKind
from host.model.table import EndRequest, Person, Table
from host.model.table_lookup import check_running, check_seated
from host.services.consent import Asked, Consents
from host.services.turns import ended


class Endings(Consents[EndRequest]):
    """The suggestions to end a game, at those that run."""

    kind = NotificationKind.ENDING

    async def ask(self, number: int, person: Person) -> Transition | Asked:
        """Suggest ending a game, perhaps once more; who joins in a suggestion agrees to it."""
        async with self._shelf.lock(number):
            before = await self._shelf.game(number)
            table = before.table
            check_running(table)
            check_seated(table, person.id)
            seat = table.seats_of(person.id)[0].number
            return await self._ask(before, table.end_request or EndRequest(seat, frozenset()), person)

    def _request(self, table: Table) -> EndRequest | None:
        return table.end_request

    def _requested(self, table: Table, request: EndRequest | None) -> Table:
        return replace(table, end_request=request)

    def _mark(self, table: Table, request: EndRequest) -> tuple[int, ...]:
        return (request.number,)

    async def _done(self, before: Game, request: EndRequest) -> Transition:
        agreed = replace(before, table=self._requested(before.table, request))
        return Transition(before, ended(agreed, self._now()).after)
