"""Deciding together about a turn whose time is out, and taking a seat that is open."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, assert_never

from host.errors import HostError, HostErrorCode
from host.model.clock import Choice, Clock, Timeout, Vacation, is_late, next_round, parse_pace, votable_at
from host.model.game import Game, Transition
from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from host.model.substitution import Substitution, replace_player
from host.model.played import Played
from host.model.table import Person, Table
from host.model.table_lookup import check_running, check_seated
from host.model.vote_rules import decision, electorate, votes_at
from host.services.command_runner import CommandRunner, uncancellable
from host.services.deadlines import passed_over
from host.services.turns import ended, moved
from host.storage import clocks as clock_rows
from host.storage.database import Statement
from host.storage.game_repository import GameRepository
from host.storage.games import person_change

_IN_VAIN: Final = (DeliveryOutcome.VOID, DeliveryOutcome.LOST)
"""What has become of a question that nobody has seen."""


@dataclass(frozen=True, slots=True)
class Voted:
    """A table after a vote, who decides there, and what was decided: by it something was ``played``, or somebody is to
    be told by a ``ping``."""

    table: Table
    voters: frozenset[int]
    decision: Choice | None = None
    played: Played | None = None
    ping: Notification | None = None


class Voting:
    """The votes of the games that run. One command at a time a table. ``away`` tells a person's vacation, ``foreseen``
    a table's deadline as it will be."""

    def __init__(
        self,
        games: GameRepository,
        runner: CommandRunner,
        away: Callable[[int], Vacation | None],
        foreseen: Callable[[Table], Table],
        now: Callable[[], datetime],
    ) -> None:
        self._games = games
        self._away = away
        self._with_expected_deadline = foreseen
        self._now = now
        self.runner = runner

    async def status(self, number: int, absent: Collection[int] = ()) -> Voted:
        """Return how a vote stands, where the ``absent`` do not count unless they have voted.

        Raise NOT_LATE, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        table = (await self._games.load(number)).table
        check_running(table)
        self._check_late(table)
        return Voted(table, await self._voters(table, absent))

    async def predecessor(self, number: int, taker_id: int) -> Person | None:
        """Return in whose place somebody plays on in a game; None where nobody's."""
        taken = [one for one in await self.substitutions(number) if one.taker.id == taker_id]
        return taken[-1].giver if taken else None

    async def substitutions(self, number: int) -> list[Substitution]:
        """Return the seats of a game that have changed hands, in order."""
        return await clock_rows.substitutions(self._games.database, number)

    @property
    def late_games(self) -> list[int]:
        """The numbers of the games where the turn under way can be voted on."""
        return [table.number for table in self._games.tables if self.is_late(table)]

    def is_late(self, table: Table) -> bool:
        """Say at once whether the turn under way can be voted on."""
        if table.clock is None or table.to_move is None:
            return False
        return is_late(table.clock, self._away(table.to_move.person.id), self._now())

    @uncancellable
    async def open(self, number: int, person: Person) -> Notification | None:
        """Ask for votes, unless that was done; return how, if it was not.

        Raise NOT_LATE, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            table, now = (await self._games.load(number)).table, self._now()
            check_running(table)
            check_seated(table, person.id)
            self._check_late(table)
            ping = _ping(table, NotificationKind.VOTE, now)
            asked = await self._asked(table)
            if any(outcome not in _IN_VAIN for _, outcome in asked):
                return None
            if all(one.kind is not ping.kind for one, _ in asked):
                await self._games.database.commit([clock_rows.ping_change(ping)])
            return ping

    @uncancellable
    async def vote(
        self, number: int, person: Person, round_: int, choice: Choice, absent: Collection[int] = ()
    ) -> Voted:
        """Vote, or change one's vote; what more than half want is done. As to the ``absent``, see ``status``.

        Raise VOTE_OVER, OWN_TURN_LATE, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            before, now = await self._games.load(number), self._now()
            clock = _check_vote(before.table, person.id, round_, is_late=self.is_late(before.table))
            clock = replace(clock, votes={**clock.votes, person.id: choice})
            stored = [person_change(person), clock_rows.vote_change(number, round_, person.id, choice, now)]
            game = replace(before, table=replace(before.table, clock=clock))  # the vote is no new clock
            voted = await self._count(game, absent, person, stored)
            if voted.decision is not None:
                return voted
            await self._games.save_clocks({number: clock}, stored)
            return replace(voted, table=(await self._games.load(number)).table)

    @uncancellable
    async def recount(self, number: int, absent: Collection[int] = ()) -> Voted | None:
        """Count the votes of an open question anew, for who decides may be others now: what more than half want is
        done. Return None where the turn under way cannot be voted on; raise NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            game = await self._games.load(number)
            return await self._count(game, absent) if self.is_late(game.table) else None

    @uncancellable
    async def take_seat(self, number: int, person: Person, seat: int) -> tuple[Table, Notification]:
        """Take a seat that is open; return the table, and the ping that tells it.

        Raise SEAT_TAKEN, SITS_THERE, SEAT_RESIGNED, NO_SEAT, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            before, now = await self._games.load(number), self._now()
            table = replace_player(before.table, seat, person, now, is_own=True)
            if not before.table.seats[seat].is_open:
                raise HostError(HostErrorCode.SEAT_TAKEN, table=table, seat=before.table.seats[seat])
            if table.is_to_move(person.id) and table.clock:
                table = replace(table, clock=next_round(table.clock, parse_pace(table.settings.pace), now))
            ping = await clock_rows.next_ping(self._games.database, number, NotificationKind.TAKEN, person.id, now)
            also = [person_change(person), clock_rows.ping_change(ping)]
            done = await self._games.save(Transition(before, replace(before, table=table)), person, also=also)
            return done.after.table, ping

    async def _count(
        self, game: Game, absent: Collection[int], person: Person | None = None, stored: Sequence[Statement] = ()
    ) -> Voted:
        """Do what more than half want at a table, and store it with what else changes then."""
        voters, now = await self._voters(game.table, absent), self._now()
        decided = decision(votes_at(game.table), voters)
        if decided is None:
            return Voted(game.table, voters)
        transition, ping = _carried_out(game, decided, now)
        also = [*stored, *([clock_rows.ping_change(ping)] if ping else [])]
        done = await self._games.save(transition, person, also=also)
        return Voted(done.after.table, voters, decided, None if ping else done.played, ping)

    async def _voters(self, table: Table, absent: Collection[int]) -> frozenset[int]:
        played_at = await clock_rows.played_at(self._games.database, table.number)
        asked_at = [ping.at for ping, outcome in await self._asked(table) if outcome not in _IN_VAIN]
        return electorate(table, played_at, self._now(), absent, min(asked_at, default=None))

    async def _asked(self, table: Table) -> list[tuple[Notification, DeliveryOutcome | None]]:
        """Return the pings by which a table was asked about the turn under way, and what has become of them."""
        round_, kinds = table.clock and table.clock.round, _asking(table)
        pings = await clock_rows.pings_of(self._games.database, table.number)
        return [(ping, outcome) for ping, outcome in pings if ping.round == round_ and ping.kind in kinds]

    def _check_late(self, table: Table) -> None:
        if self.is_late(table):
            return
        foreseen, at = self._with_expected_deadline(table), None
        if foreseen.clock and table.to_move:
            at = foreseen.clock.due or votable_at(foreseen.clock, self._away(table.to_move.person.id))
        raise HostError(HostErrorCode.NOT_LATE, table=foreseen, at=at)


def _asking(table: Table) -> tuple[NotificationKind, ...]:
    """Return the kinds of pings that ask for votes at a table."""
    return (
        (NotificationKind.OUT, NotificationKind.VOTE)
        if table.settings.timeout is Timeout.VOTE
        else (NotificationKind.VOTE,)
    )


def _check_vote(table: Table, person_id: int, round_: int, *, is_late: bool) -> Clock:
    check_running(table)
    check_seated(table, person_id)
    clock = table.clock
    if clock is None or clock.round != round_ or not is_late:
        raise HostError(HostErrorCode.VOTE_OVER, table=table)
    if table.is_to_move(person_id):
        raise HostError(HostErrorCode.OWN_TURN_LATE, table=table)
    return clock


def _carried_out(game: Game, choice: Choice, now: datetime) -> tuple[Transition, Notification | None]:
    """Return the transition that a decision makes of a game, and whom to tell where nothing is played by it."""
    table = game.table
    assert table.state is not None
    match choice:
        case Choice.SKIP:
            return _in_new_round(moved(game, passed_over(table.state), None, now), now), None
        case Choice.END:
            return ended(game, now), None
        case Choice.MORE_TIME:
            return _another_round(game, table, NotificationKind.MORE_TIME, now)
        case Choice.REPLACE:
            late = table.state.seat
            seats = tuple(replace(seat, is_open=seat.is_open or seat.number == late) for seat in table.seats)
            return _another_round(game, replace(table, seats=seats), NotificationKind.OPEN, now)
        case _:
            assert_never(choice)


def _in_new_round(transition: Transition, now: datetime) -> Transition:
    """Return a transition after which all the time is given again, even if the same turn asks something else."""
    table = transition.after.table
    if table.status.is_over or table.clock is None:
        return transition
    clock = next_round(table.clock, parse_pace(table.settings.pace), now)
    return replace(transition, after=replace(transition.after, table=replace(table, clock=clock)))


def _another_round(game: Game, table: Table, kind: NotificationKind, now: datetime) -> tuple[Transition, Notification]:
    clock = next_round(table.clock, parse_pace(table.settings.pace), now)
    table = replace(table, clock=clock)
    return Transition(game, replace(game, table=table)), _ping(table, kind, now)


def _ping(table: Table, kind: NotificationKind, now: datetime) -> Notification:
    assert table.clock is not None
    assert table.to_move is not None
    return Notification(table.number, table.clock.round, kind, table.to_move.person.id, now, table.clock.due)
