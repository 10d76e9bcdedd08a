"""A turn by buttons: those of the public message, and the private picker."""

from cogs.interaction.client import Client
from cogs.interaction.moves import AnswerButton
from cogs.interaction.turn_handlers import TurnButton
from cogs.message.picker import PickButton, PlaceButton
from cogs.message.turn import BoardButton, TilesButton


async def setup(bot: Client) -> None:
    """Let the buttons be answered."""
    bot.add_dynamic_items(PlaceButton, PickButton, TurnButton, AnswerButton, BoardButton, TilesButton)
