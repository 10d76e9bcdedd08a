"""How many commands, options, choices and levels of subcommands there are, beside what Discord allows."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from tests.cogs.room import ON_SIMCORD, Room
from tests.discord_schema import command_problems

pytestmark = ON_SIMCORD

COMMANDS: Final = 100
OPTIONS: Final = 25
"""Of a command or a subcommand; also the subcommands of a group, and the choices of an option."""
LEVELS: Final = 3
"""A command, a group of subcommands, a subcommand."""
NESTED: Final = (1, 2)
"""The types of options that are subcommands, and groups of them."""

Node = Mapping[str, Any]


@pytest.fixture
def registered(room: Room) -> list[Node]:
    return [one for commands in room.env.backend.commands.values() for one in commands.values()]


def nodes(node: Node, level: int = 1) -> Iterator[tuple[Node, int]]:
    """A command or an option with all below it, and the level of the command or subcommand that each belongs to."""
    yield node, level
    for child in node.get("options") or []:
        yield from nodes(child, level + (child["type"] in NESTED))


async def test_there_are_not_too_many_commands_options_choices_and_levels(registered: list[Node]) -> None:
    assert 10 < len(registered) <= COMMANDS
    everything = [one for command in registered for one in nodes(command)]
    assert max(len(node.get("options") or []) for node, _ in everything) <= OPTIONS
    assert max(len(node.get("choices") or []) for node, _ in everything) <= OPTIONS
    assert max(level for _, level in everything) <= LEVELS
    assert command_problems(registered) == [], "names, descriptions in every language, and all texts of a command"
