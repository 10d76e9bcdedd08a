"""The buttons of the questions to a whole table: a vote on a late turn, an undo, the end of a game."""

from typing import Final

from host.model.clock import VoteChoice
from host.model.table import RunningTable
from screens.custom_ids import AgreeEndId, AgreeUndoId, RefuseEndId, RefuseUndoId, TakeSeatId, VoteId
from screens.screen import (
    Button,
    Rows,
    Style,
    row,
)
from screens.text.i18n import _
from screens.text.labels import AGREE_LABEL, REFUSE_LABEL, TAKE_SEAT_LABEL, VOTE_LABELS

_STYLES: Final = {VoteChoice.MORE_TIME: Style.PRIMARY, VoteChoice.END: Style.DANGER}


def vote_rows(number: int, round_: int) -> Rows:
    """Return the buttons of a vote."""
    return row(
        *(
            Button(VoteId(number, round_, one), _(VOTE_LABELS[one]), _STYLES.get(one, Style.SECONDARY))
            for one in VoteChoice
        )
    )


def take_seat_button(number: int, seat: int, mark: str | None = None, style: Style = Style.SUCCESS) -> Button:
    """Return the button that takes an open seat, or a computer's. ``mark`` is the colour of the seat."""
    return Button(TakeSeatId(number, seat), _(TAKE_SEAT_LABEL), style, emoji=mark)


def undo_rows(table: RunningTable) -> Rows:
    """Return the buttons that answer an undo request; none if there is no request."""
    if table.undo_request is None:
        return ()
    plies = table.ply, table.undo_request.ply
    return _consent_rows(AgreeUndoId(table.number, *plies), RefuseUndoId(table.number, *plies))


def end_rows(table: RunningTable) -> Rows:
    """Return the buttons that answer a request to end the game; none if there is no request."""
    if table.end_request is None:
        return ()
    question = table.end_request.number
    return _consent_rows(AgreeEndId(table.number, question), RefuseEndId(table.number, question))


def _consent_rows(agree: AgreeUndoId | AgreeEndId, refuse: RefuseUndoId | RefuseEndId) -> Rows:
    return row(Button(agree, _(AGREE_LABEL), Style.PRIMARY), Button(refuse, _(REFUSE_LABEL)))
