"""The private panel where people choose what holds in all their games: its buttons, its menu, its forms.

The answer of a form is read by its name and its fields, so it is taken also after a restart.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, Self, assert_never

import discord
from discord.utils import MISSING

from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import Face, LastingButton, LastingMenu, button_rows
from cogs.interaction.context import person_of, spend
from cogs.interaction.rate_limits import PICTURES
from cogs.message.looks import pictures_for
from cogs.text.admin import LANGUAGE_NAMES
from cogs.text.formatting import sentence
from cogs.text.i18n import _, language_of, marked, speak
from cogs.text.settings import (
    SIZE_NAMES,
    THEME_NAMES,
    letters_label,
    no_letters_text,
    settings_text,
    welcome_text,
)
from cogs.text.stats import ranking_label
from host import DmPreference, Preferences, Size, Theme, Vacation, format_hours, parse_hours, parse_zone

_DISCORD: Final = "discord"
_FORM: Final = re.compile(r"carc:settings:(hours|pictures|vacation)")


class Form(StrEnum):
    """The forms that the panel opens."""

    HOURS = "hours"
    PICTURES = "pictures"
    VACATION = "vacation"


_TITLES: Final = {
    Form.HOURS: marked("Time zone and quiet hours"),
    Form.PICTURES: marked("Pictures"),
    Form.VACATION: marked("Go on vacation"),
}


class LettersButton(LastingButton, template=r"carc:settings:letters:(?P<letters>on|off)"):
    """Chooses whether one's turns are sent in private."""

    def __init__(self, letters: DmPreference) -> None:
        super().__init__(Face(letters_label(letters)).with_id(f"carc:settings:letters:{letters}"))
        self.letters = letters

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the choice that its custom id holds."""
        return cls(DmPreference(match["letters"]))

    async def press(self, interaction: Interaction) -> None:
        """Store the choice and show the panel again; letters are tried out before they are promised."""
        notes = []
        if self.letters is DmPreference.ON and not await _is_reached(interaction):
            notes = [no_letters_text()]
        else:
            await interaction.client.host.people.choose_dm_preference(person_of(interaction), self.letters)
        await show_panel(interaction, *notes)


class RankingButton(LastingButton, template=r"carc:settings:ranking:(?P<ranking>on|off)"):
    """Chooses whether one's rating over all servers is shown."""

    def __init__(self, *, is_ranked: bool) -> None:
        super().__init__(
            Face(ranking_label(is_ranked)).with_id(f"carc:settings:ranking:{'on' if is_ranked else 'off'}")
        )
        self.is_ranked = is_ranked

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the choice that its custom id holds."""
        return cls(is_ranked=match["ranking"] == "on")

    async def press(self, interaction: Interaction) -> None:
        """Store the choice and show the panel again."""
        await interaction.client.host.statistics.rank_everywhere(person_of(interaction), is_ranked=self.is_ranked)
        await show_panel(interaction)


class LanguageMenu(LastingMenu, template=r"carc:language:(?P<number>\d+)"):
    """Chooses the language in which one is spoken to in private."""

    action = "language"

    def __init__(self, number: int = 0, chosen: str | None = None) -> None:
        languages = {_DISCORD: _("The language of your Discord"), **LANGUAGE_NAMES}
        options = [
            discord.SelectOption(label=name, value=one, default=one == (chosen or _DISCORD))
            for one, name in languages.items()
        ]
        super().__init__(number, discord.ui.Select(options=options))

    async def press(self, interaction: Interaction) -> None:
        """Store the choice, and speak that language at once."""
        people, chosen = interaction.client.host.people, None if self.chosen == _DISCORD else self.chosen
        await people.choose(person_of(interaction), replace(people.preferences(interaction.user.id), language=chosen))
        speak(chosen or language_of(interaction.locale.value))
        await show_panel(interaction)


class FormButton(LastingButton, template=r"carc:settings:(?P<form>hours|pictures|vacation)"):
    """Opens a form."""

    def __init__(self, form: Form) -> None:
        super().__init__(Face(_(_TITLES[form])).with_id(f"carc:settings:{form}"))
        self.form = form

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a form."""
        return cls(Form(match["form"]))

    async def acknowledge(self, interaction: Interaction) -> None:
        """The form is the answer."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form, with what is chosen so far."""
        form = discord.ui.Modal(title=_(_TITLES[self.form]), custom_id=f"carc:settings:{self.form}")
        for field in _fields(self.form, interaction.client.host.people.preferences(interaction.user.id)):
            form.add_item(field)
        await interaction.response.send_modal(form)


class BackButton(LastingButton, template=r"carc:settings:back"):
    """Ends a vacation, or gives it up."""

    def __init__(self) -> None:
        super().__init__(Face(_("End the vacation"), discord.ButtonStyle.primary).with_id("carc:settings:back"))

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button."""
        return cls()

    async def press(self, interaction: Interaction) -> None:
        """Come back."""
        await interaction.client.host.people.end_vacation(person_of(interaction))
        await _tell_time(interaction)
        await show_panel(interaction)


SETTINGS_ITEMS: Final = (LettersButton, RankingButton, LanguageMenu, FormButton, BackButton)


async def panel(interaction: Interaction, *notes: str) -> tuple[str, discord.ui.View]:
    """Return the settings of a person: a line for each, and what changes it."""
    host, person_id, now = interaction.client.host, interaction.user.id, discord.utils.utcnow()
    letters, chosen = await host.people.dm_preference(person_id), host.people.preferences(person_id)
    is_ranked = await host.statistics.is_ranked_everywhere(person_id)
    text = settings_text(chosen, letters, host.people.vacation_left(person_id), now, is_ranked=is_ranked)
    other = DmPreference.OFF if letters is DmPreference.ON else DmPreference.ON
    vacation = BackButton() if _is_ahead(chosen.away, now) else FormButton(Form.VACATION)
    forms = [FormButton(Form.HOURS), vacation, FormButton(Form.PICTURES)]
    view = button_rows([LettersButton(other), RankingButton(is_ranked=not is_ranked)], forms)
    menu = LanguageMenu(chosen=chosen.language)
    menu.row = 2
    view.add_item(menu)
    return "\n".join([text, *notes]), view


async def show_panel(interaction: Interaction, *notes: str, files: Sequence[discord.File] = ()) -> None:
    """Show the panel anew, in place of what was pressed."""
    text, view = await panel(interaction, *notes)
    await interaction.edit_original_response(content=text, view=view, attachments=files)


def form_of(interaction: Interaction) -> Form | None:
    """Return which of the forms was sent; None for anything else."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = interaction.data
    match = _FORM.fullmatch(data["custom_id"])
    return Form(match[1]) if match else None


async def take_form(interaction: Interaction, form: Form) -> list[discord.File]:
    """Store what was written or chosen in a form; raise HostError, TooOftenError. Return what it looks like."""
    data: Any = interaction.data
    answers = {one["component"]["custom_id"]: one["component"] for one in data["components"]}
    people, person = interaction.client.host.people, person_of(interaction)
    chosen = people.preferences(person.id)
    match form:
        case Form.VACATION:
            await people.plan_vacation(person, answers["start"]["value"], answers["until"]["value"])
            await _tell_time(interaction)
        case Form.HOURS:
            zone, quiet = parse_zone(answers["zone"]["value"]), parse_hours(answers["quiet"]["value"])
            await people.choose(person, replace(chosen, zone=zone, quiet=quiet))
        case Form.PICTURES:
            spend(interaction, PICTURES)
            [theme], [size] = answers["theme"]["values"], answers["size"]["values"]
            await people.choose(person, replace(chosen, theme=Theme(theme), size=Size(size)))
            sample = await pictures_for(interaction.client, person.id).sample()
            return [sample] if sample is not MISSING else []
        case _:
            assert_never(form)
    return []


def _fields(form: Form, chosen: Preferences) -> Iterator[discord.ui.Label[Any]]:
    match form:
        case Form.HOURS:
            yield _field("zone", _("Time zone"), "Europe/Berlin", chosen.zone)
            yield _field("quiet", _("Quiet hours; empty for none"), "22:30-07:00", format_hours(chosen.quiet))
        case Form.VACATION:
            yield _field("start", _("First day; empty for now"), "2026-12-24", "")
            yield _field("until", _("Last day"), "2027-01-06", "", is_required=True)
        case Form.PICTURES:
            yield _choice("theme", _("Around the tiles"), {one: _(THEME_NAMES[one]) for one in Theme}, chosen.theme)
            yield _choice("size", _("Size"), {one: _(SIZE_NAMES[one]) for one in Size}, chosen.size)
        case _:
            assert_never(form)


def _field(name: str, label: str, example: str, value: str, *, is_required: bool = False) -> discord.ui.Label[Any]:
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=name, placeholder=example, default=value or None, required=is_required, max_length=50
    )
    return discord.ui.Label(text=label, component=field)


def _choice(name: str, label: str, texts: Mapping[str, str], chosen: str) -> discord.ui.Label[Any]:
    options = [
        discord.SelectOption(label=sentence(text), value=one, default=one == chosen) for one, text in texts.items()
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id=name, options=options)
    return discord.ui.Label(text=label, component=menu)


def _is_ahead(away: Vacation | None, now: datetime) -> bool:
    return away is not None and away.until > now


async def _is_reached(interaction: Interaction) -> bool:
    """Say whether the bot can write to a person in private."""
    try:
        await interaction.user.send(welcome_text())
    except discord.Forbidden:
        return False
    return True


async def _tell_time(interaction: Interaction) -> None:
    """Show, wherever a person is to move, how much time there is with a vacation, or without it."""
    for table in interaction.client.host.tables.of_person(interaction.user.id):
        if table.is_to_move(interaction.user.id):
            interaction.client.statuses.show_soon(table.number)
