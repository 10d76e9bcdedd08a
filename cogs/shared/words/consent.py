"""What needs everybody's consent, in words."""

from collections.abc import Set

from cogs.shared.words.language import listed, safe
from cogs.shared.words.speech import _
from host import Table


def agreements(table: Table, agreed: Set[int]) -> str:
    """Return who of those who play on agrees (by id), and who has yet to."""
    yes = [safe(person.name) for person in table.players if person.id in agreed]
    missing = [safe(person.name) for person in table.players if person.id not in agreed]
    text = _("Agreed: {agreed}. Still to agree: {missing}.")
    return text.format(agreed=listed(yes), missing=listed(missing))
