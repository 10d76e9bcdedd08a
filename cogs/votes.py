"""Deciding together when the time of a turn is out."""

from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import answer
from cogs.shared.client import Client, Interaction
from cogs.shared.game_options import OwnGame
from cogs.shared.members import absent
from cogs.shared.subjects import find_table, person_of
from cogs.shared.vote_buttons import TakeSeatButton, VoteButton, vote_view
from cogs.shared.words.speech import marked
from cogs.shared.words.tables import others_text
from cogs.shared.words.votes import asked_text, vote_text


class Votes(commands.Cog):
    """``/vote``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("Decide what happens when somebody's time is out"))
    @app_commands.describe(game=marked("The game's number, if you play several here"))
    async def vote(self, interaction: Interaction, game: OwnGame | None = None) -> None:
        """Ask the table, or show who has been asked how the vote stands."""
        await interaction.response.defer(ephemeral=True)
        found = await find_table(interaction, game)
        ping = await self.bot.host.voting.open(found.table.number, person_of(interaction))
        if ping is not None:
            await self.bot.cry(ping)
            await answer(interaction, asked_text(found.table) + others_text(found))
            return
        voted = await self.bot.host.voting.look(found.table.number, await absent(self.bot, found.table))
        assert voted.table.clock is not None
        view = vote_view(found.table.number, voted.table.clock.round)
        await answer(interaction, vote_text(voted) + others_text(found), view=view)


async def setup(bot: Client) -> None:
    """Load the command."""
    bot.add_dynamic_items(VoteButton, TakeSeatButton)
    await bot.add_cog(Votes(bot))
