"""Tournaments in the making, for tests: rounds are played by saying who got how many points."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.kinds import with_next_round
from tournaments.tournament import Ending, Entrant, Pairing, Score, Tournament, scored


def begun(kind: str, entrants: int, *, size: int = 2, rounds: int | None = None) -> Tournament:
    """A tournament of entrants 1 to ``entrants``, with these seeds."""
    numbers = range(1, entrants + 1)
    return Tournament(kind, tuple(map(Entrant, numbers, numbers)), planned_rounds=rounds, table_size=size)


def with_round(tournament: Tournament, points: Mapping[int, int] | None = None) -> Tournament:
    """Pair a round, and play it: everybody gets these points in their game; without them, the lower number wins."""
    tournament = with_next_round(tournament)
    given = points or {one: 100 - one for one in tournament.by_id}
    played = tuple(
        one if one.is_over else scored(one, tuple(given[seat] for seat in one.seats)) for one in tournament.rounds[-1]
    )
    return replace(tournament, rounds=(*tournament.rounds[:-1], played))


def met(*pairs: tuple[int, int]) -> tuple[Pairing, ...]:
    """A round in which the first of each pair has won, by one point."""
    return tuple(scored(Pairing(pair), (1, 0)) for pair in pairs)


def without(tournament: Tournament, *gone: int) -> Tournament:
    """A tournament that some leave after the last round that was paired."""
    last = len(tournament.rounds)
    entrants = (replace(one, last_round=last) if one.id in gone else one for one in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def pairs_of(tournament: Tournament) -> set[frozenset[int]]:
    """Who was paired with whom in the last round."""
    return {frozenset(one.seats) for one in tournament.rounds[-1]}


def annulled(pairing: Pairing) -> Pairing:
    """A pairing that counts for nobody."""
    return replace(pairing, ending=Ending.ANNULLED, scores=(Score(0),) * len(pairing.seats))
