"""The words above a board that somebody asked for."""

from cogs.shared.words.castle import question_text
from cogs.shared.words.features import tile_text
from cogs.shared.words.language import safe, safe_labels
from cogs.shared.words.results import verdict
from cogs.shared.words.speech import _
from cogs.shared.words.tables import game_name, standings, tiles_left_text
from cogs.shared.words.takeback import pending_line
from host import Table


def board_text(table: Table) -> str:
    """Return the words above a board: whose turn it is and with what, and how everybody stands."""
    assert table.state is not None
    return f"{_headline(table)}\n{standings(table, table.state)}"


def _headline(table: Table) -> str:
    state = table.state
    assert state is not None
    if table.pending:
        return pending_line(table)
    if table.to_move is None:
        return _("{game} is over. {verdict}").format(game=game_name(table), verdict=verdict(table, state))
    name = safe_labels(table)[table.to_move.number]
    if question := question_text(state):
        text = _("{game}: **{name}** has to answer. {question}")
        return text.format(game=game_name(table), name=name, question=question)
    assert state.tile is not None
    shows = tile_text(state.tile.segments, state.ruleset.terms)
    text = _("{game}: **{name}** to move with tile **{tile}** ({shows}).")
    moving = text.format(game=game_name(table), name=name, tile=state.tile.name, shows=shows)
    return f"{moving} {tiles_left_text(state)}"


def shared_text(table: Table, name: str) -> str:
    """Return the words above a board that somebody shows to all."""
    return _("{name} shows the board of {board}").format(name=safe(name), board=board_text(table))
