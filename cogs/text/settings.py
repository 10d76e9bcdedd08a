"""Texts about the settings of a person."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import discord

from cogs.text.admin import LANGUAGE_NAMES
from cogs.text.commands import command_mention
from cogs.text.i18n import N_, _
from cogs.text.nouns import counted
from cogs.text.stats import ranking_line
from host import VACATION_DAYS, DmPreference, PictureSize, Preferences, Theme, format_hours

THEME_NAMES: Final = {
    Theme.EVENING: N_("dark, like those that all see"),
    Theme.DAY: N_("light"),
}
SIZE_NAMES: Final = {
    PictureSize.SMALL: N_("small, for slow connections"),
    PictureSize.USUAL: N_("of the usual size"),
    PictureSize.LARGE: N_("large, for reading on a phone"),
}


def settings_text(
    chosen: Preferences, dm_preference: DmPreference, vacation_left: timedelta, now: datetime, *, is_ranked: bool
) -> str:
    """Return a line for each setting of a person."""
    head = [_("**Your settings**, in all your games"), dm_line(dm_preference), ranking_line(is_ranked)]
    return "\n".join([*head, *_lines(chosen, now), _vacation_line(chosen, vacation_left, now)])


def _lines(chosen: Preferences, now: datetime) -> Iterator[str]:
    language = LANGUAGE_NAMES[chosen.language] if chosen.language else _("the one of your Discord")
    yield _("- Your language, in private: {language}.").format(language=language)
    local = now.astimezone(ZoneInfo(chosen.zone)).strftime("%H:%M")
    yield _("- Your time zone: {zone}, where it is {time} now.").format(zone=chosen.zone, time=local)
    if chosen.quiet_hours:
        text = _("- Your quiet hours, in which pings make no sound: {hours}.")
        yield text.format(hours=format_hours(chosen.quiet_hours))
    else:
        yield _("- You have no quiet hours: pings make a sound at any time.")
    theme, size = _(THEME_NAMES[chosen.theme]), _(SIZE_NAMES[chosen.size])
    yield _("- Pictures that only you see: {theme}; {size}.").format(theme=theme, size=size)


def _vacation_line(chosen: Preferences, left: timedelta, now: datetime) -> str:
    vacation = chosen.vacation
    if vacation is None or vacation.until <= now:
        text = _("- Vacation stops the time of your turns; of {most} in this year you have {left} left.")
        return text.format(most=counted(VACATION_DAYS, "day"), left=counted(left.days, "day"))
    text = _("- You are on vacation from {start} to {until}: the time of your turns stands still so long.")
    if now < vacation.start:
        text = _("- You will be on vacation from {start} to {until}: the time of your turns stands still so long.")
    start, until = discord.utils.format_dt(vacation.start, "f"), discord.utils.format_dt(vacation.until, "f")
    return text.format(start=start, until=until)


def dm_line(dm_preference: DmPreference) -> str:
    """Say whether the person gets direct messages for their turns."""
    if dm_preference is DmPreference.ON:
        return _("- Your turns are sent to you in private as well, and you can play there.")
    return _("- Your turns are shown at the table only, where you are pinged.")


def dm_label(dm_preference: DmPreference) -> str:
    """Return the label of the button that chooses ``dm_preference``."""
    return _("Send me my turns in private") if dm_preference is DmPreference.ON else _("Send me nothing in private")


def dms_blocked_text() -> str:
    """Say why direct messages could not be switched on."""
    return _("I can't write to you: allow private messages from this server in its privacy settings, then try again.")


def dms_stopped_text() -> str:
    """Tell a person that the bot has stopped sending them direct messages."""
    text = _("I could not write to you in private, so I stopped; {settings} begins again.")
    return text.format(settings=command_mention("settings"))


def dms_enabled_text() -> str:
    """Return the first direct message to a person."""
    text = _("From now on I send you your turns here; play with the buttons or write `M14 90 thief E`. {settings}")
    return text.format(settings=command_mention("settings"))
