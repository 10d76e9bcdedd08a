"""The private panel where people choose what holds in all their games: its buttons, its menu, its two forms.

The answer of a form is read by its name and its fields, so it is taken also after a restart.
"""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Self

import discord

from cogs.shared.buttons import Face, LastingButton, LastingMenu, button_rows
from cogs.shared.client import Interaction
from cogs.shared.subjects import person_of
from cogs.shared.words.admin import LANGUAGE_NAMES
from cogs.shared.words.settings import (
    letters_label,
    no_letters_text,
    settings_text,
    welcome_text,
)
from cogs.shared.words.speech import _, language_of, speak
from cogs.shared.words.stats import ranking_label
from host import Away, Letters, Preferences, format_hours, parse_hours, parse_zone

_DISCORD: Final = "discord"
_FORM: Final = re.compile(r"carc:settings:(hours|vacation)")


class LettersButton(LastingButton, template=r"carc:settings:letters:(?P<letters>on|off)"):
    """Chooses whether one's turns are sent in private."""

    def __init__(self, letters: Letters) -> None:
        super().__init__(Face(letters_label(letters)).with_id(f"carc:settings:letters:{letters}"))
        self.letters = letters

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the choice that its custom id holds."""
        return cls(Letters(match["letters"]))

    async def press(self, interaction: Interaction) -> None:
        """Store the choice and show the panel again; letters are tried out before they are promised."""
        notes = []
        if self.letters is Letters.ON and not await _is_reached(interaction):
            notes = [no_letters_text()]
        else:
            await interaction.client.host.choose_letters(person_of(interaction), self.letters)
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
        await interaction.client.host.rank_everywhere(person_of(interaction), is_ranked=self.is_ranked)
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


class HoursButton(LastingButton, template=r"carc:settings:hours"):
    """Opens the form for the zone and the quiet hours."""

    def __init__(self) -> None:
        super().__init__(Face(_("Time zone and quiet hours")).with_id("carc:settings:hours"))

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button."""
        return cls()

    async def acknowledge(self, interaction: Interaction) -> None:
        """The form is the answer."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form."""
        chosen = interaction.client.host.people.preferences(interaction.user.id)
        await interaction.response.send_modal(_hours_form(chosen))


class VacationButton(LastingButton, template=r"carc:settings:vacation"):
    """Opens the form for a vacation."""

    def __init__(self) -> None:
        super().__init__(Face(_("Go on vacation")).with_id("carc:settings:vacation"))

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button."""
        return cls()

    async def acknowledge(self, interaction: Interaction) -> None:
        """The form is the answer."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form."""
        await interaction.response.send_modal(_vacation_form())


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
        await interaction.client.host.people.come_back(person_of(interaction))
        await show_panel(interaction)


SETTINGS_ITEMS: Final = (LettersButton, RankingButton, LanguageMenu, HoursButton, VacationButton, BackButton)


async def panel(interaction: Interaction, *notes: str) -> tuple[str, discord.ui.View]:
    """Return the settings of a person: a line for each, and what changes it."""
    host, person_id, now = interaction.client.host, interaction.user.id, discord.utils.utcnow()
    letters, chosen = await host.letters(person_id), host.people.preferences(person_id)
    is_ranked = await host.is_ranked_everywhere(person_id)
    text = settings_text(chosen, letters, host.people.vacation_left(person_id), now, is_ranked=is_ranked)
    other = Letters.OFF if letters is Letters.ON else Letters.ON
    vacation = BackButton() if _is_ahead(chosen.away, now) else VacationButton()
    view = button_rows([LettersButton(other), RankingButton(is_ranked=not is_ranked)], [HoursButton(), vacation])
    menu = LanguageMenu(chosen=chosen.language)
    menu.row = 2
    view.add_item(menu)
    return "\n".join([text, *notes]), view


async def show_panel(interaction: Interaction, *notes: str) -> None:
    """Show the panel anew, in place of what was pressed."""
    text, view = await panel(interaction, *notes)
    await interaction.edit_original_response(content=text, view=view)


def form_of(interaction: Interaction) -> str | None:
    """Return which of the forms was sent, ``hours`` or ``vacation``; None for anything else."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = interaction.data
    match = _FORM.fullmatch(data["custom_id"])
    return match[1] if match else None


async def take_form(interaction: Interaction, form: str) -> None:
    """Store what was written in a form; raise HostError."""
    data: Any = interaction.data
    fields = {one["component"]["custom_id"]: one["component"]["value"] for one in data["components"]}
    people, person = interaction.client.host.people, person_of(interaction)
    if form == "vacation":
        await people.leave(person, fields["start"], fields["until"])
        return
    chosen = people.preferences(person.id)
    zone, quiet = parse_zone(fields["zone"]), parse_hours(fields["quiet"])
    await people.choose(person, replace(chosen, zone=zone, quiet=quiet))


def _hours_form(chosen: Preferences) -> discord.ui.Modal:
    form = discord.ui.Modal(title=_("Time zone and quiet hours"), custom_id="carc:settings:hours")
    form.add_item(_field("zone", _("Time zone"), "Europe/Berlin", chosen.zone))
    form.add_item(_field("quiet", _("Quiet hours; empty for none"), "22:30-07:00", format_hours(chosen.quiet)))
    return form


def _vacation_form() -> discord.ui.Modal:
    form = discord.ui.Modal(title=_("Go on vacation"), custom_id="carc:settings:vacation")
    form.add_item(_field("start", _("First day; empty for now"), "2026-12-24", ""))
    form.add_item(_field("until", _("Last day"), "2027-01-06", "", is_required=True))
    return form


def _field(name: str, label: str, example: str, value: str, *, is_required: bool = False) -> discord.ui.Label[Any]:
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=name, placeholder=example, default=value or None, required=is_required, max_length=50
    )
    return discord.ui.Label(text=label, component=field)


def _is_ahead(away: Away | None, now: datetime) -> bool:
    return away is not None and away.until > now


async def _is_reached(interaction: Interaction) -> bool:
    """Say whether the bot can write to a person in private."""
    try:
        await interaction.user.send(welcome_text(interaction.client.mention))
    except discord.Forbidden:
        return False
    return True
