"""How strong one policy is against another, from the pairs that they played."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from players.match import Pair

Z: Final = 1.959964
"""Standard deviations to each side of the middle that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The result of a match, as the first policy sees it. Points and errors are of pairs, shares and Elo of games."""

    wins: int
    draws: int
    losses: int
    mean_difference: float
    """Points that the first policy has more a game."""
    error: float
    """The standard error of the mean difference, from the spread between pairs; infinite for a single pair."""
    share: float
    """Won games, with half of the drawn ones, among all."""
    interval: tuple[float, float]
    """Wilson's interval of 95 % for the share."""
    elo: float
    """The difference in Elo that belongs to the share; infinite if every game was won."""
    milliseconds: tuple[float, float]
    """Processor time of each policy for a turn."""
    counted: tuple[dict[str, float], dict[str, float]]
    """By policy: what a match counts, on average in a game."""


def strength(pairs: Sequence[Pair]) -> Strength:
    """Return what the pairs say. Raise ValueError if there are none."""
    if not pairs:
        raise ValueError("no pairs were played")
    games = [margin for pair in pairs for margin in pair.margins]
    wins, draws = sum(margin > 0 for margin in games), games.count(0)
    share = (wins + draws / 2) / len(games)
    means = [sum(pair.margins) / len(pair.margins) for pair in pairs]
    mean = sum(means) / len(means)
    return Strength(
        wins,
        draws,
        len(games) - wins - draws,
        mean,
        _standard_error(means, mean),
        share,
        wilson_interval(share, len(games)),
        elo_difference(share),
        (_milliseconds(pairs, 0), _milliseconds(pairs, 1)),
        (_counted(pairs, 0), _counted(pairs, 1)),
    )


def wilson_interval(share: float, number: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for a share of a number of games."""
    square = Z * Z / number
    middle = (share + square / 2) / (1 + square)
    half = Z / (1 + square) * math.sqrt(share * (1 - share) / number + square / (4 * number))
    return max(0.0, middle - half), min(1.0, middle + half)


def elo_difference(share: float) -> float:
    """Return the difference in Elo at which the stronger player is expected to win this share."""
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return 400 * math.log10(share / (1 - share))


def _standard_error(values: Sequence[float], mean: float) -> float:
    if len(values) < 2:
        return math.inf
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return math.sqrt(variance / len(values))


def _counted(pairs: Sequence[Pair], side: int) -> dict[str, float]:
    total = sum((pair.counts[side] for pair in pairs), Counter[str]())
    games = sum(len(pair.margins) for pair in pairs)
    return {name: round(number / games, 2) for name, number in sorted(total.items())}


def _milliseconds(pairs: Sequence[Pair], side: int) -> float:
    turns = sum(pair.turns[side] for pair in pairs)
    return 1000 * sum(pair.seconds[side] for pair in pairs) / max(1, turns)
