"""The commands before a game: take a seat, leave, start with options."""

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import Colour
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import note_context, person_of, venue_of
from cogs.interaction.game_option import GameWithSeatArg, OwnWaitingGameArg
from cogs.interaction.option_choices import COLOUR_CHOICES
from cogs.interaction.permissions import check_bot_permissions, only_on_servers
from cogs.interaction.replies import answer, try_answer
from cogs.interaction.startup import Stage
from cogs.interaction.table_options import takes_table_options
from cogs.lobby.starting import announce_start_of_command, start_complete_rematches, start_game, take_seat
from host.model.table_options import TableOptions
from screens.text.i18n import N_
from screens.text.lobby import left_text

OLD_EDITION: Final = "chat-room-old"
TABLE_DESCRIPTION: Final = N_("The table's number, if there are several here")


class Lobby(commands.Cog):
    """``/join``, ``/leave``, ``/start`` and ``/oldstart``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add(Stage.REMATCHES, self.start_complete)

    async def start_complete(self, guild: discord.Guild | None) -> None:
        """Start the rematches that were complete when the bot stopped."""
        if guild is None:
            await start_complete_rematches(self.bot)

    @app_commands.command(description=N_("Join a table in this channel, or open one"))
    @app_commands.describe(colour=N_("The colour of your figures"), game=TABLE_DESCRIPTION)
    @app_commands.choices(colour=COLOUR_CHOICES)
    @only_on_servers
    @app_commands.check(check_bot_permissions)
    async def join(
        self, interaction: Interaction, colour: Colour | None = None, game: GameWithSeatArg | None = None
    ) -> None:
        """Give the person a seat, and refresh the message of the table."""
        await interaction.response.defer(ephemeral=True)
        await take_seat(interaction, game, colour)

    @app_commands.command(description=N_("Leave a table before the game begins"))
    @app_commands.describe(game=TABLE_DESCRIPTION)
    @only_on_servers
    async def leave(self, interaction: Interaction, game: OwnWaitingGameArg | None = None) -> None:
        """Remove the person from a waiting table, and refresh its message."""
        await interaction.response.defer(ephemeral=True)
        person = person_of(interaction)
        table = await self.bot.host.lobby.leave(venue_of(interaction), person, game)
        note_context(interaction, table)
        await try_answer(table.number, answer(interaction, left_text(table)))
        await self.bot.outbox.show_status(table.number)

    @app_commands.command(description=N_("Begin the game with everyone at the table"))
    @app_commands.describe(game=TABLE_DESCRIPTION)
    @only_on_servers
    @app_commands.check(check_bot_permissions)
    @takes_table_options()
    async def start(
        self, interaction: Interaction, chosen: TableOptions, game: OwnWaitingGameArg | None = None
    ) -> None:
        """Begin a game."""
        await self._start(interaction, game, chosen)

    @app_commands.command(description=N_("Begin with original farmer scoring"))
    @app_commands.describe(game=TABLE_DESCRIPTION)
    @only_on_servers
    @app_commands.check(check_bot_permissions)
    @takes_table_options(without=["edition"], descriptions={"options": N_("Rule options: this edition has none")})
    async def oldstart(
        self, interaction: Interaction, chosen: TableOptions, game: OwnWaitingGameArg | None = None
    ) -> None:
        """Begin a game with the original farmer scoring."""
        await self._start(interaction, game, replace(chosen, edition=OLD_EDITION))

    async def _start(self, interaction: Interaction, number: int | None, chosen: TableOptions) -> None:
        await interaction.response.defer(ephemeral=True)
        if played := await start_game(interaction, number, chosen):
            await announce_start_of_command(interaction, played)
