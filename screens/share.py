"""Sharing a whole game: the question in which form, the file, and the button that posts it."""

from functools import partial

from host.model.game_history import GameHistory
from host.model.table import FinishedTable, StartedTable
from render.share import animation_file, page_file
from render.share.steps import PageWords, Step
from screens.custom_ids import DrawSharedId, PostSharedId
from screens.pictures import Pictures, picture_words
from screens.replay import table_as_of, turn_starts
from screens.screen import (
    Button,
    File,
    Rows,
    rows,
)
from screens.text.board import ending_sentence, form_label, page_texts
from screens.text.choices import SharedForm
from screens.text.i18n import _, current_language
from screens.text.labels import POST_LABEL
from screens.text.markup import isolated_name
from screens.text.names import game_name, seat_labels
from screens.text.status import winners_at
from screens.text.turns import event_sentences
from screens.turn_reports import last_reported
from workers import Listener, tell_progress


def share_rows(number: int, turn: int) -> Rows:
    """Return a button for each form: of the whole game, and of what follows a turn if that is not the first one."""
    return rows(
        *([Button(DrawSharedId(number, form, first), form_label(form, first)) for form in SharedForm]
          for first in dict.fromkeys((0, turn)))
    )  # fmt: skip


def post_rows(number: int, form: SharedForm) -> Rows:
    """Return the button that posts a file where it was asked for."""
    return rows([Button(PostSharedId(number, form), _(POST_LABEL))])


def steps_of(table: StartedTable, history: GameHistory, first: int) -> list[Step]:
    """Return a game in the current language, from a turn on, or only its last turn if it has fewer."""
    plies = turn_starts(history)
    return [_step(table, history, plies, number) for number in range(min(first, len(plies) - 1), len(plies))]


def _step(table: StartedTable, history: GameHistory, plies: list[int], number: int) -> Step:
    then = table_as_of(table, history, plies[number])
    names, won = tuple(map(isolated_name, seat_labels(then))), None
    sentences = list(event_sentences(last_reported(then, history), names))
    if isinstance(then, FinishedTable):
        won = frozenset(winners_at(then))
        sentences.append(ending_sentence(then, names))
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
