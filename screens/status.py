"""The buttons of a table's status message."""

from host.model.table import BaseRunningTable, RunningTable, Table, WaitingTable
from screens.lobby import lobby_rows
from screens.questions import take_seat_button
from screens.screen import Rows, Style, row


def status_rows(table: Table) -> Rows:
    """Return the buttons of a waiting table, or those that take the computers' seats; none where there are none."""
    if isinstance(table, WaitingTable):
        return lobby_rows(table)
    if not isinstance(table, RunningTable) or not table.computer_seats:
        return ()
    return computer_seats_rows(table, Style.SECONDARY)  # for those who play, there is nothing to press


def computer_seats_rows(table: BaseRunningTable, style: Style = Style.SUCCESS) -> Rows:
    """Return a button for each seat of a computer, which takes it. Several are told apart by their colours."""
    seats = table.computer_seats
    marks = [seat.colour.mark if len(seats) > 1 else None for seat in seats]
    return row(
        *(take_seat_button(table.number, seat.number, mark, style) for seat, mark in zip(seats, marks, strict=True))
    )
