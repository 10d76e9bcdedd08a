"""The buttons of a waiting table, and those with which somebody who is alone plays right now."""

from host.model.lobby_rules import can_practice
from host.model.table import WaitingTable
from host.model.table_options import NO_OPTIONS, TableOptions
from screens.custom_ids import (
    ComputerGameId,
    ComputersId,
    JoinId,
    LeaveId,
    OpenComputerGameId,
    OpenOptionsId,
    PracticeId,
    SeatsId,
    StartId,
    TimeFormId,
)
from screens.screen import Button, Rows, Style, row, rows
from screens.text.i18n import _
from screens.text.labels import JOIN_LABEL, OPTIONS_LABEL, PLAY_COMPUTER_LABEL, PRACTICE_LABEL, START_LABEL
from screens.text.lobby import computers_label


def lobby_rows(table: WaitingTable) -> Rows:
    """Return the buttons of a waiting table."""
    number = table.number
    return rows(
        [
            Button(JoinId(number), _(JOIN_LABEL), Style.PRIMARY),
            Button(LeaveId(number), _("Leave")),
            Button(StartId(number), _(START_LABEL), Style.SUCCESS),
            *(_alone_buttons(number, NO_OPTIONS) if can_practice(table) else ()),
        ],
        [
            Button(SeatsId(number), _("Colour & seats")),
            Button(OpenOptionsId(number), _(OPTIONS_LABEL)),
            Button(TimeFormId(number), _("Time limit")),
            Button(ComputersId(number), _(computers_label(table))),
        ],
    )


def alone_rows(number: int, options: TableOptions) -> Rows:
    """Return the buttons that begin a game of one person with these options."""
    return row(*_alone_buttons(number, options))


def open_computer_game_button() -> Button:
    """Return the button that opens a table where it is pressed, and begins a game against a computer there."""
    return Button(OpenComputerGameId(), _(PLAY_COMPUTER_LABEL))


def _alone_buttons(number: int, options: TableOptions) -> tuple[Button, Button]:
    return (
        Button(ComputerGameId(number, options), _(PLAY_COMPUTER_LABEL)),
        Button(PracticeId(number, options), _(PRACTICE_LABEL)),
    )
