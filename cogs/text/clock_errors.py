"""A sentence for every error of the host about votes, seats and times."""

import discord

from cogs.text.clock import late_name
from cogs.text.commands import command_mention
from cogs.text.formatting import quote, safe_name
from cogs.text.i18n import _
from cogs.text.nouns import counted
from host import (
    BadDateError,
    BadHoursError,
    NotLateError,
    NotOnVacationError,
    OnVacationError,
    OwnTurnLateError,
    PastTimeError,
    SeatTakenError,
    UnknownZoneError,
    VacationBackwardsError,
    VacationTooLongError,
    VoteOverError,
)


def not_late_text(error: NotLateError) -> str:
    """Return the time from which on the turn can be voted on."""
    table = error.table
    if error.at is None or table.clock is None:
        return _("In game #{number} nobody is late, so there is nothing to vote on.").format(number=table.number)
    if table.clock.due is None:
        text = _("Game #{number} has no pace: {name}'s turn can be voted on from {time} on.")
    else:
        text = _("In game #{number} it is {name}'s turn, and there is time until {time}.")
    time = discord.utils.format_dt(error.at, "f")
    return text.format(number=table.number, name=late_name(table), time=time)


def vote_over_text(error: VoteOverError) -> str:
    """Say that the vote is over."""
    text = _("That vote of game #{number} is over; {vote} shows whether there is another.")
    return text.format(number=error.table.number, vote=command_mention("vote"))


def own_turn_late_text(error: OwnTurnLateError) -> str:
    """Say that players cannot vote on their own turn."""
    text = _("The others vote on your own turn in game #{number}: lay your tile with {place}, and the vote is over.")
    return text.format(number=error.table.number, place=command_mention("place"))


def seat_no_longer_open_text(error: SeatTakenError) -> str:
    """Say that the seat is taken, and by whom."""
    text = _("That seat in game #{number} is not open any more: {name} has it.")
    return text.format(number=error.table.number, name=safe_name(error.seat.name))


def unknown_zone_text(error: UnknownZoneError) -> str:
    """Say that a time zone is unknown, and how to write one."""
    text = _("I know no time zone {text}: write a continent and a city, such as `Europe/Berlin`, or `UTC`.")
    return text.format(text=quote(error.text))


def bad_hours_text(error: BadHoursError) -> str:
    """Say that a text is not quiet hours, and how to write them."""
    text = _("{text} are no quiet hours: write two different times of the day, such as `22:30-07:00`.")
    return text.format(text=quote(error.text))


def bad_date_text(error: BadDateError) -> str:
    """Say that a text is not a day, and how to write one."""
    text = _("{text} is not a day: write year, month and day, such as `2026-12-24`.")
    return text.format(text=quote(error.text))


def past_time_text(error: PastTimeError) -> str:
    """Say that a time is in the past."""
    text = _("{time} is over already: choose days to come.")
    return text.format(time=discord.utils.format_dt(error.time, "f"))


def vacation_backwards_text(error: VacationBackwardsError) -> str:
    """Say that the first day must come before the last."""
    return _("That vacation would end before it begins: the first day has to come before the last one.")


def vacation_too_long_text(error: VacationTooLongError) -> str:
    """Say that a vacation is too long, and how many days are left."""
    text = _("That is too long: of {most} of vacation in {year} you have {left} left.")
    left = counted(error.left.days, "day")
    return text.format(most=counted(error.most, "day"), year=error.year, left=left)


def on_vacation_text(error: OnVacationError) -> str:
    """Say that the person is on vacation already, and until when."""
    text = _("You are on vacation until {time}: come back first, in {settings}.")
    return text.format(time=discord.utils.format_dt(error.until, "f"), settings=command_mention("settings"))


def not_on_vacation_text(error: NotOnVacationError) -> str:
    """Say that there is no vacation to end."""
    return _("You are not on vacation, and none is planned.")
