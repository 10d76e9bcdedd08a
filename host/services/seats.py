"""Seats of running games that change hands: taking one that is open or a computer's, and leaving one to a computer."""

from dataclasses import replace

from host.model.clock import next_round, parse_pace
from host.model.controllers import Computer, Controller, Person
from host.model.game import RunningGame
from host.model.notifications import Notification, NotificationKind
from host.model.substitution import Substitution, is_person, replace_player
from host.model.table import RunningTable
from host.model.table_errors import SeatTakenError, TurnPendingError
from host.model.table_lookup import check_seated
from host.model.turn_rules import seat_to_resign
from host.services.service import Service, uncancellable


class Seats(Service):
    """The seats of running games."""

    async def substitutions(self, number: int) -> list[Substitution]:
        """Return the seats of a game that have changed hands, in order."""
        return await self._games.substitutions(number)

    async def predecessor(self, number: int, taker_id: int) -> Controller | None:
        """Return the player whose seat somebody has taken over in a game; None if there is none."""
        taken = [one for one in await self.substitutions(number) if is_person(one.taker, taker_id)]
        return taken[-1].giver if taken else None

    async def successor(self, number: int, giver_id: int) -> Substitution | None:
        """Return how somebody's seat in a game went to a computer, the last time; None if it did not."""
        given = [one for one in await self.substitutions(number) if is_person(one.giver, giver_id)]
        left = [one for one in given if isinstance(one.taker, Computer)]
        return left[-1] if left else None

    @uncancellable
    async def take(self, number: int, person: Person, seat: int) -> tuple[RunningTable, Notification]:
        """Take a seat that is open or a computer's. Return the table, and the notification that tells the others.

        Raise SeatTakenError, SitsThereError, SeatResignedError, NoSuchSeatError, and what ``Tables.load_running``
        raises; TurnPendingError while the last turn of the seat can be taken back, because that is not for the taker.
        """
        async with self._running_game(number) as before:
            now = self._now()
            table = replace_player(before.table, seat, person, now, is_own=True)
            taken = before.table.seats[seat]
            if taken.person and not taken.is_open:
                raise SeatTakenError(before.table, seat=taken)
            if table.pending and table.can_take_back(person.id):
                raise TurnPendingError(before.table, table.pending)
            if table.is_to_move(person.id) and table.clock:
                table = replace(table, clock=next_round(table.clock, parse_pace(table.settings.pace), now))
            return await self._save(before, table, person, NotificationKind.SEAT_TAKEN)

    @uncancellable
    async def leave_to_computer(
        self, number: int, person: Person, computer: Computer
    ) -> tuple[RunningTable, Notification]:
        """Have a computer play on in a person's seat. Return the table, and the notification that tells the others.

        For the ratings, the person counts as having resigned. Raise NobodyElseError, NotSeatedError, ResignedError,
        and what ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            check_seated(before.table, person.id)
            table = replace_player(before.table, seat_to_resign(before.table, person.id), computer, self._now())
            return await self._save(before, table, person, NotificationKind.SEAT_LEFT)

    async def _save(
        self, before: RunningGame, table: RunningTable, person: Person, kind: NotificationKind
    ) -> tuple[RunningTable, Notification]:
        notification = await self._notifications.next(table.number, kind, person.id, self._now())
        return await self._store_table(before, table, person, [notification]), notification
