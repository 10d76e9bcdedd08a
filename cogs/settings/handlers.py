"""The handlers of the settings panel: its buttons, its menu, its forms.

A submitted form is read from its id and its fields, so it works after a restart.
"""

from collections.abc import Sequence
from typing import Final, assert_never

import discord
from discord.utils import MISSING

from cogs.delivery.discord_limits import DmLimitError
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton, PersistentMenu
from cogs.interaction.context import check_rate_limit, person_of
from cogs.interaction.forms import FormFields, one_value, parse_choice
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.message.personal_ids import (
    DirectMessagesId,
    EndVacationId,
    LanguageId,
    RankingId,
    SettingsForm,
    SettingsFormId,
    Switch,
)
from cogs.message.settings import DISCORD_LANGUAGE, settings_form, settings_view
from cogs.text.days import read_day
from cogs.text.digest import digest_enabled_text
from cogs.text.i18n import language_of_locale, set_language
from cogs.text.settings import dms_blocked_text, dms_delayed_text, dms_enabled_text, settings_text
from host.model.preferences import (
    Digest,
    DmPreference,
    PictureSize,
    Reminders,
    Theme,
    parse_hours,
    parse_time_of_day,
    parse_zone,
)


class DirectMessagesButton(PersistentButton[DirectMessagesId], handles=DirectMessagesId):
    """Switches direct messages about turns on or off."""

    async def press(self, interaction: Interaction, pressed: DirectMessagesId) -> None:
        """Store the choice and refresh the panel.

        After switching on, send a first message. If it does not arrive, switch off again and say so.
        """
        people, person, notes = interaction.client.host.people, person_of(interaction), list[str]()
        await people.choose_dm_preference(person, DmPreference(pressed.switch.value))
        if pressed.switch is Switch.ON:
            reached, notes = await _try_dm(interaction, dms_enabled_text())
            if not reached:
                await people.stop_dms(person.id)
                await people.acknowledge_stopped_dms(person.id)
        await show_panel(interaction, *notes)


class RankingButton(PersistentButton[RankingId], handles=RankingId):
    """Switches on or off that one's rating over all servers is shown."""

    async def press(self, interaction: Interaction, pressed: RankingId) -> None:
        """Store the choice and refresh the panel."""
        is_ranked = pressed.switch is Switch.ON
        await interaction.client.host.statistics.rank_everywhere(person_of(interaction), is_ranked=is_ranked)
        await show_panel(interaction)


class LanguageMenu(PersistentMenu[LanguageId], handles=LanguageId):
    """Chooses the language of private answers and direct messages."""

    async def press(self, interaction: Interaction, pressed: LanguageId) -> None:
        """Store the choice, and use the language at once."""
        people, chosen = interaction.client.host.people, None if self.chosen == DISCORD_LANGUAGE else self.chosen
        await people.choose_preferences(person_of(interaction), language=chosen)
        client = language_of_locale(interaction.locale.value)
        set_language(chosen or client, client)
        await show_panel(interaction)


class FormButton(PersistentButton[SettingsFormId], handles=SettingsFormId):
    """Opens a form."""

    async def acknowledge(self, interaction: Interaction) -> None:
        """Do not defer, because the form is the answer."""

    async def press(self, interaction: Interaction, pressed: SettingsFormId) -> None:
        """Show the form, filled in with the current settings."""
        chosen = interaction.client.host.people.preferences(interaction.user.id)
        await interaction.response.send_modal(settings_form(pressed.form, chosen))


class EndVacationButton(PersistentButton[EndVacationId], handles=EndVacationId):
    """Ends a vacation, or cancels a planned one."""

    async def press(self, interaction: Interaction, pressed: EndVacationId) -> None:
        """End the vacation, and refresh the deadlines and the panel."""
        await interaction.client.host.people.end_vacation(person_of(interaction))
        await _refresh_deadlines(interaction)
        await show_panel(interaction)


SETTINGS_ITEMS: Final = (DirectMessagesButton, RankingButton, LanguageMenu, FormButton, EndVacationButton)


async def panel_message(interaction: Interaction, *notes: str) -> tuple[str, discord.ui.View]:
    """Return the text and the buttons of the panel. ``notes`` follow the text."""
    host, person_id = interaction.client.host, interaction.user.id
    now = host.now()
    direct_messages, chosen = await host.people.dm_preference(person_id), host.people.preferences(person_id)
    is_ranked = await host.statistics.is_ranked_everywhere(person_id)
    text = settings_text(chosen, direct_messages, host.people.vacation_left(person_id), now, is_ranked=is_ranked)
    return "\n".join([text, *notes]), settings_view(chosen, direct_messages, now, is_ranked=is_ranked)


async def show_panel(interaction: Interaction, *notes: str, files: Sequence[discord.File] = ()) -> None:
    """Refresh the panel."""
    text, view = await panel_message(interaction, *notes)
    await interaction.edit_original_response(content=text, view=view, attachments=files)


async def store_form(
    interaction: Interaction, form: SettingsForm, fields: FormFields
) -> tuple[list[str], list[discord.File]]:
    """Store the settings of a form.

    Return notes for the panel, and a sample picture if the look has changed. Raise HostError, RateLimitError.
    """
    people, person = interaction.client.host.people, person_of(interaction)
    match form:
        case SettingsForm.VACATION:
            start, until = read_day(one_value(fields, "start")), read_day(one_value(fields, "until"))
            await people.plan_vacation(person, start, until)
            await _refresh_deadlines(interaction)
        case SettingsForm.HOURS:
            zone, quiet = parse_zone(one_value(fields, "zone")), parse_hours(one_value(fields, "quiet"))
            await people.choose_preferences(person, zone=zone, quiet_hours=quiet)
        case SettingsForm.PICTURES:
            check_rate_limit(interaction, PICTURE_LIMIT)
            theme = parse_choice(Theme, one_value(fields, "theme"))
            size = parse_choice(PictureSize, one_value(fields, "size"))
            await people.choose_preferences(person, theme=theme, size=size)
            sample = await pictures_for(interaction.client, person.id).sample()
            return [], [sample] if sample is not MISSING else []
        case SettingsForm.REMINDERS:
            return await _store_reminders(interaction, fields), []
        case _:
            assert_never(form)
    return [], []


async def _store_reminders(interaction: Interaction, fields: FormFields) -> list[str]:
    """Store how often a person is reminded, and when they get a daily list. Raise HostError.

    After a list was switched on, send a first message. If it does not arrive, switch the list off again and say so.
    """
    people, person = interaction.client.host.people, person_of(interaction)
    before = people.preferences(person.id).digest
    reminders = parse_choice(Reminders, one_value(fields, "reminders"))
    minute = parse_time_of_day(one_value(fields, "digest"))
    digest = None if minute is None else Digest(minute, interaction.client.host.now())
    await people.choose_preferences(person, reminders=reminders, digest=digest)
    if digest is None or (before and before.minute == digest.minute):
        return []
    reached, notes = await _try_dm(interaction, digest_enabled_text(people.preferences(person.id)))
    if not reached:
        await people.stop_digest(person.id)
    return notes


async def _try_dm(interaction: Interaction, text: str) -> tuple[bool, list[str]]:
    """Send a first direct message to a person. Return whether they take any, and a note for the panel if it has not
    arrived. If Discord lets no conversation begin now, later messages may arrive.
    """
    try:
        async with interaction.client.delivery.private_channels.to(interaction.user.id) as channel:
            await channel.send(text)
    except DmLimitError:
        return True, [dms_delayed_text()]
    except discord.Forbidden:
        return False, [dms_blocked_text()]
    return True, []


async def _refresh_deadlines(interaction: Interaction) -> None:
    """Refresh the messages of games where a person is to move: a vacation changes how much time there is."""
    for table in interaction.client.host.tables.of_person(interaction.user.id):
        if table.is_to_move(interaction.user.id):
            interaction.client.outbox.refresh(table.number)
