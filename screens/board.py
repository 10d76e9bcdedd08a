"""Looking at a game: the zoom of its board, its replay turn by turn, and the file that shares it."""

from functools import partial
from typing import Final

from carcassonne import Phase, Position, Resign
from host.model.game_log import GameHistory, effective_plies
from host.model.table import FinishedTable, StartedTable
from render import BoardWindow
from render.share import animation_file, page_file
from render.share.steps import PageWords, Step
from screens import custom_ids as ids
from screens.pictures import Pictures, picture_words
from screens.screen import Button, File, Rows, Screen, Style, files, row, rows
from screens.text.board import ending_sentence, form_label, page_texts
from screens.text.choices import BoardView, SharedForm, ZoomLevel, ZoomPress
from screens.text.i18n import _, current_language
from screens.text.labels import Label
from screens.text.markup import isolated_name
from screens.text.names import game_name, player_names, seat_labels
from screens.text.status import winners_at
from screens.text.turns import event_sentences, replay_text
from screens.turn_reports import last_reported, table_then
from workers import Listener, tell_progress

# The buttons below a board: five levels of zoom, all of it, and four that move the part that is shown

_ARROWS: Final = {
    ZoomPress.WEST: ("←", -1, 0),
    ZoomPress.NORTH: ("↑", 0, -1),
    ZoomPress.SOUTH: ("↓", 0, 1),
    ZoomPress.EAST: ("→", 1, 0),
}
"""By button: its label, and how many halves of the window it moves east and south."""


def zoom_of(level: ZoomLevel) -> int | None:
    """Return the zoom of a level as pictures have it: None for all of the board."""
    return None if level is ZoomLevel.ALL else int(level)


def zoom_rows(number: int, view: BoardView, window: BoardWindow, zoom: int | None, middle: Position | None) -> Rows:
    """Return the buttons below a board of which a window is seen.

    ``zoom`` is its level and ``middle`` the cell that was asked for; None for the whole board and for the last move.
    """
    levels, arrows = list[Button](), list[Button]()
    for level in ZoomLevel:
        is_shown = window.is_whole if level is ZoomLevel.ALL else zoom_of(level) == zoom
        custom_id = ids.ZoomId(number, ZoomPress.LEVEL, view, level, middle)
        style = Style.PRIMARY if is_shown else Style.SECONDARY
        levels.append(Button(custom_id, level.value, style, is_disabled=is_shown))
    same_level = ZoomLevel.ALL if zoom is None else ZoomLevel(str(zoom))
    for press, (label, east, south) in _ARROWS.items():
        moved = None if zoom is None else window.moved(east, south)
        arrows.append(Button(ids.ZoomId(number, press, view, same_level, moved), label, is_disabled=moved is None))
    return rows(levels[1:], [levels[0], *arrows])


# A whole game, turn by turn


async def replay_message(pictures: Pictures, table: StartedTable, history: GameHistory, turn: int) -> Screen:
    """Return the text, the buttons and the picture for a game after ``turn`` turns, or after its last turn.

    There is no picture if drawing fails.
    """
    plies = _turn_starts(history)
    last = len(plies) - 1
    turn = min(turn, last)
    then = _table_as_of(table, history, plies[turn])
    file = await pictures.board(then, f"replay{table.number}-{turn}")
    text = replay_text(last_reported(then, history), turn, last)
    return Screen(text, _replay_rows(table.number, turn, last), files(file))


def _replay_rows(number: int, turn: int, last: int) -> Rows:
    jumps = (
        (ids.Jump.FIRST, Label.FIRST_TURN, 0),
        (ids.Jump.PREVIOUS, Label.PREVIOUS_TURN, max(turn - 1, 0)),
        (ids.Jump.NEXT, Label.NEXT_TURN, min(turn + 1, last)),
        (ids.Jump.LAST, Label.LAST_TURN, last),
    )
    return row(
        *(Button(ids.ReplayId(number, jump, to), _(label), is_disabled=to == turn) for jump, label, to in jumps),
        Button(ids.ShareId(number, turn), _(Label.SHARE), is_disabled=last == 0),
    )


def _turn_starts(history: GameHistory) -> list[int]:
    """Return the plies at which a turn began or the game was over, without those undone.

    A resignation begins no turn.
    """

    def is_start(ply: int) -> bool:
        phase = history.states[ply].phase
        return phase is Phase.OVER or (phase is Phase.PLACE and not isinstance(history.logged[ply - 1], Resign))

    return list(filter(is_start, effective_plies(history.logged)))


def _table_as_of(table: StartedTable, history: GameHistory, ply: int) -> StartedTable:
    if table.status.is_over and ply == table.ply:
        return table
    return table_then(table, history, ply)


def share_rows(number: int, turn: int) -> Rows:
    """Return a button for each form: of the whole game, and of what follows a turn if that is not the first one."""
    return rows(
        *([Button(ids.DrawSharedId(number, form, first), form_label(form, first)) for form in SharedForm]
          for first in dict.fromkeys((0, turn)))
    )  # fmt: skip


def post_rows(number: int, form: SharedForm) -> Rows:
    """Return the button that posts a file where it was asked for."""
    return rows([Button(ids.PostSharedId(number, form), _(Label.POST))])


def steps_of(table: StartedTable, history: GameHistory, first: int) -> list[Step]:
    """Return a game in the current language, from a turn on, or only its last turn if it has fewer."""
    plies = _turn_starts(history)
    return [_step(table, history, plies, number) for number in range(min(first, len(plies) - 1), len(plies))]


def _step(table: StartedTable, history: GameHistory, plies: list[int], number: int) -> Step:
    then = _table_as_of(table, history, plies[number])
    played, won = last_reported(then, history), None
    sentences = list(event_sentences(played, tuple(map(isolated_name, player_names(played.players)))))
    if isinstance(then, FinishedTable):
        won = frozenset(winners_at(then))
        sentences.append(ending_sentence(then, tuple(map(isolated_name, seat_labels(then)))))
    seat = history.states[plies[number - 1]].seat if number else None
    return Step(then.state, picture_words(then), number, seat, "\n".join(sentences), won)


async def shared_file(
    pictures: Pictures, table: StartedTable, steps: list[Step], form: SharedForm, listener: Listener | None = None
) -> File | None:
    """Return the file of a game; None if drawing fails. Raise TooLargeToShowError.

    The listener hears how many frames of how many are drawn.
    """
    title = game_name(table)
    if form is SharedForm.ANIMATION:
        job, suffix = partial(animation_file, steps, pictures.look, tell_progress), "gif"
    else:
        words = PageWords(
            f"{title}: {', '.join(map(isolated_name, seat_labels(table)))}", current_language(), **page_texts()
        )
        job, suffix = partial(page_file, steps, words), "html"
    return await pictures.whole_game(table, job, f"game{table.number}.{suffix}", title, listener)
