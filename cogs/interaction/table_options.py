"""Options that are declared once for all commands that take them: those of a table, and one for each player.

A command with the decorator ``takes_table_options`` gets one ``TableOptions`` instead of an argument for each option.
"""

import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.interaction.client import Interaction
from cogs.interaction.options import EDITION_CHOICES, MOST_PLAYERS, PACE_CHOICES, RuleOptionsArg
from host.model.table_options import MAX_TAKEBACK_SECONDS, TableOptions
from screens.table_options import with_ready_made
from screens.text.i18n import N_

Callback: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
"""A method of a cog that is a command."""


@dataclass(frozen=True, slots=True)
class OptionDeclaration:
    """An option of a command: its type for discord.py, its description (marked for translation), and its choices."""

    annotation: Any
    description: str
    choices: Sequence[Choice[str]] = ()


TABLE_OPTIONS: Final[Mapping[str, OptionDeclaration]] = {
    "edition": OptionDeclaration(str, N_("The rules, like The Castle; Standard if you leave it out"), EDITION_CHOICES),
    "options": OptionDeclaration(RuleOptionsArg, N_("Rule options, like: river abbot")),
    "pace": OptionDeclaration(str, N_("Time limit for a turn, like 1 day"), PACE_CHOICES),
    "takeback": OptionDeclaration(
        app_commands.Range[int, 0, MAX_TAKEBACK_SECONDS],
        N_("Seconds to undo a turn, like 60; 0 for none"),
    ),
}
"""The fields of ``TableOptions`` that can be typed, in the order in which Discord shows the options. The form of a
table has all of them.
"""


def takes_table_options(*, without: Iterable[str] = ()) -> Callable[[Callback], Any]:
    """Return a decorator that gives a command the options of a table, before its own options. All are optional.

    ``without`` names options that the command does not have.
    """
    offered = {name: one for name, one in TABLE_OPTIONS.items() if name not in set(without)}

    def decorate(callback: Callback) -> Any:
        @wraps(callback)
        async def command(cog: Any, interaction: Interaction, **given: Any) -> None:
            chosen = with_ready_made(TableOptions(**{name: given.pop(name) for name in offered}))
            await callback(cog, interaction, chosen, **given)

        cog, asker, _chosen, *own = inspect.signature(callback).parameters.values()
        added = [_optional(name, one.annotation) for name, one in offered.items()]
        command.__signature__ = inspect.Signature([cog, asker, *added, *own])  # type: ignore[attr-defined]
        app_commands.describe(**{name: one.description for name, one in offered.items()})(command)
        app_commands.choices(**{name: list(one.choices) for name, one in offered.items() if one.choices})(command)
        return command

    return decorate


def takes_players(description: str, most: int = MOST_PLAYERS) -> Callable[[Callback], Any]:
    """Return a decorator that gives a command the options ``player1``, ``player2`` … after its own.

    There are as many as the editions allow. The command gets the list ``members``, with None for an option that was
    left out. The description is marked for translation.
    """
    names = [f"player{number}" for number in range(1, most + 1)]

    def decorate(callback: Callback) -> Any:
        @wraps(callback)
        async def command(cog: Any, interaction: Interaction, **given: Any) -> None:
            members = [given.pop(name) for name in names]
            await callback(cog, interaction, members=members, **given)

        own = [one for name, one in inspect.signature(callback).parameters.items() if name != "members"]
        added = [_optional(name, discord.Member) for name in names]
        command.__signature__ = inspect.Signature([*own, *added])  # type: ignore[attr-defined]
        app_commands.describe(**dict.fromkeys(names, description))(command)
        return command

    return decorate


def _optional(name: str, annotation: Any) -> inspect.Parameter:
    """Return a parameter of a command that may be left out, as discord.py reads it from a signature."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(name, kind, default=None, annotation=annotation | None)
