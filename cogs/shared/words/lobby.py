"""What is said before a game: who comes and goes, and what comes next."""

from collections.abc import Callable

from cogs.shared.words.language import listed, safe
from cogs.shared.words.speech import _
from host import Table


def joined_text(table: Table, name: str, mention: Callable[[str], str], *, is_new: bool) -> str:
    """Return who has come to a table, who sits there, and what comes next."""
    if is_new:
        text = _("{name} opens table #{number}. {join} takes a seat, {start} begins the game (2 to 5 players).")
    else:
        text = _("{name} takes a seat at table #{number}: {people}. {start} begins the game.")
    commands = {command: mention(command) for command in ("join", "start")}
    return text.format(name=safe(name), number=table.number, people=_people(table), **commands)


def left_text(table: Table, name: str) -> str:
    """Return who has left a table, and who still sits there."""
    text = _("{name} leaves table #{number}; still there: {people}.")
    if not table.people:
        text = _("{name} leaves table #{number}, which is closed.")
    return text.format(name=safe(name), number=table.number, people=_people(table))


def closed_text(number: int, name: str) -> str:
    """Return that a server manager has closed a table."""
    return _("Table #{number} was closed by {name}.").format(number=number, name=safe(name))


def alone_text(table: Table, mention: Callable[[str], str]) -> str:
    """Return, for who is alone at a table, how others come, and the offer to practise."""
    text = _("You are alone at table #{number}. Others take a seat with {join}. Or practise: you play all seats.")
    return text.format(number=table.number, join=mention("join"))


def _people(table: Table) -> str:
    return listed([safe(person.name) for person in table.people])
