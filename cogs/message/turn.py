"""The buttons below the public message of a turn."""

import discord

from carcassonne import Answer, Phase, legal_moves
from cogs.message.components import button, row
from cogs.message.custom_ids import AnswerId, BoardId, DoneId, PlaceId, TakeBackId, TilesId
from cogs.message.questions import take_seat_button
from cogs.message.rematch import rematch_view
from cogs.text.board import BOARD_LABEL
from cogs.text.editions import texts_of
from cogs.text.formatting import seat_labels
from cogs.text.i18n import _
from cogs.text.takeback import DONE_LABEL, TAKE_BACK_LABEL
from cogs.text.turn import PLACE_LABEL
from host.model.table import RunningTable, StartedTable


def turn_view(table: StartedTable, *, has_turn: bool = True) -> discord.ui.View | None:
    """Return the buttons of a table's latest message; None if there is nothing to press, as when a computer answers.

    They end or take back a pending turn, answer a question, or play the next turn. If the game is over, they lead to
    the next one. ``has_turn`` says whether a person who ``may_undo_alone`` has a turn to undo.
    """
    if not isinstance(table, RunningTable):
        return rematch_view(table)
    if table.pending:
        return takeback_view(table)
    if table.state.phase is not Phase.PLACE:
        return answer_view(table)
    return _place_view(table, offers_undo=has_turn and may_undo_alone(table))


def takeback_view(table: StartedTable) -> discord.ui.View | None:
    """Return the buttons for the player of the last turn, to take it back or to end it; None if that needs consent."""
    if not isinstance(table, RunningTable):
        return None
    buttons = [button(TakeBackId(table.number, table.ply), _(TAKE_BACK_LABEL))]
    if table.pending:  # nobody has to press Done: the time ends by itself
        return row(*buttons, button(DoneId(table.number, table.ply), _(DONE_LABEL)))
    return row(*buttons) if may_undo_alone(table) else None


def may_undo_alone(table: RunningTable) -> bool:
    """Say whether a person who plays alone is to place a tile, after another turn: theirs, or a computer's."""
    is_asked = table.state.phase is Phase.PLACE and table.next_seat.person is not None
    return table.is_solo and is_asked and table.state.turn > 0


def _place_view(table: RunningTable, *, offers_undo: bool) -> discord.ui.View:
    seat = table.next_seat
    buttons = [button(BoardId(table.number), _(BOARD_LABEL))]
    if seat.person:
        buttons.insert(0, button(PlaceId(table.number, table.ply), _(PLACE_LABEL), discord.ButtonStyle.success))
    if table.settings.aids:
        buttons.append(button(TilesId(table.number), _("Tiles left")))
    if offers_undo:
        buttons.append(button(TakeBackId(table.number, table.ply), _(TAKE_BACK_LABEL)))
    if seat.is_open:
        buttons.append(take_seat_button(table.number, seat.number))
    return row(*buttons)


def answer_view(table: RunningTable) -> discord.ui.View | None:
    """Return a button for each answer to the question of the game; None if it asks nothing, or asks a computer."""
    state = table.state
    if state.phase is not Phase.ASK or table.next_seat.person is None:
        return None
    names, texts = seat_labels(table), texts_of(state)
    return row(
        *(
            button(
                AnswerId(table.number, table.ply, answer),
                texts.answer_label(state, answer, names),
                discord.ButtonStyle.primary,
            )
            for answer in legal_moves(state)
            if isinstance(answer, Answer)
        )
    )
