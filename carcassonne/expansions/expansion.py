"""What an expansion is."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from carcassonne.kinds import Kind
from carcassonne.state import Ruleset
from carcassonne.tiles import TileSet, with_gardens
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


def gardens_shown(rules: Ruleset, tiles: TileSet, gardens: Collection[str]) -> TileSet:
    """Return a tile set with its gardens, if a ruleset has figures that may stand in them. Else they are fields."""
    has_gardens = any(Kind.GARDEN in figure.roles for figure in rules.supply)
    return with_gardens(tiles, gardens) if has_gardens else tiles


def shuffle_in(rules: Ruleset, tiles: TileSet, gardens: Collection[str]) -> Ruleset:
    """Put tiles into the bag that comes last, with the base game's."""
    shown = gardens_shown(rules, tiles, gardens)
    *before, bag = rules.bags
    return replace(rules, tiles={**rules.tiles, **shown.tiles}, bags=(*before, {**bag, **shown.copies}))
