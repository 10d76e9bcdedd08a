"""Messages about games as a whole: the list of ``/games``, the status message of a table, what watchers get."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from carcassonne import State
from host.model.follows import Followed
from host.model.log_replay import QuarantinedGame
from host.model.table import (
    BaseTable,
    ClosedTable,
    FinishedTable,
    LiveSummary,
    RunningSummary,
    StartedTable,
    Table,
    WaitingTable,
)
from screens.text.choices import FOLLOW_NAMES, choice_name
from screens.text.i18n import _, ngettext
from screens.text.lobby import _chosen_lines, _computer_hint, _headline, _next_line, _roster
from screens.text.markup import (
    MESSAGE_LENGTH,
    command_mention,
    join_lines,
    more_text,
    safe_name,
    split_pages,
    subtext,
    truncate,
    word_list,
)
from screens.text.names import board_link, game_name, lobby_link, table_names
from screens.text.series import invitation_line, rematch_lines
from screens.text.status import status_text, tiles_left_short, whose_turn_text

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


def lobby_text(table: Table) -> str:
    """Return the status message of a table, whether it waits, plays, or is over."""
    if isinstance(table, ClosedTable):
        return _("Table #{number} is closed.").format(number=table.number)
    if isinstance(table, WaitingTable):
        lines = [_headline(table), *rematch_lines(table), *_roster(table), *_chosen_lines(table)]
        lines += [invitation_line(table) if table.invitation else _next_line(table), *_computer_hint(table)]
        return join_lines(lines)
    return status_text(table)


def followed_text(table: StartedTable) -> str:
    """Return the message to a watcher: how a game stands, or how it ended."""
    text = status_text(table)
    if isinstance(table, FinishedTable):
        return text
    ending = subtext(_("You're following this game. {follow} `what:{nothing}` stops it.").format(**_how_to_stop()))
    return truncate(text, 2_000 - len(ending) - 1) + "\n" + ending


def unreadable_end_text(ended: QuarantinedGame) -> str:
    """Return the message to a watcher about the end of a game whose moves cannot be read."""
    verdict = _("A server manager ended it, so nobody wins.")
    if ended.final_scores:
        scores = word_list([str(score) for score in ended.final_scores])
        verdict = _("Its final scores were {scores}.").format(scores=scores)
    return _("{game} is over. {verdict}").format(game=game_name(ended.table), verdict=verdict)


def following_text(table: BaseTable, what: Followed) -> str:
    """Say what a watcher will be sent."""
    text = _("I'll tell you in private how {game} ends.")
    if what is Followed.ROUND:
        text = _("I'll show you {game} in private after each round.")
    stop = _("{follow} `what:{nothing}` stops it.").format(**_how_to_stop())
    return " ".join([text.format(game=game_name(table)), stop])


def follow_begins_text(table: BaseTable) -> str:
    """Return the first direct message to a watcher."""
    return _("You're following {game}. I'll write to you here.").format(game=game_name(table))


def stopped_following_text(numbers: Sequence[int]) -> str:
    """Say which games a person follows no more."""
    if not numbers:
        return _("You weren't following, so there's nothing to stop.")
    return _("You're no longer following {games}.").format(games=word_list([f"#{number}" for number in numbers]))


def _how_to_stop() -> dict[str, str]:
    """Return the command that stops it, and the choice, by their placeholders."""
    return {"follow": command_mention("follow"), "nothing": choice_name(FOLLOW_NAMES, "nothing")}
