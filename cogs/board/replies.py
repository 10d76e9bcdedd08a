"""Private answers that show a game: the board as a picture or in words, the tiles left, an earlier turn."""

import discord
from discord.utils import MISSING

from carcassonne import Position
from cogs.interaction.client import Interaction
from cogs.interaction.context import check_rate_limit
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer
from cogs.message.pictures import Frame, part_shown, window_of
from cogs.message.replay import replay_message
from cogs.message.zoom import zoom_view
from cogs.text.alt_text import position_texts
from cogs.text.board import BoardView, aid_not_allowed_text, board_text, since_text
from cogs.text.table import other_games_text
from cogs.text.tiles import tiles_alt_text, tiles_texts
from cogs.text.zoom import shown_part_text
from host.model.recent_tiles import RecentTiles, tiles_since_own
from host.model.table import StartedTable
from host.model.table_lookup import FoundTable
from render import Area, View


async def show_board(
    interaction: Interaction,
    found: FoundTable[StartedTable],
    view: BoardView = BoardView.NORMAL,
    zoom: int | None = None,
    area: Area | None = None,
) -> None:
    """Answer with a board, and buttons that show more or less of it. The interaction is deferred.

    Raise RateLimitError.
    """
    text, file, buttons = await board_panel(interaction, found.table, view, zoom, area)
    await answer(interaction, text + other_games_text(found), file=file, view=buttons)


async def board_panel(
    interaction: Interaction,
    table: StartedTable,
    view: BoardView,
    zoom: int | None,
    area: Area | None,
    middle: Position | None = None,
) -> tuple[str, discord.File, discord.ui.View]:
    """Return the text, the picture and the buttons for a board. The picture is MISSING if drawing fails.

    ``middle`` is the cell that the buttons keep for later if the whole board is shown now. Raise RateLimitError.
    """
    check_rate_limit(interaction, PICTURE_LIMIT)
    frame, notes = await frame_of(interaction, table, view, zoom, area)
    window = window_of(table, frame)
    file = await pictures_for(interaction.client, interaction.user.id).board(table, f"board{table.number}", frame)
    if file is not MISSING and (part := part_shown(table, frame)):
        notes.append(shown_part_text(part))
    buttons = zoom_view(table.number, view, window, zoom, window.middle if area else middle)
    return "\n".join([board_text(table, BoardView(frame.view.value)), *notes]), file, buttons


async def frame_of(
    interaction: Interaction, table: StartedTable, view: BoardView, zoom: int | None, area: Area | None
) -> tuple[Frame, list[str]]:
    """Return which part of a board is shown and how, and what is said about that."""
    if view is not BoardView.SINCE:
        return Frame(View(view.value), zoom, area), []
    recent = await _recent_tiles(interaction, table)
    return Frame(View.NORMAL, zoom, area, len(recent.moves)), [since_text(table, recent)]


async def _recent_tiles(interaction: Interaction, table: StartedTable) -> RecentTiles:
    """Return the tiles laid since a person's last tile. If they have laid none, return the last round."""
    log = await interaction.client.host.history.log(table.number)
    return tiles_since_own(log[: table.ply], interaction.user.id, len(table.seats))  # the game may have gone on


async def show_position(interaction: Interaction, found: FoundTable[StartedTable]) -> None:
    """Answer with the whole position in words. The interaction is deferred."""
    *earlier, last = position_texts(found.table)
    for page in earlier:
        await answer(interaction, page)
    await answer(interaction, last + other_games_text(found))


async def show_tiles(interaction: Interaction, found: FoundTable[StartedTable]) -> None:
    """Answer with the tiles left, or say that the table forbids that.

    The interaction is deferred. Raise RateLimitError.
    """
    if reason := aid_not_allowed_text(found.table):
        await answer(interaction, reason)
        return
    check_rate_limit(interaction, PICTURE_LIMIT)
    *earlier, last = tiles_texts(found.table.state)
    for page in earlier:
        await answer(interaction, page)
    pictures = pictures_for(interaction.client, interaction.user.id)
    file = await pictures.tiles(found.table, tiles_alt_text())
    await answer(interaction, last + other_games_text(found), file=file)


async def replay_panel(
    interaction: Interaction, table: StartedTable, turn: int
) -> tuple[str, discord.File, discord.ui.View]:
    """Return the text, the picture and the buttons for a game after ``turn`` turns; see ``replay_message``."""
    pictures = pictures_for(interaction.client, interaction.user.id)
    return await replay_message(pictures, table, await interaction.client.host.history.replay_log(table.number), turn)
