"""Swiss pairing for tables of three to five: those with the same points sit together, and nobody meets anybody twice.

The sizes of the tables follow from the number of players alone. Who sits where is improved step by step: two change
places as long as that costs less, by ``COSTS``. So it is a good seating, and not always the best.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournaments.history import History, histories
from tournaments.tournament import POINT, Pairing, Round, Tournament, bye

COSTS: Final = (
    "two meet again: the square of how often they have met",
    "different points: the square of the difference, in quarter points",
)
"""What two at a table cost, the worst first."""
SMALLEST: Final = 3
LARGEST: Final = 5
_QUARTER: Final = POINT // 4
_AGAIN: Final = 10**6
"""What meeting again costs, in squares of quarter points: more than any table's differences."""
_PASSES: Final = 12
_REACH: Final = 24
"""How far from each other in the order two may be who change places."""


def pair_several(tournament: Tournament) -> Round:
    """Return the next round, the tables with the most points first and a bye last."""
    players = histories(tournament)
    sizes = table_sizes(len(players), tournament.table_size)
    if sizes == [1]:
        return (bye(players[0].id, POINT),)
    tables = _improved(tournament, players, _first_seating(players, sizes))
    return tuple(Pairing(seats_in_order([players[one] for one in table])) for table in tables)


def table_sizes(players: int, wanted: int) -> list[int]:
    """Return the sizes of the tables for a number of players, the largest first.

    As many as can be are of the size that is wanted, and the others one smaller. If that is impossible: tables between
    three and five, as few as possible of another size than wanted. Fewer than three sit at one table.

    >>> table_sizes(11, 4), table_sizes(7, 5), table_sizes(2, 4)
    ([4, 4, 3], [4, 3], [2])
    """
    if players < SMALLEST:
        return [players] if players else []
    for tables in sorted(range(1, players // SMALLEST + 1), key=lambda one: (abs(players - one * wanted), one)):
        small, more = divmod(players, tables)
        if small >= SMALLEST and small + (more > 0) <= LARGEST:
            return [small + 1] * more + [small] * (tables - more)
    raise AssertionError(players)  # every number from three on is a sum of numbers from three to five


def _first_seating(players: Sequence[History], sizes: Sequence[int]) -> list[list[int]]:
    """Return the places of the players at each table: neighbours in the order, or, while all have the same points, the
    strongest at different tables.
    """
    tables: list[list[int]] = [[] for _ in sizes]
    if len({one.points for one in players}) == 1:
        for place in range(len(players)):
            open_tables = [number for number, size in enumerate(sizes) if len(tables[number]) < size]
            tables[min(open_tables, key=lambda number: (len(tables[number]), number))].append(place)
        return tables
    places = iter(range(len(players)))
    return [[next(places) for _ in range(size)] for size in sizes]


def _improved(tournament: Tournament, players: Sequence[History], tables: list[list[int]]) -> list[list[int]]:
    """Return the tables after all changes of places of two that cost less."""
    prices = {
        (one, other): _price(tournament, players[one], players[other])
        for one, other in combinations(range(len(players)), 2)
    }
    table_of = {place: number for number, table in enumerate(tables) for place in table}

    def cost(place: int, table: Sequence[int], leaving: int) -> int:
        return sum(prices[min(place, one), max(place, one)] for one in table if one not in (place, leaving))

    for _ in range(_PASSES):
        has_changed = False
        for one in range(len(players)):
            for other in range(one + 1, min(one + _REACH, len(players))):
                mine, theirs = tables[table_of[one]], tables[table_of[other]]
                if mine is theirs:
                    continue
                now = cost(one, mine, one) + cost(other, theirs, other)
                if cost(other, mine, one) + cost(one, theirs, other) < now:
                    mine[mine.index(one)], theirs[theirs.index(other)] = other, one
                    table_of[one], table_of[other] = table_of[other], table_of[one]
                    has_changed = True
        if not has_changed:
            break
    return sorted((sorted(table) for table in tables), key=lambda table: table[0])


def _price(tournament: Tournament, one: History, other: History) -> int:
    gap = abs(one.points - other.points) // _QUARTER
    return tournament.meetings(one.id, other.id) ** 2 * _AGAIN + gap * gap


def seats_in_order(players: Sequence[History]) -> tuple[int, ...]:
    """Return those at a table in the order of their seats: who has sat latest so far begins."""
    return tuple(one.id for one in sorted(players, key=lambda one: (-one.lateness, -one.seed)))
