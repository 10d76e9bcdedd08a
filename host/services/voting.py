"""Voting on a turn whose time is out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from host.model.clock import Clock, Vote, VoteChoice, is_late, votable_at
from host.model.controllers import Person
from host.model.game import PlayResult, RunningGame, play_result, started_table
from host.model.notifications import Decision, DeliveryOutcome, Notification, NotificationKind
from host.model.table import BaseRunningTable, BaseTable, RunningTable, StartedTable
from host.model.table_errors import NotLateError, OwnTurnLateError, VoteOverError
from host.model.table_lookup import check_seated
from host.model.turn_clock import TimedTurn, timed_turn
from host.model.vote_rules import (
    electorate,
    turn_notification,
    valid_votes,
    vote_transition,
    voting_kinds,
    winning_choice,
)
from host.services.deadlines import Deadlines
from host.services.people import People
from host.services.service import Service, ServiceContext, uncancellable
from host.storage.games.repository import Addition

_UNSEEN: Final = (DeliveryOutcome.VOID, DeliveryOutcome.LOST)
"""The outcomes of a question that nobody has seen."""


@dataclass(frozen=True, slots=True)
class OpenVote:
    """A vote in which nothing is decided yet."""

    table: RunningTable
    clock: Clock
    """The time of the turn that is voted on, with the votes so far."""
    voters: frozenset[int]
    """The ids of those who decide."""


@dataclass(frozen=True, slots=True)
class DecidedVote:
    """A vote that is decided."""

    table: StartedTable
    """The table after it."""
    choice: VoteChoice
    outcome: PlayResult | Notification
    """What was played by it; if nothing was, the notification to be sent."""


VoteResult: TypeAlias = OpenVote | DecidedVote


class Voting(Service):
    """The votes in running games.

    ``absent`` are the ids of people who cannot see the question. They do not count unless they have voted.
    """

    def __init__(self, context: ServiceContext, people: People, deadlines: Deadlines) -> None:
        super().__init__(context)
        self._people = people
        self._deadlines = deadlines

    async def status(self, number: int, absent: Collection[int] = ()) -> OpenVote:
        """Return the vote on the turn under way.

        Raise NotLateError, and what ``Tables.load_running`` raises.
        """
        table = (await self._games.load_running(number)).table
        clock = self._late_turn(table).clock
        return OpenVote(table, clock, await self._voters(table, clock, absent))

    @property
    def late_games(self) -> list[int]:
        """The numbers of the games here where the turn under way can be voted on."""
        return [table.number for table in self._games.home_tables if self.is_late(table)]

    def is_late(self, table: BaseTable) -> bool:
        """Return at once whether the turn under way can be voted on."""
        turn = timed_turn(table) if isinstance(table, BaseRunningTable) else None
        return turn is not None and is_late(turn.clock, self._people.vacation(turn.person.id), self._now())

    @uncancellable
    async def open(self, number: int, person: Person) -> Notification | None:
        """Ask for votes. Return the notification that asks; None if the others were asked already.

        Raise NotLateError, NotSeatedError, ResignedError, and what ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            table, now = before.table, self._now()
            check_seated(table, person.id)
            turn = self._late_turn(table)
            notification = turn_notification(table, turn, NotificationKind.VOTE, now)
            asked = await self._asked(table, turn.clock)
            if any(outcome not in _UNSEEN for _, outcome in asked):
                return None
            if any(one.kind is notification.kind for one, _ in asked):
                await self._notifications.reopen(notification)
                return notification
            return notification if await self._notifications.add(notification) else None

    @uncancellable
    async def vote(
        self, number: int, person: Person, round_: int, choice: VoteChoice, absent: Collection[int] = ()
    ) -> VoteResult:
        """Vote, or change one's vote. What more than half of the voters want is done.

        Raise VoteOverError, OwnTurnLateError, NotSeatedError, ResignedError, and what ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            now = self._now()
            turn = _check_vote(before.table, person.id, round_, is_late=self.is_late(before.table))
            clock = replace(turn.clock, votes={**turn.clock.votes, person.id: choice})
            vote = Vote(number, round_, person.id, choice, now)
            game = replace(before, table=replace(before.table, clock=clock))  # a vote does not change the clock itself
            voted = await self._count(game, replace(turn, clock=clock), absent, person, [vote])
            if isinstance(voted, DecidedVote):
                return voted
            await self._games.save_deadlines([(before.table, game.table)], [vote], [person])
            return replace(voted, table=(await self._games.load_running(number)).table)

    @uncancellable
    async def recount(self, number: int, absent: Collection[int] = ()) -> VoteResult | None:
        """Count the votes again, because the voters may have changed. What more than half of them want is done.

        Return None if the turn under way cannot be voted on. Raise NoTableError, QuarantinedError.
        """
        async with self._games.lock(number):
            if not isinstance(await self._games.load(number), RunningTable):
                return None
            game = await self._games.load_running(number)
            turn = timed_turn(game.table)
            return await self._count(game, turn, absent) if turn and self.is_late(game.table) else None

    async def _count(
        self,
        game: RunningGame,
        turn: TimedTurn,
        absent: Collection[int],
        person: Person | None = None,
        additions: Sequence[Addition] = (),
    ) -> VoteResult:
        """Do what more than half of the voters want, and store it with the additions."""
        voters, now = await self._voters(game.table, turn.clock, absent), self._now()
        decided = winning_choice(valid_votes(game.table), voters)
        if decided is None:
            return OpenVote(game.table, turn.clock, voters)
        transition, kind = vote_transition(game, decided, now)
        notification = await self._notification(started_table(transition.after), turn, kind) if kind else None
        decision = Decision(game.table.number, turn.clock.round, voting_kinds(game.table), decided, turn.seat.number)
        told = [notification] if notification else []
        done = await self._games.save(transition, person, additions=[*additions, *told, decision])
        return DecidedVote(started_table(done.after), decided, notification or play_result(done))

    async def _notification(self, after: StartedTable, late: TimedTurn, kind: NotificationKind) -> Notification:
        """Return the notification of a decision about the turn of ``late``, who may have another clock now."""
        after = self._deadlines.with_expected_deadline(after)  # as the message of the turn tells it
        if isinstance(after, RunningTable) and (turn := timed_turn(after)) and turn.person == late.person:
            return turn_notification(after, turn, kind, self._now())
        return await self._notifications.next(after.number, kind, late.person.id, self._now())

    async def _voters(self, table: RunningTable, clock: Clock, absent: Collection[int]) -> frozenset[int]:
        played_at = await self._games.last_moves(table.number)
        asked_at = [
            notification.at for notification, outcome in await self._asked(table, clock) if outcome not in _UNSEEN
        ]
        return electorate(table, played_at, self._now(), absent, min(asked_at, default=None))

    async def _asked(self, table: RunningTable, clock: Clock) -> list[tuple[Notification, DeliveryOutcome | None]]:
        """Return the notifications that asked for votes on the turn under way, with their outcomes."""
        kinds = voting_kinds(table)
        notifications = await self._notifications.of_game(table.number)
        return [(one, outcome) for one, outcome in notifications if one.round == clock.round and one.kind in kinds]

    def _late_turn(self, table: RunningTable) -> TimedTurn:
        """Return the turn under way if it can be voted on; raise NotLateError."""
        late = timed_turn(table)
        if late and self.is_late(table):
            return late
        expected, at = self._deadlines.with_expected_deadline(table), None
        if turn := timed_turn(expected):
            at = turn.clock.due or votable_at(turn.clock, self._people.vacation(turn.person.id))
        raise NotLateError(expected, at=at)


def _check_vote(table: RunningTable, person_id: int, round_: int, *, is_late: bool) -> TimedTurn:
    check_seated(table, person_id)
    turn = timed_turn(table)
    if turn is None or turn.clock.round != round_ or not is_late:
        raise VoteOverError(table)
    if table.is_to_move(person_id):
        raise OwnTurnLateError(table)
    return turn
