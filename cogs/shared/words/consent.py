"""What needs everybody's consent, in words."""

from collections.abc import Callable, Set
from typing import Final

from cogs.shared.words.language import listed, safe
from cogs.shared.words.links import board_link
from cogs.shared.words.speech import _, marked
from host import Person, Table

AGREE: Final = marked("Agree")
REFUSE: Final = marked("Refuse")


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


def not_asked_refusal(table: Table) -> str:
    """Return that an answer comes too late."""
    text = _("Nobody asks that in game #{number} any more; here is {board}.")
    return text.format(number=table.number, board=board_link(table, _("the board now")))
