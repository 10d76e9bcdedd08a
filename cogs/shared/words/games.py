"""Lists of games: whose turn it is, since when, and where to find the board."""

from collections.abc import Callable, Sequence

import discord

from cogs.shared.words.language import counted, joined, listed, safe, safe_labels
from cogs.shared.words.links import board_link
from host import Table


def games_text(tables: Sequence[Table], person_id: int) -> str:
    """Return a line a game: first those that wait for the person, then those waiting longest."""
    ranking = sorted(tables, key=lambda table: (not table.is_to_move(person_id), not table.seats, table.moved_at))
    waiting = sum(table.is_to_move(person_id) for table in tables)
    head = f"It is your turn in {counted(waiting, 'game')}." if waiting else "None of these games waits for you."
    return joined([head, *(_line(table, person_id) for table in ranking)])


def no_games_text(scope: str, mention: Callable[[str], str]) -> str:
    """Return what to do where there is no game."""
    where = "You sit at no table" if scope == "mine" else "Nobody plays here"
    return f"{where}: {mention('join')} opens one."


def _line(table: Table, person_id: int) -> str:
    people = listed([safe(person.name) for person in table.people])
    if table.to_move is None or table.state is None:
        return f"**#{table.number}** · {people} · not begun yet · {board_link(table)}"
    name = safe_labels(table)[table.to_move.number]
    turn = "**your turn**" if table.is_to_move(person_id) else f"{name}'s turn"
    since = discord.utils.format_dt(table.moved_at, "R")
    left = counted(table.state.tiles_left, "tile")
    return f"**#{table.number}** · {people} · {turn} since {since} · {left} left · {board_link(table)}"
