"""Giving up: one's own seat, or the whole game if everybody agrees."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import answer
from cogs.shared.buttons import TableButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.game_options import OwnGame
from cogs.shared.limits import SUGGESTIONS
from cogs.shared.subjects import find_table, note_subject, person_of, spend
from cogs.shared.telling import tell
from cogs.shared.words.endings import agreed_text, ending_suggested_text, resign_question
from cogs.shared.words.speech import _, marked, speaking
from cogs.shared.words.tables import game_name, language_at, others_text
from host import Played


class ResignButton(TableButton, template=r"carc:resign:(?P<number>\d+)"):
    """Gives up the seat of whoever presses it."""

    action, text, style = "resign", marked("Resign"), discord.ButtonStyle.danger

    async def press(self, interaction: Interaction) -> None:
        """Resign and tell the channel."""
        played = await interaction.client.host.resign(self.number, person_of(interaction))
        note_subject(interaction, played.after)
        text = _("You have resigned from {game}.").format(game=game_name(played.after))
        await interaction.edit_original_response(content=text, view=None)
        await interaction.client.announcer.announce(played)


class EndButton(TableButton, template=r"carc:end:(?P<number>\d+)"):
    """Suggests to everybody at the table to end the game."""

    action, text, style = "end", marked("End the game for all"), discord.ButtonStyle.secondary

    async def press(self, interaction: Interaction) -> None:
        """Ask the others in public; raise TooOftenError."""
        spend(interaction, SUGGESTIONS)
        client, person = interaction.client, person_of(interaction)
        ended = await client.host.end(self.number, person)
        if isinstance(ended, Played):
            await interaction.edit_original_response(content=_("The game is ended."), view=None)
            await client.announcer.announce(ended)
            return
        note_subject(interaction, ended)
        with speaking(language_at(ended)):
            text, view = ending_suggested_text(ended, person.name), buttons(AgreeButton(self.number))
        await tell(client, ended, text, view=view)
        await interaction.edit_original_response(content=_("The others are asked in the channel."), view=None)


class AgreeButton(TableButton, template=r"carc:agree:(?P<number>\d+)"):
    """Agrees, in public, to end the game."""

    action, text, style = "agree", marked("I agree"), discord.ButtonStyle.primary

    async def press(self, interaction: Interaction) -> None:
        """Note who agrees; the last one ends the game."""
        ended = await interaction.client.host.end(self.number, person_of(interaction))
        table = ended.after if isinstance(ended, Played) else ended
        note_subject(interaction, table)
        with speaking(language_at(table)):
            text = agreed_text(table)
        if isinstance(ended, Played):
            await interaction.edit_original_response(content=text, view=None)
            await interaction.client.announcer.announce(ended)
        else:
            await interaction.edit_original_response(content=text)


class Endings(commands.Cog):
    """``/resign``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("Give up a game, or suggest ending it for all"))
    @app_commands.describe(game=marked("The game's number, if you play several here"))
    async def resign(self, interaction: Interaction, game: OwnGame | None = None) -> None:
        """Ask whether it is meant, for nothing brings a seat back."""
        await interaction.response.defer(ephemeral=True)
        found = await find_table(interaction, game)
        table = found.table
        if not table.is_at(interaction.user.id):
            await self.bot.host.resign(table.number, person_of(interaction))  # the host says why not
        question = resign_question(table, interaction.user.id) + others_text(found)
        await answer(interaction, question, view=buttons(ResignButton(table.number), EndButton(table.number)))


async def setup(bot: Client) -> None:
    """Load the commands."""
    bot.add_dynamic_items(ResignButton, EndButton, AgreeButton)
    await bot.add_cog(Endings(bot))
