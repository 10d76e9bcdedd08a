"""The buttons of a table's status message."""

import discord

from cogs.message.components import row
from cogs.message.lobby import lobby_view
from cogs.message.questions import take_seat_button
from host import BaseRunningTable, RunningTable, Table, WaitingTable


def status_view(table: Table) -> discord.ui.View | None:
    """Return the buttons of a waiting table, or those that take the computers' seats; None where there are none."""
    if isinstance(table, WaitingTable):
        return lobby_view(table)
    return computer_seats_view(table) if isinstance(table, RunningTable) and table.computer_seats else None


def computer_seats_view(table: BaseRunningTable) -> discord.ui.View:
    """Return a button for each seat of a computer, which takes it. Several are told apart by their colours."""
    seats = table.computer_seats
    marks = [seat.colour.mark if len(seats) > 1 else None for seat in seats]
    return row(*(take_seat_button(table.number, seat.number, mark) for seat, mark in zip(seats, marks, strict=True)))
