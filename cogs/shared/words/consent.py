"""What needs everybody's consent, in words."""

from collections.abc import Callable, Set

from cogs.shared.words.language import listed, safe
from cogs.shared.words.speech import _
from host import Person, Table


def named(person: Person) -> str:
    """Call a person by name."""
    return safe(person.name)


def mentioned(person: Person) -> str:
    """Call a person so that a message can ping them."""
    return f"<@{person.id}>"


def agreements(table: Table, agreed: Set[int], called: Callable[[Person], str] = named) -> str:
    """Return who of those who play on agrees (by id), and who has yet to, called so."""
    yes = [named(person) for person in table.players if person.id in agreed]
    missing = [called(person) for person in table.players if person.id not in agreed]
    text = _("Agreed: {agreed}. Still to agree: {missing}.")
    return text.format(agreed=listed(yes), missing=listed(missing))
