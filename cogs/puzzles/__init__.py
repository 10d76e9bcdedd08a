"""The puzzle of the day: ``/puzzle`` and its buttons, the work that makes puzzles, and where they are posted."""

from cogs.interaction.client import Client
from cogs.puzzles.answering import PuzzleCommand
from cogs.puzzles.making import PuzzleMaker
from cogs.puzzles.posting import PuzzlePoster


async def setup(bot: Client) -> None:
    maker = PuzzleMaker(bot)
    for cog in (maker, PuzzleCommand(bot, maker), PuzzlePoster(bot, maker)):
        await bot.add_cog(cog)
