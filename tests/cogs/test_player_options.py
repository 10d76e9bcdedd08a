"""How many may play, only the rulesets say: options for players are made from that."""

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import EDITIONS, find_ruleset
from cogs.interaction.client import Interaction
from cogs.interaction.options import MOST_PLAYERS
from cogs.interaction.table_options import takes_players


def options_of(most: int) -> list[str]:
    class Games(commands.Cog):
        @app_commands.command()
        @app_commands.describe(file="A file")
        @takes_players("Who played", most)
        async def load(self, interaction: Interaction, file: discord.Attachment, members: list[discord.Member]) -> None:
            """Nothing is done here."""

    [command] = Games().get_app_commands()
    assert isinstance(command, app_commands.Command)
    assert all(not one.required for one in command.parameters[1:])
    return [one.name for one in command.parameters]


def test_a_sixth_player_has_an_option_once_an_edition_seats_six() -> None:
    assert options_of(5) == ["file", "player1", "player2", "player3", "player4", "player5"]
    assert options_of(MOST_PLAYERS)[-1] == "player6"
    assert max(find_ruleset(one.name, one.options).players.stop - 1 for one in EDITIONS.values()) == MOST_PLAYERS
