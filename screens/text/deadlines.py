"""Texts about time: deadlines, votes on a late turn, open seats, and turns that can still be taken back."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from host.model.clock import TimeoutAction, Vacation, VoteChoice
from host.model.controllers import Controller, Person
from host.model.notifications import Notification, NotificationKind
from host.model.table import BaseRunningTable, BaseTable, Pending, RunningTable
from host.model.vote_rules import valid_votes
from host.services.voting import OpenVote
from screens.text.choices import PACE_TEXTS
from screens.text.i18n import N_, _
from screens.text.labels import VOTE_LABELS, Label
from screens.text.markup import bold_label, safe_name, timestamp, with_heading, word_list
from screens.text.placeholders import fill, table_text

_VOTE_OVER: Final = N_("{game}: this vote is over.")
_SEAT_CLOSED: Final = N_("{game}: this seat isn't open any more.")
_LOST: Final = N_("{game}: the server lost this turn.")
_CLOSED: Final = {
    NotificationKind.OUT: _VOTE_OVER,
    NotificationKind.VOTE: _VOTE_OVER,
    NotificationKind.SEAT_OPEN: _SEAT_CLOSED,
    NotificationKind.SEAT_LEFT: _SEAT_CLOSED,
    NotificationKind.INVITED: _SEAT_CLOSED,
    NotificationKind.SEAT_ASKED: N_("{game}: this request for a seat is over."),
    NotificationKind.UNDO: N_("{game}: this undo request is over."),
    NotificationKind.ENDING: N_("{game}: this request to end the game is over."),
    NotificationKind.TURN_LOST: _LOST,
    NotificationKind.TURNS_LOST: _LOST,
}
_TIMEOUT_TEXTS: Final = {
    TimeoutAction.VOTE: N_("Time limit: {limit} a turn, then the table votes."),
    TimeoutAction.WAIT: N_("Time limit: {limit} a turn, then the game waits."),
    TimeoutAction.SKIP: N_("Time limit: {limit} a turn, then the turn is skipped."),
}

own_seat_text = table_text(N_("You play in {game} now: {board}"))
computers_seat_text = table_text(
    N_("In game #{number} you can play on for a computer: press {button}."), button=Label.TAKE_SEAT
)
seat_although_begun_text = table_text(
    N_("Game #{number} has already begun, but you can play on for a computer: press {button}."), button=Label.TAKE_SEAT
)
begun_text = table_text(N_("Game #{number} has already begun. Here's {board_now}."))
why_in_private_text = table_text(N_("(I can't write in the channel of {game}, so I'm telling you here.)"))


def due_text(table: BaseRunningTable) -> str:
    """Return the deadline of a turn, to follow a headline; empty if there is none."""
    if table.clock is None or table.clock.due is None:
        return ""
    return " · " + _("due {time}").format(time=timestamp(table.clock.due, "R"))


def timeout_lines(table: RunningTable) -> list[str]:
    """Return one line on how long a turn may take and what happens then; no line if there is no limit."""
    if table.clock is None or table.clock.due is None:
        return []
    settings = table.settings
    return [_(_TIMEOUT_TEXTS[settings.timeout]).format(limit=_(PACE_TEXTS[settings.pace]))]


def vacation_label(vacation: Vacation, now: datetime) -> str:
    return _(Label.CANCEL_VACATION if now < vacation.start else Label.END_VACATION)


def vacation_text(table: RunningTable, vacation: Vacation) -> str:
    text = _("{name} is on vacation until {time}. The clock is stopped until then.")
    return fill(text, table, name=table.next_seat, time=timestamp(vacation.until, "D"))


def notification_text(notification: Notification, table: RunningTable) -> str:
    """Return the text of a notification about time. (Those that ask for votes have their own.)"""
    match notification.kind:
        case NotificationKind.HALF:
            text = _("<@{person}> Half your time in {game} is gone: your turn is due {time}. {board}")
        case NotificationKind.NEARLY:
            text = _("<@{person}> Your turn in {game} is due {time}. {board}")
        case NotificationKind.MORE_TIME if notification.due is None:
            text = _("<@{person}> The table gives you more time for your turn in {game}. {board}")
        case NotificationKind.MORE_TIME:
            text = _("<@{person}> The table gives you more time: your turn in {game} is now due {time}. {board}")
        case NotificationKind.SEAT_OPEN:
            return seat_open_text(table)
        case _:
            text = _("<@{person}> Your time in {game} is up, and the others are waiting. {board} {vote}")
    vote = _("With {button}, the others can decide what happens.").format(button=bold_label(Label.VOTE))
    time = timestamp(notification.due, "R") if notification.due else ""
    return fill(text, table, person=notification.person_id, time=time, vote=vote)


def round_ends_text(table: RunningTable, due: datetime) -> str:
    """Say that a game of a tournament ends soon, to whoever is to move now."""
    text = _("{game} ends {time}, and the player whose turn it is then loses. It's {name}'s turn. {board}")
    if table.next_seat.person:
        text = f"<@{table.next_seat.person.id}> {text}"
    return fill(text, table, name=table.next_seat, time=timestamp(due, "R"))


def seat_open_text(table: RunningTable) -> str:
    text = _(
        "{name}'s seat in {game} is open. Press {button} to play on with its points and pieces; "
        "until then {name} can still play. {board}"
    )
    return fill(text, table, name=table.next_seat, button=bold_label(Label.TAKE_SEAT))


def seat_taken_text(table: RunningTable, predecessor: Controller | None, new_player: Person) -> str:
    text = _("{taker} takes over for {giver} in {game}.")
    if table.is_to_move(new_player.id):
        text = _("{taker} takes over for {giver} in {game}. <@{person}> It's your turn. {board}")
    return fill(text, table, taker=new_player, giver=predecessor or "?", person=new_player.id)


def seat_left_text(table: RunningTable, predecessor: Controller) -> str:
    text = _("A computer plays on for {name} in {game}. Press {button} to play on instead. {board}")
    return fill(text, table, name=predecessor, button=bold_label(Label.TAKE_SEAT))


def turns_lost_text(notification: Notification, table: RunningTable) -> str:
    """Say that the server has lost turns, and ask whoever is to move again to play once more."""
    if table.is_private and table.is_to_move(notification.person_id):
        text = _("The server lost what was played last in game #{number}; it's your turn again.")
    elif not table.is_to_move(notification.person_id):
        text = _("The server lost some of what was shown here. The {board} shows how the game stands now.")
    else:
        text = _("<@{person}> The server lost what was played last; it is {name}'s turn again. {board}")
    return fill(text, table, person=notification.person_id, name=table.next_seat)


def quiet_hours_text(people: Iterable[int]) -> str:
    text = _("{people} This question is for you too. It makes no sound in your quiet hours or on vacation.")
    return text.format(people=" ".join(f"<@{one}>" for one in people))


def question_closed_text(kind: NotificationKind, table: BaseTable) -> str:
    """Return what replaces a question that nobody can answer any more, or the message of a turn that is lost."""
    return fill(_(_CLOSED[kind]), table)


_DECIDED: Final = {
    VoteChoice.MORE_TIME: N_("{game}: you voted to give {name} more time."),
    VoteChoice.SKIP: N_("{game}: you voted to skip {name}'s turn."),
    VoteChoice.REPLACE: N_("{game}: you voted to open {name}'s seat to others."),
    VoteChoice.COMPUTER: N_("{game}: you voted that a computer plays on for {name}."),
    VoteChoice.END: N_("{game}: you voted to end the game."),
}


def vote_text(vote: OpenVote, *, is_gone: bool = False) -> str:
    """Return the question, who can vote, and the votes so far."""
    table, late = vote.table, vote.table.next_seat
    since, voters = timestamp(vote.clock.since, "f"), word_list([f"<@{one}>" for one in sorted(vote.voters)])
    late_text = _("**Time's up** in {game}: it's been {name}'s turn since {since}.")
    gone = [_("{name} has left this server.")] if is_gone else []
    rules = _("What now, {voters}? More than half decide; {name} can play until then.")
    lines = [fill(text, table, name=late, since=since, voters=voters) for text in (late_text, *gone, rules)]
    return "\n".join([*lines, *_tally(table)])


def decided_text(table: BaseTable, choice: VoteChoice, name: str) -> str:
    return fill(_(_DECIDED[choice]), table, name=name)


def _tally(table: RunningTable) -> Iterator[str]:
    names = {seat.person.id: safe_name(seat.name) for seat in table.seats if seat.person}
    votes = valid_votes(table)
    for choice in VoteChoice:
        if people := [names[one] for one in votes if votes[one] is choice]:
            yield "- " + with_heading(_(VOTE_LABELS[choice]), word_list(people))


def vote_opened_text(table: RunningTable) -> str:
    return fill(_("I've asked the others in <#{channel}>."), channel=table.venue.channel)


def pending_line(table: RunningTable, pending: Pending, name: str = "") -> str:
    """Say who played which turn. The message stays, so this is true later, too. ``name`` is that of who played it, if
    it is known: somebody else may have the seat by now.
    """
    text = _("**{name}** played turn {number} · {game} · next tile at {time}")
    return fill(text, table, name=name or pending, number=table.state.turn, time=timestamp(pending.until, "T"))
