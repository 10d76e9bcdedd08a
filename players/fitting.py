"""Which level fits somebody: the one against which they would win about half, as far as their results tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from players.levels import LEVELS

STRENGTHS: Final[Mapping[str, int]] = {"beginner": 0, "club": 326, "strong": 531, "expert": 664}
"""How strong levels are in classic, in Elo points above the weakest: the differences of the matches in docs/players.md.
"""
STEP: Final = 150
"""By how much a level without a measured strength is stronger than the one before."""
FEWEST: Final = 3
"""How many games results must have to tell anything."""

Duel: TypeAlias = tuple[int, float]
"""How somebody did against a computer: its level, from 1, and 1 if they came before it, 0 if after it, ½ if neither."""

_ELO: Final = 400.0
_MOST: Final = 2_000.0
"""Nobody is stronger or weaker than the levels by more than this."""
_HALVINGS: Final = 30


@dataclass(frozen=True, slots=True)
class Fit:
    """The level that fits somebody."""

    level: int
    """From 1."""
    chance: float
    """How likely they win there, from 0 to 1. It is far from a half for who is weaker or stronger than all levels."""
    games: int
    """How many games tell it."""


def fitting_level(games: Sequence[Sequence[Duel]]) -> Fit | None:
    """Return the level that fits whoever has played these games, each against some computers; None if they are too few.

    The strength is sought with which these results are to be expected. Besides the games, one more counts: a drawn one
    against the levels played. So somebody who has won all has a strength, too.
    """
    played = [duels for duels in games if duels]
    if len(played) < FEWEST:
        return None
    weighted = [(duel, 1 / len(duels)) for duels in played for duel in duels]
    strength = _strength(weighted, sum(weight * score for (_, score), weight in weighted) + 0.5)
    chances = [_chance(strength, other) for other in strengths()]
    level = min(range(len(chances)), key=lambda one: abs(chances[one] - 0.5))
    return Fit(level + 1, chances[level], len(played))


def strengths() -> list[int]:
    """Return how strong the levels are, the weakest first."""
    found: list[int] = []
    for name in LEVELS:
        found.append(STRENGTHS.get(name, found[-1] + STEP if found else 0))
    return found


def _strength(weighted: Sequence[tuple[Duel, float]], points: float) -> float:
    """Return the strength with which a score is to be expected: it grows with the strength, so halving finds it."""
    others = strengths()
    games = sum(weight for _, weight in weighted)
    low, high = -_MOST, others[-1] + _MOST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected: float = sum(
            [weight * _chance(middle, others[min(level, len(others)) - 1]) for (level, _), weight in weighted]
        )
        if expected * (1 + 1 / games) < points:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _chance(strength: float, other: float) -> float:
    """Return how likely it is to win against another strength, as Elo's formula says."""
    chance: float = 1 / (1 + 10 ** ((other - strength) / _ELO))
    return chance
