"""Seats of running games that change hands: asking for one, letting somebody in, and leaving one to a computer.

Whoever wants an open seat gets it at once, because the table has opened it. For a computer's seat, they ask those who
play: one of them answers for all.
"""

from dataclasses import replace

from host.errors import NotOfferedError
from host.model.controllers import Computer, Controller, Person
from host.model.game import RunningGame
from host.model.notifications import ConsentAnswer, Decision, Notification, NotificationKind
from host.model.requests import ANSWER_TIME, SeatRequest
from host.model.substitution import Substitution, is_person, replace_player, seat_taken
from host.model.table import RunningTable
from host.model.table_errors import NotAskedError, OwnSeatRequestError, SeatAskedError
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

    async def offer(self, number: int, person: Person, seat: int) -> RunningTable:
        """Return the table of a seat that a person can take, or ask for. Raise what ``ask`` raises, but for a request
        of somebody else.
        """
        table = (await self._games.load_running(number)).table
        seat_taken(table, seat, person, self._now())
        return table

    @uncancellable
    async def ask(self, number: int, person: Person, seat: int) -> tuple[RunningTable, Notification | None]:
        """Take a seat that is open; ask those who play for a seat of a computer.

        Return the table, with the person or with the request, and the notification that tells or asks the others. It is
        None where the person has asked before.

        Raise SeatAskedError while somebody else waits for the answer, what ``seat_taken`` raises, and what
        ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            now, request = self._now(), before.table.seat_request
            taken = seat_taken(before.table, seat, person, now)
            if before.table.seats[seat].is_open:
                return await self._save(before, taken, person, NotificationKind.SEAT_TAKEN)
            if request and request.person.id != person.id:
                raise SeatAskedError(before.table, person=request.person)
            if request:
                return before.table, None
            notification = await self._notifications.next(number, NotificationKind.SEAT_ASKED, person.id, now)
            request = SeatRequest(seat, person, notification.round, now + ANSWER_TIME)
            asked = replace(before.table, seat_request=request)
            return await self._store_table(before, asked, person, [notification]), notification

    @uncancellable
    async def let_in(self, number: int, person: Person, question: int) -> tuple[RunningTable, Notification]:
        """Give the seat to whoever asks for it with this question. Return the table, and what tells the others.

        Raise NotAskedError, OwnSeatRequestError, NotSeatedError, ResignedError, what ``seat_taken`` raises, and what
        ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            asking = before.table.seat_request
            if asking and asking.person.id == person.id and not before.table.has_player(person.id):
                raise OwnSeatRequestError(before.table)
            check_seated(before.table, person.id)
            request = _asked(before.table, question)
            taken = seat_taken(before.table, request.seat, request.person, self._now())
            decision = _decision(before.table, request, ConsentAnswer.AGREED, person)
            told = await self._notifications.next(number, NotificationKind.SEAT_TAKEN, request.person.id, self._now())
            return await self._store_table(before, taken, person, [decision, told]), told

    @uncancellable
    async def refuse(self, number: int, person: Person, question: int) -> tuple[RunningTable, Notification | None]:
        """Refuse the seat to whoever asks for it with this question, or withdraw that. Return the table, and the
        notification that tells whoever asked; None if they have done so themselves. Raise as ``let_in``.
        """
        async with self._running_game(number) as before:
            table = before.table
            if table.seat_request is None or table.seat_request.person.id != person.id:
                check_seated(table, person.id)
            request, after = _asked(table, question), replace(table, seat_request=None)
            if request.person.id == person.id:
                withdrawn = _decision(table, request, ConsentAnswer.WITHDRAWN, person)
                return await self._store_table(before, after, person, [withdrawn]), None
            told = await self._notifications.next(number, NotificationKind.SEAT_REFUSED, request.person.id, self._now())
            refused = _decision(table, request, ConsentAnswer.REFUSED, person)
            return await self._store_table(before, after, person, [refused, told]), told

    @uncancellable
    async def drop_request(self, number: int, question: int) -> RunningTable:
        """Drop the request of somebody who is gone. Raise NotAskedError, and what ``Tables.load_running`` raises."""
        async with self._running_game(number) as before:
            _asked(before.table, question)
            return await self._store_table(before, replace(before.table, seat_request=None))

    @uncancellable
    async def invite(self, number: int, person: Person) -> tuple[RunningTable, Notification]:
        """Open the computers' seats in a game that a person began alone. Return the table, and the invitation.

        Raise NotOfferedError where nobody can be invited, NotSeatedError, ResignedError, and what
        ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            table = before.table
            check_seated(table, person.id)
            if not table.can_invite:
                raise NotOfferedError(NotificationKind.INVITED)
            seats = tuple(replace(one, is_open=one.person is None) for one in table.seats)
            return await self._save(before, replace(table, seats=seats), person, NotificationKind.INVITED)

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


def _asked(table: RunningTable, question: int) -> SeatRequest:
    """Return the request that a question asks about; raise NotAskedError if it is over."""
    if table.seat_request is None or table.seat_request.number != question:
        raise NotAskedError(table)
    return table.seat_request


def _decision(table: RunningTable, request: SeatRequest, answer: ConsentAnswer, person: Person) -> Decision:
    """Return how a request was decided, with the seat of who did so: of who withdraws it, the one they asked for."""
    seats = table.seats_of(person.id)
    seat = seats[0].number if seats else request.seat
    return Decision(table.number, request.number, (NotificationKind.SEAT_ASKED,), answer, seat)
