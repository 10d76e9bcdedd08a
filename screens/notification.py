"""The message of a notification in the current language, and what becomes of a question that is decided."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from carcassonne import State
from host.model.clock import VoteChoice
from host.model.controllers import Controller, Person
from host.model.notifications import ConsentAnswer, Notification, NotificationKind
from host.model.requests import EndRequest, SeatRequest, UndoRequest
from host.model.substitution import Substitution
from host.model.table import RunningTable, SeatedTable
from host.services.voting import OpenVote
from screens.game_buttons import (
    computer_seats_rows,
    end_rows,
    seat_answer_rows,
    take_seat_button,
    undo_rows,
    vote_button,
    vote_rows,
)
from screens.screen import Rows, Screen, row
from screens.text.admin import seat_given_text
from screens.text.agreements import (
    end_agreed_text,
    end_question,
    end_refused_text,
    end_withdrawn_text,
    undo_agreed_text,
    undo_question,
    undo_refused_text,
    undo_withdrawn_text,
)
from screens.text.deadlines import (
    decided_text,
    notification_text,
    quiet_hours_text,
    round_ends_text,
    seat_left_text,
    seat_taken_text,
    turns_lost_text,
    vote_text,
)
from screens.text.names import safe_labels
from screens.text.seats import invitation_text, seat_decision_text, seat_question, seat_refused_text


@dataclass(frozen=True, slots=True)
class NotificationMessage:
    """The message of a notification. ``people`` are the ids of those whom it pings."""

    screen: Screen
    people: tuple[int, ...]


def reminder_message(notification: Notification, table: RunningTable) -> NotificationMessage:
    """Return the message that reminds a person of a turn. For an open seat, it has the button to take the seat; if the
    time is up, the one that asks the others to vote.
    """
    rows: Rows = ()
    if notification.kind is NotificationKind.SEAT_OPEN:
        rows = row(take_seat_button(table.number, table.next_seat.number))
    elif notification.kind is NotificationKind.OUT:
        rows = row(vote_button(table.number))
    return NotificationMessage(Screen(notification_text(notification, table), rows), (notification.person_id,))


def round_ends_message(table: RunningTable, due: datetime) -> NotificationMessage:
    """Return the message that says that a game of a tournament ends soon. It pings whoever is to move now."""
    person = table.next_seat.person
    return NotificationMessage(Screen(round_ends_text(table, due)), (person.id,) if person else ())


def vote_message(
    notification: Notification, table: RunningTable, vote: OpenVote, *, is_gone: bool
) -> NotificationMessage:
    """Return the message that asks a table to vote on a late turn. ``is_gone``: the late player has left the server."""
    screen = Screen(vote_text(vote, is_gone=is_gone), vote_rows(table.number, notification.round))
    return NotificationMessage(screen, tuple(sorted(vote.voters)))


def undo_message(table: RunningTable, request: UndoRequest, turn_start: State) -> NotificationMessage:
    """Return the message that asks the others to agree to undo a turn. ``turn_start`` is the state before that turn."""
    screen = Screen(undo_question(table, request, turn_start), undo_rows(table))
    return NotificationMessage(screen, _undecided(table, request.agreed))


def end_message(table: RunningTable, request: EndRequest) -> NotificationMessage:
    """Return the message that asks the others to agree to end the game."""
    screen = Screen(end_question(table, request), end_rows(table))
    return NotificationMessage(screen, _undecided(table, request.agreed))


def seat_request_message(table: RunningTable, request: SeatRequest) -> NotificationMessage:
    """Return the message that asks the players to let somebody in."""
    screen = Screen(seat_question(table, request), seat_answer_rows(table))
    return NotificationMessage(screen, _undecided(table, ()))


def seat_refused_message(notification: Notification, table: RunningTable) -> NotificationMessage:
    """Return the message to whoever has asked for a seat and doesn't get it."""
    return NotificationMessage(Screen(seat_refused_text(notification, table)), (notification.person_id,))


def invitation_message(table: RunningTable) -> NotificationMessage:
    """Return the message that invites others to the computers' seats. It pings nobody."""
    return NotificationMessage(Screen(invitation_text(table), computer_seats_rows(table)), ())


def decision_text(
    table: SeatedTable, kind: NotificationKind, answer: VoteChoice | ConsentAnswer, seat: int, asker: str
) -> str:
    """Return how a question was decided: by the answer of a seat, the last that was needed. ``asker`` is a name."""
    if isinstance(answer, VoteChoice):
        return decided_text(table, answer, asker)
    if kind is NotificationKind.SEAT_ASKED:
        return seat_decision_text(table, answer, asker, seat)
    refuser, is_undo = safe_labels(table)[seat], kind is NotificationKind.UNDO
    match answer:
        case ConsentAnswer.AGREED:
            return undo_agreed_text(table, asker) if is_undo else end_agreed_text(table, asker)
        case ConsentAnswer.REFUSED:
            return undo_refused_text(table, asker, refuser) if is_undo else end_refused_text(table, refuser)
        case ConsentAnswer.WITHDRAWN:
            return undo_withdrawn_text(table, asker) if is_undo else end_withdrawn_text(table, asker)
        case _:
            assert_never(answer)


def seat_taken_message(
    notification: Notification, table: RunningTable, predecessor: Controller | None
) -> NotificationMessage:
    """Return the message that says who plays on for whom. It pings the new player if they are to move."""
    [new_player, *_] = [person for person in table.humans if person.id == notification.person_id]
    screen = Screen(seat_taken_text(table, predecessor, new_player))
    return NotificationMessage(screen, (new_player.id,) if table.is_to_move(new_player.id) else ())


def seat_given_message(
    notification: Notification, table: RunningTable, reseat: Substitution, manager: Person
) -> NotificationMessage:
    """Return the message that says which manager has given whose seat to whom. It pings the new player."""
    screen = Screen(seat_given_text(table, reseat.giver, notification.person_id, manager.name))
    return NotificationMessage(screen, (notification.person_id,))


def seat_left_message(table: RunningTable, left: Substitution) -> NotificationMessage:
    """Return the message that says for whom a computer plays on, with the button to take its seat. It pings nobody."""
    screen = Screen(seat_left_text(table, left.giver), row(take_seat_button(table.number, left.seat)))
    return NotificationMessage(screen, ())


def turns_lost_message(notification: Notification, table: RunningTable) -> NotificationMessage:
    """Return the message that says that the server has lost turns. It pings whoever is to move again."""
    people = (notification.person_id,) if table.is_to_move(notification.person_id) else ()
    return NotificationMessage(Screen(turns_lost_text(notification, table)), people)


def quiet_hours_message(people: tuple[int, ...]) -> NotificationMessage:
    """Return the message for the people who had quiet hours when a question was sent.

    It says that it is for them, too.
    """
    return NotificationMessage(Screen(quiet_hours_text(people)), people)


def _undecided(table: RunningTable, agreed: Collection[int]) -> tuple[int, ...]:
    return tuple(person.id for person in table.humans if person.id not in agreed)
