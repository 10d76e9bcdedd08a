"""What an entrant has met with so far, as far as the next pairing depends on it."""

from dataclasses import dataclass
from typing import Final

from tournaments.tournament import Ending, Pairing, Tournament, points_of

FLOAT_MEMORY: Final = 2
"""How many rounds back a float counts."""


@dataclass(frozen=True, slots=True)
class History:
    """What the pairing of a Swiss round asks of an entrant."""

    id: int
    seed: int
    points: int
    """In 24ths."""
    byes: int
    first_balance: int
    """How often it has begun at tables of two, less how often it has not."""
    lateness: int
    """How late it sat at tables of several, added up: in 24ths of a table."""
    floats: tuple[int, ...]
    """Of the last rounds, the latest first: 1 where it met somebody with fewer points, -1 with more, 0 with as many."""


def histories(tournament: Tournament) -> list[History]:
    """Return those who can be paired next: by points, the most first, and then by seed."""
    found = [history(tournament, one.id) for one in tournament.present]
    return sorted(found, key=lambda one: (-one.points, one.seed, one.id))


def history(tournament: Tournament, entrant: int) -> History:
    met = [one for one in tournament.pairings_of(entrant) if one.is_met]
    firsts = [one.seats[0] == entrant for one in met if len(one.seats) == 2]
    return History(
        entrant,
        tournament.by_id[entrant].seed,
        points_of(tournament, entrant),
        byes=sum(one.ending is Ending.BYE for one in tournament.pairings_of(entrant)),
        first_balance=2 * sum(firsts) - len(firsts),
        lateness=sum(24 * one.seats.index(entrant) // (len(one.seats) - 1) for one in met),
        floats=_floats(tournament, entrant),
    )


def _floats(tournament: Tournament, entrant: int) -> tuple[int, ...]:
    found = []
    last = len(tournament.rounds)
    for number in range(last, max(0, last - FLOAT_MEMORY), -1):
        pairing = next((one for one in tournament.rounds[number - 1] if entrant in one.seats), None)
        found.append(_float(tournament, entrant, pairing, number) if pairing else 0)
    return tuple(found)


def _float(tournament: Tournament, entrant: int, pairing: Pairing, number: int) -> int:
    """Return whether an entrant floated down (1) or up (-1) in a round. A bye is a float down."""
    if len(pairing.seats) == 1:
        return 1
    own = _points_before(tournament, entrant, number)
    others = [_points_before(tournament, one, number) for one in pairing.opponents(entrant)]
    return (own * len(others) > sum(others)) - (own * len(others) < sum(others))


def _points_before(tournament: Tournament, entrant: int, number: int) -> int:
    before = (one for pairings in tournament.rounds[: number - 1] for one in pairings if entrant in one.seats)
    return sum(one.score_of(entrant).points for one in before)
