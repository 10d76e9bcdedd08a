"""The command and the buttons to undo a turn with the consent of the others."""

from cogs.interaction.client import Client
from cogs.undo.commands import Undo
from cogs.undo.handlers import UNDO_BUTTONS


async def setup(bot: Client) -> None:
    """Load the command and the buttons."""
    bot.add_dynamic_items(*UNDO_BUTTONS)
    await bot.add_cog(Undo(bot))
