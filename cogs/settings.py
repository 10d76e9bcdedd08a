"""The settings of a person: the command, the buttons and the menu of its panel, and its forms.

A submitted form is read from its id and its fields, so it works after a restart.
"""

from typing import assert_never

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.poster import Post
from cogs.discord_screens import modal_of
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, set_reader_language
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer, replace_message, try_first_dm
from cogs.interaction.router import Press, handles, receives
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
from screens import custom_ids as ids
from screens.custom_id import CustomId
from screens.examples import sample_file
from screens.screen import File, Screen, files, one_value, parse_choice
from screens.settings import DISCORD_LANGUAGE, browsers_screen, settings_form, settings_rows
from screens.text.i18n import N_
from screens.text.settings import digest_enabled_text, dms_enabled_text, settings_text
from screens.text.typed_input import read_day


class Settings(commands.Cog):
    """``/settings``."""

    @app_commands.command(description=N_("Your settings, in every game"))
    async def settings(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await answer(interaction, await _panel_message(interaction))


async def _panel_message(interaction: Interaction, *notes: str, sample: File | None = None) -> Screen:
    """Return the panel. ``notes`` follow its text."""
    host, person_id, now = interaction.client.host, interaction.user.id, discord.utils.utcnow()
    direct_messages, chosen = await host.people.dm_preference(person_id), host.people.preferences(person_id)
    is_ranked = await host.statistics.is_ranked_everywhere(person_id)
    browsers, left = len(await host.browsers.sessions(person_id)), host.people.vacation_left(person_id)
    text = settings_text(chosen, direct_messages, left, now, is_ranked=is_ranked, browsers=browsers)
    buttons = settings_rows(chosen, direct_messages, now, is_ranked=is_ranked, is_signed_in=browsers > 0)
    return Screen("\n".join([text, *notes]), buttons, files(sample))


async def _show_panel(interaction: Interaction, *notes: str, sample: File | None = None) -> None:
    await replace_message(interaction, await _panel_message(interaction, *notes, sample=sample))


@handles(ids.DirectMessagesId)
async def switch_direct_messages(press: Press, pressed: ids.DirectMessagesId) -> None:
    """Switch direct messages about turns on or off, and refresh the panel.

    After switching on, send a first message. If it does not arrive, switch off again and say so.
    """
    people, person, notes = press.host.people, press.person, list[str]()
    await people.choose_dm_preference(person, DmPreference(pressed.switch.value))
    if pressed.switch is ids.Switch.ON:
        reached, notes = await try_first_dm(press.interaction, Post(Screen(dms_enabled_text())))
        if not reached:
            await people.stop_dms(person.id)
            await people.acknowledge_stopped_dms(person.id)
    await _show_panel(press.interaction, *notes)


@handles(ids.RankingId)
async def switch_ranking(press: Press, pressed: ids.RankingId) -> None:
    await press.host.statistics.rank_everywhere(press.person, is_ranked=pressed.switch is ids.Switch.ON)
    await _show_panel(press.interaction)


@handles(ids.LanguageId)
async def choose_language(press: Press, pressed: ids.LanguageId) -> None:
    """Store the language of private answers and direct messages, and use it immediately."""
    chosen = None if press.chosen == DISCORD_LANGUAGE else press.chosen
    await press.host.people.choose_preferences(press.person, language=chosen)
    set_reader_language(press.interaction)
    await _show_panel(press.interaction)


@handles(ids.SettingsFormId, opens_form=True)
async def open_form(press: Press, pressed: ids.SettingsFormId) -> None:
    chosen = press.host.people.preferences(press.person.id)
    await press.interaction.response.send_modal(modal_of(settings_form(pressed.form, chosen)))


@handles(ids.EndVacationId)
async def end_vacation(press: Press, pressed: CustomId) -> None:
    await press.host.people.end_vacation(press.person)
    _refresh_deadlines(press.interaction)
    await _show_panel(press.interaction)


@handles(ids.BrowsersId)
async def list_browsers(press: Press, pressed: CustomId) -> None:
    """List where the person is signed in, in a new private message: the button stands below two panels."""
    await answer(press.interaction, await _browsers_message(press))


@handles(ids.EndBrowserId)
async def end_browser(press: Press, pressed: CustomId) -> None:
    """Sign the person out of the browser that was chosen, unless it is signed out already. Show the list anew."""
    numbers = {str(one.number): one.number for one in await press.host.browsers.sessions(press.person.id)}
    if press.chosen in numbers:
        await press.host.browsers.end(press.person.id, numbers[press.chosen])
    await replace_message(press.interaction, await _browsers_message(press))


@handles(ids.EndBrowsersId)
async def end_browsers(press: Press, pressed: CustomId) -> None:
    await press.host.browsers.end_all(press.person.id)
    await replace_message(press.interaction, await _browsers_message(press))


async def _browsers_message(press: Press) -> Screen:
    sessions = await press.host.browsers.sessions(press.person.id)
    return browsers_screen(sessions, press.host.people.preferences(press.person.id).zone)


@receives(ids.SettingsFormId)
async def store_form(press: Press, submitted: ids.SettingsFormId) -> None:
    """Store the settings of a form, and refresh the panel: with a sample picture if the look has changed.

    Raise HostError and RateLimitError.
    """
    people, person, fields = press.host.people, press.person, press.fields
    notes, sample = list[str](), None
    match submitted.form:
        case ids.SettingsForm.VACATION:
            start, until = read_day(one_value(fields, "start")), read_day(one_value(fields, "until"))
            await people.plan_vacation(person, start, until)
            _refresh_deadlines(press.interaction)
        case ids.SettingsForm.HOURS:
            zone, quiet = parse_zone(one_value(fields, "zone")), parse_hours(one_value(fields, "quiet"))
            await people.choose_preferences(person, zone=zone, quiet_hours=quiet)
        case ids.SettingsForm.PICTURES:
            check_rate_limit(press.interaction, PICTURE_LIMIT)
            theme = parse_choice(Theme, one_value(fields, "theme"))
            size = parse_choice(PictureSize, one_value(fields, "size"))
            await people.choose_preferences(person, theme=theme, size=size)
            sample = await sample_file(press.client.pictures_for(person.id))
        case ids.SettingsForm.REMINDERS:
            notes = await _store_reminders(press)
        case _:
            assert_never(submitted.form)
    await _show_panel(press.interaction, *notes, sample=sample)


async def _store_reminders(press: Press) -> list[str]:
    """Store how often a person is reminded, and when they get a daily list. Raise HostError.

    After a list was switched on, send a first message. If it does not arrive, switch the list off again and say so.
    """
    people, person, fields = press.host.people, press.person, press.fields
    before = people.preferences(person.id).digest
    reminders = parse_choice(Reminders, one_value(fields, "reminders"))
    minute = parse_time_of_day(one_value(fields, "digest"))
    digest = None if minute is None else Digest(minute, discord.utils.utcnow())
    await people.choose_preferences(person, reminders=reminders, digest=digest)
    if digest is None or (before and before.minute == digest.minute):
        return []
    first = Post(Screen(digest_enabled_text(people.preferences(person.id))))
    reached, notes = await try_first_dm(press.interaction, first)
    if not reached:
        await people.stop_digest(person.id)
    return notes


def _refresh_deadlines(interaction: Interaction) -> None:
    """Refresh the messages of games where a person is to move: a vacation changes how much time there is."""
    for table in interaction.client.host.tables.of_person(interaction.user.id):
        if table.is_to_move(interaction.user.id):
            interaction.client.outbox.refresh(table.number)


async def setup(bot: Client) -> None:
    await bot.add_cog(Settings())
