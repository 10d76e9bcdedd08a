"""Leagues: divisions in which everybody meets everybody, season after season. The best go up, and the last go down."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from tournaments.history import histories
from tournaments.round_robin import pair_everybody, rounds_of_everybody
from tournaments.tables_of_several import seats_in_order, table_sizes
from tournaments.tournament import Ending, Pairing, Round, Score, Tournament, by_seed

SMALLEST: Final = 4
LARGEST: Final = 8
MOVING: Final = 2
"""How many go up and down between two divisions; one where a division has fewer than six."""


WANTED: Final[Mapping[int, int]] = {2: 6, 3: 6, 4: 8, 5: 5}
"""The size of a division that is best, by how many sit at a table."""
FEWEST_ROUNDS: Final = 3
"""The fewest rounds of a season at tables of several."""


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
    of the upper one and the best of the lower one change places, among those who stay; nobody does so twice. Who is new
    begins at the end.
    """
    those_who_stay = ([one for one in table if one not in leaving] for table in tables)
    stays = [table for table in those_who_stay if table]
    moving = 0
    for upper, lower in pairwise(stays):
        unmoved = len(upper) - moving  # who has just gone down goes no further
        moving = min(MOVING if min(len(upper), len(lower)) >= 6 else 1, unmoved, len(lower))
        if moving:
            upper[-moving:], lower[:moving] = lower[:moving], upper[-moving:]
    return [one for table in stays for one in table] + list(coming)


def divisions(tournament: Tournament) -> list[list[int]]:
    """Return the divisions of a season, the first one first, each in the order of the seeds."""
    ids = [one.id for one in by_seed(tournament.entrants)]
    return divide(ids, WANTED[tournament.table_size])


def rounds_of_league(entrants: int, table_size: int = 2) -> int:
    """Return how many rounds a season has: as many as its largest division takes."""
    sizes = division_sizes(entrants, WANTED[table_size])
    return max((rounds_of_division(one, table_size) for one in sizes), default=0)


def rounds_of_division(players: int, table_size: int) -> int:
    """Return how many rounds a division takes until everybody has met everybody; at larger tables about twice, and
    three at least.

    >>> rounds_of_division(6, 2), rounds_of_division(6, 3), rounds_of_division(8, 4), rounds_of_division(5, 5)
    (5, 5, 5, 3)
    """
    if table_size == 2:
        return rounds_of_everybody(players)
    tables = len(table_sizes(players, table_size))
    return max(-(-2 * (players - 1) * tables // max(players - tables, 1)), FEWEST_ROUNDS)


def pair_league(tournament: Tournament) -> Round:
    """Return the next round: in each division, everybody meets somebody else until all have met. At tables of several,
    those sit together who have not met, and who have met least.
    """
    pair = pair_everybody if tournament.table_size == 2 else _pair_tables
    found: list[Round] = []
    for ids in divisions(tournament):
        if len(tournament.rounds) < rounds_of_division(len(ids), tournament.table_size):
            entrants = tuple(one for one in tournament.entrants if one.id in ids)
            found.append(pair(replace(tournament, entrants=entrants)))
    return tuple(pairing for pairings in found for pairing in pairings)


def _pair_tables(tournament: Tournament) -> Round:
    """Return the tables of a division, which are two at most, among those who are there: of all ways the best."""
    players = {one.id: one for one in histories(tournament)}
    ids = [one.id for one in tournament.present]
    sizes = table_sizes(len(ids), tournament.table_size)
    if sizes == [1]:
        return (Pairing((ids[0],), Ending.BYE, (Score(0),)),)
    tables = [tuple(ids)] if len(sizes) == 1 else _divided(tournament, ids, sizes[0]) if sizes else []
    return tuple(Pairing(seats_in_order([players[one] for one in table])) for table in tables)


def _divided(tournament: Tournament, ids: Sequence[int], first: int) -> list[tuple[int, ...]]:
    ways = [[one, tuple(other for other in ids if other not in one)] for one in combinations(ids, first)]
    return min(ways, key=lambda tables: _meetings_after(tournament, ids, tables))


def _meetings_after(tournament: Tournament, ids: Sequence[int], tables: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """Return what it costs that these sit together: how many have not met after it, and then how unevenly they met."""
    together = {pair for table in tables for pair in combinations(table, 2)}
    met = [tournament.meetings(*pair) + (pair in together) for pair in combinations(ids, 2)]
    return met.count(0), sum(one**3 for one in met)


def league_places(tournament: Tournament) -> Mapping[int, int]:
    """Return a number for each entrant that is higher the higher the division is."""
    return {one: -number for number, ids in enumerate(divisions(tournament)) for one in ids}
