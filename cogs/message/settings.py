"""The private panel of a person's settings: its buttons, its menu, and the forms that it opens."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, assert_never

import discord

from cogs.message.components import button, menu, rows
from cogs.message.personal_ids import (
    DirectMessagesId,
    EndVacationId,
    LanguageId,
    RankingId,
    SettingsForm,
    SettingsFormId,
    Switch,
)
from cogs.text.admin import LANGUAGE_NAMES
from cogs.text.clock import vacation_label
from cogs.text.days import EXAMPLE_DAY, format_day
from cogs.text.digest import REMINDER_NAMES
from cogs.text.formatting import capitalize
from cogs.text.i18n import N_, _
from cogs.text.settings import SIZE_NAMES, THEME_NAMES, dm_label, language_label
from cogs.text.stats import ranking_label
from host.model.preferences import (
    DmPreference,
    PictureSize,
    Preferences,
    Reminders,
    Theme,
    format_hours,
    format_time_of_day,
)

DISCORD_LANGUAGE: Final = "discord"
"""The value that stands for the language of one's Discord."""

_TITLES: Final = {
    SettingsForm.HOURS: N_("Quiet hours"),
    SettingsForm.PICTURES: N_("Pictures"),
    SettingsForm.VACATION: N_("Vacation"),
    SettingsForm.REMINDERS: N_("Reminders"),
}


def settings_view(
    chosen: Preferences, direct_messages: DmPreference, now: datetime, *, is_ranked: bool
) -> discord.ui.View:
    """Return the buttons and the menu that change a person's settings."""
    vacation = _form_button(SettingsForm.VACATION)
    if chosen.vacation is not None and chosen.vacation.until > now:
        label = vacation_label(chosen.vacation, now)
        vacation = button(EndVacationId(), label, discord.ButtonStyle.primary)
    other = DmPreference.OFF if direct_messages is DmPreference.ON else DmPreference.ON
    return rows(
        [
            button(DirectMessagesId(Switch(other.value)), dm_label(other)),
            button(RankingId(Switch.OFF if is_ranked else Switch.ON), ranking_label(not is_ranked)),
        ],
        [
            _form_button(SettingsForm.HOURS),
            _form_button(SettingsForm.REMINDERS),
            vacation,
            _form_button(SettingsForm.PICTURES),
        ],
        [menu(LanguageId(), list(_languages()), language_label(chosen))],
    )


def settings_form(form: SettingsForm, chosen: Preferences) -> discord.ui.Modal:
    """Return a form, filled in with the current settings."""
    modal = discord.ui.Modal(title=_(_TITLES[form]), custom_id=str(SettingsFormId(form)))
    for field in _fields(form, chosen):
        modal.add_item(field)
    return modal


def _form_button(form: SettingsForm) -> discord.ui.Button[Any]:
    return button(SettingsFormId(form), _(_TITLES[form]))


def _languages() -> Iterator[discord.SelectOption]:
    """Yield the languages to choose. None is a default, because the placeholder names the one that is chosen."""
    languages = {DISCORD_LANGUAGE: _("Same as your Discord"), **LANGUAGE_NAMES}
    for value, name in languages.items():
        yield discord.SelectOption(label=name, value=value)


def _fields(form: SettingsForm, chosen: Preferences) -> Iterator[discord.ui.Label[Any]]:
    match form:
        case SettingsForm.HOURS:
            yield _field("zone", _("Time zone"), "Europe/Berlin", chosen.zone)
            yield _field("quiet", _("Quiet hours (empty: none)"), "22:30-07:00", format_hours(chosen.quiet_hours))
        case SettingsForm.VACATION:
            yield _field("start", _("First day (empty: right now)"), format_day(EXAMPLE_DAY), "")
            yield _field("until", _("Last day"), format_day(EXAMPLE_DAY + timedelta(days=13)), "", is_required=True)
        case SettingsForm.PICTURES:
            yield _choice("theme", _("Background"), {one: _(THEME_NAMES[one]) for one in Theme}, chosen.theme)
            yield _choice("size", _("Size"), {one: _(SIZE_NAMES[one]) for one in PictureSize}, chosen.size)
        case SettingsForm.REMINDERS:
            names: dict[str, str] = {one: _(REMINDER_NAMES[one]) for one in Reminders}
            yield _choice("reminders", _("Remind me"), names, chosen.reminders)
            at = format_time_of_day(chosen.digest.minute) if chosen.digest else ""
            yield _field("digest", _("One daily list instead of pings, at"), "18:30", at)
        case _:
            assert_never(form)


def _field(name: str, label: str, example: str, value: str, *, is_required: bool = False) -> discord.ui.Label[Any]:
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=name, placeholder=example, default=value or None, required=is_required, max_length=50
    )
    return discord.ui.Label(text=label, component=field)


def _choice(name: str, label: str, texts: Mapping[str, str], chosen: str) -> discord.ui.Label[Any]:
    options = [
        discord.SelectOption(label=capitalize(text), value=one, default=one == chosen) for one, text in texts.items()
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id=name, options=options)
    return discord.ui.Label(text=label, component=menu)
