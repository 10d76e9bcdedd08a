"""What people are told and asked beside the turns. Each notification is stored before it is sent, once a round."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from host.model.clock import ReminderStage
from host.model.table import EndRequest, RunningTable, Table, UndoRequest


class NotificationKind(StrEnum):
    """What a notification tells."""

    HALF = "half"
    NEARLY = "nearly"
    OUT = "out"
    """The time is out; where the table votes, the vote is open."""
    VOTE = "vote"
    """Somebody has opened a vote."""
    MORE_TIME = "time"
    """More time was given."""
    SEAT_OPEN = "open"
    """The seat to move may be taken."""
    SEAT_TAKEN = "taken"
    """Somebody has taken a seat."""
    SEAT_GIVEN = "given"
    """A manager has given a seat to somebody."""
    UNDO = "undo"
    """Somebody asks to undo a turn."""
    ENDING = "ending"
    """Somebody suggests ending the game together."""
    OUT_QUIET = "out-asleep"
    VOTE_QUIET = "vote-asleep"
    UNDO_QUIET = "undo-asleep"
    ENDING_QUIET = "ending-asleep"
    """The same questions, for those who are in their quiet hours while others are not."""


class DeliveryOutcome(StrEnum):
    """What has become of a notification."""

    SENT = "sent"
    PRIVATE = "private"
    """Sent to the person alone, because the channel cannot be written to, or because the person wants it so."""
    VOID = "void"
    """Not sent any more: what it tells is over."""
    LOST = "lost"
    """Nobody could be reached."""


STAGE_KINDS: Final = {
    ReminderStage.HALF: NotificationKind.HALF,
    ReminderStage.NEARLY: NotificationKind.NEARLY,
    ReminderStage.OUT: NotificationKind.OUT,
}
"""The notifications of a clock."""

VOTE_KINDS: Final = frozenset({NotificationKind.OUT, NotificationKind.VOTE})
"""Those that ask for votes."""

SEAT_CHANGE_KINDS: Final = frozenset({NotificationKind.SEAT_TAKEN, NotificationKind.SEAT_GIVEN})
"""Those that tell that a seat has changed hands."""

QUIET_KINDS: Final = {
    NotificationKind.OUT: NotificationKind.OUT_QUIET,
    NotificationKind.VOTE: NotificationKind.VOTE_QUIET,
    NotificationKind.UNDO: NotificationKind.UNDO_QUIET,
    NotificationKind.ENDING: NotificationKind.ENDING_QUIET,
}
"""The notifications that ask several people. Those in their quiet hours get another one, which makes no sound."""

LOUD_KINDS: Final = {quiet: loud for loud, quiet in QUIET_KINDS.items()}
"""The other way round."""


@dataclass(frozen=True, slots=True)
class Notification:
    """A notification in a game's round, about a person and a deadline: who is to move then, comes to a seat, or asks.

    The rounds are those of the clock, but seats that change hands and questions to undo a turn or to end the
    game are counted by themselves, each kind from 1.
    """

    game: int
    round: int
    kind: NotificationKind
    person_id: int
    at: datetime
    due: datetime | None

    @property
    def key(self) -> tuple[int, int, NotificationKind]:
        """What no other notification has."""
        return self.game, self.round, self.kind


def is_current(notification: Notification, table: Table) -> bool:
    """Say whether what a notification tells is still so."""
    if not isinstance(table, RunningTable):
        return False
    match LOUD_KINDS.get(notification.kind, notification.kind):
        case NotificationKind.UNDO:
            return _is_asked(table.undo_request, notification)
        case NotificationKind.ENDING:
            return _is_asked(table.end_request, notification)
        case kind if kind in SEAT_CHANGE_KINDS:
            return table.is_at(notification.person_id)
        case kind:
            if table.clock is None or table.clock.round != notification.round or table.pending:
                return False
            return kind not in STAGE_KINDS.values() or STAGE_KINDS.get(table.clock.stage) is kind


def _is_asked(request: UndoRequest | EndRequest | None, notification: Notification) -> bool:
    return request is not None and request.number == notification.round


def is_answerable(notification: Notification, table: Table) -> bool:
    """Say whether a question that was asked can still be answered, or could be again if a turn is taken back; an open
    seat can be taken in other rounds, too.
    """
    if not isinstance(table, RunningTable):
        return False
    if notification.kind is not NotificationKind.SEAT_OPEN:
        return is_current(notification, replace(table, pending=None))
    return any(seat.is_open and seat.is_of(notification.person_id) for seat in table.seats)
