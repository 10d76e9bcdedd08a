"""Texts about deadlines, reminders and open seats."""

from collections.abc import Iterable
from typing import Final

import discord

from cogs.text.commands import command_mention
from cogs.text.formatting import safe_labels, safe_name
from cogs.text.i18n import N_, _
from cogs.text.links import board_link
from cogs.text.options import PACE_TEXTS
from cogs.text.table import game_name
from host import (
    BaseRunningTable,
    BaseTable,
    Notification,
    NotificationKind,
    Person,
    RunningTable,
    TimeoutAction,
    Vacation,
)

_VOTE_OVER: Final = N_("{game}: this vote is over.")
_CLOSED: Final = {
    NotificationKind.OUT: _VOTE_OVER,
    NotificationKind.VOTE: _VOTE_OVER,
    NotificationKind.SEAT_OPEN: N_("{game}: this seat is not open any more."),
    NotificationKind.UNDO: N_("{game}: whether to undo a turn is not asked here any more."),
    NotificationKind.ENDING: N_("{game}: whether to end the game is not asked here any more."),
}
_TIMEOUT_TEXTS: Final = {
    TimeoutAction.VOTE: N_("A turn may take {pace}; when that time is out, the table votes on what happens."),
    TimeoutAction.WAIT: N_("A turn may take {pace}; when that time is out, the game waits."),
    TimeoutAction.SKIP: N_("A turn may take {pace}; when that time is out, the turn is skipped."),
}


def due_text(table: BaseRunningTable) -> str:
    """Return the deadline of a turn, to follow a headline; empty if there is none."""
    if table.clock is None or table.clock.due is None:
        return ""
    return " · " + _("due {time}").format(time=discord.utils.format_dt(table.clock.due, "R"))


def timeout_lines(table: RunningTable) -> list[str]:
    """Return one line on how long a turn may take and what happens then; no line if there is no limit."""
    if table.clock is None or table.clock.due is None:
        return []
    settings = table.settings
    return [_(_TIMEOUT_TEXTS[settings.timeout]).format(pace=_(PACE_TEXTS[settings.pace]))]


def vacation_text(table: RunningTable, vacation: Vacation) -> str:
    """Say that the player to move is on vacation, and that the clock stands still until then."""
    text = _("{name} is on vacation until {time}; the time for this turn stands still so long.")
    return text.format(name=late_name(table), time=discord.utils.format_dt(vacation.until, "D"))


def notification_text(notification: Notification, table: RunningTable) -> str:
    """Return the text of a notification about time. (Those that ask for votes have their own.)"""
    match notification.kind:
        case NotificationKind.HALF:
            text = _("<@{person}> Half of the time for your turn in {game} is over: it is due {time}. {board}")
        case NotificationKind.NEARLY:
            text = _("<@{person}> Your turn in {game} is due {time}. {board}")
        case NotificationKind.MORE_TIME if notification.due is None:
            text = _("<@{person}> The table gives you more time for your turn in {game}. {board}")
        case NotificationKind.MORE_TIME:
            text = _("<@{person}> The table gives you more time for your turn in {game}: it is due {time} now. {board}")
        case NotificationKind.SEAT_OPEN:
            return seat_open_text(table)
        case _:
            text = _("<@{person}> The time for your turn in {game} is out, and the table waits for you. {board} {vote}")
    vote = _("With {vote} the others can decide what happens.").format(vote=command_mention("vote"))
    time = discord.utils.format_dt(notification.due, "R") if notification.due else ""
    board = board_link(table)
    return text.format(person=notification.person_id, game=game_name(table), time=time, board=board, vote=vote)


def seat_open_text(table: RunningTable) -> str:
    """Say that anybody may take the seat of the player to move."""
    text = _(
        "{name}'s seat in {game} is open: whoever has no seat there may take it, with its points and all that stands "
        "on the table. Until then {name} can still play. {board}"
    )
    return text.format(name=late_name(table), game=game_name(table), board=board_link(table))


def seat_taken_text(table: RunningTable, predecessor: str, new_player: Person) -> str:
    """Say who has taken whose seat; this pings the new player if it is their turn."""
    text = _("{taker} plays on for {giver} in {game}.")
    if table.is_to_move(new_player.id):
        text = _("{taker} plays on for {giver} in {game}. <@{person}> It is your turn. {board}")
    names = {"taker": safe_name(new_player.name), "giver": safe_name(predecessor)}
    return text.format(**names, game=game_name(table), person=new_player.id, board=board_link(table))


def quiet_hours_text(people: Iterable[int]) -> str:
    """Tell people who had quiet hours that a question is for them, too."""
    text = _("{people} This is a question to you, too; in your quiet hours and on vacation it makes no sound.")
    return text.format(people=" ".join(f"<@{one}>" for one in people))


def question_closed_text(kind: NotificationKind, table: BaseTable) -> str:
    """Return what replaces a question that nobody can answer any more."""
    return _(_CLOSED[kind]).format(game=game_name(table))


def why_in_private_text(table: BaseTable) -> str:
    """Say, in a direct message, that the bot cannot write to the channel any more."""
    text = _("(I can't write to the channel of {game} any more, so I tell you here.)")
    return text.format(game=game_name(table))


def late_name(table: RunningTable) -> str:
    """Return the name of the player to move."""
    return safe_labels(table)[table.next_seat.number]
