"""Lists of games: whose turn it is, since when, and where to find the board."""

from collections.abc import Callable, Sequence

import discord

from cogs.shared.words.language import joined, listed, safe, safe_labels
from cogs.shared.words.links import board_link, lobby_link
from cogs.shared.words.speech import _, ngettext
from cogs.shared.words.tables import tiles_left_short
from cogs.shared.words.takeback import draw_time, mover_name
from host import Table


def games_text(tables: Sequence[Table], person_id: int) -> str:
    """Return a line a game: first those that wait for the person, then those waiting longest."""
    ranking = sorted(tables, key=lambda table: (not table.is_to_move(person_id), not table.seats, table.moved_at))
    waiting = sum(table.is_to_move(person_id) for table in tables)
    head = _("None of these games waits for you.")
    if waiting:
        head = ngettext("It is your turn in {number} game.", "It is your turn in {number} games.", waiting)
    return joined([head.format(number=waiting), *(_line(table, person_id) for table in ranking)])


def no_games_text(scope: str, mention: Callable[[str], str]) -> str:
    """Return what to do where there is no game."""
    mine, here = _("You sit at no table: {join} opens one."), _("Nobody plays here: {join} opens one.")
    return (mine if scope == "mine" else here).format(join=mention("join"))


def _line(table: Table, person_id: int) -> str:
    people = listed([safe(person.name) for person in table.people])
    link = board_link(table) if table.seats else lobby_link(table)
    return " · ".join([f"**#{table.number}**", people, *_standing(table, person_id), link])


def _standing(table: Table, person_id: int) -> list[str]:
    if table.pending:
        return [_("{name} has just played, next tile {time}").format(name=mover_name(table), time=draw_time(table))]
    if table.to_move is None or table.state is None:
        return [_("not begun yet")]
    turn = _("**your turn**, asked {when}") if table.is_to_move(person_id) else _("{name}'s turn, asked {when}")
    name, when = safe_labels(table)[table.to_move.number], discord.utils.format_dt(table.moved_at, "R")
    return [turn.format(name=name, when=when), tiles_left_short(table.state)]
