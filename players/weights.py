"""The parts of an evaluation, and what each of them counts."""

from dataclasses import astuple, dataclass, fields
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part counts. Many parts are points, so 1 takes them as they are."""

    points: float = 1.0
    """Points on the board, and what the final scoring would pay now for roads, cities and monasteries."""
    unfinished: float = 0.0
    """What of these is for roads, cities and monasteries that are incomplete."""
    cities: float = 0.7
    """What cities (in The Castle, houses and towers) would pay more if completed, times the chance that they are."""
    roads: float = 0.7
    """The same for roads and paths."""
    monasteries: float = 0.7
    """The same for monasteries and gardens."""
    city_sides: float = 0.6
    """Sides at which cities that score for the seat can grow."""
    road_sides: float = 0.6
    """The same for roads."""
    farmed: float = 0.95
    """What complete cities pay farmers now."""
    farming: float = 1.1
    """What open cities would pay farmers, times the chance that they are completed."""
    open_farming: float = 0.0
    """What open cities would pay farmers if all were completed."""
    in_hand: float = 4.5
    """Figures in hand."""
    first_in_hand: float = 0.0
    """More for the first figure in hand: to have any."""
    third_in_hand: float = 0.0
    """More for each of the first three."""
    standing: float = 0.0
    """Figures on roads, cities and monasteries."""
    returning: float = 2.25
    """The same, times the chance that they come back."""
    stuck: float = 0.0
    """Those of them that will hardly come back."""
    outnumbered: float = 0.0
    """Figures on features that score for somebody else alone."""
    edition_points: float = 1.0
    """What the edition's own part of the final scoring would pay now, such as The Castle's keep."""
    fields_joined: float = 0.0
    """What farmers would get more or less if fields were joined, times the chance that they are."""
    kept: float = 1.0
    """What else the rules keep is worth: goods, a builder at work, an extra turn."""


PARTS: Final = tuple(one.name for one in fields(Weights))


@dataclass(frozen=True, slots=True)
class Valuation:
    """Weights that change in the course of a game: from ``first``, when all tiles are left, evenly to ``last``."""

    first: Weights
    last: Weights

    def at(self, left: float) -> tuple[float, ...]:
        """Return the weights by part when this share (0 to 1) of the tiles is left."""
        return tuple(
            late + (early - late) * left for early, late in zip(astuple(self.first), astuple(self.last), strict=True)
        )
