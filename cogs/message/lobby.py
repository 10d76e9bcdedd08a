"""The buttons of a waiting table, and the button of a practice game."""

import discord

from cogs.message.components import Button, button, row, rows
from cogs.message.custom_ids import JoinId, LeaveId, OpenOptionsId, PracticeId, SeatsId, StartId, TimeFormId
from cogs.text.i18n import _
from cogs.text.lobby import JOIN_LABEL, OPTIONS_LABEL, PRACTICE_LABEL, START_LABEL, can_practice
from host import NO_OPTIONS, TableOptions, WaitingTable


def lobby_view(table: WaitingTable) -> discord.ui.View:
    """Return the buttons of a waiting table."""
    number = table.number
    practice = [_practice_button(number, NO_OPTIONS, discord.ButtonStyle.secondary)] if can_practice(table) else []
    return rows(
        [
            button(JoinId(number), _(JOIN_LABEL), discord.ButtonStyle.primary),
            button(LeaveId(number), _("Leave")),
            button(StartId(number), _(START_LABEL), discord.ButtonStyle.success),
            *practice,
        ],
        [
            button(SeatsId(number), _("Colour & seats")),
            button(OpenOptionsId(number), _(OPTIONS_LABEL)),
            button(TimeFormId(number), _("Time limit")),
        ],
    )


def practice_view(number: int, options: TableOptions) -> discord.ui.View:
    """Return the button that begins a practice game with these options."""
    return row(_practice_button(number, options, discord.ButtonStyle.primary))


def _practice_button(number: int, options: TableOptions, style: discord.ButtonStyle) -> Button:
    return button(PracticeId(number, options), _(PRACTICE_LABEL), style)
