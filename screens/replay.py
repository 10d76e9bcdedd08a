"""The replay of a game: one private message with buttons that lead to earlier and later turns."""

from carcassonne import Phase, Resign
from host.model.game_log import GameHistory, effective_plies
from host.model.table import StartedTable, table_at
from screens.custom_ids import Jump, ReplayId, ShareId
from screens.pictures import Pictures
from screens.screen import Button, Rows, Screen, files, row
from screens.text.i18n import _
from screens.text.labels import FIRST_TURN_LABEL, LAST_TURN_LABEL, NEXT_TURN_LABEL, PREVIOUS_TURN_LABEL, SHARE_LABEL
from screens.text.turns import replay_text
from screens.turn_reports import last_reported


async def replay_message(pictures: Pictures, table: StartedTable, history: GameHistory, turn: int) -> Screen:
    """Return the text, the buttons and the picture for a game after ``turn`` turns, or after its last turn.

    There is no picture if drawing fails.
    """
    plies = turn_starts(history)
    last = len(plies) - 1
    turn = min(turn, last)
    then = table_as_of(table, history, plies[turn])
    file = await pictures.board(then, f"replay{table.number}-{turn}")
    text = replay_text(last_reported(then, history), turn, last)
    return Screen(text, _replay_rows(table.number, turn, last), files(file))


def _replay_rows(number: int, turn: int, last: int) -> Rows:
    def jump(to: Jump, label: str, target: int, *, is_enabled: bool) -> Button:
        return Button(ReplayId(number, to, target), _(label), is_disabled=not is_enabled)

    return row(
        jump(Jump.FIRST, FIRST_TURN_LABEL, 0, is_enabled=turn > 0),
        jump(Jump.PREVIOUS, PREVIOUS_TURN_LABEL, max(turn - 1, 0), is_enabled=turn > 0),
        jump(Jump.NEXT, NEXT_TURN_LABEL, min(turn + 1, last), is_enabled=turn < last),
        jump(Jump.LAST, LAST_TURN_LABEL, last, is_enabled=turn < last),
        Button(ShareId(number, turn), _(SHARE_LABEL), is_disabled=last == 0),
    )


def turn_starts(history: GameHistory) -> list[int]:
    """Return the plies at which a turn began or the game was over, without those undone.

    A resignation begins no turn.
    """

    def is_start(ply: int) -> bool:
        phase = history.states[ply].phase
        return phase is Phase.OVER or (phase is Phase.PLACE and not isinstance(history.logged[ply - 1], Resign))

    return list(filter(is_start, effective_plies(history.logged)))


def table_as_of(table: StartedTable, history: GameHistory, ply: int) -> StartedTable:
    """Return a table as it was at a ply."""
    if table.status.is_over and ply == table.ply:
        return table
    return table_at(table, ply, history.states[ply], history.played_at(ply))
