"""The subcommands of ``/carcassonne-admin`` that change the settings of a server."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Interaction
from cogs.interaction.context import guild_of, person_of, venue_of
from cogs.interaction.option_choices import CHANNELS_CHOICES, LANGUAGE_CHOICES
from cogs.interaction.replies import answer
from cogs.interaction.table_options import takes_table_options
from host.model.server_settings import MOST_OWN, ServerSettings, with_table_options
from host.model.table_options import NO_OPTIONS, TableOptions
from screens.text.admin import not_listed_text, server_text
from screens.text.i18n import N_

MAX_TABLES: Final = 1000


class ServerDefaults(commands.Cog):
    """A base class of the cog of ``/carcassonne-admin``."""

    @app_commands.command(description=N_("Show this server's settings"))
    async def settings(self, interaction: Interaction) -> None:
        """Show the settings of the server."""
        await _change_server(interaction, lambda server: server)

    @app_commands.command(description=N_("Choose the channels where tables can open"))
    @app_commands.describe(change=N_("all: any channel again"), channel=N_("This channel if you leave it out"))
    @app_commands.choices(change=CHANNELS_CHOICES)
    async def channels(
        self,
        interaction: Interaction,
        change: Literal["add", "remove", "all"],
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Allow or forbid new tables in a channel. Existing tables play on."""
        number = venue_of(interaction).home if channel is None else channel.id
        match change:
            case "add":
                await _change_server(interaction, lambda server: replace(server, channels=server.channels | {number}))
            case "all":
                await _change_server(interaction, lambda server: replace(server, channels=frozenset()))
            case "remove" if number in _server(interaction).channels:
                await _change_server(interaction, lambda server: replace(server, channels=server.channels - {number}))
            case "remove":
                await answer(interaction, not_listed_text(number))

    @app_commands.command(description=N_("Limit how many tables can wait or run at a time"))
    @app_commands.describe(most=N_("How many; 0 for no limit"))
    async def tables(self, interaction: Interaction, most: app_commands.Range[int, 0, MAX_TABLES]) -> None:
        """Limit the number of tables of the server. Existing tables play on."""
        await _change_server(interaction, lambda server: replace(server, most_tables=most or None))

    @app_commands.command(description=N_("Choose how new tables begin; leave out what should stay"))
    @app_commands.describe(language=N_("Language of public messages"), reset=N_("Go back to the defaults first"))
    @app_commands.choices(language=LANGUAGE_CHOICES)
    @takes_table_options()
    async def defaults(
        self, interaction: Interaction, chosen: TableOptions, language: str | None = None, reset: bool = False
    ) -> None:
        """Choose the options of new tables. Their organisers can still change them."""

        def change(server: ServerSettings) -> ServerSettings:
            start = replace(server, table_options=NO_OPTIONS, language=None) if reset else server
            return with_table_options(start, chosen, language)

        await _change_server(interaction, change)


def _server(interaction: Interaction) -> ServerSettings:
    return interaction.client.host.administration.server(guild_of(interaction))


async def _change_server(interaction: Interaction, change: Callable[[ServerSettings], ServerSettings]) -> None:
    """Change the settings of the server, and show all of them."""
    await interaction.response.defer(ephemeral=True)
    administration = interaction.client.host.administration
    server = await administration.change_settings(guild_of(interaction), person_of(interaction), change)
    await answer(interaction, server_text(server, MOST_OWN))
