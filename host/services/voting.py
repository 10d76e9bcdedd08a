"""Deciding together about a turn whose time is out, and taking a seat that is open."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias, assert_never

from host.errors import HostError, HostErrorCode
from host.model.clock import Choice, Clock, Timeout, Vacation, Vote, is_late, next_round, parse_pace, votable_at
from host.model.game import RunningGame, StartedGame, Transition, played_in, started_table
from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from host.model.played import Played
from host.model.substitution import Substitution, replace_player
from host.model.table import LiveTable, Person, RunningTable, StartedTable
from host.model.table_lookup import check_seated
from host.model.turn_clock import TimedTurn, timed_turn, turn_pace
from host.model.turn_rules import ended, moved, passed_over
from host.model.vote_rules import decision, electorate, votes_at
from host.services.command_runner import CommandRunner, uncancellable
from host.storage.additions import Addition
from host.storage.storage import Storage

_IN_VAIN: Final = (DeliveryOutcome.VOID, DeliveryOutcome.LOST)
"""What has become of a question that nobody has seen."""


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
    choice: Choice
    outcome: Played | Notification
    """What was played by it; or, where nothing was, what somebody is to be told."""


Voted: TypeAlias = OpenVote | DecidedVote


class Voting:
    """The votes of the games that run. One command at a time a table. ``away`` tells a person's vacation, ``foreseen``
    a table's deadline as it will be."""

    def __init__(
        self,
        storage: Storage,
        runner: CommandRunner,
        away: Callable[[int], Vacation | None],
        foreseen: Callable[[RunningTable], RunningTable],
        now: Callable[[], datetime],
    ) -> None:
        self._games = storage.games
        self._notifications = storage.notifications
        self._away = away
        self._with_expected_deadline = foreseen
        self._now = now
        self.runner = runner

    async def status(self, number: int, absent: Collection[int] = ()) -> OpenVote:
        """Return how a vote stands, where the ``absent`` do not count unless they have voted.

        Raise NOT_LATE, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        table = (await self._games.load_running(number)).table
        turn = self._late_turn(table)
        return OpenVote(table, turn.clock, await self._voters(table, turn.clock, absent))

    async def predecessor(self, number: int, taker_id: int) -> Person | None:
        """Return in whose place somebody plays on in a game; None where nobody's."""
        taken = [one for one in await self.substitutions(number) if one.taker.id == taker_id]
        return taken[-1].giver if taken else None

    async def substitutions(self, number: int) -> list[Substitution]:
        """Return the seats of a game that have changed hands, in order."""
        return await self._games.substitutions(number)

    @property
    def late_games(self) -> list[int]:
        """The numbers of the games where the turn under way can be voted on."""
        return [table.number for table in self._games.tables if self.is_late(table)]

    def is_late(self, table: LiveTable) -> bool:
        """Say at once whether the turn under way can be voted on."""
        turn = timed_turn(table) if isinstance(table, RunningTable) else None
        return turn is not None and is_late(turn.clock, self._away(turn.person.id), self._now())

    @uncancellable
    async def open(self, number: int, person: Person) -> Notification | None:
        """Ask for votes, unless that was done; return how, if it was not.

        Raise NOT_LATE, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            table, now = (await self._games.load_running(number)).table, self._now()
            check_seated(table, person.id)
            turn = self._late_turn(table)
            ping = _ping(table, turn, NotificationKind.VOTE, now)
            asked = await self._asked(table, turn.clock)
            if any(outcome not in _IN_VAIN for _, outcome in asked):
                return None
            if all(one.kind is not ping.kind for one, _ in asked):
                await self._notifications.add(ping)
            return ping

    @uncancellable
    async def vote(
        self, number: int, person: Person, round_: int, choice: Choice, absent: Collection[int] = ()
    ) -> Voted:
        """Vote, or change one's vote; what more than half want is done. As to the ``absent``, see ``status``.

        Raise VOTE_OVER, OWN_TURN_LATE, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            before, now = await self._games.load_running(number), self._now()
            turn = _check_vote(before.table, person.id, round_, is_late=self.is_late(before.table))
            clock = replace(turn.clock, votes={**turn.clock.votes, person.id: choice})
            vote = Vote(number, round_, person.id, choice, now)
            game = replace(before, table=replace(before.table, clock=clock))  # the vote is no new clock
            voted = await self._count(game, replace(turn, clock=clock), absent, person, [vote])
            if isinstance(voted, DecidedVote):
                return voted
            await self._games.save_clocks({number: clock}, [vote], [person])
            return replace(voted, table=(await self._games.load_running(number)).table)

    @uncancellable
    async def recount(self, number: int, absent: Collection[int] = ()) -> Voted | None:
        """Count the votes of an open question anew, for who decides may be others now: what more than half want is
        done. Return None where the turn under way cannot be voted on; raise NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            if not isinstance(await self._games.load(number), RunningTable):
                return None
            game = await self._games.load_running(number)
            turn = timed_turn(game.table)
            return await self._count(game, turn, absent) if turn and self.is_late(game.table) else None

    @uncancellable
    async def take_seat(self, number: int, person: Person, seat: int) -> tuple[RunningTable, Notification]:
        """Take a seat that is open; return the table, and the ping that tells it.

        Raise SEAT_TAKEN, SITS_THERE, SEAT_RESIGNED, NO_SEAT, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            before, now = await self._games.load_running(number), self._now()
            table = replace_player(before.table, seat, person, now, is_own=True)
            if not before.table.seats[seat].is_open:
                raise HostError(HostErrorCode.SEAT_TAKEN, table=table, seat=before.table.seats[seat])
            if table.is_to_move(person.id) and table.clock:
                table = replace(table, clock=next_round(table.clock, parse_pace(table.settings.pace), now))
            ping = await self._notifications.next(number, NotificationKind.TAKEN, person.id, now)
            done = await self._games.save(Transition(before, replace(before, table=table)), person, also=[ping])
            return done.after.table, ping

    async def _count(
        self,
        game: RunningGame,
        turn: TimedTurn,
        absent: Collection[int],
        person: Person | None = None,
        stored: Sequence[Addition] = (),
    ) -> Voted:
        """Do what more than half want at a table, and store it with what else changes then."""
        voters, now = await self._voters(game.table, turn.clock, absent), self._now()
        decided = decision(votes_at(game.table), voters)
        if decided is None:
            return OpenVote(game.table, turn.clock, voters)
        transition, ping = _carried_out(game, turn, decided, now)
        done = await self._games.save(transition, person, also=[*stored, ping] if ping else stored)
        return DecidedVote(started_table(done.after), decided, ping or played_in(done))

    async def _voters(self, table: RunningTable, clock: Clock, absent: Collection[int]) -> frozenset[int]:
        played_at = await self._games.last_moves(table.number)
        asked_at = [ping.at for ping, outcome in await self._asked(table, clock) if outcome not in _IN_VAIN]
        return electorate(table, played_at, self._now(), absent, min(asked_at, default=None))

    async def _asked(self, table: RunningTable, clock: Clock) -> list[tuple[Notification, DeliveryOutcome | None]]:
        """Return the pings by which a table was asked about the turn under way, and what has become of them."""
        kinds = _asking(table)
        pings = await self._notifications.of_game(table.number)
        return [(ping, outcome) for ping, outcome in pings if ping.round == clock.round and ping.kind in kinds]

    def _late_turn(self, table: RunningTable) -> TimedTurn:
        """Return the turn of a table if it can be voted on; raise NOT_LATE."""
        late = timed_turn(table)
        if late and self.is_late(table):
            return late
        foreseen, at = self._with_expected_deadline(table), None
        if turn := timed_turn(foreseen):
            at = turn.clock.due or votable_at(turn.clock, self._away(turn.person.id))
        raise HostError(HostErrorCode.NOT_LATE, table=foreseen, at=at)


def _asking(table: RunningTable) -> tuple[NotificationKind, ...]:
    """Return the kinds of pings that ask for votes at a table."""
    return (
        (NotificationKind.OUT, NotificationKind.VOTE)
        if table.settings.timeout is Timeout.VOTE
        else (NotificationKind.VOTE,)
    )


def _check_vote(table: RunningTable, person_id: int, round_: int, *, is_late: bool) -> TimedTurn:
    check_seated(table, person_id)
    turn = timed_turn(table)
    if turn is None or turn.clock.round != round_ or not is_late:
        raise HostError(HostErrorCode.VOTE_OVER, table=table)
    if table.is_to_move(person_id):
        raise HostError(HostErrorCode.OWN_TURN_LATE, table=table)
    return turn


def _carried_out(
    game: RunningGame, turn: TimedTurn, choice: Choice, now: datetime
) -> tuple[Transition[StartedGame], Notification | None]:
    """Return the transition that a decision makes of a game, and whom to tell where nothing is played by it."""
    table = game.table
    match choice:
        case Choice.SKIP:
            return _in_new_round(moved(game, passed_over(table.state), None, now), now), None
        case Choice.END:
            return ended(game, now), None
        case Choice.MORE_TIME:
            return _another_round(game, table, turn, NotificationKind.MORE_TIME, now)
        case Choice.REPLACE:
            late = turn.seat.number
            seats = tuple(replace(seat, is_open=seat.is_open or seat.number == late) for seat in table.seats)
            return _another_round(game, replace(table, seats=seats), turn, NotificationKind.OPEN, now)
        case _:
            assert_never(choice)


def _in_new_round(transition: Transition[StartedGame], now: datetime) -> Transition[StartedGame]:
    """Return a transition after which all the time is given again, even if the same turn asks something else."""
    after = transition.after
    if not isinstance(after, RunningGame) or after.table.clock is None:
        return transition
    clock = next_round(after.table.clock, turn_pace(after.table), now)
    return replace(transition, after=replace(after, table=replace(after.table, clock=clock)))


def _another_round(
    game: RunningGame, table: RunningTable, turn: TimedTurn, kind: NotificationKind, now: datetime
) -> tuple[Transition[StartedGame], Notification]:
    clock = next_round(table.clock, parse_pace(table.settings.pace), now)
    after = replace(game, table=replace(table, clock=clock))
    return Transition(game, after), _ping(table, replace(turn, clock=clock), kind, now)


def _ping(table: RunningTable, turn: TimedTurn, kind: NotificationKind, now: datetime) -> Notification:
    return Notification(table.number, turn.clock.round, kind, turn.person.id, now, turn.clock.due)
