"""A turn by buttons: those of the public message, and the private picker."""

from cogs.shared.client import Client
from cogs.shared.picker import PickButton, PlaceButton
from cogs.shared.questions import AnswerButton
from cogs.shared.turn_button import TurnButton
from cogs.shared.turn_view import BoardButton, TilesButton


async def setup(bot: Client) -> None:
    """Let the buttons be answered."""
    bot.add_dynamic_items(PlaceButton, PickButton, TurnButton, AnswerButton, BoardButton, TilesButton)
