"""The private panel of a person's settings: its buttons, its menu, and the forms that it opens."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, assert_never
from zoneinfo import ZoneInfo

from host.model.browsers import BrowserSession
from host.model.preferences import (
    DmPreference,
    PictureSize,
    Preferences,
    Reminders,
    Theme,
    format_hours,
    format_time_of_day,
)
from screens import custom_ids as ids
from screens.screen import Button, ChoiceField, Field, Form, Menu, Rows, Screen, Style, TextField, choices, rows
from screens.text.choices import LANGUAGE_NAMES, REMINDER_NAMES, SIZE_NAMES, THEME_NAMES
from screens.text.deadlines import vacation_label
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.markup import capitalize
from screens.text.settings import browser_label, browsers_text, dm_label, language_label, ranking_label
from screens.text.typed_input import EXAMPLE_DAY, format_day

DISCORD_LANGUAGE: Final = "discord"
"""The value that stands for the language of one's Discord."""

_TITLES: Final = {
    ids.SettingsForm.HOURS: N_("Quiet hours"),
    ids.SettingsForm.PICTURES: N_("Pictures"),
    ids.SettingsForm.VACATION: N_("Vacation"),
    ids.SettingsForm.REMINDERS: N_("Reminders"),
}


def settings_rows(
    chosen: Preferences, direct_messages: DmPreference, now: datetime, *, is_ranked: bool, is_signed_in: bool
) -> Rows:
    """Return what can be pressed below the panel. ``is_signed_in``: in any browser."""
    vacation = _form_button(ids.SettingsForm.VACATION)
    if chosen.vacation is not None and chosen.vacation.until > now:
        label = vacation_label(chosen.vacation, now)
        vacation = Button(ids.EndVacationId(), label, Style.PRIMARY)
    # No language is marked as chosen, because the placeholder names it.
    languages = {DISCORD_LANGUAGE: _("Same as your Discord"), **LANGUAGE_NAMES}
    other = DmPreference.OFF if direct_messages is DmPreference.ON else DmPreference.ON
    return rows(
        [
            Button(ids.DirectMessagesId(ids.Switch(other.value)), dm_label(other)),
            Button(ids.RankingId(ids.Switch.OFF if is_ranked else ids.Switch.ON), ranking_label(not is_ranked)),
            *([browsers_button()] if is_signed_in else []),
        ],
        [
            _form_button(ids.SettingsForm.HOURS),
            _form_button(ids.SettingsForm.REMINDERS),
            vacation,
            _form_button(ids.SettingsForm.PICTURES),
        ],
        [Menu(ids.LanguageId(), choices(languages), language_label(chosen))],
    )


def browsers_button() -> Button:
    return Button(ids.BrowsersId(), _(Label.BROWSERS))


def browsers_screen(sessions: Sequence[BrowserSession], zone: str) -> Screen:
    """Return the list of the browsers in which a person is signed in, with what signs them out."""
    labels = {
        str(one.number): browser_label(place, one.since.astimezone(ZoneInfo(zone)).date())
        for place, one in enumerate(sessions, 1)
    }
    is_one = len(sessions) == 1
    end = Button(ids.EndBrowsersId(), _(Label.SIGN_OUT if is_one else Label.SIGN_OUT_ALL), Style.DANGER)
    menu = Menu(ids.EndBrowserId(), choices(labels), _("Sign one out …"))
    return Screen(browsers_text(sessions), rows([] if len(sessions) < 2 else [menu], [end] if sessions else []))


def settings_form(form: ids.SettingsForm, chosen: Preferences) -> Form:
    """Return a form, filled in with the current settings."""
    return Form(ids.SettingsFormId(form), _(_TITLES[form]), tuple(_fields(form, chosen)))


def _form_button(form: ids.SettingsForm) -> Button:
    label = N_("Quiet hours & time zone") if form is ids.SettingsForm.HOURS else _TITLES[form]
    return Button(ids.SettingsFormId(form), _(label))


def _fields(form: ids.SettingsForm, chosen: Preferences) -> Iterator[Field]:
    match form:
        case ids.SettingsForm.HOURS:
            yield TextField("zone", _("Time zone"), "Europe/Berlin", chosen.zone)
            yield TextField("quiet", _("Quiet hours (empty: none)"), "22:30-07:00", format_hours(chosen.quiet_hours))
        case ids.SettingsForm.VACATION:
            yield TextField("start", _("First day (empty: right now)"), format_day(EXAMPLE_DAY), "")
            yield TextField("until", _("Last day"), format_day(EXAMPLE_DAY + timedelta(days=13)), "", is_required=True)
        case ids.SettingsForm.PICTURES:
            themes: dict[str, str] = {one: capitalize(_(THEME_NAMES[one])) for one in Theme}
            sizes: dict[str, str] = {one: capitalize(_(SIZE_NAMES[one])) for one in PictureSize}
            yield ChoiceField("theme", _("Background"), choices(themes, chosen.theme))
            yield ChoiceField("size", _("Size"), choices(sizes, chosen.size))
        case ids.SettingsForm.REMINDERS:
            names: dict[str, str] = {one: capitalize(_(REMINDER_NAMES[one])) for one in Reminders}
            yield ChoiceField("reminders", _("Remind me"), choices(names, chosen.reminders))
            at = format_time_of_day(chosen.digest.minute) if chosen.digest else ""
            yield TextField("digest", _("One daily list instead of pings, at"), "18:30", at)
        case _:
            assert_never(form)
