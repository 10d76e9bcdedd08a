"""The context of an interaction: its channel, its person, what may be done there, and the table that it is about."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import discord
from discord import app_commands

from carcassonne import CarcassonneError, PlaceTile, parse_cell, parse_rotation
from cogs.delivery.channels import REQUIRED_PERMISSIONS
from cogs.interaction.client import Interaction
from host.errors import HostError, UnreadableTableNumberError
from host.model.controllers import Person
from host.model.rate_limits import RateLimit
from host.model.table import BaseRunningTable, RunningTable, StartedTable, Table, Venue
from host.model.table_lookup import FoundTable
from screens.text.i18n import language_of_locale, set_language
from screens.text.move_errors import ActionContext

T = TypeVar("T")

_CONTEXT: Final = "context"
_ONLY_IN_THREADS: Final = "send_messages_in_threads"
_ONLY_IN_CHANNELS: Final = "send_messages"
_GAME: Final = re.compile(r"\s*#?\s*([0-9]{1,9})\s*")

only_on_servers = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
"""A decorator: the command exists on servers only. (``guild_only`` alone is overridden by what the tree allows.)"""


def venue_of(interaction: Interaction) -> Venue:
    """Return the venue of an interaction. A thread has its parent channel."""
    if interaction.channel_id is None:
        raise ValueError(interaction.id)  # Discord names a channel with every command and button
    return venue_in(interaction.guild_id, interaction.channel_id, interaction.channel)


def venue_of_message(message: discord.Message) -> Venue:
    """Return the venue of a message."""
    return venue_in(message.guild.id if message.guild else None, message.channel.id, message.channel)


def venue_in(guild: int | None, channel_id: int, channel: object) -> Venue:
    """Return the venue with the id of a channel, which is a thread if it is known as one."""
    return Venue(guild, channel_id, channel.parent_id if isinstance(channel, discord.Thread) else None)


def person_of(interaction: Interaction) -> Person:
    """Return the person who gave a command or used a component."""
    return Person(interaction.user.id, interaction.user.display_name)


def set_reader_language(interaction: discord.Interaction[Any]) -> None:
    """Set the current language to that of the person, and store it for later direct messages.

    It is the language that they chose in the settings, else the language of their Discord. The latter is set too,
    because Discord shows commands and their choices in it.
    """
    chosen = interaction.client.host.people.preferences(interaction.user.id).language
    of_discord = language_of_locale(interaction.locale.value)
    interaction.client.languages[interaction.user.id] = chosen or of_discord
    set_language(chosen or of_discord, of_discord)


def server_language(interaction: Interaction) -> str:
    """Return the language of the server where an interaction comes from; English where there is none."""
    return language_of_locale(str(interaction.guild_locale or ""))


def language_of_tables(interaction: Interaction) -> str | None:
    """Return the language in which tables are opened where a command is given; None in direct messages."""
    guild = interaction.guild_id
    chosen = interaction.client.host.administration.server(guild).language if guild else None
    return (chosen or server_language(interaction)) if guild else None


def parse_game(text: str) -> int:
    """Read the number of a table, ``#12`` or ``12``. Raise UnreadableTableNumberError."""
    match = _GAME.fullmatch(text)
    if match is None:
        raise UnreadableTableNumberError(text)
    return int(match[1])


def note_context(interaction: Interaction, table: Table, placement: PlaceTile | None = None) -> None:
    """Store what an interaction is about, for the texts of errors."""
    interaction.extras[_CONTEXT] = action_context(table, placement)


def action_context(table: Table, placement: PlaceTile | None) -> ActionContext:
    """Return what somebody does at a table, where they may lay a tile."""
    if placement is None:
        return ActionContext(table)
    return ActionContext(table, placement.position, placement.rotation)


async def load_context(interaction: Interaction) -> ActionContext:
    """Return what was stored for an interaction; else read it from the options filled in so far."""
    noted: ActionContext | None = interaction.extras.get(_CONTEXT)
    if noted is not None:
        return noted
    options = interaction.namespace
    cell = try_parse(parse_cell, options.at)
    rotation = try_parse(parse_rotation, None if options.rotation is None else str(options.rotation))
    return ActionContext(await _load_intended_table(interaction), cell, rotation, language_of_tables(interaction))


async def _load_intended_table(interaction: Interaction) -> RunningTable | None:
    """Return the running table that the option ``game`` names, else the one where the person is to move, else None."""
    host, person_id, named = interaction.client.host, interaction.user.id, interaction.namespace.game
    if not named:
        return await host.tables.load_to_move(venue_of(interaction), person_id)
    number = try_parse(parse_game, named)
    table = None if number is None else host.tables.running_summary(number)
    return await host.tables.load_if_running(table.number) if table and table.is_to_move(person_id) else None


def try_parse(parse: Callable[[str], T], text: str | None) -> T | None:
    """Return what a text means; None if there is none, or it can't be read."""
    try:
        return parse(text) if text else None
    except (CarcassonneError, HostError):
        return None


def check_rate_limit(interaction: Interaction, limit: RateLimit, key: int | None = None) -> None:
    """Count one more use by the person, or by ``key`` (such as a channel). Raise RateLimitError."""
    interaction.client.limits.check(limit, interaction.user.id if key is None else key, interaction.created_at)


async def find_running(
    interaction: Interaction, number: int | None, is_meant: Callable[[BaseRunningTable], bool] | None = None
) -> FoundTable[RunningTable]:
    """Return the running game that ``number`` names, else one that ``is_meant`` accepts. Raise HostError."""
    tables, person = interaction.client.host.tables, person_of(interaction)
    found = await tables.find_running(venue_of(interaction), person, number, is_meant)
    note_context(interaction, found.table)
    return found


async def find_started(interaction: Interaction, number: int | None) -> FoundTable[StartedTable]:
    """Return the game that ``number`` names, else the one that fits the channel and the person. Raise HostError.

    The game may be over.
    """
    found = await interaction.client.host.tables.find_started(venue_of(interaction), person_of(interaction), number)
    note_context(interaction, found.table)
    return found


def guild_of(interaction: Interaction) -> int:
    """Return the id of the server of an interaction. Raise NoPrivateMessage if it has none."""
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    return interaction.guild_id


def check_bot_permissions(interaction: Interaction) -> bool:
    """Return True if the bot may post a public message here, else raise BotMissingPermissions."""
    check_permissions(interaction.app_permissions, is_thread=isinstance(interaction.channel, discord.Thread))
    return True


def check_permissions(allowed: discord.Permissions, *, is_thread: bool) -> None:
    """Raise BotMissingPermissions unless what the bot is allowed in a channel or a thread is enough to post there."""
    not_needed_here = _ONLY_IN_CHANNELS if is_thread else _ONLY_IN_THREADS
    missing = [
        name
        for name, is_needed in REQUIRED_PERMISSIONS
        if is_needed and name != not_needed_here and not getattr(allowed, name)
    ]
    if missing:
        raise app_commands.BotMissingPermissions(missing)
