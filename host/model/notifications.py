"""Notifications: what people are told and asked besides their turns. Each is stored before it is sent."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeAlias

from host.model.clock import ReminderStage, VoteChoice
from host.model.requests import EndRequest, SeatRequest, UndoRequest
from host.model.table import MessageRef, RunningTable, Table


class NotificationKind(StrEnum):
    """What a notification is about."""

    HALF = "half"
    NEARLY = "nearly"
    OUT = "out"
    """The time is out; where the table votes, the vote is open."""
    VOTE = "vote"
    """Somebody has opened a vote."""
    MORE_TIME = "time"
    SEAT_OPEN = "open"
    """The seat to move may be taken."""
    SEAT_TAKEN = "taken"
    SEAT_GIVEN = "given"
    """A manager has given a seat to somebody."""
    SEAT_LEFT = "left"
    """A computer plays on for somebody."""
    SEAT_ASKED = "seat-asked"
    """Somebody asks for the seat of a computer."""
    SEAT_REFUSED = "seat-refused"
    """They don't get it."""
    ROUND_ENDS = "round-ends"
    """A game of a tournament ends soon, with the round."""
    INVITED = "invited"
    """Who plays alone invites others to the computers' seats."""
    TURN_LOST = "turn-lost"
    """The server has lost the last turn, or several."""
    TURNS_LOST = "turns-lost"
    """The same. Earlier versions stored it where they took several turns for lost."""
    UNDO = "undo"
    """Somebody asks to undo a turn."""
    ENDING = "ending"
    """Somebody asks to end the game."""
    OUT_QUIET = "out-asleep"
    VOTE_QUIET = "vote-asleep"
    UNDO_QUIET = "undo-asleep"
    ENDING_QUIET = "ending-asleep"
    SEAT_ASKED_QUIET = "seat-asked-asleep"
    """The same questions, sent without sound to people in their quiet hours."""


class DeliveryOutcome(StrEnum):
    """How the delivery of a notification went."""

    SENT = "sent"
    PRIVATE = "private"
    """Sent by direct message: the channel cannot be written to, or the person prefers it."""
    VOID = "void"
    """Not sent: it was no longer true."""
    LOST = "lost"
    """Nobody could be reached."""


STAGE_KINDS: Final = {
    ReminderStage.HALF: NotificationKind.HALF,
    ReminderStage.NEARLY: NotificationKind.NEARLY,
    ReminderStage.OUT: NotificationKind.OUT,
}

VOTE_KINDS: Final = frozenset({NotificationKind.OUT, NotificationKind.VOTE})
"""The notifications that ask for votes."""

SEAT_CHANGE_KINDS: Final = frozenset({NotificationKind.SEAT_TAKEN, NotificationKind.SEAT_GIVEN})

LOSS_KINDS: Final = frozenset({NotificationKind.TURN_LOST, NotificationKind.TURNS_LOST})

QUIET_KINDS: Final = {
    NotificationKind.OUT: NotificationKind.OUT_QUIET,
    NotificationKind.VOTE: NotificationKind.VOTE_QUIET,
    NotificationKind.UNDO: NotificationKind.UNDO_QUIET,
    NotificationKind.ENDING: NotificationKind.ENDING_QUIET,
    NotificationKind.SEAT_ASKED: NotificationKind.SEAT_ASKED_QUIET,
}
"""The notifications that ask several people. People in their quiet hours get another one, which makes no sound."""

LOUD_KINDS: Final = {quiet: loud for loud, quiet in QUIET_KINDS.items()}
"""The inverse of ``QUIET_KINDS``."""


@dataclass(frozen=True, slots=True)
class Notification:
    """A notification to the players of a game. Times are UTC."""

    game: int
    round: int
    """The round of the clock. Seat changes and requests have a count of their own instead, each kind from 1; losses are
    counted together."""
    kind: NotificationKind
    person_id: int
    """Who is to move, has got a seat, has left one, or asks."""
    at: datetime
    due: datetime | None
    """The deadline of the turn that it is about, if there is one."""

    @property
    def key(self) -> tuple[int, int, NotificationKind]:
        return self.game, self.round, self.kind


class ConsentAnswer(StrEnum):
    """How a request that needs everybody's consent ended."""

    AGREED = "agreed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


QuestionAnswer: TypeAlias = ConsentAnswer | VoteChoice


@dataclass(frozen=True, slots=True)
class Decision:
    """How a question was decided. It is stored with what follows from it, in one transaction."""

    game: int
    round: int
    """The round of the notifications that asked."""
    kinds: tuple[NotificationKind, ...]
    answer: QuestionAnswer
    seat: int
    """The seat that refused, withdrew, or agreed last; of a vote, the one that was voted on."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question to a whole table, and a message with its buttons."""

    notification: Notification
    message: MessageRef | None = None
    language: str = ""
    """The language of the message; empty for that of the table."""
    answer: QuestionAnswer | None = None
    """How the question was decided; None while it is open, and where it ended without an answer."""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class OutdatedMessage:
    """A message that is not true any more. It loses its buttons, and says why: that is the kind of the notification."""

    notification: Notification
    message: MessageRef


def is_current(notification: Notification, table: Table) -> bool:
    """Return whether a notification is still true."""
    if not isinstance(table, RunningTable):
        return False
    match LOUD_KINDS.get(notification.kind, notification.kind):
        case NotificationKind.UNDO:
            return _is_asked(table.undo_request, notification)
        case NotificationKind.ENDING:
            return _is_asked(table.end_request, notification)
        case NotificationKind.SEAT_ASKED:
            return _is_asked(table.seat_request, notification)
        case NotificationKind.ROUND_ENDS:
            return True
        case NotificationKind.SEAT_REFUSED:
            return not table.has_player(notification.person_id)
        case NotificationKind.INVITED:
            return any(seat.is_open for seat in table.computer_seats)
        case kind if kind in SEAT_CHANGE_KINDS:
            return table.has_player(notification.person_id)
        case kind if kind in LOSS_KINDS:
            return table.losses == notification.round
        case NotificationKind.SEAT_LEFT:
            return not table.has_player(notification.person_id) and bool(table.computer_seats)
        case kind:
            if table.clock is None or table.clock.round != notification.round or table.pending:
                return False
            return kind not in STAGE_KINDS.values() or STAGE_KINDS.get(table.clock.stage) is kind


def _is_asked(request: UndoRequest | EndRequest | SeatRequest | None, notification: Notification) -> bool:
    return request is not None and request.number == notification.round


def is_answerable(notification: Notification, table: Table) -> bool:
    """Return whether the question of a notification can still be answered, or could be after a takeback.

    An open seat and a computer's can also be taken in later rounds.
    """
    if not isinstance(table, RunningTable) or notification.kind in LOSS_KINDS:
        return False
    if notification.kind is not NotificationKind.SEAT_OPEN:
        return is_current(notification, replace(table, pending=None))
    return any(seat.is_open and seat.is_played_by(notification.person_id) for seat in table.seats)
