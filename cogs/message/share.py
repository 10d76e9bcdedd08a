"""Sharing a whole game: the question in which form, the file, and the button that posts it."""

from functools import partial

import discord

from cogs.message.components import button, rows
from cogs.message.custom_ids import DrawSharedId, PostSharedId
from cogs.message.pictures import Pictures, picture_words
from cogs.message.replay import table_as_of, turn_starts
from cogs.message.turn_reports import last_reported
from cogs.text.formatting import isolated_name, seat_labels
from cogs.text.i18n import _, current_language
from cogs.text.results import winners_at
from cogs.text.share import POST, SharedForm, ending_sentence, form_label, page_texts
from cogs.text.table import game_name
from cogs.text.turn import event_sentences
from host.model.game_history import GameHistory
from host.model.table import FinishedTable, StartedTable
from render.share.jobs import animation_file, page_file
from render.share.page_words import PageWords
from render.share.steps import Step
from workers import Listener, tell_progress


def share_view(number: int, turn: int) -> discord.ui.View:
    """Return a button for each form: of the whole game, and of what follows a turn if that is not the first one."""
    return rows(
        *([button(DrawSharedId(number, form, first), form_label(form, first)) for form in SharedForm]
          for first in dict.fromkeys((0, turn)))
    )  # fmt: skip


def post_view(number: int, form: SharedForm) -> discord.ui.View:
    """Return the button that posts a file where it was asked for."""
    return rows([button(PostSharedId(number, form), _(POST))])


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
) -> discord.File:
    """Return the file of a game; MISSING if drawing fails. Raise TooLargeToShowError.

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
