"""A sentence for every error of the host about votes, seats and times."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import discord

from cogs.text.clock import late_name
from cogs.text.commands import command
from cogs.text.formatting import quoted, safe
from cogs.text.i18n import _
from cogs.text.nouns import counted
from host import HostErrorCode, RunningTable

Data = Mapping[str, Any]


def _not_late(data: Data) -> str:
    table: RunningTable = data["table"]
    if data["at"] is None or table.clock is None:
        return _("In game #{number} nobody is late, so there is nothing to vote on.").format(number=table.number)
    if table.clock.due is None:
        text = _("Game #{number} has no pace: {name}'s turn can be voted on from {time} on.")
    else:
        text = _("In game #{number} it is {name}'s turn, and there is time until {time}.")
    time = discord.utils.format_dt(data["at"], "f")
    return text.format(number=table.number, name=late_name(table), time=time)


def _vote_over(data: Data) -> str:
    text = _("That vote of game #{number} is over; {vote} shows whether there is another.")
    return text.format(number=data["table"].number, vote=command("vote"))


def _own_turn_late(data: Data) -> str:
    text = _("The others vote on your own turn in game #{number}: lay your tile with {place}, and the vote is over.")
    return text.format(number=data["table"].number, place=command("place"))


def _seat_taken(data: Data) -> str:
    text = _("That seat in game #{number} is not open any more: {name} has it.")
    return text.format(number=data["table"].number, name=safe(data["seat"].name))


def _unknown_zone(data: Data) -> str:
    text = _("I know no time zone {text}: write a continent and a city, such as `Europe/Berlin`, or `UTC`.")
    return text.format(text=quoted(data["text"]))


def _bad_hours(data: Data) -> str:
    text = _("{text} are no quiet hours: write two different times of the day, such as `22:30-07:00`.")
    return text.format(text=quoted(data["text"]))


def _bad_date(data: Data) -> str:
    text = _("{text} is not a day: write year, month and day, such as `2026-12-24`.")
    return text.format(text=quoted(data["text"]))


def _past_time(data: Data) -> str:
    text = _("{time} is over already: choose days to come.")
    return text.format(time=discord.utils.format_dt(data["time"], "f"))


def _vacation_backwards(data: Data) -> str:
    return _("That vacation would end before it begins: the first day has to come before the last one.")


def _vacation_too_long(data: Data) -> str:
    text = _("That is too long: of {most} of vacation in {year} you have {left} left.")
    left = counted(data["left"].days, "day")
    return text.format(most=counted(data["most"], "day"), year=data["year"], left=left)


def _away_already(data: Data) -> str:
    text = _("You are on vacation until {time}: come back first, in {settings}.")
    return text.format(time=discord.utils.format_dt(data["until"], "f"), settings=command("settings"))


def _not_away(data: Data) -> str:
    return _("You are not on vacation, and none is planned.")


CLOCK_ERRORS: Final[Mapping[HostErrorCode, Callable[[Data], str]]] = {
    HostErrorCode.NOT_LATE: _not_late,
    HostErrorCode.VOTE_OVER: _vote_over,
    HostErrorCode.OWN_TURN_LATE: _own_turn_late,
    HostErrorCode.SEAT_TAKEN: _seat_taken,
    HostErrorCode.UNKNOWN_ZONE: _unknown_zone,
    HostErrorCode.BAD_HOURS: _bad_hours,
    HostErrorCode.BAD_DATE: _bad_date,
    HostErrorCode.PAST_TIME: _past_time,
    HostErrorCode.VACATION_BACKWARDS: _vacation_backwards,
    HostErrorCode.VACATION_TOO_LONG: _vacation_too_long,
    HostErrorCode.AWAY_ALREADY: _away_already,
    HostErrorCode.NOT_AWAY: _not_away,
}
