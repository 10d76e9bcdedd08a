"""An option for each player of a game: as many as the editions allow.

A command with the decorator ``takes_players`` gets the members as a list, None for an option that was left out.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import discord
from discord import app_commands

from cogs.interaction.client import Interaction
from cogs.interaction.option_choices import MOST_PLAYERS
from cogs.interaction.table_options import Callback


def takes_players(description: str, most: int = MOST_PLAYERS) -> Callable[[Callback], Any]:
    """Return a decorator that gives a command the options ``player1``, ``player2`` … after its own, as ``members``.

    The description is marked for translation.
    """
    names = [f"player{number}" for number in range(1, most + 1)]

    def decorate(callback: Callback) -> Any:
        @wraps(callback)
        async def command(cog: Any, interaction: Interaction, **given: Any) -> None:
            members = [given.pop(name) for name in names]
            await callback(cog, interaction, members=members, **given)

        own = [one for name, one in inspect.signature(callback).parameters.items() if name != "members"]
        kind, annotation = inspect.Parameter.POSITIONAL_OR_KEYWORD, discord.Member | None
        added = [inspect.Parameter(name, kind, default=None, annotation=annotation) for name in names]
        command.__signature__ = inspect.Signature([*own, *added])  # type: ignore[attr-defined]
        app_commands.describe(**dict.fromkeys(names, description))(command)
        return command

    return decorate
