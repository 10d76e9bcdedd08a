"""The buttons below the public message of a turn."""

import discord

from carcassonne import Phase
from cogs.interaction.board_replies import show_board, show_tiles
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import TableButton, buttons
from cogs.interaction.context import note_subject
from cogs.interaction.moves import answer_buttons
from cogs.interaction.takeback_handlers import takeback_buttons
from cogs.interaction.vote_handlers import TakeSeatButton
from cogs.message.picker import PlaceButton
from cogs.text.i18n import marked
from host import Found, RunningTable, StartedTable


class BoardButton(TableButton, template=r"carc:board:(?P<number>\d+)"):
    """Shows the board as it is now to whoever presses it."""

    action, text, style = "board", marked("Board"), discord.ButtonStyle.secondary

    async def press(self, interaction: Interaction) -> None:
        """Show it privately."""
        await show_board(interaction, await _found(interaction, self.number))


class TilesButton(TableButton, template=r"carc:tiles:(?P<number>\d+)"):
    """Shows the tiles that are left now to whoever presses it."""

    action, text, style = "tiles", marked("Tiles left"), discord.ButtonStyle.secondary

    async def press(self, interaction: Interaction) -> None:
        """Show them privately."""
        await show_tiles(interaction, await _found(interaction, self.number))


async def _found(interaction: Interaction, number: int) -> Found[StartedTable]:
    table = await interaction.client.host.tables.load_started(number)
    note_subject(interaction, table)
    return Found(table)


def turn_view(table: StartedTable) -> discord.ui.View | None:
    """Return the buttons of a table's latest message: the answers to a question, or what one needs for a turn; those of
    a turn that can be taken back. None where nobody can do anything.
    """
    if not isinstance(table, RunningTable):
        return None
    if table.pending:
        return takeback_buttons(table)
    if table.state.phase is Phase.PLACE:
        seat = table.next_seat
        taking = [TakeSeatButton(table.number, seat.number)] if seat.is_open else []
        tiles = [TilesButton(table.number)] if table.settings.aids else []
        return buttons(PlaceButton(table.number, table.ply), BoardButton(table.number), *tiles, *taking)
    return answer_buttons(table)
