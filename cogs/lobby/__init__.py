"""The commands, buttons and forms of waiting tables."""

from cogs.interaction.client import Client
from cogs.lobby.commands import Lobby
from cogs.lobby.computer_handlers import COMPUTER_HANDLERS
from cogs.lobby.forms import LobbyForms
from cogs.lobby.handlers import LOBBY_BUTTONS
from cogs.lobby.rematch_handlers import REMATCH_HANDLERS
from cogs.lobby.seat_handlers import SEAT_MENUS


async def setup(bot: Client) -> None:
    """Load the commands, the buttons and the forms."""
    bot.add_dynamic_items(*LOBBY_BUTTONS, *SEAT_MENUS, *COMPUTER_HANDLERS, *REMATCH_HANDLERS)
    await bot.add_cog(Lobby(bot))
    await bot.add_cog(LobbyForms(bot))
