"""The replay of a game: one private message with buttons that lead to earlier and later turns."""

import discord

from carcassonne import Phase, Resign
from cogs.message.components import Button, button, row
from cogs.message.custom_ids import Jump, ReplayId, ShareId
from cogs.message.pictures import Pictures
from cogs.message.turn_reports import last_reported
from cogs.text.i18n import _
from cogs.text.replay import FIRST, LAST, NEXT, PREVIOUS, replay_text
from cogs.text.share import SHARE
from host.model.game_history import GameHistory
from host.model.game_log import effective_plies
from host.model.past_tables import table_at
from host.model.table import StartedTable


async def replay_message(
    pictures: Pictures, table: StartedTable, history: GameHistory, turn: int
) -> tuple[str, discord.File, discord.ui.View]:
    """Return the text, the picture and the buttons for a game after ``turn`` turns, or after its last turn.

    The picture is MISSING if drawing fails.
    """
    plies = turn_starts(history)
    last = len(plies) - 1
    turn = min(turn, last)
    then = table_as_of(table, history, plies[turn])
    file = await pictures.board(then, f"replay{table.number}-{turn}")
    return replay_text(last_reported(then, history), turn, last), file, _replay_view(table.number, turn, last)


def _replay_view(number: int, turn: int, last: int) -> discord.ui.View:
    def jump(to: Jump, label: str, target: int, *, is_enabled: bool) -> Button:
        return button(ReplayId(number, to, target), _(label), is_disabled=not is_enabled)

    return row(
        jump(Jump.FIRST, FIRST, 0, is_enabled=turn > 0),
        jump(Jump.PREVIOUS, PREVIOUS, max(turn - 1, 0), is_enabled=turn > 0),
        jump(Jump.NEXT, NEXT, min(turn + 1, last), is_enabled=turn < last),
        jump(Jump.LAST, LAST, last, is_enabled=turn < last),
        button(ShareId(number, turn), _(SHARE), is_disabled=last == 0),
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
