"""How the players of a table are named where two computers of one level play. Pure."""

from collections import Counter
from collections.abc import Iterable

from host.model.table import Computer, Controller


def level_numbers(players: Iterable[Controller]) -> tuple[int, ...]:
    """Return for each player which computer of its level it is, from 1; for people 1."""
    seen, numbers = Counter[int](), []
    for one in players:
        if isinstance(one, Computer):
            seen[one.level] += 1
        numbers.append(seen[one.level] if isinstance(one, Computer) else 1)
    return tuple(numbers)


def record_names(players: Iterable[Controller]) -> tuple[str, ...]:
    """Return the players' names as they stand in records: ``Ann``, ``Computer, club``, ``Computer, club 2``."""
    players = tuple(players)
    return tuple(
        one.name if number == 1 else f"{one.name} {number}"
        for one, number in zip(players, level_numbers(players), strict=True)
    )
