"""What an organiser changes in the rounds that are paired: two change places, or an earlier result is another one."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.knockout import brackets, pair_knockout
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


def pair_again(before: Tournament, after: Tournament) -> Round | None:
    """Return the last round of a knockout once a result of an earlier one has changed, ``before`` to ``after``: who
    goes on meets others, and all other matches stay. None where a round before that would be another one.
    """
    *earlier, last = after.rounds
    number = len(earlier)
    if brackets(before)[:number] != brackets(after)[:number]:
        return None
    known = {frozenset(one.seats): one for one in last}
    pairings = pair_knockout(replace(after, rounds=tuple(earlier)))
    return tuple(known.get(frozenset(one.seats), one) for one in pairings)


def _is_open(pairing: Pairing) -> bool:
    """Return whether a pairing can still be another one: no game of it is over, or there is nobody to meet."""
    return pairing.ending is Ending.BYE or not (pairing.is_over or pairing.games)


def _swapped(pairings: Round, others: Mapping[int, int]) -> Round:
    def swapped(pairing: Pairing) -> Pairing:
        return replace(pairing, seats=tuple(others.get(seat, seat) for seat in pairing.seats))

    return tuple(map(swapped, pairings))
