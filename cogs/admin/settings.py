"""The first page of the managers' panel: where tables may be opened, how many, and how new ones begin."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, assert_never

from cogs.discord_screens import modal_of
from cogs.interaction.context import guild_of
from cogs.interaction.replies import replace_message
from cogs.interaction.router import Press, handles, receives
from host.errors import NotOfferedError
from host.model.server_settings import ServerSettings, changed_options, with_table_options
from host.model.table_options import NO_OPTIONS
from screens import admin as screens
from screens import custom_ids as ids
from screens import lobby
from screens.custom_id import CustomId
from screens.screen import one_value, parse_choice
from screens.text.editions import options_left_out_text

MAX_TABLES: Final = 1000


@handles(ids.ToggleChannelId)
async def toggle_channel(press: Press, pressed: CustomId) -> None:
    """Let tables be opened in a channel, or if it is on the list no more. Existing tables play on.

    Channels that are gone leave the list: no menu offers them any more.
    """
    chosen = press.chosen_channel
    there = {one.id for one in chosen.guild.channels}
    await _change(press, lambda server: replace(server, channels=(server.channels & there) ^ {chosen.id}))


@handles(ids.AnyChannelId)
async def allow_any_channel(press: Press, pressed: CustomId) -> None:
    await _change(press, lambda server: replace(server, channels=frozenset()))


@handles(ids.TableLanguageId)
async def choose_language(press: Press, pressed: CustomId) -> None:
    language = None if press.chosen == screens.SERVERS_LANGUAGE else press.chosen
    await _change(press, lambda server: replace(server, language=language))


@handles(ids.ResetTablesId)
async def reset_tables(press: Press, pressed: CustomId) -> None:
    await _change(press, lambda server: replace(server, table_options=NO_OPTIONS, language=None))


@handles(ids.AdminFormId, opens_form=True)
async def open_form(press: Press, pressed: ids.AdminFormId) -> None:
    server = press.host.administration.server(guild_of(press.interaction))
    await press.interaction.response.send_modal(modal_of(screens.server_form(pressed.form, server)))


@receives(ids.AdminFormId)
async def store_form(press: Press, submitted: ids.AdminFormId) -> None:
    """Store what was filled in. Raise HostError."""
    match submitted.form:
        case ids.AdminForm.TABLES:
            most = _parse_most(one_value(press.fields, "most"))
            await _change(press, lambda server: replace(server, most_tables=most))
        case ids.AdminForm.RULES | ids.AdminForm.TIME:
            await _store_options(press)
        case _:
            assert_never(submitted.form)


async def _store_options(press: Press) -> None:
    """Store the options of new tables that somebody has changed in a form: what they left is no choice of theirs."""
    options, left_out = lobby.offered_only(lobby.parse_options_form(press.fields), "")
    note = options_left_out_text(options.edition or "", options.options or (), left_out) if left_out else None
    await _change(press, lambda server: with_table_options(server, changed_options(server, options), None), note)


async def _change(press: Press, change: Callable[[ServerSettings], ServerSettings], note: str | None = None) -> None:
    """Change the settings of the server, and show all of them. Raise what ``change`` raises."""
    guild = guild_of(press.interaction)
    server = await press.host.administration.change_settings(guild, press.person, change)
    await replace_message(press.interaction, screens.server_screen(server, *([note] if note else [])))


def _parse_most(text: str) -> int | None:
    """Read how many tables there may be; 0 and nothing stand for any number. Raise NotOfferedError."""
    text = text.strip()
    if not text:
        return None
    if not text.isascii():
        raise NotOfferedError(text)
    most = parse_choice(int, text)
    if not 0 <= most <= MAX_TABLES:
        raise NotOfferedError(text)
    return most or None
