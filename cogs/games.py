"""The command that lists one's games, or all games of a channel, and whose turn it is."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import person_of, venue_of
from cogs.interaction.options import GAMES_CHOICES
from cogs.interaction.replies import answer
from screens.game_buttons import next_game_rows
from screens.screen import Screen
from screens.text.games import games_texts, listed_games, no_games_text
from screens.text.i18n import N_


class Games(commands.Cog):
    """``/games``."""

    @app_commands.command(description=N_("See your games and whose turn it is"))
    @app_commands.describe(scope=N_("mine: all your games, anywhere; here: everyone's in this channel"))
    @app_commands.choices(scope=GAMES_CHOICES)
    async def games(self, interaction: Interaction, scope: Literal["mine", "here"] = "mine") -> None:
        await interaction.response.defer(ephemeral=True)
        host, person, venue = interaction.client.host, person_of(interaction), venue_of(interaction)
        is_mine = scope == "mine" or venue.is_private
        tables = host.tables.of_person(person.id) if is_mine else host.tables.near(venue)
        if tables:
            shown = [host.deadlines.with_expected_deadline(table) for table in tables]
            loaded = [await host.tables.load_if_running(table.number) for table in listed_games(shown, person.id)]
            states = {table.number: table.state for table in loaded if table}
            *earlier, last = games_texts(shown, states, person.id)
            for text in earlier:
                await answer(interaction, text)
            view = next_game_rows(shown, person.id, interaction.client.delivery.channels.is_known)
            await answer(interaction, Screen(last, view))
        else:
            await answer(interaction, no_games_text(is_mine=is_mine, is_private=venue.is_private))


async def setup(bot: Client) -> None:
    await bot.add_cog(Games())
