"""The handlers of buttons that show a game: its board, the tiles left, an earlier turn."""

from typing import Final

from discord.utils import MISSING

from cogs.board.replies import replay_panel, show_board, show_tiles
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import check_rate_limit, note_context
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.message.custom_ids import BoardId, ReplayId, TilesId
from host import FoundTable, StartedTable


class BoardButton(PersistentButton[BoardId], handles=BoardId):
    """Shows the current board."""

    async def press(self, interaction: Interaction, pressed: BoardId) -> None:
        """Show it privately. Raise RateLimitError."""
        await show_board(interaction, await _found(interaction, pressed.number))


class TilesButton(PersistentButton[TilesId], handles=TilesId):
    """Shows the tiles that are left now."""

    async def press(self, interaction: Interaction, pressed: TilesId) -> None:
        """Show them privately. Raise RateLimitError."""
        await show_tiles(interaction, await _found(interaction, pressed.number))


async def _found(interaction: Interaction, number: int) -> FoundTable[StartedTable]:
    table = await interaction.client.host.tables.load_started(number)
    note_context(interaction, table)
    return FoundTable(table)


class ReplayButton(PersistentButton[ReplayId], handles=ReplayId):
    """Shows the game after another turn, in the same message."""

    async def press(self, interaction: Interaction, pressed: ReplayId) -> None:
        """Show it. Raise RateLimitError."""
        check_rate_limit(interaction, PICTURE_LIMIT)
        table = await interaction.client.host.tables.load_started(pressed.number)
        text, file, view = await replay_panel(interaction, table, pressed.turn)
        files = [] if file is MISSING else [file]
        await interaction.edit_original_response(content=text, attachments=files, view=view)


BOARD_BUTTONS: Final = (BoardButton, TilesButton, ReplayButton)
