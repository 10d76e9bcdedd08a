"""Knockout: who loses is out. The strongest meet last; who loses before the final plays for the third place.

A bracket has a place for 2, 4, 8, … entrants. If there are fewer, the strongest have no opponent in the first round. A
draw goes to who sat later: whoever begins has had that advantage.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.tournament import POINT, Pairing, Round, Tournament, by_seed, bye, with_absent

Slot = int | None
"""An entrant; None where nobody comes from: a free place, or a game that both have lost."""
Match = tuple[Slot, Slot]


@dataclass(frozen=True, slots=True)
class Stage:
    """The last match that an entrant has come to."""

    round: int
    """Counted from 1."""
    rounds_left: int
    """The rounds after it: 0 for the final and the match for the third place, 1 for a semi-final."""
    is_third: bool = False
    """Whether it is the match for the third place."""
    is_lone: bool = False
    """Whether there is nobody to meet, so that it isn't played."""
    is_won: bool | None = None
    """None while it isn't over."""


def rounds_of_knockout(entrants: int) -> int:
    """Return how many rounds it takes: the last has the final and the match for the third place."""
    return max(entrants - 1, 0).bit_length()


def bracket_order(size: int) -> list[int]:
    """Return the seeds in the order of the bracket, for a power of two. The two strongest can only meet in the final.

    >>> bracket_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def brackets(tournament: Tournament) -> list[list[Match]]:
    """Return who meets whom in each round, in the order of the bracket, as far as that is known: the rounds that were
    paired and the next one. The last round has two matches where there are four or more: the final is the first.
    """
    ids = [one.id for one in by_seed(tournament.entrants)]
    total = rounds_of_knockout(len(ids))
    slots: list[Slot] = [ids[seed - 1] if seed <= len(ids) else None for seed in bracket_order(1 << total)]
    found = [_matches(slots)] if total else []
    for number in range(min(len(tournament.rounds), total - 1)):
        results = [_winner_and_loser(tournament.rounds[number], match) for match in found[number]]
        following = _matches([winner for winner, _ in results])
        if number == total - 2:  # the semi-finals are over
            following += _matches([loser for _, loser in results])
        found.append(following)
    return found


def pair_knockout(tournament: Tournament) -> Round:
    """Return the next round, in the order of the bracket. Who meets nobody goes on without a game."""
    matches = brackets(tournament)[len(tournament.rounds)]
    found = []
    for one, other in matches:
        if one is not None and other is not None:
            found.append(with_absent(Pairing(_seats(tournament, one, other)), tournament))
        elif (alone := other if one is None else one) is not None:
            found.append(bye(alone, POINT))
    return tuple(found)


def winner_and_loser(pairing: Pairing) -> tuple[Slot, Slot]:
    """Return who goes on and who doesn't; nobody yet while it is played. A draw goes to who sat later. If both have
    lost, nobody goes on.
    """
    if not pairing.is_over:
        return None, None
    if len(pairing.seats) == 1:
        return pairing.seats[0], None
    first, second = (one.points for one in pairing.scores)
    if not first and not second:
        return None, None
    return (pairing.seats[0], pairing.seats[1]) if first > second else (pairing.seats[1], pairing.seats[0])


def _winner_and_loser(played: Round, match: Match) -> tuple[Slot, Slot]:
    pairing = _pairing_of(played, match)
    return winner_and_loser(pairing) if pairing else (None, None)


def _pairing_of(played: Round, match: Match) -> Pairing | None:
    ids = {one for one in match if one is not None}
    return next((one for one in played if ids and set(one.seats) == ids), None)


def _matches(slots: Sequence[Slot]) -> list[Match]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _seats(tournament: Tournament, one: int, other: int) -> tuple[int, int]:
    """Return two in the order of their seats: who has begun less often begins, else who is weaker."""
    firsts = {
        entrant: sum(2 * (met.seats[0] == entrant) - 1 for met in tournament.pairings_of(entrant) if met.is_met)
        for entrant in (one, other)
    }
    seeds = tournament.by_id
    begins = min((one, other), key=lambda entrant: (firsts[entrant], -seeds[entrant].seed))
    return (begins, other if begins == one else one)


def best_place_of_knockout(tournament: Tournament) -> int:
    """Return the best place that somebody has: the second where nobody can win any more, because both have lost the
    final, or a match that leads to it.
    """
    still_in = 2 * rounds_of_knockout(len(tournament.entrants)) + 2
    return 1 if still_in in knockout_places(tournament).values() else 2


def stages(tournament: Tournament) -> dict[int, Stage]:
    """Return the last match that each entrant has come to. Who has nobody to meet for the third place has come to
    their semi-final.
    """
    total = rounds_of_knockout(len(tournament.entrants))
    found = {one.id: Stage(1, max(total - 1, 0)) for one in tournament.entrants}
    for number, matches in enumerate(brackets(tournament)):
        played = tournament.rounds[number] if number < len(tournament.rounds) else ()
        for place, match in enumerate(matches):
            there = [one for one in match if one is not None]
            is_third, is_lone = number == total - 1 and place == 1, len(there) == 1 and is_known(tournament, number)
            if is_third and is_lone:
                continue
            pairing = _pairing_of(played, match)
            winner = winner_and_loser(pairing)[0] if pairing else None
            for one in there:
                is_won = one == winner if pairing and pairing.is_over else None
                found[one] = Stage(number + 1, total - 1 - number, is_third, is_lone, is_won)
    return found


def is_known(tournament: Tournament, number: int) -> bool:
    """Return whether a round of the bracket, counted from 0, can't change any more by results of the one before: a
    place that is empty then stays empty.
    """
    return number == 0 or all(one.is_over for one in tournament.rounds[number - 1])


def knockout_places(tournament: Tournament) -> dict[int, int]:
    """Return how far each entrant has come, as a number that is higher the further: who is still in stands above all.

    The finalists are followed by those who played for the third place; who lost in the same round has the same number.
    """
    total = rounds_of_knockout(len(tournament.entrants))
    reached = {one.id: 2 * total + 2 for one in tournament.entrants}
    for number, matches in enumerate(brackets(tournament)[: len(tournament.rounds)]):
        for place, match in enumerate(matches):
            pairing = next((one for one in tournament.rounds[number] if set(one.seats) <= set(match)), None)
            if pairing is None or not pairing.is_over:
                continue
            winner, _ = winner_and_loser(pairing)
            is_third = number == total - 1 and place == 1
            for entrant in pairing.seats:
                if is_third:
                    reached[entrant] = 2 * number - 1 + (entrant == winner)
                elif entrant != winner:
                    reached[entrant] = 2 * number + 1
    return reached
