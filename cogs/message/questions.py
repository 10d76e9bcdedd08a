"""The buttons of the questions to a whole table: a vote on a late turn, an undo, the end of a game."""

from typing import Final

import discord

from cogs.message.components import Button, button, row
from cogs.message.custom_ids import AgreeEndId, AgreeUndoId, RefuseEndId, RefuseUndoId, TakeSeatId, VoteId
from cogs.text.clock import TAKE_SEAT_LABEL
from cogs.text.consent import AGREE_LABEL, REFUSE_LABEL
from cogs.text.i18n import _
from cogs.text.votes import VOTE_LABELS
from host.model.clock import VoteChoice
from host.model.table import RunningTable

_STYLES: Final = {VoteChoice.MORE_TIME: discord.ButtonStyle.primary, VoteChoice.END: discord.ButtonStyle.danger}


def vote_view(number: int, round_: int) -> discord.ui.View:
    """Return the buttons of a vote."""
    return row(
        *(
            button(VoteId(number, round_, one), _(VOTE_LABELS[one]), _STYLES.get(one, discord.ButtonStyle.secondary))
            for one in VoteChoice
        )
    )


def take_seat_button(
    number: int, seat: int, mark: str | None = None, style: discord.ButtonStyle = discord.ButtonStyle.success
) -> Button:
    """Return the button that takes an open seat, or a computer's. ``mark`` is the colour of the seat."""
    return button(TakeSeatId(number, seat), _(TAKE_SEAT_LABEL), style, emoji=mark)


def undo_view(table: RunningTable) -> discord.ui.View | None:
    """Return the buttons that answer an undo request; None if there is no request."""
    if table.undo_request is None:
        return None
    plies = table.ply, table.undo_request.ply
    return _consent_view(AgreeUndoId(table.number, *plies), RefuseUndoId(table.number, *plies))


def end_view(table: RunningTable) -> discord.ui.View | None:
    """Return the buttons that answer a request to end the game; None if there is no request."""
    if table.end_request is None:
        return None
    question = table.end_request.number
    return _consent_view(AgreeEndId(table.number, question), RefuseEndId(table.number, question))


def _consent_view(agree: AgreeUndoId | AgreeEndId, refuse: RefuseUndoId | RefuseEndId) -> discord.ui.View:
    return row(button(agree, _(AGREE_LABEL), discord.ButtonStyle.primary), button(refuse, _(REFUSE_LABEL)))
