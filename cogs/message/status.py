"""The buttons of a table's status message."""

import discord

from cogs.message.components import row
from cogs.message.lobby import lobby_view
from cogs.message.questions import take_seat_button
from host.model.table import BaseRunningTable, RunningTable, Table, WaitingTable


def status_view(table: Table) -> discord.ui.View | None:
    """Return the buttons of a waiting table, or those that take the computers' seats; None where there are none."""
    if isinstance(table, WaitingTable):
        return lobby_view(table)
    if not isinstance(table, RunningTable) or not table.computer_seats:
        return None
    return computer_seats_view(table, discord.ButtonStyle.secondary)  # for those who play, there is nothing to press


def computer_seats_view(
    table: BaseRunningTable, style: discord.ButtonStyle = discord.ButtonStyle.success
) -> discord.ui.View:
    """Return a button for each seat of a computer, which takes it. Several are told apart by their colours."""
    seats = table.computer_seats
    marks = [seat.colour.mark if len(seats) > 1 else None for seat in seats]
    return row(
        *(take_seat_button(table.number, seat.number, mark, style) for seat, mark in zip(seats, marks, strict=True))
    )
