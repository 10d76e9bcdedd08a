"""Voting on a turn whose time is out: who votes, what is decided, and what comes of it. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from host.model.clock import TimeoutAction, VoteChoice, next_round, parse_pace
from host.model.controllers import USUAL_COMPUTER
from host.model.game import RunningGame, StartedGame, Transition
from host.model.notifications import Notification, NotificationKind
from host.model.requests import EndRequest
from host.model.substitution import replace_player
from host.model.table import RunningTable
from host.model.turn_clock import TimedTurn, turn_pace
from host.model.turn_rules import end_transition, move_transition, timeout_moves

RECENT_PLAY: Final = timedelta(days=14)
"""Somebody who has played within this time has played recently; at a slow table, within the time of three turns."""


def electorate(
    table: RunningTable,
    played_at: Mapping[int, datetime],
    now: datetime,
    absent: Collection[int] = (),
    asked_at: datetime | None = None,
) -> frozenset[int]:
    """Return the ids of the voters: those who have played recently or have voted, without the late player.

    ``played_at`` holds the time of each person's last move; without one, the opening of the table counts. People whose
    seat is open have not played recently, nor have the ``absent``, who cannot see the question.

    If nobody has played recently, everybody else votes; those with open seats and the absent only if there is nobody
    but them. If the question was ``asked_at`` a time that is not recent either, those who have voted, if any,
    decide alone.
    """
    others = eligible_voters(table)
    unavailable = {seat.person.id for seat in table.seats if seat.person and seat.is_open}.union(absent)
    pace = parse_pace(table.settings.pace)
    since = now - max(RECENT_PLAY, 3 * pace if pace else RECENT_PLAY)
    recent = {one for one in others - unavailable if played_at.get(one, table.opened_at) >= since}
    voted = valid_votes(table).keys()
    answered = voted if asked_at is not None and asked_at < since else frozenset[int]()
    return frozenset(recent or answered or others - unavailable or others) | voted


def eligible_voters(table: RunningTable) -> frozenset[int]:
    """Return the ids of those at the table who may vote: all but the one who is to move."""
    return frozenset(person.id for person in table.humans if not table.is_to_move(person.id))


def valid_votes(table: RunningTable) -> Mapping[int, VoteChoice]:
    """Return the votes that count, by person."""
    votes = table.clock.votes if table.clock else {}
    return {one: votes[one] for one in votes if one in eligible_voters(table)}


def winning_choice(votes: Mapping[int, VoteChoice], voters: frozenset[int]) -> VoteChoice | None:
    """Return what more than half of the voters want, if anything."""
    counts = Counter(choice for one, choice in votes.items() if one in voters)
    return next((choice for choice, number in counts.items() if 2 * number > len(voters)), None)


def voting_kinds(table: RunningTable) -> tuple[NotificationKind, ...]:
    """Return the kinds of notifications that ask for votes at a table."""
    return (
        (NotificationKind.OUT, NotificationKind.VOTE)
        if table.settings.timeout is TimeoutAction.VOTE
        else (NotificationKind.VOTE,)
    )


def vote_transition(
    game: RunningGame, choice: VoteChoice, now: datetime
) -> tuple[Transition[StartedGame], NotificationKind | None]:
    """Return the transition that a decision brings about, and how the table is told of it where nothing is played.

    Raise NobodyElseError if a computer is to play on for the last person, whom nobody can have voted about.
    """
    table, late = game.table, game.table.next_seat.number
    match choice:
        case VoteChoice.SKIP:
            return _in_new_round(move_transition(game, timeout_moves(table.state), None, now), now), None
        case VoteChoice.END:
            return Transition(game, end_transition(_as_agreed(game, late), now).after), None
        case VoteChoice.MORE_TIME:
            return _in_new_round(Transition(game, game), now), NotificationKind.MORE_TIME
        case VoteChoice.REPLACE:
            seats = tuple(replace(seat, is_open=seat.is_open or seat.number == late) for seat in table.seats)
            after = replace(game, table=replace(table, seats=seats))
            return _in_new_round(Transition(game, after), now), NotificationKind.SEAT_OPEN
        case VoteChoice.COMPUTER:
            after = replace(game, table=replace_player(table, late, USUAL_COMPUTER, now))
            return Transition(game, after), NotificationKind.SEAT_LEFT
        case _:
            assert_never(choice)


def _as_agreed(game: RunningGame, late: int) -> RunningGame:
    """Return a game as if all had agreed to end it: those who vote decide for all. Where nobody has agreed, a manager
    has ended a game.
    """
    table = game.table
    asker = next((seat.number for seat in table.seats if seat.person and seat.number != late), late)
    request = EndRequest(asker, frozenset(person.id for person in table.humans))
    return replace(game, table=replace(table, end_request=request))


def _in_new_round(transition: Transition[StartedGame], now: datetime) -> Transition[StartedGame]:
    """Return a transition after which the player has all the time again, even if the turn goes on with a question."""
    after = transition.after
    if not isinstance(after, RunningGame) or after.table.clock is None:
        return transition
    clock = next_round(after.table.clock, turn_pace(after.table), now)
    return replace(transition, after=replace(after, table=replace(after.table, clock=clock)))


def turn_notification(table: RunningTable, turn: TimedTurn, kind: NotificationKind, now: datetime) -> Notification:
    """Return a notification about the turn that a table waits for."""
    return Notification(table.number, turn.clock.round, kind, turn.person.id, now, turn.clock.due)
