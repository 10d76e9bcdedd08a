"""Texts about the state of a game: its name, points and figures, the tiles left."""

from typing import Final

from carcassonne import ABBOT, FOLLOWER, Figure, State
from cogs.text.colours import seat_mark
from cogs.text.editions import texts_of
from cogs.text.features import Terms
from cogs.text.formatting import bold_label, safe_labels, safe_name, word_list
from cogs.text.i18n import _, ngettext, use_language
from cogs.text.nouns import counted, noun, prefix_name
from host.model.table import BaseTable, StartedTable
from host.model.table_lookup import FoundTable

MAX_PLACES: Final = 8
"""The most tables or channels that a sentence names."""


def game_name(table: BaseTable) -> str:
    """Return the name of a game: ``Carcassonne #12``."""
    return f"Carcassonne #{table.number}"


def table_language(table: BaseTable) -> str:
    """Return the language of public messages at a table."""
    return table.settings.language


def other_games_text(found: FoundTable[StartedTable]) -> str:
    """Say which of several games was meant, and how to name another; empty if there was only one."""
    if not found.others:
        return ""
    numbers = word_list([f"#{table.number}" for table in found.others])
    text = _("(This is game #{number}. For {numbers}, use the option `game`.)")
    return " " + text.format(number=found.table.number, numbers=numbers)


def tiles_left_short(state: State) -> str:
    """Return ``12 tiles left``."""
    left = state.tiles_left
    return ngettext("{number} tile left", "{number} tiles left", left).format(number=left)


def scores_line(table: StartedTable) -> str:
    """Return everybody's points and figures in one line."""
    return " · ".join(score_lines(table))


def points_line(table: StartedTable) -> str:
    """Return everybody's points in one line, the player to move in bold. The picture shows the rest."""
    seats = []
    for seat, name in zip(table.seats, safe_labels(table), strict=True):
        points = f"{seat_mark(seat)} {_bold(name, is_bold=seat == table.to_move)} {table.state.scores[seat.number]}"
        seats.append(_("{points} (resigned)").format(points=points) if seat.resigned else points)
    return " · ".join(seats)


def score_lines(table: StartedTable) -> list[str]:
    """Return a line for each player with points and figures, and one for what else the edition counts.

    The player to move is bold.
    """
    state, to_move, names = table.state, table.to_move, safe_labels(table)
    seats = [
        f"{seat_mark(seat)} {_bold(names[seat.number], is_bold=seat == to_move)} {seat_score_text(state, seat.number)}"
        for seat in table.seats
    ]
    return [*seats, *filter(None, [texts_of(state).table_line(state)])]


def _supply_text(figure: Figure, number: int, terms: Terms) -> str:
    """Return how many figures of a kind somebody has in hand."""
    if figure is ABBOT:
        return noun("abbot") if number else _("no abbot")
    if figure is FOLLOWER:
        return counted(number, terms["figure"])
    return f"{number} {prefix_name(figure.prefix)} {noun(terms['figure'], number)}"


def _bold(name: str, *, is_bold: bool) -> str:
    return f"**{name}**" if is_bold else name


def seat_score_text(state: State, seat: int) -> str:
    """Return a seat's points and what it has: ``12 points, 5 figures``, ``9 points, 3 followers, wall tile 2``."""
    words = [counted(state.scores[seat], "point")]
    if seat in state.resigned:
        return ", ".join([*words, _("resigned")])
    for figure, in_hand in state.supply.items():
        words.append(_supply_text(figure, in_hand[seat], state.ruleset.terms))
    words += texts_of(state).seat_holdings(state, seat)
    return ", ".join(words)


def public_label(table: BaseTable, label: str) -> str:
    """Return the label of a button of a public message, in the language of the table."""
    with use_language(table_language(table)):
        return bold_label(label)


def people_at(table: BaseTable) -> str:
    """Return the names of the people at a table, safe for a message."""
    return word_list([safe_name(person.name) for person in table.people])


def table_place(table: BaseTable) -> str:
    """Return the number of a table, and its channel."""
    return f"#{table.number} (<#{table.venue.channel}>)"
