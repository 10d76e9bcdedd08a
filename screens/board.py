"""Looking at a game: the zoom of its board, its replay turn by turn, and the file that shares it."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from carcassonne import Phase, Position, Resign
from host.model.controllers import Controller
from host.model.game import PlayResult
from host.model.game_log import GameHistory, effective_plies
from host.model.table import FinishedTable, StartedTable
from render import Area, BoardWindow, bounding_area
from render.share import animation_file, page_file
from render.share.steps import PageReview, PageWords, Step
from screens import custom_ids as ids
from screens.pictures import Frame, Pictures, picture_words, window_of
from screens.screen import Button, File, Menu, Rows, Screen, Style, choices, files, row, rows
from screens.text.board import (
    aid_not_allowed_text,
    ending_sentence,
    form_label,
    level_label,
    page_name,
    shared_alt_text,
)
from screens.text.choices import VIEW_NAMES, BoardView, SharedForm, ZoomLevel, ZoomPress
from screens.text.i18n import _, current_language
from screens.text.labels import Label
from screens.text.markup import capitalize, isolated_name
from screens.text.names import game_name, player_names, safe_names, seat_labels
from screens.text.status import winners_at
from screens.text.step_words import step_words
from screens.text.turns import event_sentences, move_sentences, replay_text
from screens.turn_reports import last_reported, table_then
from screens.zip_file import zip_file
from workers import Listener, tell_progress

# Below a board: five levels of zoom, all of it, four arrows that move the part that is shown, and a menu of views

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


def level_of(zoom: int | None) -> ZoomLevel:
    """Return the level of a zoom."""
    return ZoomLevel.ALL if zoom is None else ZoomLevel(str(zoom))


def area_at(level: ZoomLevel, middle: Position | None) -> Area | None:
    """Return the area round which a level shows the board; None for the last move, or all of it."""
    return None if level is ZoomLevel.ALL or middle is None else bounding_area((middle,))


def board_rows(table: StartedTable, view: BoardView, frame: Frame, middle: Position | None) -> Rows:
    """Return what is below a board. ``middle`` is the cell that was asked for, None for the last move.

    Arrows are there only where the whole board is not shown. They are beside A, so nothing else moves.
    """
    window = window_of(table, frame)
    nearer, whole = _level_buttons(table, view, frame, window, middle)
    arrows = [] if window.is_whole or frame.zoom is None else _arrows(table.number, view, window, frame.zoom)
    return rows(nearer, [whole, *arrows], _view_menu(table, view, level_of(frame.zoom), middle))


def _level_buttons(
    table: StartedTable, view: BoardView, frame: Frame, window: BoardWindow, middle: Position | None
) -> tuple[list[Button], Button]:
    """Return the buttons of levels 1 to 5, and of all. A level is off that shows what is shown already, or all."""
    buttons = []
    for level in ZoomLevel:
        seen = window_of(table, replace(frame, zoom=zoom_of(level), area=area_at(level, middle)))
        is_off = seen.shown == window.shown or (seen.is_whole and level is not ZoomLevel.ALL)
        is_chosen = level is (ZoomLevel.ALL if window.is_whole else level_of(frame.zoom)) and is_off
        style = Style.PRIMARY if is_chosen else Style.SECONDARY
        custom_id = ids.ZoomId(table.number, ZoomPress.LEVEL, view, level, middle)
        buttons.append(Button(custom_id, level_label(level), style, is_disabled=is_off))
    return buttons[1:], buttons[0]


def _arrows(number: int, view: BoardView, window: BoardWindow, zoom: int) -> list[Button]:
    """Return the four arrows. Those with nowhere to go are off: they keep the places of the others."""
    buttons = []
    for press, (label, east, south) in _ARROWS.items():
        moved = window.moved(east, south)
        buttons.append(Button(ids.ZoomId(number, press, view, level_of(zoom), moved), label, is_disabled=moved is None))
    return buttons


def _view_menu(table: StartedTable, view: BoardView, level: ZoomLevel, middle: Position | None) -> list[Menu]:
    """Return the menu of views, or none where the table forbids hints. It doesn't offer the normal view to leave it."""
    if aid_not_allowed_text(table):
        return []
    offered = {
        one: capitalize(_(name))
        for one, name in VIEW_NAMES.items()
        if one != BoardView.NORMAL or view != BoardView.NORMAL
    }
    return [Menu(ids.ViewId(table.number, level, middle), choices(offered, view), _("Hints"))]


# A whole game, turn by turn


async def replay_message(pictures: Pictures, table: StartedTable, history: GameHistory, turn: int) -> Screen:
    """Return the text, the buttons and the picture for a game after ``turn`` turns, or after its last turn.

    There is no picture if drawing fails.
    """
    turns = _turns(history)
    last = len(turns) - 1
    turn = min(turn, last)
    then = _table_as_of(table, history, turns[turn][0])
    file = await pictures.board(then, f"replay{table.number}-{turn}")
    resigned = _resignations(table, history, turns[turn - 1], safe_names) if turn else ()
    text = replay_text(last_reported(then, history), turn, last, resigned)
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


def _turns(history: GameHistory) -> list[list[int]]:
    """Return the plies of each turn, without those undone. The first is that at which it began or the game was over.

    A resignation begins no turn.
    """

    def is_start(ply: int) -> bool:
        phase = history.states[ply].phase
        return phase is Phase.OVER or (phase is Phase.PLACE and not isinstance(history.logged[ply - 1], Resign))

    turns = list[list[int]]()
    for ply in effective_plies(history.logged):
        if is_start(ply):
            turns.append([])
        turns[-1].append(ply)
    return turns


def _table_as_of(table: StartedTable, history: GameHistory, ply: int) -> StartedTable:
    if table.status.is_over and ply == table.ply:
        return table
    return table_then(table, history, ply)


def share_rows(number: int, turn: int) -> Rows:
    """Return a button for each form: of the whole game, and of what follows a turn if that leaves anything out."""
    firsts = (0, turn) if turn > 1 else (0,)
    return rows(
        *([Button(ids.DrawSharedId(number, form, first), form_label(form, first)) for form in SharedForm]
          for first in firsts)
    )  # fmt: skip


def post_rows(number: int, form: SharedForm) -> Rows:
    """Return the button that posts a file where it was asked for."""
    return rows([Button(ids.PostSharedId(number, form), _(Label.POST))])


def steps_of(table: StartedTable, history: GameHistory, first: int) -> list[Step]:
    """Return a game in the current language, from a turn on, or only its last turn if it has fewer."""
    turns = _turns(history)
    return [_step(table, history, turns, number) for number in range(min(first, len(turns) - 1), len(turns))]


def _step(table: StartedTable, history: GameHistory, turns: list[list[int]], number: int) -> Step:
    then = _table_as_of(table, history, turns[number][0])
    won = frozenset(winners_at(then)) if isinstance(then, FinishedTable) else None
    seat = _who_played(history, turns[number - 1]) if number else None
    resigned = _resignations(table, history, turns[number - 1], _plain_names) if number else ()
    lines = [*resigned, *told_lines(then, last_reported(then, history))]
    return Step(then.state, picture_words(then), number, seat, "\n".join(lines), won)


def _who_played(history: GameHistory, turn: Sequence[int]) -> int:
    """Return the seat that played a turn: the last that had its tile, which whoever resigns leaves to the next."""
    return [history.states[ply].seat for ply in turn if history.states[ply].phase is Phase.PLACE][-1]


def _resignations(
    table: StartedTable,
    history: GameHistory,
    turn: Sequence[int],
    names_of: Callable[[Sequence[Controller]], tuple[str, ...]],
) -> Iterator[str]:
    """Yield who resigned in a turn while its tile was in hand: the report of the turn begins after that."""
    for ply in turn[1:]:
        move, state = history.logged[ply - 1], history.states[ply]
        if isinstance(move, Resign) and state.phase is Phase.PLACE:
            players = [seat.controller for seat in history.seats_at(table.seats, ply)]
            yield from move_sentences(state, (move,), names_of(players))


def told_lines(table: StartedTable, played: PlayResult) -> list[str]:
    """Return a sentence for each thing that was played last, and if the game is over who has won. None has markup."""
    return [*_sentences(played), *_ending(table)]


def told_turns(table: StartedTable, turns: Sequence[PlayResult]) -> list[str]:
    """Return a line for each turn, and if the game is over who has won; for a single turn what ``told_lines`` does.

    There is at most one turn more than there are seats. Of many, those go first that have the least to tell.
    """
    if len(turns) <= 1:
        return told_lines(table, turns[0]) if turns else []
    *earlier, last = [" ".join(_sentences(one)) for one in turns]
    longest = sorted(range(len(earlier)), key=lambda number: len(earlier[number]))[-len(table.seats) :]
    return [*filter(None, [*(earlier[number] for number in sorted(longest)), last]), *_ending(table)]


def _sentences(played: PlayResult) -> Iterator[str]:
    return event_sentences(played, _plain_names(played.players))


def _plain_names(players: Sequence[Controller]) -> tuple[str, ...]:
    return tuple(map(isolated_name, player_names(players)))


def _ending(table: StartedTable) -> list[str]:
    if not isinstance(table, FinishedTable):
        return []
    return [ending_sentence(table, tuple(map(isolated_name, seat_labels(table))))]


async def shared_file(
    pictures: Pictures,
    table: StartedTable,
    steps: list[Step],
    form: SharedForm,
    listener: Listener | None = None,
    review: PageReview | None = None,
) -> File | None:
    """Return the file of a game, with its review if that is a page; None if drawing fails. Raise TooLargeToShowError.

    A page is packed, because Discord shows the first lines of a text file in the chat. The listener hears how many
    frames of how many are drawn.
    """
    title = game_name(table)
    alt = shared_alt_text(table, form, steps[0].number, steps[-1].number)
    if form is SharedForm.ANIMATION:
        job = partial(animation_file, steps, pictures.look, tell_progress)
        return await pictures.whole_game(table, job, f"game{table.number}.gif", alt, listener)
    words = PageWords(
        f"{title}: {', '.join(map(isolated_name, seat_labels(table)))}", current_language(), **step_words()
    )
    page = await pictures.whole_game(table, partial(page_file, steps, words, review), page_name(table), alt, listener)
    return page and await packed_page(table, page)


async def packed_page(table: StartedTable, page: File) -> File:
    """Return a page of a game as a zip."""
    packed = await asyncio.to_thread(zip_file, [(page.name, page.data)], table.moved_at)
    return File(packed, f"game{table.number}.zip", page.alt)
