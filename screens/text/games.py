"""Messages about games as a whole: the list of ``/games``, and what watchers get."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from carcassonne import State
from host.model.follows import Followed
from host.model.log_replay import QuarantinedGame
from host.model.table import BaseTable, FinishedTable, LiveSummary, RunningSummary, StartedTable, WaitingTable
from screens.text.choices import FOLLOW_NAMES, choice_name
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import MESSAGE_LENGTH, more_text, safe_name, split_pages, subtext, truncate, word_list
from screens.text.names import board_link, lobby_link, table_names
from screens.text.placeholders import fill, table_text
from screens.text.status import status_text, tiles_left_short, whose_turn_text

_MAX_LISTED: Final = 100


next_game_label = table_text(N_("Go to #{number}"))
own_game_text = table_text(N_("You're playing #{number}, so you'll hear how it ends. Name another game to follow it."))
follow_begins_text = table_text(N_("You're following {game}. I'll write to you here."))


def listed_games(tables: Iterable[LiveSummary], person_id: int) -> list[LiveSummary]:
    """Return the games that are listed: first those that wait for the person, then those that have waited longest."""

    def rank(table: LiveSummary) -> tuple[object, ...]:
        if isinstance(table, WaitingTable):
            return True, True, table.opened_at
        return not table.is_to_move(person_id), False, table.moved_at

    return sorted(tables, key=rank)[:_MAX_LISTED]


def games_texts(tables: Sequence[LiveSummary], states: Mapping[int, State], person_id: int) -> list[str]:
    """Return a line for each game that is listed, split into messages. ``states`` are those of running games."""
    listed = listed_games(tables, person_id)
    waiting = sum(table.is_to_move(person_id) for table in tables)
    head = _("It's not your turn in any game.")
    if waiting:
        head = ngettext("It's your turn in {number} game.", "It's your turn in {number} games.", waiting)
    lines = [head.format(number=waiting), *(_line(table, states.get(table.number), person_id) for table in listed)]
    if missing := len(tables) - len(listed):
        lines.append(more_text(missing))
    return split_pages(lines, MESSAGE_LENGTH)


def next_game(tables: Iterable[LiveSummary], person_id: int) -> RunningSummary | None:
    """Return the game that has waited longest for a person; None if none waits."""
    waiting = [table for table in tables if isinstance(table, RunningSummary) and table.is_to_move(person_id)]
    return min(waiting, key=lambda table: table.moved_at, default=None)


def no_games_text(*, is_mine: bool, is_private: bool) -> str:
    if is_private:
        text = _("You aren't at any table. Open one with {join} in a server's channel.")
    elif is_mine:
        text = _("You aren't at any table. Open one with {join}.")
    else:
        text = _("Nobody's playing here. Open a table with {join}.")
    return fill(text)


def _line(table: LiveSummary, state: State | None, person_id: int) -> str:
    players = word_list([safe_name(name) for name in table_names(table)])
    link = lobby_link(table) if isinstance(table, WaitingTable) else board_link(table)
    return " · ".join([f"**#{table.number}**", players, *_game_status(table, state, person_id), link])


def _game_status(table: LiveSummary, state: State | None, person_id: int) -> list[str]:
    if isinstance(table, WaitingTable):
        return [_("waiting for players")]
    return [whose_turn_text(table, person_id), *([tiles_left_short(state)] if state else [])]


def followed_text(table: StartedTable) -> str:
    """Return the message to a watcher: how a game stands, or how it ended."""
    text = status_text(table)
    if isinstance(table, FinishedTable):
        return text
    stop = _("You're following this game. {follow} `what:{nothing}` stops it.")
    ending = subtext(fill(stop, nothing=choice_name(FOLLOW_NAMES, "nothing")))
    return truncate(text, MESSAGE_LENGTH - len(ending) - 1) + "\n" + ending


def unreadable_end_text(ended: QuarantinedGame) -> str:
    """Return the message to a watcher about the end of a game whose moves cannot be read."""
    verdict = _("A server manager ended it, so nobody wins.")
    if ended.final_scores:
        verdict = fill(_("Its final scores were {scores}."), scores=ended.final_scores)
    return fill(_("{game} is over. {verdict}"), ended.table, verdict=verdict)


def following_text(table: BaseTable, what: Followed) -> str:
    text = _("I'll tell you in private how {game} ends.")
    if what is Followed.ROUND:
        text = _("I'll show you {game} in private after each round.")
    stop = fill(_("{follow} `what:{nothing}` stops it."), nothing=choice_name(FOLLOW_NAMES, "nothing"))
    return f"{fill(text, table)} {stop}"


def stopped_following_text(numbers: Sequence[int]) -> str:
    if not numbers:
        return _("You weren't following, so there's nothing to stop.")
    return fill(_("You're no longer following {games}."), games=[f"#{number}" for number in numbers])
