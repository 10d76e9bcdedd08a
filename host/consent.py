"""What needs everybody's consent: of all who have something to lose, and they alone. Pure."""

from collections.abc import Set

from host.tables import Table


def has_consent(table: Table, agreed: Set[int]) -> bool:
    """Say whether all who play on are among the ids of those who agree."""
    return all(person.id in agreed for person in table.players)
