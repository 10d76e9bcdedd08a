"""Giving up: one's own seat, or the whole game if everybody agrees."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import TableButton, buttons
from cogs.interaction.context import find_running, note_subject, person_of, spend
from cogs.interaction.end_handlers import AgreeEndButton, RefuseEndButton
from cogs.interaction.game_option import OwnGame
from cogs.interaction.rate_limits import SUGGESTIONS
from cogs.interaction.replies import answer
from cogs.text.consent import otherwise_asked_text
from cogs.text.end_by_agreement import END, end_asked_text, resign_question
from cogs.text.i18n import _, marked
from cogs.text.table import game_name, others_text
from host import Played


class ResignButton(TableButton, template=r"carc:resign:(?P<number>\d+)"):
    """Gives up the seat of whoever presses it."""

    action, text, style = "resign", marked("Resign"), discord.ButtonStyle.danger

    async def press(self, interaction: Interaction) -> None:
        """Resign and tell the channel."""
        played = await interaction.client.host.turns.resign(self.number, person_of(interaction))
        note_subject(interaction, played.after)
        text = _("You have resigned from {game}.").format(game=game_name(played.after))
        await interaction.edit_original_response(content=text, view=None)
        await interaction.client.announcer.announce(played)


class EndButton(TableButton, template=r"carc:end:(?P<number>\d+)"):
    """Suggests to everybody at the table to end the game."""

    action, text, style = "end", END, discord.ButtonStyle.secondary

    async def press(self, interaction: Interaction) -> None:
        """Ask the others in public; where there is nobody to ask, end it. Raise TooOftenError."""
        spend(interaction, SUGGESTIONS)
        client = interaction.client
        asked = await client.host.ending.ask(self.number, person_of(interaction))
        if isinstance(asked, Played):
            await interaction.edit_original_response(content=_("The game is ended."), view=None)
            await client.announcer.announce(asked)
        else:
            note_subject(interaction, asked.table)
            await client.cry(asked.ping)
            outcome = await client.host.notifications.outcome(asked.ping)
            text = otherwise_asked_text(asked.table, outcome) or end_asked_text(
                asked.table, asked.request, interaction.user.id
            )
            await interaction.edit_original_response(content=text, view=None)


class Endings(commands.Cog):
    """``/resign``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("Give up a game, or suggest ending it for all"))
    @app_commands.describe(game=marked("The game's number, if you play several here"))
    async def resign(self, interaction: Interaction, game: OwnGame | None = None) -> None:
        """Ask whether it is meant, for nothing brings a seat back."""
        await interaction.response.defer(ephemeral=True)
        found = await find_running(interaction, game)
        table = found.table
        if not table.is_at(interaction.user.id):
            await self.bot.host.turns.resign(table.number, person_of(interaction))  # the host says why not
        question = resign_question(table, interaction.user.id) + others_text(found)
        await answer(interaction, question, view=buttons(ResignButton(table.number), EndButton(table.number)))


async def setup(bot: Client) -> None:
    """Load the commands."""
    bot.add_dynamic_items(ResignButton, EndButton, AgreeEndButton, RefuseEndButton)
    await bot.add_cog(Endings(bot))
