"""The buttons below the public message of a turn."""

from carcassonne import Answer, Phase, legal_moves
from host.model.table import RunningTable, StartedTable
from screens.custom_ids import AnswerId, BoardId, DoneId, PlaceId, TakeBackId, TilesId
from screens.questions import take_seat_button
from screens.rematch import rematch_rows
from screens.screen import Button, Rows, Style, row
from screens.text.editions import texts_of
from screens.text.i18n import _
from screens.text.labels import BOARD_LABEL, DONE_LABEL, PLACE_LABEL, TAKE_BACK_LABEL
from screens.text.names import seat_labels


def turn_rows(table: StartedTable, *, has_turn: bool = True) -> Rows:
    """Return the buttons of a table's latest message; none if there is nothing to press, as when a computer answers.

    They end or take back a pending turn, answer a question, or play the next turn. If the game is over, they lead to
    the next one. ``has_turn`` says whether a person who ``may_undo_alone`` has a turn to undo.
    """
    if not isinstance(table, RunningTable):
        return rematch_rows(table)
    if table.pending:
        return takeback_rows(table)
    if table.state.phase is not Phase.PLACE:
        return answer_rows(table)
    return _place_rows(table, offers_undo=has_turn and may_undo_alone(table))


def takeback_rows(table: StartedTable) -> Rows:
    """Return the buttons for the player of the last turn, to take it back or to end it; none if that needs consent."""
    if not isinstance(table, RunningTable):
        return ()
    buttons = [Button(TakeBackId(table.number, table.ply), _(TAKE_BACK_LABEL))]
    if table.pending:  # nobody has to press Done: the time ends by itself
        return row(*buttons, Button(DoneId(table.number, table.ply), _(DONE_LABEL)))
    return row(*buttons) if may_undo_alone(table) else ()


def may_undo_alone(table: RunningTable) -> bool:
    """Return whether a person who plays alone is to place a tile, after another turn: theirs, or a computer's."""
    is_asked = table.state.phase is Phase.PLACE and table.next_seat.person is not None
    return table.is_solo and is_asked and table.state.turn > 0


def _place_rows(table: RunningTable, *, offers_undo: bool) -> Rows:
    seat = table.next_seat
    buttons = [Button(BoardId(table.number), _(BOARD_LABEL))]
    if seat.person:
        buttons.insert(0, Button(PlaceId(table.number, table.ply), _(PLACE_LABEL), Style.SUCCESS))
    if table.settings.aids:
        buttons.append(Button(TilesId(table.number), _("Tiles left")))
    if offers_undo:
        buttons.append(Button(TakeBackId(table.number, table.ply), _(TAKE_BACK_LABEL)))
    if seat.is_open:
        buttons.append(take_seat_button(table.number, seat.number))
    return row(*buttons)


def answer_rows(table: RunningTable) -> Rows:
    """Return a button for each answer to the question of the game; none if it asks nothing, or asks a computer."""
    state = table.state
    if state.phase is not Phase.ASK or table.next_seat.person is None:
        return ()
    names, texts = seat_labels(table), texts_of(state)
    return row(
        *(
            Button(
                AnswerId(table.number, table.ply, answer),
                texts.answer_label(state, answer, names),
                Style.PRIMARY,
            )
            for answer in legal_moves(state)
            if isinstance(answer, Answer)
        )
    )
