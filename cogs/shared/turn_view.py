"""The buttons below the public message of a turn."""

import discord

from carcassonne import Phase
from cogs.shared.boards import show_board, show_tiles
from cogs.shared.buttons import TableButton, buttons
from cogs.shared.client import Interaction
from cogs.shared.picker import PlaceButton
from cogs.shared.questions import answer_buttons
from cogs.shared.subjects import note_subject
from cogs.shared.takeback import takeback_buttons
from cogs.shared.vote_buttons import TakeSeatButton
from cogs.shared.words.speech import marked
from host import Found, Table


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


async def _found(interaction: Interaction, number: int) -> Found:
    table = await interaction.client.host.table(number)
    note_subject(interaction, table)
    return Found(table)


def turn_view(table: Table) -> discord.ui.View | None:
    """Return the buttons of a table's latest message: the answers to a question, or what one needs for a turn; those of
    a turn that can be taken back. None where nobody can do anything.
    """
    state = table.state
    if table.pending:
        return takeback_buttons(table)
    if state is None or table.to_move is None:
        return None
    if state.phase is Phase.PLACE:
        seat = table.to_move
        taking = [TakeSeatButton(table.number, seat.number)] if seat.is_open else []
        tiles = [TilesButton(table.number)] if table.settings.aids else []
        return buttons(PlaceButton(table.number, table.ply), BoardButton(table.number), *tiles, *taking)
    return answer_buttons(table)
