"""The command tree. It answers errors, and registers the commands."""

import asyncio
import itertools
import logging
from collections.abc import Iterable
from typing import Any, Final

import discord
from discord import app_commands

from cogs.delivery.errors import is_discord_trouble
from cogs.delivery.jobs import pause_after
from cogs.interaction.command_translator import Translator
from cogs.interaction.errors import answer_error
from cogs.interaction.given_options import given_options
from cogs.interaction.reader_language import set_reader_language
from host.errors import HostError, NotOfferedError
from screens.text.markup import command_ids, set_command_ids

log = logging.getLogger(__name__)

PAUSES: Final = (2, 5, 15, 60, 300)
"""Seconds until the ids of the commands are asked for again, while some are missing."""


class CommandTree(app_commands.CommandTree[Any]):
    """The commands of the bot."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Set the language of the person. Refuse what Discord's clients do not let people ask for."""
        set_reader_language(interaction)
        is_typing = interaction.type is discord.InteractionType.autocomplete
        try:
            given = given_options(self, interaction)
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
        """Answer an error in private."""
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
    try:
        await interaction.response.autocomplete([])
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        log.debug("interaction %d could not be answered: %r", interaction.id, error)


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
