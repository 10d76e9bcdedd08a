"""Texts about the settings of a person."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import discord

from cogs.text.admin import LANGUAGE_NAMES
from cogs.text.commands import command_mention
from cogs.text.digest import digest_line, reminders_line
from cogs.text.formatting import bold_label
from cogs.text.i18n import N_, _
from cogs.text.nouns import counted
from cogs.text.stats import ranking_line
from host.model.preferences import VACATION_DAYS, DmPreference, PictureSize, Preferences, Theme, format_hours

THEME_NAMES: Final = {
    Theme.EVENING: N_("dark, as everyone sees them"),
    Theme.DAY: N_("light"),
}
_DM_LABELS: Final = {DmPreference.ON: N_("Turn on DMs"), DmPreference.OFF: N_("Turn off DMs")}
SIZE_NAMES: Final = {
    PictureSize.SMALL: N_("small, for slow connections"),
    PictureSize.USUAL: N_("normal size"),
    PictureSize.LARGE: N_("large, for phones"),
}


def settings_text(
    chosen: Preferences, dm_preference: DmPreference, vacation_left: timedelta, now: datetime, *, is_ranked: bool
) -> str:
    """Return a line for each setting of a person."""
    head = [_("**Your settings**, in every game"), *_ping_lines(chosen, dm_preference), ranking_line(is_ranked)]
    return "\n".join([*head, *_lines(chosen, now), _vacation_line(chosen, vacation_left, now)])


def _ping_lines(chosen: Preferences, dm_preference: DmPreference) -> list[str]:
    """Return how a person learns that it is their turn."""
    if chosen.digest is None:
        return [dm_line(dm_preference)]
    in_private = [dm_line(dm_preference)] if dm_preference is DmPreference.ON else []
    return [digest_line(chosen.digest), *in_private]


def _lines(chosen: Preferences, now: datetime) -> Iterator[str]:
    yield _("- Language of my private answers: {language}.").format(language=_language_name(chosen))
    local = now.astimezone(ZoneInfo(chosen.zone)).strftime("%H:%M")
    yield _("- Your time zone: {zone} (it's {time} there now).").format(zone=chosen.zone, time=local)
    if chosen.quiet_hours:
        text = _("- Quiet hours, when pings make no sound: {hours}.")
        yield text.format(hours=format_hours(chosen.quiet_hours))
    else:
        yield _("- No quiet hours: pings make a sound at any time.")
    yield reminders_line(chosen)
    theme, size = _(THEME_NAMES[chosen.theme]), _(SIZE_NAMES[chosen.size])
    yield _("- Pictures only you see: {theme}; {size}.").format(theme=theme, size=size)


def language_label(chosen: Preferences) -> str:
    """Return what the menu of languages shows while it is closed."""
    return _("Language: {language}").format(language=_language_name(chosen))


def _language_name(chosen: Preferences) -> str:
    return LANGUAGE_NAMES[chosen.language] if chosen.language else _("same as your Discord")


def _vacation_line(chosen: Preferences, left: timedelta, now: datetime) -> str:
    vacation = chosen.vacation
    if vacation is None or vacation.until <= now:
        text = _("- Vacation stops your clock: you have {left} left this year, of {most}.")
        return text.format(most=counted(VACATION_DAYS, "day"), left=counted(left.days, "day"))
    text = _("- You're on vacation from {start} to {until}. Your clock is stopped until then.")
    if now < vacation.start:
        text = _("- You'll be on vacation from {start} to {until}. Your clock stops then.")
    start, until = discord.utils.format_dt(vacation.start, "f"), discord.utils.format_dt(vacation.until, "f")
    return text.format(start=start, until=until)


def dm_line(dm_preference: DmPreference) -> str:
    """Say whether the person gets direct messages for their turns."""
    if dm_preference is DmPreference.ON:
        return _("- I send you your turns in private too, and you can play there.")
    return _("- I ping you at the table only, not in private.")


def dm_label(dm_preference: DmPreference) -> str:
    """Return the label of the button that chooses ``dm_preference``."""
    return _(_DM_LABELS[dm_preference])


def dms_blocked_text() -> str:
    """Say why direct messages could not be switched on."""
    return _("I can't write to you. Allow direct messages in this server's privacy settings, then try again.")


def dms_delayed_text() -> str:
    """Say that direct messages are on, and that the first one has to wait."""
    return _(
        "It's on, but I can't write to you in private right now, because Discord limits how often I can. My first "
        "message will come later."
    )


def dms_stopped_text() -> str:
    """Tell a person that the bot has stopped sending them direct messages."""
    text = _("I couldn't write to you in private, so I stopped. Press {button} in {settings} to try again.")
    return text.format(button=bold_label(_DM_LABELS[DmPreference.ON]), settings=command_mention("settings"))


def dms_enabled_text() -> str:
    """Return the first direct message to a person."""
    text = _(
        "You'll get your turns here from now on: press the buttons or write `M14 90 thief E`. Change it with "
        "{settings}."
    )
    return text.format(settings=command_mention("settings"))
