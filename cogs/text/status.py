"""The status message of a game: how it stands while it runs, then the result."""

import discord

from cogs.text.clock import due_text, timeout_lines
from cogs.text.editions import edition_text
from cogs.text.formatting import join_lines, safe_labels
from cogs.text.i18n import _
from cogs.text.links import board_link
from cogs.text.rematch import series_lines
from cogs.text.results import winner_text
from cogs.text.table import game_name, score_lines, tiles_left_short
from cogs.text.takeback import draw_time, mover_name
from host.model.table import BaseRunningTable, FinishedTable, StartedTable


def status_text(table: StartedTable) -> str:
    """Return the status of a game: whose turn it is and since when, a link to the board, and the points.

    A game with a time limit also says what happens when the time is out.
    """
    rules = edition_text(table.edition, table.options)
    if isinstance(table, FinishedTable):
        head = _("{game} is over. {verdict}").format(game=game_name(table), verdict=winner_text(table))
        return join_lines([head, f"{rules} · {board_link(table)}", *score_lines(table), *series_lines(table)])
    items = [whose_turn_text(table), tiles_left_short(table.state), board_link(table)]
    head = f"**{game_name(table)}** · {rules}"
    return join_lines([head, " · ".join(items), *score_lines(table), *series_lines(table), *timeout_lines(table)])


def whose_turn_text(table: BaseRunningTable, person_id: int | None = None) -> str:
    """Say whose turn it is, since when and until when. The person's own turn is called "your turn"."""
    if pending := table.pending:
        text = _("{name} just played, next tile {time}")
        return text.format(name=mover_name(table, pending), time=draw_time(pending))
    is_own = person_id is not None and table.next_seat.is_played_by(person_id)
    turn = _("**your turn**, started {when}") if is_own else _("{name}'s turn, started {when}")
    name, when = safe_labels(table)[table.next_seat.number], discord.utils.format_dt(table.moved_at, "R")
    return turn.format(name=name, when=when) + due_text(table)
