"""The options that come with a command, checked before discord.py reads them: it trusts their names and types.

Discord checks what is sent as a command, but not what it asks for while somebody types. Anybody can put any JSON there.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import AppCommandOptionType
from discord.app_commands import Command, CommandNotFound, CommandSignatureMismatch, CommandTree, Group, Parameter

GREATEST: Final = 2**53
"""The greatest number, positive or negative, that Discord sends."""
_JSON_TYPES: Final[Mapping[AppCommandOptionType, Any]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
    AppCommandOptionType.number: int | float,
}
"""The types of values. All other options have an id."""
_ID: Final = re.compile(r"[0-9]{1,20}")


def given_options(tree: CommandTree[Any], interaction: discord.Interaction[Any]) -> list[tuple[Parameter, Any]]:
    """Return the options that somebody has given to a command, or is still typing, with their values.

    Raise CommandNotFound, and CommandSignatureMismatch for options that the command does not have.
    """
    data: Any = interaction.data
    try:
        return _read_all(tree, data, is_typing=interaction.type is discord.InteractionType.autocomplete)
    except CommandSignatureMismatch:
        data["options"] = []  # discord.py reads them again for whoever asks which command it was
        raise


def _read_all(tree: CommandTree[Any], data: Any, *, is_typing: bool) -> list[tuple[Parameter, Any]]:
    command, options = _find(tree, data)
    parameters = {one.display_name: one for one in command.parameters}
    given = [_read(one, parameters, is_typing=is_typing) for one in options] if isinstance(options, list) else [None]
    found = [one for one in given if one is not None]
    if len(found) < len(given) or (is_typing and not _has_suggestions(options, parameters)):
        raise CommandSignatureMismatch(command)
    return found


def _find(tree: CommandTree[Any], data: Any) -> tuple[Command[Any, ..., Any], Any]:
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
    return isinstance(value, _JSON_TYPES[kind]) and (isinstance(value, str) or abs(value) <= GREATEST)


def _has_suggestions(options: Any, parameters: Mapping[str, Parameter]) -> bool:
    """Return whether something is offered for the option that is being typed, which is the first marked so."""
    typed = next((one["name"] for one in options if one.get("focused")), None)
    return typed is not None and parameters[typed].autocomplete
