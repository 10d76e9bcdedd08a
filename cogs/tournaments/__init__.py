"""Tournaments: the command, the buttons and forms, and what is due: games are opened, rounds told, messages kept."""

from cogs.interaction.client import Client
from cogs.tournaments import buttons, leaving, managing
from cogs.tournaments.command import TournamentCommand
from cogs.tournaments.due import TournamentTimer

__all__ = ["buttons", "leaving", "managing"]


async def setup(bot: Client) -> None:
    await bot.add_cog(TournamentTimer(bot))
    await bot.add_cog(TournamentCommand())
