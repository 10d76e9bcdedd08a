"""Swiss pairing for tables of two: those with the same points meet, and nobody meets anybody twice.

Every round can be paired. What has to give gives in this order, the last first; a later one never outweighs an earlier
one, and of all pairings the one with the least costs is taken (``COSTS``).
"""

from itertools import pairwise
from typing import Final

from tournaments.history import History, histories
from tournaments.matching import Costs, cheapest_pairs
from tournaments.tournament import POINT, Pairing, Round, Tournament, bye

COSTS: Final = (
    "two meet again",
    "somebody has a second bye",
    "the bye goes to somebody who isn't last in points",
    "different points: the square of the difference, in half points",
    "both have begun twice more than not, or both twice less",
    "both have begun more often than not, or both less often",
    "somebody floats the same way as in the last round, or in the one before",
    "the distance from the ideal opponent: the upper half of the same points meets the lower half",
)
"""What a pair costs, the worst first."""
BREACHES: Final = 2
"""The first of these are never paid while any pairing of the round avoids them."""
CLASSED: Final = 4
"""Pairs with the same first of these are alike but for what weighs little."""
_HALF_POINT: Final = POINT // 2


def pair_swiss(tournament: Tournament) -> Round:
    """Return the next round, the tables with the most points first and the bye last."""
    players = histories(tournament)
    places = _Places(tournament, players)
    count = len(players) + len(players) % 2  # the last of an even number stands for the bye
    pairs = cheapest_pairs(count, places.costs, breaches=BREACHES, classed=CLASSED)
    tables = [(players[one], players[other]) for one, other in pairs if other < len(players)]
    tables.sort(key=lambda both: (-max(one.points for one in both), -sum(one.points for one in both), both[0].seed))
    byes = [bye(players[one].id, POINT) for one, other in pairs if other == len(players)]
    return (*(Pairing(_seats(tournament, *both)) for both in tables), *byes)


class _Places:
    """The players in their order, as the costs of their pairs need them."""

    def __init__(self, tournament: Tournament, players: list[History]) -> None:
        self._tournament = tournament
        self._players = players
        self._least = min((one.points for one in players), default=0)
        firsts = [
            number for number, one in enumerate(players) if not number or one.points != players[number - 1].points
        ]
        self._half = {
            players[first].points: max((end - first) // 2, 1) for first, end in pairwise([*firsts, len(players)])
        }

    def costs(self, upper: int, lower: int) -> Costs:
        """Return what it costs that two players meet, or that the bye goes to the upper one, by ``COSTS``."""
        one = self._players[upper]
        if lower == len(self._players):
            above = (one.points - self._least) // _HALF_POINT
            return (0, one.byes, above, 0, 0, 0, _repeated_floats(one, 1), lower - upper - 1)
        other = self._players[lower]
        gap = (one.points - other.points) // _HALF_POINT
        floats = _repeated_floats(one, 1) + _repeated_floats(other, -1) if gap else 0
        balance = 0
        if one.first_balance * other.first_balance > 0:
            balance = min(abs(one.first_balance), abs(other.first_balance))
        ideal = self._half[one.points] if not gap else 1
        return (
            self._tournament.meetings(one.id, other.id),
            0,
            0,
            gap * gap,
            int(balance > 1),
            int(balance > 0),
            floats,
            (lower - upper - ideal) ** 2,
        )


def _repeated_floats(player: History, direction: int) -> int:
    """Return what it costs that a player floats down (1) or up (-1)."""
    return sum(2 - rounds_ago for rounds_ago, earlier in enumerate(player.floats) if earlier == direction)


def _seats(tournament: Tournament, upper: History, lower: History) -> tuple[int, int]:
    """Return two in the order of their seats: who has begun less often begins. If that is equal, it changes from the
    last round in which they differed; in the first round, the stronger begin at every other table.
    """
    if upper.first_balance != lower.first_balance:
        begins = min(upper, lower, key=lambda one: one.first_balance)
    else:
        begins = _next_to_begin(tournament, upper, lower)
    return (begins.id, (lower if begins is upper else upper).id)


def _next_to_begin(tournament: Tournament, upper: History, lower: History) -> History:
    orders = zip(*(_begun(tournament, one.id) for one in (upper, lower)), strict=False)
    for upper_began, lower_began in orders:
        if upper_began != lower_began:
            return lower if upper_began else upper
    return upper if upper.seed % 2 else lower


def _begun(tournament: Tournament, entrant: int) -> list[bool]:
    """Return whether an entrant has begun in the games that it has played, the last one first."""
    met = [one for one in tournament.pairings_of(entrant) if one.is_met]
    return [one.seats[0] == entrant for one in reversed(met)]
