"""Texts of ``/board``."""

from enum import StrEnum
from typing import Final, assert_never

from carcassonne import State, format_cell
from carcassonne.projection import dead_cells, projected_scores
from cogs.text.editions import texts_of
from cogs.text.features import drawn_tile_words
from cogs.text.formatting import safe_labels, safe_name, short_list, word_list
from cogs.text.i18n import N_, _
from cogs.text.results import winner_text
from cogs.text.table import game_name, scores_line, tiles_left_short
from cogs.text.takeback import pending_line
from host.model.recent_tiles import RecentTiles
from host.model.table import FinishedTable, RunningTable, StartedTable

BOARD_LABEL: Final = N_("Board")
"""The label of the button that shows the board, and of links to it."""

_MOST_LISTED: Final = 20


class BoardView(StrEnum):
    """The part of a position that a person wants to see."""

    NORMAL = "normal"
    WORDS = "words"
    SINCE = "since"
    """The tiles laid since the reader's last tile."""
    FIELDS = "fields"
    CLAIMS = "claims"
    SCORE = "score"
    DEAD = "dead"

    @property
    def is_aid(self) -> bool:
        """Whether the view helps with counting. A table can forbid such views."""
        return self in (BoardView.FIELDS, BoardView.CLAIMS, BoardView.SCORE, BoardView.DEAD)


_VIEW_NOTES: Final = {
    BoardView.FIELDS: N_("Each field has one colour, and the fields beside it have others."),
    BoardView.CLAIMS: N_(
        "A player's colour means they hold it, stripes that they share it. Grey stripes mean nobody gets it."
    ),
}


def board_text(table: StartedTable, view: BoardView = BoardView.NORMAL) -> str:
    """Return the text above a board: whose turn it is, the tile, the points, and what the view shows."""
    return "\n".join([_headline(table), scores_line(table), *_view_lines(table, view)])


def since_text(table: StartedTable, recent: RecentTiles) -> str:
    """Return what has been laid since the reader's last tile, in the order of the numbers in the picture."""
    state, names = table.state, safe_labels(table)
    if not recent.moves:
        own, none = _("No tile since yours."), _("No tile yet.")
        return own if recent.is_since_own else none
    cells = list(state.cells.items())[-len(recent.moves) :]
    tiles = [
        f"{number}. {names[entry.seat]}: {placed.turned.tile.name} {format_cell(cell)}"
        for number, (entry, (cell, placed)) in enumerate(zip(recent.moves, cells, strict=True), 1)
    ]
    text = _("Since your last tile: {tiles}.") if recent.is_since_own else _("Latest tiles: {tiles}.")
    return text.format(tiles=short_list(tiles, _MOST_LISTED))


def aid_not_allowed_text(table: StartedTable, *, is_shared: bool = False) -> str | None:
    """Return why a view that helps with counting is not allowed; None if it is allowed.

    It is not allowed if the table forbids it, or if it would be shared.
    """
    if not (table.settings.aids or table.status.is_over):
        text = _("Hints are off in {game}. Look at the normal board instead.")
        return text.format(game=game_name(table))
    if is_shared:
        return _("Hints are for your eyes only. Leave out `share`.")
    return None


def _view_lines(table: StartedTable, view: BoardView) -> list[str]:
    match view:
        case BoardView.SCORE if table.status.is_over:
            return []
        case BoardView.SCORE:
            points = zip(safe_labels(table), projected_scores(table.state), strict=True)
            text = _("If the game ended now: {scores}.")
            return [text.format(scores=word_list([f"{name} {score}" for name, score in points]))]
        case BoardView.DEAD:
            return [_dead_text(table.state)]
        case BoardView.FIELDS | BoardView.CLAIMS:
            return [_(_VIEW_NOTES[view])]
        case BoardView.NORMAL | BoardView.SINCE | BoardView.WORDS:
            return []
        case _:
            assert_never(view)


def _dead_text(state: State) -> str:
    cells = [format_cell(cell) for cell in sorted(dead_cells(state))]
    if not cells:
        return _("There's still a tile for every open cell.")
    return _("No tile left fits at {cells}.").format(cells=word_list(cells))


def _headline(table: StartedTable) -> str:
    if isinstance(table, FinishedTable):
        return _("{game} is over. {verdict}").format(game=game_name(table), verdict=winner_text(table))
    return pending_line(table, table.pending) if table.pending else _turn_line(table)


def _turn_line(table: RunningTable) -> str:
    state, name = table.state, safe_labels(table)[table.next_seat.number]
    if question := texts_of(state).question(state):
        text = _("{game} · **{name}** decides · {question}")
        return text.format(game=game_name(table), name=name, question=question)
    shows, tile = drawn_tile_words(state)
    text = _("{game} · **{name}**'s turn · **{shows}** (tile {tile}) · {tiles_left}")
    words = {"tile": tile, "shows": shows, "tiles_left": tiles_left_short(state)}
    return text.format(game=game_name(table), name=name, **words)


def shared_text(table: StartedTable, name: str) -> str:
    """Return the text above a board that somebody shares."""
    return _("{name} shares {board}").format(name=safe_name(name), board=board_text(table))
