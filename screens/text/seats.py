"""Texts about the seats of running games: asking for one, letting somebody in, and inviting others."""

from host.model.notifications import ConsentAnswer, Notification
from host.model.requests import SeatRequest
from host.model.table import RunningTable, Seat, SeatedTable
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.markup import bold_label
from screens.text.names import mention, public_label, safe_labels
from screens.text.placeholders import fill, table_text

seat_declined_text = table_text(N_("You didn't take the seat in {game}. To watch: {board}"))
invited_others_text = table_text(N_("I've invited everybody in {channel}. There, they can press {seat_button}."))


def seat_offer_text(table: RunningTable, seat: Seat) -> str:
    """Say what somebody who takes a seat plays on with, and whether the players are asked first."""
    text = _("Play on for {name} in {game}? The seat has {points:point}; {tiles:tile} to come.")
    if not seat.is_open:
        text += "\n" + _("I'll ask the players first.")
    return fill(text, table, name=seat, points=table.state.scores[seat.number], tiles=table.state.tiles_left)


def seat_asked_text(table: RunningTable, request: SeatRequest) -> str:
    """Tell whoever asks for a seat that the players are asked."""
    text = _("I've asked the players in {channel}. Press {button} there if you change your mind.")
    text += "\n" + _("If nobody answers, the seat is yours {time:R}.")
    return fill(text, table, time=request.due, button=public_label(table, Label.NO))


def seat_question(table: RunningTable, request: SeatRequest) -> str:
    """Ask the players whether somebody may have a seat."""
    text = _(
        "{players} **{name}** would like to play on for {seat} in {game}. "
        "If nobody answers, {name} gets the seat {time:R}."
    )
    players, seat = " ".join(map(mention, table.humans)), table.seats[request.seat]
    return fill(text, table, players=players, name=request.person, seat=seat, time=request.due)


def seat_decision_text(table: SeatedTable, answer: ConsentAnswer, asker: str, seat: int) -> str:
    """Return how such a question was decided: by the player of a seat, or by whoever had asked, ``asker``."""
    text = _("{name} let {asker} into {game}.")
    if answer is ConsentAnswer.REFUSED:
        text = _("{name} said no, so {asker} doesn't get a seat in {game}.")
    elif answer is ConsentAnswer.WITHDRAWN:
        text = _("{asker} doesn't want a seat in {game} any more.")
    return fill(text, table, name=safe_labels(table)[seat], asker=asker)


def seat_refused_text(notification: Notification, table: RunningTable) -> str:
    """Tell whoever has asked for a seat that the answer is no."""
    text = _("<@{person}> The players of {game} would rather go on as they are. To watch: {board}")
    return fill(text, table, person=notification.person_id)


def invitation_text(table: RunningTable) -> str:
    """Invite everybody to the seats of the computers in a game that somebody plays alone."""
    text = _("**{name}** invites you to {game}. Press {button} to play on for {seats}. {board}")
    seats = list(table.offered_seats)
    return fill(text, table, name=table.humans[0], seats=seats, button=bold_label(Label.TAKE_SEAT))
