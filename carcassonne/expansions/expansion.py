"""What an expansion is."""

from collections.abc import Callable
from dataclasses import dataclass

from carcassonne.figures import Figure
from carcassonne.state import Ruleset
from carcassonne.values import Value


@dataclass(frozen=True, slots=True)
class Expansion(Value):
    """More of the game, which people choose as an option of an edition."""

    name: str
    """The option's name, as in a record."""
    add: Callable[[Ruleset], Ruleset]
    """Return a ruleset with the expansion in it. It may rely on nothing but the ruleset that it is given."""
    requires: str | None = None
    """The option without which it cannot be chosen."""
    figures: tuple[Figure, ...] = ()
    """The kinds of figures that only this expansion has."""
