"""Private answers that show a game: the board as a picture or in words, the tiles left, an earlier turn."""

import discord

from cogs.interaction.client import Interaction
from cogs.interaction.context import check_rate_limit
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer
from cogs.message.pictures import WHOLE_FRAME, Frame
from cogs.message.replay import replay_message
from cogs.text.alt_text import position_texts
from cogs.text.board import BoardView, aid_not_allowed_text, board_text
from cogs.text.table import other_games_text
from cogs.text.tiles import tiles_alt_text, tiles_texts
from host import FoundTable, StartedTable


async def show_board(
    interaction: Interaction, found: FoundTable[StartedTable], frame: Frame = WHOLE_FRAME, *notes: str
) -> None:
    """Answer with a board. ``notes`` follow its text. The interaction is deferred. Raise RateLimitError."""
    check_rate_limit(interaction, PICTURE_LIMIT)
    pictures = pictures_for(interaction.client, interaction.user.id)
    file = await pictures.board(found.table, f"board{found.table.number}", frame)
    text = "\n".join([board_text(found.table, BoardView(frame.view.value)), *notes])
    await answer(interaction, text + other_games_text(found), file=file)


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
