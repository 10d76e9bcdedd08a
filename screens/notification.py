"""The message of a notification in the current language: its text, its buttons, and the people whom it pings."""

from collections.abc import Collection
from dataclasses import dataclass

from carcassonne import State
from host.model.controllers import Controller, Person
from host.model.notifications import Notification, NotificationKind
from host.model.substitution import Substitution
from host.model.table import EndRequest, RunningTable, UndoRequest
from host.services.voting import OpenVote
from screens.game_buttons import end_rows, take_seat_button, undo_rows, vote_rows
from screens.screen import Rows, row
from screens.text.admin import seat_given_text
from screens.text.agreements import end_question, undo_question
from screens.text.deadlines import (
    notification_text,
    quiet_hours_text,
    seat_left_text,
    seat_taken_text,
    turns_lost_text,
    vote_text,
)


@dataclass(frozen=True, slots=True)
class NotificationMessage:
    """The message of a notification. ``people`` are the ids of those whom it pings."""

    notification: Notification
    table: RunningTable
    text: str
    people: tuple[int, ...]
    rows: Rows = ()


def reminder_message(notification: Notification, table: RunningTable) -> NotificationMessage:
    """Return the message that reminds a person of a turn. For an open seat, it has the button to take the seat."""
    rows: Rows = ()
    if notification.kind is NotificationKind.SEAT_OPEN:
        rows = row(take_seat_button(table.number, table.next_seat.number))
    return NotificationMessage(
        notification, table, notification_text(notification, table), (notification.person_id,), rows
    )


def vote_message(
    notification: Notification, table: RunningTable, vote: OpenVote, *, is_gone: bool
) -> NotificationMessage:
    """Return the message that asks a table to vote on a late turn. ``is_gone``: the late player has left the server."""
    people, view = tuple(sorted(vote.voters)), vote_rows(table.number, notification.round)
    return NotificationMessage(notification, table, vote_text(vote, is_gone=is_gone), people, view)


def undo_message(
    notification: Notification, table: RunningTable, request: UndoRequest, turn_start: State
) -> NotificationMessage:
    """Return the message that asks the others to agree to undo a turn. ``turn_start`` is the state before that turn."""
    text, people = undo_question(table, request, turn_start), _undecided(table, request.agreed)
    return NotificationMessage(notification, table, text, people, undo_rows(table))


def end_message(notification: Notification, table: RunningTable, request: EndRequest) -> NotificationMessage:
    """Return the message that asks the others to agree to end the game."""
    text, people = end_question(table, request), _undecided(table, request.agreed)
    return NotificationMessage(notification, table, text, people, end_rows(table))


def seat_taken_message(
    notification: Notification, table: RunningTable, predecessor: Controller | None
) -> NotificationMessage:
    """Return the message that says who plays on for whom. It pings the new player if they are to move."""
    [new_player, *_] = [person for person in table.humans if person.id == notification.person_id]
    text = seat_taken_text(table, predecessor, new_player)
    return NotificationMessage(notification, table, text, (new_player.id,) if table.is_to_move(new_player.id) else ())


def seat_given_message(
    notification: Notification, table: RunningTable, reseat: Substitution, manager: Person
) -> NotificationMessage:
    """Return the message that says which manager has given whose seat to whom. It pings the new player."""
    text = seat_given_text(table, reseat.giver, notification.person_id, manager.name)
    return NotificationMessage(notification, table, text, (notification.person_id,))


def seat_left_message(notification: Notification, table: RunningTable, left: Substitution) -> NotificationMessage:
    """Return the message that says for whom a computer plays on, with the button to take its seat. It pings nobody."""
    view = row(take_seat_button(table.number, left.seat))
    return NotificationMessage(notification, table, seat_left_text(table, left.giver), (), view)


def turns_lost_message(notification: Notification, table: RunningTable) -> NotificationMessage:
    """Return the message that says that the server has lost turns. It pings whoever is to move again."""
    people = (notification.person_id,) if table.is_to_move(notification.person_id) else ()
    return NotificationMessage(notification, table, turns_lost_text(notification, table), people)


def quiet_hours_message(
    notification: Notification, table: RunningTable, people: tuple[int, ...]
) -> NotificationMessage:
    """Return the message for the people who had quiet hours when a question was sent.

    It says that it is for them, too.
    """
    return NotificationMessage(notification, table, quiet_hours_text(people), people)


def _undecided(table: RunningTable, agreed: Collection[int]) -> tuple[int, ...]:
    return tuple(person.id for person in table.humans if person.id not in agreed)
