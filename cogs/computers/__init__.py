"""Computers that play: whenever a game waits for one, it thinks in another process and moves."""

from cogs.computers.computer_turns import ComputerTurns
from cogs.interaction.client import Client


async def setup(bot: Client) -> None:
    await bot.add_cog(ComputerTurns(bot))
