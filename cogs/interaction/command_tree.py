"""The command tree. It checks what is given to commands, answers errors, and registers the commands."""

import asyncio
import itertools
import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands
from discord.app_commands import Command, CommandNotFound, CommandSignatureMismatch, Group, Parameter
from discord.app_commands import TranslationContextLocation as Location

from cogs.delivery.errors import is_discord_trouble, trouble_noted
from cogs.delivery.jobs import pause_after
from cogs.interaction.context import set_reader_language
from cogs.interaction.errors import GoneOptionError, answer_error
from host.errors import HostError, NotOfferedError
from screens.text.gone import gone_option_text
from screens.text.i18n import ENGLISH, _, language_of_locale, use_language
from screens.text.markup import command_ids, set_command_ids

log = logging.getLogger(__name__)

PAUSES: Final = (2, 5, 15, 60, 300)
"""Seconds until the ids of the commands are asked for again, while some are missing."""
_GREATEST: Final = 2**53
"""The greatest number, positive or negative, that Discord sends."""
_JSON_TYPES: Final[Mapping[AppCommandOptionType, Any]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
    AppCommandOptionType.number: int | float,
}
"""The types of values. All other options have an id."""
_ID: Final = re.compile(r"[0-9]{1,20}")
_TRANSLATED: Final = frozenset(
    {Location.command_description, Location.group_description, Location.parameter_description, Location.choice_name}
)


class CommandTree(app_commands.CommandTree[Any]):
    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Set the language of the person. Refuse what Discord's clients do not let people ask for."""
        set_reader_language(interaction)
        is_typing = interaction.type is discord.InteractionType.autocomplete
        try:
            given = _given_options(self, interaction)
            self._check_place(interaction)
            if not is_typing:
                _check_offered(given)
        except (HostError, app_commands.AppCommandError) as error:
            await (_offer_nothing(interaction) if is_typing else answer_error(interaction, error))
            return False
        return True

    def _check_place(self, interaction: discord.Interaction[Any]) -> None:
        """Raise NoPrivateMessage for a command of servers that is given elsewhere."""
        data: Any = interaction.data
        command = self.get_command(data["name"])
        contexts = command.allowed_contexts if command else None
        if interaction.guild_id is None and contexts is not None and not contexts.dm_channel:
            raise app_commands.NoPrivateMessage

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        await answer_error(interaction, error)

    async def register(self) -> dict[str, int]:
        """Register the commands. Return their ids by name, which stay the same. Raise discord.HTTPException.

        To read what Discord has and to compare it would take more of the processor, and as many requests.
        """
        await self.set_translator(Translator())
        return {command.name: command.id for command in await self.sync()}

    async def read_ids(self) -> dict[str, int]:
        """Return the ids of the commands that Discord has, by name: another process registers them.

        Raise discord.HTTPException.
        """
        return {command.name: command.id for command in await self.fetch_commands()}

    async def learn_missing(self) -> None:
        """Learn the ids that Discord did not have yet, as soon as the other process has registered all commands."""
        names = {command.name for command in self.get_commands()}
        for failures in itertools.count(1):
            if names <= command_ids().keys():
                return
            await asyncio.sleep(pause_after(failures, PAUSES))
            try:
                set_command_ids(await self.read_ids())
            except Exception as error:
                log.warning(
                    "the ids of the commands are not known yet: %r", error, exc_info=not is_discord_trouble(error)
                )


async def _offer_nothing(interaction: discord.Interaction[Any]) -> None:
    with trouble_noted(log.debug, "interaction %d could not be answered: %r", interaction.id):
        await interaction.response.autocomplete([])


# What is given to a command, checked before discord.py reads it: it trusts the names and types of options. Discord
# checks what is sent as a command, but not what it asks for while somebody types. Anybody can put any JSON there


def _given_options(tree: CommandTree, interaction: discord.Interaction[Any]) -> list[tuple[Parameter, Any]]:
    """Return the options that somebody has given to a command, or is still typing, with their values.

    Raise CommandNotFound, and CommandSignatureMismatch for options that the command does not have.
    """
    data: Any = interaction.data
    try:
        return _read_all(tree, data, is_typing=interaction.type is discord.InteractionType.autocomplete)
    except CommandSignatureMismatch as error:
        given = _names(data.get("options"))
        data["options"] = []  # discord.py reads them again for whoever asks which command it was
        if gone_option_text(error.command.name, given):
            raise GoneOptionError(error.command.name, given) from error
        raise


def _names(options: Any) -> tuple[str, ...]:
    """Return the names of what was given to a command, as far as it can be read."""
    named = [one.get("name") for one in options if isinstance(one, dict)] if isinstance(options, list) else []
    return tuple(name for name in named if isinstance(name, str))


def _read_all(tree: CommandTree, data: Any, *, is_typing: bool) -> list[tuple[Parameter, Any]]:
    command, options = _find(tree, data)
    parameters = {one.display_name: one for one in command.parameters}
    given = [_read(one, parameters, is_typing=is_typing) for one in options] if isinstance(options, list) else [None]
    found = [one for one in given if one is not None]
    if len(found) < len(given) or (is_typing and not _has_suggestions(options, parameters)):
        raise CommandSignatureMismatch(command)
    return found


def _find(tree: CommandTree, data: Any) -> tuple[Command[Any, ..., Any], Any]:
    """Return the command or subcommand of an interaction, and what it has as options."""
    name, options = data["name"], data.get("options", [])
    command: Any = tree.get_command(name)
    while isinstance(command, Group):
        match options:
            case [{"type": 1 | 2, "name": str(name), **more}]:
                command, options = command.get_command(name), more.get("options", [])
            case _:
                raise CommandSignatureMismatch(command)
    if command is None or data.get("type", 1) != discord.AppCommandType.chat_input.value:
        raise CommandNotFound(name, [])
    return command, options


def _read(option: Any, parameters: Mapping[str, Parameter], *, is_typing: bool) -> tuple[Parameter, Any] | None:
    """Return an option with its value; None if no parameter takes it."""
    match option:
        case {"name": str(name), "type": int(kind), "value": value} if name in parameters:
            parameter = parameters[name]
            is_taken = parameter.type.value == kind and _is_of_type(value, parameter.type, is_typing=is_typing)
            return (parameter, value) if is_taken else None
        case _:
            return None


def _is_of_type(value: Any, kind: AppCommandOptionType, *, is_typing: bool) -> bool:
    """Return whether Discord sends such a value for an option. What is being typed comes as text."""
    if kind not in _JSON_TYPES:
        return isinstance(value, str) and _ID.fullmatch(value) is not None
    if isinstance(value, str) and is_typing:
        return True
    if isinstance(value, bool):
        return kind is AppCommandOptionType.boolean
    return isinstance(value, _JSON_TYPES[kind]) and (isinstance(value, str) or abs(value) <= _GREATEST)


def _has_suggestions(options: Any, parameters: Mapping[str, Parameter]) -> bool:
    """Return whether something is offered for the option that is being typed, which is the first marked so."""
    typed = next((one["name"] for one in options if one.get("focused")), None)
    return typed is not None and parameters[typed].autocomplete


def _check_offered(given: Iterable[tuple[app_commands.Parameter, Any]]) -> None:
    """Raise NotOfferedError for a value that is not among the choices of its option, or out of its range."""
    for parameter, value in given:
        if not _is_offered(parameter, value):
            raise NotOfferedError(str(value))


def _is_offered(parameter: app_commands.Parameter, value: Any) -> bool:
    if parameter.choices:
        return value in [choice.value for choice in parameter.choices]
    if parameter.type is discord.AppCommandOptionType.integer:
        return _at_least(value, parameter.min_value) and _at_least(parameter.max_value, value)
    return True


def _at_least(value: Any, least: Any) -> bool:
    return value is None or least is None or value >= least


class Translator(app_commands.Translator):
    """Looks texts up in the catalogues, for every locale of Discord in one of our languages."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale; None for the English text."""
        language = language_of_locale(locale.value)
        if language == ENGLISH or context.location not in _TRANSLATED:
            return None
        mark: str = string.extras.get("mark", "")  # an emoji before a name, not translated
        with use_language(language):
            text = mark + _(string.message.removeprefix(mark))
        return None if text == string.message else text
