"""The command to resign, or to end a game by agreement."""

from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import find_running, person_of
from cogs.interaction.game_option import OwnGameArg
from cogs.interaction.replies import answer
from cogs.resign.handlers import resign_view
from cogs.text.agreements import resign_question
from cogs.text.channels import other_games_text
from cogs.text.i18n import N_


class Resign(commands.Cog):
    """``/resign``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=N_("Resign, or propose ending the game"))
    @app_commands.describe(game=N_("The game's number, if you play several here"))
    async def resign(self, interaction: Interaction, game: OwnGameArg | None = None) -> None:
        """Ask for confirmation, because a resignation cannot be undone."""
        await interaction.response.defer(ephemeral=True)
        found = await find_running(interaction, game)
        table = found.table
        if not table.has_player(interaction.user.id):
            await self.bot.host.turns.resign(table.number, person_of(interaction))  # the host says why not
        question = resign_question(table, interaction.user.id) + other_games_text(found)
        await answer(interaction, question, view=resign_view(table))
