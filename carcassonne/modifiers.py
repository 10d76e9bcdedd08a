"""What a segment carries that changes its feature's score, such as an emblem."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from carcassonne.values import Value

Merge: TypeAlias = Callable[[int], int]
"""Takes how often a modifier is in a feature; returns how often it counts."""


def each_counts(found: int) -> int:
    """Each counts by itself."""
    return found


def counts_once(found: int) -> int:
    """Several count as one."""
    return min(found, 1)


@dataclass(frozen=True, eq=False)
class Modifier(Value):
    """A kind of modifier. Compared by identity. ``name`` is one word of lower-case letters."""

    name: str
    merge: Merge
    is_told: bool = False
    """Whether the history tells what it has brought, apart from the feature."""

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Modifiers(dict[Modifier, int]):
    """How often each modifier counts in a feature; 0 for one that the feature does not have."""

    def __missing__(self, _: Modifier) -> int:
        return 0


NO_MODIFIERS: Final = Modifiers()

EMBLEM: Final = Modifier("emblem", each_counts)
"""A pennant, shield or coat of arms in a city."""
INN: Final = Modifier("inn", counts_once, is_told=True)
"""An inn beside a road (Inns & Cathedrals, "Inns": one or more)."""
CATHEDRAL: Final = Modifier("cathedral", counts_once, is_told=True)
"""A cathedral in a city (Inns & Cathedrals, "Cathedrals": one or both)."""
