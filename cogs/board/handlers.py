"""The handlers of buttons that show a game: its board, the tiles left, an earlier turn."""

from cogs.board.replies import board_panel, replay_panel, show_board, show_tiles
from cogs.board.sharing import post_shared, show_shared
from cogs.interaction.context import check_rate_limit
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.press import Press
from cogs.interaction.rate_limits import FILE_LIMIT, PICTURE_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import handles
from host.model.table_lookup import FoundTable
from render import bounding_area
from screens.custom_ids import BoardId, DrawSharedId, PostSharedId, ReplayId, ShareId, TilesId, ZoomId
from screens.replay import share_rows
from screens.screen import Screen
from screens.text.board import aid_not_allowed_text, share_text
from screens.text.choices import BoardView
from screens.zoom import zoom_of


@handles(BoardId)
async def show_current_board(press: Press, pressed: BoardId) -> None:
    """Show the current board privately. Raise RateLimitError."""
    await show_board(press.interaction, FoundTable(press.started))


@handles(ZoomId)
async def show_part(press: Press, pressed: ZoomId) -> None:
    """Show another part of the current board, in the same message.

    Raise RateLimitError, and UnknownComponentError for a view that is no picture.
    """
    interaction, table = press.interaction, press.started
    if pressed.view is BoardView.WORDS:
        raise UnknownComponentError(pressed)
    if pressed.view.is_aid and (reason := aid_not_allowed_text(table)):
        await answer(interaction, reason)
        return
    zoom, middle = zoom_of(pressed.level), pressed.middle
    area = None if zoom is None or middle is None else bounding_area((middle,))
    await replace_message(interaction, await board_panel(interaction, table, pressed.view, zoom, area, middle))


@handles(TilesId)
async def show_tiles_left(press: Press, pressed: TilesId) -> None:
    """Show the tiles that are left now, privately. Raise RateLimitError."""
    await show_tiles(press.interaction, FoundTable(press.started))


@handles(ReplayId)
async def show_turn(press: Press, pressed: ReplayId) -> None:
    """Show the game after another turn, in the same message. Raise RateLimitError."""
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    await replace_message(press.interaction, await replay_panel(press.interaction, press.started, pressed.turn))


@handles(ShareId)
async def ask_form(press: Press, pressed: ShareId) -> None:
    """Ask privately in which form to share a game."""
    await answer(press.interaction, Screen(share_text(), share_rows(pressed.number, pressed.turn)))


@handles(DrawSharedId)
async def draw_shared(press: Press, pressed: DrawSharedId) -> None:
    """Draw a game in the form that was chosen, and show the file in place of the question. Raise RateLimitError."""
    check_rate_limit(press.interaction, FILE_LIMIT)
    await show_shared(press.interaction, press.started, pressed.form, pressed.first)


@handles(PostSharedId)
async def post_file(press: Press, pressed: PostSharedId) -> None:
    """Post the file of the message where the person is. Raise RateLimitError."""
    await post_shared(press.interaction, press.started, pressed.form)
