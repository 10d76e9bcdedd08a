"""Texts of ``/log``: the record of a game."""

from collections.abc import Iterable, Iterator
from typing import Final

from carcassonne import Deploy, Record, format_deployment, format_move
from carcassonne.record import UNFINISHED, Entry, TurnLine, format_entry
from cogs.text.colours import colour_name
from cogs.text.editions import texts_of
from cogs.text.features import Terms, deployment_name
from cogs.text.formatting import capitalize, player_name, safe_labels, truncate, with_heading
from cogs.text.i18n import N_, _, ngettext
from cogs.text.table import game_name
from host.model.substitution import Substitution
from host.model.table import StartedTable

MAX_LINES: Final = 15
"""The most lines in the message. The file has all lines."""

_SIGNS_OF_TURNS: Final = {
    "?": N_("not placed yet"),
    "-": N_("nobody on the tile"),
    "recall": N_("abbot taken back"),
}
_SIGNS_BETWEEN_TURNS: Final = {
    "x": N_("tile fits nowhere, out of the game"),
    "skip": N_("turn skipped, tile out of the game"),
    "resign": N_("player resigned"),
    UNFINISHED: N_("not played to the end"),
}
"""The words in a record that need an explanation in every edition."""


def log_text(table: StartedTable, record: Record, substitutions: Iterable[Substitution]) -> str:
    """Return the last lines of a record, the numbers of the players, and the substitutions."""
    terms = table.state.ruleset.terms
    body: list[Entry | str] = [*record.entries, *([] if record.result is None else [record.result])]
    players = ", ".join(f"{number} = {name}" for number, name in enumerate(safe_labels(table), 1))
    shown = body[-MAX_LINES:]
    head = _("{game} ({players}). Each line: turn, player, tile, cell, rotation, follower.")
    head = head.format(game=game_name(table), players=players)
    if len(body) > len(shown):
        which = ngettext(
            "Here's the last {number} line; the file has them all.",
            "Here are the last {number} lines; the file has them all.",
            len(shown),
        )
        head += " " + which.format(number=len(shown))
    changes = dict.fromkeys(_substitution_text(table, one) for one in substitutions)
    head = "\n".join([head, *_legend(table, shown), *changes])
    return truncate(head, 1_000) + "\n```\n" + "\n".join(_entry_text(entry, terms) for entry in shown) + "\n```"


def _legend(table: StartedTable, shown: Iterable[Entry | str]) -> list[str]:
    """Return one line that explains words in the lines shown; no line if no word needs it."""
    texts = texts_of(table.state)
    signs = {**_SIGNS_OF_TURNS, **texts.record_signs, **_SIGNS_BETWEEN_TURNS}
    used = {sign for entry in shown for sign in _signs(entry)}
    explained = [f"`{sign}` {_(meaning)}" for sign, meaning in signs.items() if sign in used]
    return [" · ".join(explained)] if explained else []


def _signs(entry: Entry | str) -> Iterator[str]:
    """Yield the words of an entry that need an explanation."""
    if not isinstance(entry, TurnLine):
        yield _plain(entry).split()[0]
        return
    yield "?" if entry.turn is None or entry.turn.deployment is None else format_deployment(entry.turn.deployment)
    yield from (format_move(choice).split()[0] for choice in entry.answers)


def _plain(entry: Entry | str) -> str:
    return entry if isinstance(entry, str) else format_entry(entry)


def _entry_text(entry: Entry | str, terms: Terms) -> str:
    """Return a line of the record, with the deployment in the current language."""
    line = _plain(entry)
    if not isinstance(entry, TurnLine) or entry.turn is None or not isinstance(entry.turn.deployment, Deploy):
        return line
    deployment = entry.turn.deployment
    return line.replace(format_deployment(deployment), deployment_name(deployment, terms), 1)


def _substitution_text(table: StartedTable, one: Substitution) -> str:
    """Say who took over from whom, after the colour of the seat; in a practice game, of all seats, so of none."""
    text = _("{taker} took over from {giver} at move {ply}.")
    text = text.format(taker=player_name(one.taker), giver=player_name(one.giver), ply=one.ply)
    colour = table.seats[one.seat].colour
    return text if table.is_practice else with_heading(f"{colour.mark} {capitalize(colour_name(colour))}", text)
