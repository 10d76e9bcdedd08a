"""The words above a board that somebody asked for."""

from cogs.shared.words.castle import question_text
from cogs.shared.words.features import tile_text
from cogs.shared.words.language import safe, safe_labels
from cogs.shared.words.results import verdict
from cogs.shared.words.tables import game_name, standings, tiles_left_text
from host import Table


def board_text(table: Table) -> str:
    """Return the words above a board: whose turn it is and with what, and how everybody stands."""
    state = table.state
    assert state is not None
    if table.to_move is None:
        return f"{game_name(table)} is over. {verdict(table, state)}\n{standings(table, state)}"
    name = safe_labels(table)[table.to_move.number]
    if question := question_text(state):
        return f"{game_name(table)}: **{name}** has to answer. {question}\n{standings(table, state)}"
    assert state.tile is not None
    shows = tile_text(state.tile.segments, state.ruleset.terms)
    return (
        f"{game_name(table)}: **{name}** to move with tile **{state.tile.name}** ({shows}). {tiles_left_text(state)}\n"
        + standings(table, state)
    )


def shared_text(table: Table, name: str) -> str:
    """Return the words above a board that somebody shows to all."""
    return f"{safe(name)} shows the board of {board_text(table)}"
