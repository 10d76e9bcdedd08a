"""The buttons of a waiting table, and those with which somebody who is alone plays right now."""

import discord

from cogs.message.components import Button, button, row, rows
from cogs.message.custom_ids import (
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
from cogs.text.i18n import _
from cogs.text.lobby import (
    JOIN_LABEL,
    OPTIONS_LABEL,
    PLAY_COMPUTER_LABEL,
    PRACTICE_LABEL,
    START_LABEL,
    can_practice,
    computers_label,
)
from host.model.table import WaitingTable
from host.model.table_options import NO_OPTIONS, TableOptions


def lobby_view(table: WaitingTable) -> discord.ui.View:
    """Return the buttons of a waiting table."""
    number = table.number
    return rows(
        [
            button(JoinId(number), _(JOIN_LABEL), discord.ButtonStyle.primary),
            button(LeaveId(number), _("Leave")),
            button(StartId(number), _(START_LABEL), discord.ButtonStyle.success),
            *(_alone_buttons(number, NO_OPTIONS) if can_practice(table) else ()),
        ],
        [
            button(SeatsId(number), _("Colour & seats")),
            button(OpenOptionsId(number), _(OPTIONS_LABEL)),
            button(TimeFormId(number), _("Time limit")),
            button(ComputersId(number), _(computers_label(table))),
        ],
    )


def alone_view(number: int, options: TableOptions) -> discord.ui.View:
    """Return the buttons that begin a game of one person with these options."""
    return row(*_alone_buttons(number, options))


def open_computer_game_button() -> Button:
    """Return the button that opens a table where it is pressed, and begins a game against a computer there."""
    return button(OpenComputerGameId(), _(PLAY_COMPUTER_LABEL))


def _alone_buttons(number: int, options: TableOptions) -> tuple[Button, Button]:
    return (
        button(ComputerGameId(number, options), _(PLAY_COMPUTER_LABEL)),
        button(PracticeId(number, options), _(PRACTICE_LABEL)),
    )
