"""The texts of ``/games``: whose turn it is in each game, since when, and where its board is."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from carcassonne import State
from cogs.text.commands import command_mention
from cogs.text.formatting import MESSAGE_LENGTH, more_text, safe_name, split_pages, table_names, word_list
from cogs.text.i18n import _, ngettext
from cogs.text.links import board_link, lobby_link
from cogs.text.status import whose_turn_text
from cogs.text.table import tiles_left_short
from host.model.table import BaseTable, LiveSummary, RunningSummary, WaitingTable

MAX_LISTED: Final = 100
"""The most games that are listed."""


def listed_games(tables: Iterable[LiveSummary], person_id: int) -> list[LiveSummary]:
    """Return the games that are listed: first those that wait for the person, then those that have waited longest."""
    return sorted(tables, key=partial(_rank, person_id=person_id))[:MAX_LISTED]


def games_texts(tables: Sequence[LiveSummary], states: Mapping[int, State], person_id: int) -> list[str]:
    """Return a line for each game that is listed, split into messages. ``states`` are those of running games."""
    listed = listed_games(tables, person_id)
    waiting = sum(table.is_to_move(person_id) for table in tables)
    head = _("It's not your turn in any game.")
    if waiting:
        head = ngettext("It's your turn in {number} game.", "It's your turn in {number} games.", waiting)
    lines = [head.format(number=waiting), *(_line(table, states.get(table.number), person_id) for table in listed)]
    return split_pages(
        [*lines, *([more_text(missing)] if (missing := len(tables) - len(listed)) > 0 else [])], MESSAGE_LENGTH
    )


def next_game(tables: Iterable[LiveSummary], person_id: int) -> RunningSummary | None:
    """Return the game that has waited longest for a person; None if none waits."""
    waiting = [table for table in tables if isinstance(table, RunningSummary) and table.is_to_move(person_id)]
    return min(waiting, key=lambda table: table.moved_at, default=None)


def next_game_label(table: BaseTable) -> str:
    """Return the label of the button that leads to the game that waits."""
    return _("Go to #{number}").format(number=table.number)


def _rank(table: LiveSummary, person_id: int) -> tuple[object, ...]:
    return not table.is_to_move(person_id), isinstance(table, WaitingTable), table.moved_at


def no_games_text(*, is_mine: bool, is_private: bool) -> str:
    """Say what to do if there is no game. (Tables can be opened only in the channels of servers.)"""
    if is_private:
        text = _("You aren't at any table. Open one with {join} in a server's channel.")
    elif is_mine:
        text = _("You aren't at any table. Open one with {join}.")
    else:
        text = _("Nobody's playing here. Open a table with {join}.")
    return text.format(join=command_mention("join"))


def _line(table: LiveSummary, state: State | None, person_id: int) -> str:
    players = word_list([safe_name(name) for name in table_names(table)])
    link = lobby_link(table) if isinstance(table, WaitingTable) else board_link(table)
    return " · ".join([f"**#{table.number}**", players, *_game_status(table, state, person_id), link])


def _game_status(table: LiveSummary, state: State | None, person_id: int) -> list[str]:
    if isinstance(table, WaitingTable):
        return [_("waiting for players")]
    return [whose_turn_text(table, person_id), *([tiles_left_short(state)] if state else [])]
