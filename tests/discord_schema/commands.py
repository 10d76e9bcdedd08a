"""What Discord refuses in a list of commands although its OpenAPI document does not say so."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import regex
from simcord.enums import AppCommandType, OptionType

COMMANDS = 100
CHARACTERS = 8_000
CHOICES = 25

_NAME = regex.compile(r"[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}")
_NESTING = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)

Payload = Mapping[str, Any]


def command_problems(commands: Sequence[Payload]) -> list[str]:
    """Problems of the commands of one scope, which are registered together."""
    slash = [command for command in commands if command.get("type", 1) == AppCommandType.CHAT_INPUT]
    problems = [f"{len(slash)} commands of {COMMANDS}"] if len(slash) > COMMANDS else []
    problems += _repeated("command", slash)
    for command in slash:
        label = f"/{command['name']}"
        problems += _node_problems(label, command)
        size = _size(command)
        if size > CHARACTERS:
            problems.append(f"{label}: {size} characters of {CHARACTERS}")
    return problems


def choice_problems(choices: Sequence[Payload]) -> list[str]:
    """Problems of an answer to autocomplete, or of an option's fixed choices."""
    problems = [f"{len(choices)} choices of {CHOICES}"] if len(choices) > CHOICES else []
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100:
            problems.append(f"the name of a choice is {len(choice['name'])} characters long")
        if isinstance(choice["value"], str) and not 1 <= len(choice["value"]) <= 100:
            problems.append(f"the value of a choice is {len(choice['value'])} characters long")
    return problems + _repeated("choice", choices)


def _node_problems(label: str, node: Payload) -> Iterator[str]:
    """Problems of a command, a subcommand or an option, and of everything below it."""
    for name in (node["name"], *(node.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name) or name != name.lower():
            yield f"{label}: the name {name!r} is not allowed"
    for description in (node.get("description"), *(node.get("description_localizations") or {}).values()):
        if not description or len(description) > 100:
            yield f"{label}: the description {description!r} is not 1 to 100 characters long"
    choices = node.get("choices") or []
    if choices and node.get("autocomplete"):
        yield f"{label}: has both choices and autocomplete"
    yield from (f"{label}: {problem}" for problem in choice_problems(choices))
    options = node.get("options") or []
    yield from (f"{label}: {problem}" for problem in _order_problems(options))
    for option in options:
        yield from _node_problems(f"{label} {option['name']}", option)


def _order_problems(options: Sequence[Payload]) -> Iterator[str]:
    yield from _repeated("option", options)
    if len(options) > CHOICES:
        yield f"{len(options)} options of {CHOICES}"
    values = [option for option in options if option["type"] not in _NESTING]
    if values and len(values) != len(options):
        yield "options next to subcommands"
    required = [bool(option.get("required")) for option in values]
    if required != sorted(required, reverse=True):
        yield "a required option after an optional one"


def _repeated(what: str, named: Sequence[Payload]) -> list[str]:
    names = [item["name"] for item in named]
    return [f"the {what} {name!r} twice" for name in sorted(set(names)) if names.count(name) > 1]


def _size(node: Payload) -> int:
    """The total length of names, descriptions and values, each in its longest language."""
    size = len(str(node["value"])) if isinstance(node.get("value"), str) else 0
    for key in ("name", "description"):
        texts = (node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values())
        size += max(map(len, texts))
    return size + sum(_size(child) for key in ("options", "choices") for child in node.get(key) or [])
