"""How two change places in the round that is paired, where a kind allows it."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.tournament import Ending, Pairing, Round, Tournament


def with_swap(tournament: Tournament, one: int, other: int) -> Tournament | None:
    """Return a tournament in which two entrants sit in each other's places in its last round: at other tables, or at
    the same one. None where one of them isn't paired there, or their result is known.
    """
    *earlier, pairings = tournament.rounds or ((),)
    paired = [pairing for pairing in pairings if {one, other}.intersection(pairing.seats)]
    seated = {seat for pairing in paired for seat in pairing.seats}
    if one == other or not {one, other} <= seated or not all(map(_is_open, paired)):
        return None
    return replace(tournament, rounds=(*earlier, _swapped(pairings, {one: other, other: one})))


def with_swapped_seeds(tournament: Tournament, one: int, other: int) -> Tournament | None:
    """Return a knockout in which two entrants have each other's places in the bracket: only in its first round."""
    swapped = with_swap(tournament, one, other)
    if swapped is None or len(tournament.rounds) > 1:
        return None
    seeds = {one: tournament.by_id[other].seed, other: tournament.by_id[one].seed}
    entrants = tuple(replace(each, seed=seeds.get(each.id, each.seed)) for each in tournament.entrants)
    return replace(swapped, entrants=entrants)


def _is_open(pairing: Pairing) -> bool:
    """Return whether a pairing can still be another one: no game of it is over, or there is nobody to meet."""
    return pairing.ending is Ending.BYE or not (pairing.is_over or pairing.games)


def _swapped(pairings: Round, others: Mapping[int, int]) -> Round:
    def swapped(pairing: Pairing) -> Pairing:
        return replace(pairing, seats=tuple(others.get(seat, seat) for seat in pairing.seats))

    return tuple(map(swapped, pairings))
