"""Leagues: divisions in which everybody meets everybody, season after season. The best go up, and the last go down."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tournaments.round_robin import pair_everybody, rounds_of_everybody
from tournaments.tournament import Round, Tournament, by_seed

SMALLEST: Final = 4
LARGEST: Final = 8
MOVING: Final = 2
"""How many go up and down between two divisions; one where a division has fewer than six."""


def division_sizes(players: int, wanted: int = 6) -> list[int]:
    """Return the sizes of the divisions, the largest first: as near to what is wanted as can be, and alike within one.

    Fewer than eight are one division, of any size.

    >>> division_sizes(20), division_sizes(9), division_sizes(7)
    ([7, 7, 6], [5, 4], [7])
    """
    if players < 2 * SMALLEST:
        return [players] if players else []
    fitting = range(-(-players // LARGEST), players // SMALLEST + 1)
    divisions = min(fitting, key=lambda one: (abs(players - one * wanted), one))
    small, more = divmod(players, divisions)
    return [small + 1] * more + [small] * (divisions - more)


def divide(players: Sequence[int], wanted: int = 6) -> list[list[int]]:
    """Return the divisions of players who are in the order of their strength, the first division first."""
    rest = iter(players)
    return [[next(rest) for _ in range(size)] for size in division_sizes(len(players), wanted)]


def next_order(tables: Sequence[Sequence[int]], leaving: frozenset[int], coming: Sequence[int]) -> list[int]:
    """Return all players of the next season, the strongest first, so that ``divide`` makes its divisions.

    ``tables`` are the divisions of the season before in the order of their standings. Between two divisions, the last
    of the upper one and the best of the lower one change places, among those who stay. Who is new begins at the end.
    """
    stays = [[one for one in table if one not in leaving] for table in tables]
    for upper, lower in pairwise(stays):
        moving = min(MOVING if min(len(upper), len(lower)) >= 6 else 1, len(upper), len(lower))
        if moving:
            upper[-moving:], lower[:moving] = lower[:moving], upper[-moving:]
    return [one for table in stays for one in table] + list(coming)


def divisions(tournament: Tournament) -> list[list[int]]:
    """Return the divisions of a season, the first one first, each in the order of the seeds."""
    return divide([one.id for one in by_seed(tournament.entrants)])


def rounds_of_league(entrants: int) -> int:
    """Return how many rounds a season has: as many as its largest division takes."""
    return max(map(rounds_of_everybody, division_sizes(entrants)), default=0)


def pair_league(tournament: Tournament) -> Round:
    """Return the next round: in each division, everybody meets somebody else until all have met."""
    found: list[Round] = []
    for ids in divisions(tournament):
        if len(tournament.rounds) < rounds_of_everybody(len(ids)):
            entrants = tuple(one for one in tournament.entrants if one.id in ids)
            found.append(pair_everybody(replace(tournament, entrants=entrants)))
    return tuple(pairing for pairings in found for pairing in pairings)


def league_places(tournament: Tournament) -> Mapping[int, int]:
    """Return a number for each entrant that is higher the higher the division is."""
    return {one: -number for number, ids in enumerate(divisions(tournament)) for one in ids}
