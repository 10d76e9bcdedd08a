"""A sentence for every error of the host about votes, seats and times."""

import discord

from cogs.text.clock import END_VACATION_LABEL, late_name
from cogs.text.commands import command_mention
from cogs.text.days import EXAMPLE_DAY, format_day
from cogs.text.formatting import bold_label, player_names, quote, safe_name
from cogs.text.i18n import _
from cogs.text.links import board_link
from cogs.text.nouns import counted
from host.errors import (
    BadDateError,
    BadHoursError,
    BadTimeOfDayError,
    NotOnVacationError,
    OnVacationError,
    PastTimeError,
    UnknownZoneError,
    VacationBackwardsError,
    VacationTooLongError,
)
from host.model.table_errors import NotLateError, OwnTurnLateError, SeatTakenError, VoteOverError


def not_late_text(error: NotLateError) -> str:
    """Return the time from which on the turn can be voted on."""
    table = error.table
    if error.at is None or table.clock is None:
        return _("Nobody is late in game #{number}, so there's nothing to vote on.").format(number=table.number)
    if table.clock.due is None:
        text = _("Game #{number} has no time limit. You can vote on {name}'s turn from {time} on.")
    else:
        text = _("{name} still has until {time} to play in game #{number}. You can vote after that.")
    time = discord.utils.format_dt(error.at, "f")
    return text.format(number=table.number, name=late_name(table), time=time)


def vote_over_text(error: VoteOverError) -> str:
    """Say that the vote is over."""
    text = _("That vote in game #{number} is over. Check for a new one with {vote}.")
    return text.format(number=error.table.number, vote=command_mention("vote"))


def own_turn_late_text(error: OwnTurnLateError) -> str:
    """Say that players cannot vote on their own turn."""
    text = _("You can't vote on your own turn in game #{number}. Play it, and the vote is over: {board}")
    return text.format(number=error.table.number, board=board_link(error.table))


def seat_no_longer_open_text(error: SeatTakenError) -> str:
    """Say that the seat is taken, and by whom."""
    text = _("That seat in game #{number} is taken: {name} has it. Open another table with {join}.")
    [name], join = player_names([error.seat.controller]), command_mention("join")
    return text.format(number=error.table.number, name=safe_name(name), join=join)


def unknown_zone_text(error: UnknownZoneError) -> str:
    """Say that a time zone is unknown, and how to write one."""
    text = _("I don't know the time zone {text}. Try `Europe/Berlin` or `UTC`.")
    return text.format(text=quote(error.text))


def bad_time_of_day_text(error: BadTimeOfDayError) -> str:
    """Return the text for a time of day that cannot be read."""
    return _("I can't read the time {text}. Try `18:30`.").format(text=quote(error.text))


def bad_hours_text(error: BadHoursError) -> str:
    """Say that a text is not quiet hours, and how to write them."""
    text = _("I can't read {text} as quiet hours. Write two different times, like `22:30-07:00`.")
    return text.format(text=quote(error.text))


def bad_date_text(error: BadDateError) -> str:
    """Say that a text is not a day, and how to write one."""
    text = _("I can't read {text} as a day. Write it like `{example}`.")
    return text.format(text=quote(error.text), example=format_day(EXAMPLE_DAY))


def past_time_text(error: PastTimeError) -> str:
    """Say that a time is in the past."""
    text = _("{time} is in the past. Choose a later day.")
    return text.format(time=discord.utils.format_dt(error.time, "f"))


def vacation_backwards_text(error: VacationBackwardsError) -> str:
    """Say that the first day must come before the last."""
    return _("That vacation ends before it begins. Choose a later last day.")


def vacation_too_long_text(error: VacationTooLongError) -> str:
    """Say that a vacation is too long, and how many days are left."""
    text = _("That's too long. Choose an earlier last day: you have {left} of {most} left in {year}.")
    left = counted(error.left.days, "day")
    return text.format(most=counted(error.most, "day"), year=error.year, left=left)


def on_vacation_text(error: OnVacationError) -> str:
    """Say that the person is on vacation already, and until when."""
    text = _("You're on vacation until {time}. Press {button} in {settings} first.")
    return text.format(
        time=discord.utils.format_dt(error.until, "f"),
        button=bold_label(END_VACATION_LABEL),
        settings=command_mention("settings"),
    )


def not_on_vacation_text(error: NotOnVacationError) -> str:
    """Say that there is no vacation to end."""
    return _("You're not on vacation, and you haven't planned one.")
