"""What managers choose for their server: the subcommands of ``/carcassonne-admin`` about new tables."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Interaction
from cogs.interaction.context import guild_of, person_of, venue_of
from cogs.interaction.option_choices import (
    CHANNELS_CHOICES,
    EDITION_CHOICES,
    LANGUAGE_CHOICES,
    MOST_SECONDS,
    ORDER_CHOICES,
    PACE_CHOICES,
    TIMEOUT_CHOICES,
)
from cogs.interaction.options import RuleOptionsArg
from cogs.interaction.replies import answer
from cogs.text.admin import not_listed_text, server_text
from cogs.text.i18n import marked
from host import MOST_OWN, NO_OPTIONS, Order, Server, TableOptions, Timeout, wishing

MOST_TABLES: Final = 1000


class ServerDefaults(commands.Cog):
    """Mixed into the cog of ``/carcassonne-admin``."""

    @app_commands.command(description=marked("What is chosen for this server"))
    async def settings(self, interaction: Interaction) -> None:
        """Show everything that managers can choose."""
        await _choose(interaction, lambda server: server)

    @app_commands.command(description=marked("Choose in which channels tables may be opened"))
    @app_commands.describe(
        change=marked("all: in every channel again"), channel=marked("This channel, if you choose none")
    )
    @app_commands.choices(change=CHANNELS_CHOICES)
    async def channels(
        self,
        interaction: Interaction,
        change: Literal["add", "remove", "all"],
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Open or close a channel for new tables; those that are there play on."""
        number = venue_of(interaction).home if channel is None else channel.id
        match change:
            case "add":
                await _choose(interaction, lambda server: replace(server, channels=server.channels | {number}))
            case "all":
                await _choose(interaction, lambda server: replace(server, channels=frozenset()))
            case "remove" if number in _server(interaction).channels:
                await _choose(interaction, lambda server: replace(server, channels=server.channels - {number}))
            case "remove":
                await answer(interaction, not_listed_text(number))

    @app_commands.command(description=marked("Choose how many tables may wait or run at once"))
    @app_commands.describe(most=marked("How many; 0 for any number"))
    async def tables(self, interaction: Interaction, most: app_commands.Range[int, 0, MOST_TABLES]) -> None:
        """Limit the tables of the server; those that are there play on."""
        await _choose(interaction, lambda server: replace(server, most_tables=most or None))

    @app_commands.command(description=marked("Choose how new tables are set up; what you leave out stays"))
    @app_commands.describe(
        edition=marked("The rules; the chat room's if you choose none"),
        options=marked("Rule options of the edition, such as: river abbot"),
        pace=marked("How long a turn may take"),
        late=marked("What happens when that time is out"),
        aids=marked("Whether views that help with counting are allowed"),
        takeback=marked("Seconds in which a move can be taken back; 0 for never"),
        order=marked("Who sits where"),
        thread=marked("Whether the game gets a thread of its own"),
        rated=marked("Whether the game counts for the ratings"),
        language=marked("The language of messages for all"),
        reset=marked("Forget first what was chosen before"),
    )
    @app_commands.rename(late="timeout")
    @app_commands.choices(
        edition=EDITION_CHOICES,
        pace=PACE_CHOICES,
        late=TIMEOUT_CHOICES,
        order=ORDER_CHOICES,
        language=LANGUAGE_CHOICES,
    )
    async def defaults(
        self,
        interaction: Interaction,
        edition: str | None = None,
        options: RuleOptionsArg | None = None,
        pace: str | None = None,
        late: Timeout | None = None,
        aids: bool | None = None,
        takeback: app_commands.Range[int, 0, MOST_SECONDS] | None = None,
        order: Order | None = None,
        thread: bool | None = None,
        rated: bool | None = None,
        language: str | None = None,
        reset: bool = False,
    ) -> None:
        """Choose what a new table begins with; whoever organises it can still choose otherwise."""
        wishes = TableOptions(edition, options, pace, aids, takeback, order, thread, rated, late)

        def change(server: Server) -> Server:
            start = replace(server, wishes=NO_OPTIONS, language=None) if reset else server
            return wishing(start, wishes, language)

        await _choose(interaction, change)


def _server(interaction: Interaction) -> Server:
    return interaction.client.host.administration.server(guild_of(interaction))


async def _choose(interaction: Interaction, change: Callable[[Server], Server]) -> None:
    """Change what is chosen, and show it whole."""
    await interaction.response.defer(ephemeral=True)
    administration = interaction.client.host.administration
    server = await administration.choose(guild_of(interaction), person_of(interaction), change)
    await answer(interaction, server_text(server, MOST_OWN))
