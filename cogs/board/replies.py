"""Private answers that show a game: the board as a picture or in words, the tiles left, an earlier turn."""

from dataclasses import replace

from carcassonne import Position
from cogs.interaction.client import Interaction
from cogs.interaction.context import check_rate_limit
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer
from host.model.game_log import RecentTiles, tiles_since_own
from host.model.table import StartedTable
from host.model.table_lookup import FoundTable
from render import Area, View
from screens.pictures import Frame, part_shown, window_of
from screens.replay import replay_message
from screens.screen import Screen, files
from screens.text.alt_text import position_texts, shown_part_text
from screens.text.board import aid_not_allowed_text, board_text, since_text, tiles_alt_text, tiles_texts
from screens.text.channels import other_games_text
from screens.text.choices import BoardView
from screens.zoom import zoom_rows


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
    shown = await board_panel(interaction, found.table, view, zoom, area)
    await answer(interaction, replace(shown, text=shown.text + other_games_text(found)))


async def board_panel(
    interaction: Interaction,
    table: StartedTable,
    view: BoardView,
    zoom: int | None,
    area: Area | None,
    middle: Position | None = None,
) -> Screen:
    """Return a board with its buttons. There is no picture if drawing fails.

    ``middle`` is the cell that the buttons keep for later if the whole board is shown now. Raise RateLimitError.
    """
    check_rate_limit(interaction, PICTURE_LIMIT)
    frame, notes = await frame_of(interaction, table, view, zoom, area)
    window = window_of(table, frame)
    picture = await interaction.client.pictures_for(interaction.user.id).board(table, f"board{table.number}", frame)
    if picture and (part := part_shown(table, frame)):
        notes.append(shown_part_text(part))
    buttons = zoom_rows(table.number, view, window, zoom, window.middle if area else middle)
    return Screen("\n".join([board_text(table, BoardView(frame.view.value)), *notes]), buttons, files(picture))


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
    pictures = interaction.client.pictures_for(interaction.user.id)
    picture = await pictures.tiles(found.table, tiles_alt_text())
    await answer(interaction, Screen(last + other_games_text(found), files=files(picture)))


async def replay_panel(interaction: Interaction, table: StartedTable, turn: int) -> Screen:
    """Return a game after ``turn`` turns, with buttons; see ``replay_message``."""
    pictures = interaction.client.pictures_for(interaction.user.id)
    return await replay_message(pictures, table, await interaction.client.host.history.replay_log(table.number), turn)
