"""The wooden figures: where each kind may stand, and how strong it is there."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from carcassonne.kinds import Kind, Role
from carcassonne.values import Value


class Placement(Enum):
    """On which features a figure may be put."""

    UNCLAIMED = auto()
    """Where nobody has a figure."""
    OWN = auto()
    """Where its player has a follower already, unless the feature is complete: it would come back for nothing."""


@dataclass(frozen=True, eq=False)
class Figure(Value):
    """A kind of figure. Compared by identity; found by its name in ``FIGURES``."""

    name: str
    """Its name in the program: one word of lower-case letters."""
    roles: Mapping[Kind, Role]
    """Where it may stand, and what it is called there."""
    strength: int = 1
    """How many figures it counts as in a majority; 0 if it takes nothing."""
    may_stand: Placement = Placement.UNCLAIMED
    """On which features of these kinds it may be put."""
    prefix: str = ""
    """A word before the role in notation, such as ``big`` in ``big knight E``. It tells figures with the same roles
    apart."""
    is_recallable: bool = False
    """Whether it may come back and score before its feature is complete."""

    def __repr__(self) -> str:
        return f"<{self.name}>"


FOLLOWER: Final = Figure(
    "follower",
    {
        Kind.CITY: Role.KNIGHT,
        Kind.ROAD: Role.THIEF,
        Kind.MONASTERY: Role.MONK,
        Kind.FIELD: Role.FARMER,
        Kind.PATH: Role.HERALD,
        Kind.TOWER: Role.KNIGHT,
        Kind.HOUSE: Role.SQUIRE,
        Kind.COURT: Role.MERCHANT,
    },
)

ABBOT: Final = Figure("abbot", {Kind.MONASTERY: Role.ABBOT, Kind.GARDEN: Role.ABBOT}, is_recallable=True)

_FEATURES_OF_THE_2000_GAME: Final = (Kind.CITY, Kind.ROAD, Kind.MONASTERY, Kind.FIELD)
BIG_FOLLOWER: Final = Figure(
    "big", {kind: FOLLOWER.roles[kind] for kind in _FEATURES_OF_THE_2000_GAME}, strength=2, prefix="big"
)
"""Stands wherever a follower may, but counts as two in a majority (Inns & Cathedrals, "The big follower")."""

BUILDER: Final = Figure(
    "builder", {Kind.CITY: Role.BUILDER, Kind.ROAD: Role.BUILDER}, strength=0, may_stand=Placement.OWN
)
"""Is no follower (Traders & Builders, "The builder"). Our reading: he needs a feature that is not complete."""

PIG: Final = Figure("pig", {Kind.FIELD: Role.PIG}, strength=0, may_stand=Placement.OWN)
"""Is no follower (Traders & Builders, "The pig")."""

FIGURES: Final = {figure.name: figure for figure in (FOLLOWER, ABBOT, BIG_FOLLOWER, BUILDER, PIG)}
"""Every kind of figure by its name. Fingerprints and notation depend on the names and prefixes: they never change."""


def figure_of(prefix: str, role: Role) -> Figure | None:
    """Return the figure that notation means by a prefix (empty for none) and a role; None if there is none."""
    return next((one for one in FIGURES.values() if one.prefix == prefix and role in one.roles.values()), None)
