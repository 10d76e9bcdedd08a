"""What is said before a game: who comes and goes, and what comes next."""

from collections.abc import Callable

from cogs.shared.words.language import listed, safe
from host import Table


def joined_text(table: Table, name: str, mention: Callable[[str], str], *, is_new: bool) -> str:
    """Return who has come to a table, who sits there, and what comes next."""
    if is_new:
        return (
            f"{safe(name)} opens table #{table.number}. "
            f"{mention('join')} takes a seat, {mention('start')} begins the game (2 to 5 players)."
        )
    return f"{safe(name)} takes a seat at table #{table.number}: {_people(table)}. {mention('start')} begins the game."


def left_text(table: Table, name: str) -> str:
    """Return who has left a table, and who still sits there."""
    if not table.people:
        return f"{safe(name)} leaves table #{table.number}, which is closed."
    return f"{safe(name)} leaves table #{table.number}; still there: {_people(table)}."


def alone_text(table: Table, mention: Callable[[str], str]) -> str:
    """Return, for who is alone at a table, how others come, and the offer to practise."""
    return (
        f"You are alone at table #{table.number}. Others take a seat with {mention('join')}. "
        "Or practise: you play all seats."
    )


def _people(table: Table) -> str:
    return listed([safe(person.name) for person in table.people])
