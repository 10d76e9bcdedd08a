"""What needs everybody's consent, in words."""

from collections.abc import Callable, Set
from typing import Final

from cogs.text.formatting import listed, safe
from cogs.text.i18n import _, marked
from cogs.text.links import board_link
from host import BaseTable, DeliveryOutcome, Person, StartedTable

AGREE: Final = marked("Agree")
REFUSE: Final = marked("Refuse")


def named(person: Person) -> str:
    """Call a person by name."""
    return safe(person.name)


def mentioned(person: Person) -> str:
    """Call a person so that a message can ping them."""
    return f"<@{person.id}>"


def agreements(table: StartedTable, agreed: Set[int], called: Callable[[Person], str] = named) -> str:
    """Return who of those who play on agrees (by id), and who has yet to, called so."""
    yes = [named(person) for person in table.humans if person.id in agreed]
    missing = [called(person) for person in table.humans if person.id not in agreed]
    text = _("Agreed: {agreed}. Still to agree: {missing}.")
    return text.format(agreed=listed(yes), missing=listed(missing))


def otherwise_asked_text(table: BaseTable, outcome: DeliveryOutcome | None) -> str | None:
    """Return, for who asks the others, how they are asked where that is not by a message in the channel; else None."""
    match outcome:
        case DeliveryOutcome.PRIVATE:
            text = _("I can't write in {channel}, so the others are asked in private.")
        case DeliveryOutcome.LOST:
            text = _("I can't write in {channel}, nor to the others in private, so nobody could be asked.")
        case None:
            text = _("Discord has trouble: the others are asked in {channel} as soon as it works again.")
        case _:
            return None
    return text.format(channel=f"<#{table.venue.channel}>")


def not_asked_refusal(table: BaseTable) -> str:
    """Return that an answer comes too late."""
    text = _("Nobody asks that in game #{number} any more; here is {board}.")
    return text.format(number=table.number, board=board_link(table, _("the board now")))
