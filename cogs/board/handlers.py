"""The handlers of buttons that show a game: its board, the tiles left, an earlier turn."""

from typing import Final

from discord.utils import MISSING

from cogs.board.replies import board_panel, replay_panel, show_board, show_tiles
from cogs.board.sharing import post_shared, show_shared
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import check_rate_limit, note_context
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.rate_limits import FILE_LIMIT, PICTURE_LIMIT
from cogs.interaction.replies import answer
from cogs.message.custom_ids import BoardId, DrawSharedId, PostSharedId, ReplayId, ShareId, TilesId, ZoomId
from cogs.message.share import share_view
from cogs.message.zoom import zoom_of
from cogs.text.board import BoardView, aid_not_allowed_text
from cogs.text.formatting import truncate
from cogs.text.share import share_text
from host.model.table import StartedTable
from host.model.table_lookup import FoundTable
from render import bounding_area


class BoardButton(PersistentButton[BoardId], handles=BoardId):
    """Shows the current board."""

    async def press(self, interaction: Interaction, pressed: BoardId) -> None:
        """Show it privately. Raise RateLimitError."""
        await show_board(interaction, await _found(interaction, pressed.number))


class ZoomButton(PersistentButton[ZoomId], handles=ZoomId):
    """Shows another part of the current board, in the same message."""

    async def press(self, interaction: Interaction, pressed: ZoomId) -> None:
        """Show it. Raise RateLimitError, and UnknownComponentError for a view that is no picture."""
        table = await interaction.client.host.tables.load_started(pressed.number)
        note_context(interaction, table)
        if pressed.view is BoardView.WORDS:
            raise UnknownComponentError(pressed)
        if pressed.view.is_aid and (reason := aid_not_allowed_text(table)):
            await answer(interaction, reason)
            return
        zoom, middle = zoom_of(pressed.level), pressed.middle
        area = None if zoom is None or middle is None else bounding_area((middle,))
        text, file, view = await board_panel(interaction, table, pressed.view, zoom, area, middle)
        files = [] if file is MISSING else [file]
        await interaction.edit_original_response(content=truncate(text), attachments=files, view=view)


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


class ShareButton(PersistentButton[ShareId], handles=ShareId):
    """Asks in which form to share a game."""

    async def press(self, interaction: Interaction, pressed: ShareId) -> None:
        """Ask privately."""
        await answer(interaction, share_text(), view=share_view(pressed.number, pressed.turn))


class DrawSharedButton(PersistentButton[DrawSharedId], handles=DrawSharedId):
    """Draws a game in the form that was chosen."""

    async def press(self, interaction: Interaction, pressed: DrawSharedId) -> None:
        """Show the file in place of the question. Raise RateLimitError."""
        check_rate_limit(interaction, FILE_LIMIT)
        table = await interaction.client.host.tables.load_started(pressed.number)
        await show_shared(interaction, table, pressed.form, pressed.first)


class PostSharedButton(PersistentButton[PostSharedId], handles=PostSharedId):
    """Posts the file of its message."""

    async def press(self, interaction: Interaction, pressed: PostSharedId) -> None:
        """Post it where the person is. Raise RateLimitError."""
        table = await interaction.client.host.tables.load_started(pressed.number)
        await post_shared(interaction, table, pressed.form)


BOARD_BUTTONS: Final = (
    BoardButton,
    ZoomButton,
    TilesButton,
    ReplayButton,
    ShareButton,
    DrawSharedButton,
    PostSharedButton,
)
