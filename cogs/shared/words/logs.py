"""The moves so far."""

from collections.abc import Iterable
from typing import Final

from carcassonne import Deploy, Record, format_follower
from carcassonne.record import Entry, TurnLine, format_entry
from cogs.shared.words.features import Terms, follower_name
from cogs.shared.words.language import clipped, listed, safe, safe_labels
from cogs.shared.words.speech import _, ngettext
from cogs.shared.words.tables import game_name
from host import Substitution, Table

_LAST: Final = 15
"""How many lines are shown; the file has them all."""


def log_text(table: Table, record: Record, substitutions: Iterable[Substitution]) -> str:
    """Return the last lines of a game's record, with who has which number in it, and in whose place."""
    terms = table.state.ruleset.terms if table.state else {}
    body = [_entry_text(entry, terms) for entry in record.entries]
    body += [] if record.result is None else [record.result]
    players = listed([f"{number} {name}" for number, name in enumerate(safe_labels(table), 1)])
    shown = body[-_LAST:]
    head = _("{game}: turn, player, tile, cell, rotation, who. Players: {players}.")
    head = head.format(game=game_name(table), players=players)
    if len(body) > len(shown):
        which = ngettext(
            "The last {number} line; the file has all of them.",
            "The last {number} lines; the file has all of them.",
            len(shown),
        )
        head += " " + which.format(number=len(shown))
    head = "\n".join([head, *dict.fromkeys(map(_substitution_text, substitutions))])
    return clipped(head, 1_000) + "\n```\n" + "\n".join(shown) + "\n```"


def _entry_text(entry: Entry, terms: Terms) -> str:
    """Return a line of the record, with the follower in the language spoken."""
    line = format_entry(entry)
    if not isinstance(entry, TurnLine) or entry.turn is None or not isinstance(entry.turn.follower, Deploy):
        return line
    follower = entry.turn.follower
    return line.replace(format_follower(follower), follower_name(follower, terms), 1)


def _substitution_text(one: Substitution) -> str:
    text = _("{taker} has played on for {giver} since ply {ply}.")
    return text.format(taker=safe(one.taker.name), giver=safe(one.giver.name), ply=one.ply)
