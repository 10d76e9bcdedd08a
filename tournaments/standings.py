"""Who stands where: by points, and where these are equal by the tie-breaks of the kind, in their order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.tie_breaks import TieBreak
from tournaments.tournament import Ending, Tournament, points_of


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an entrant stands."""

    entrant: int
    place: int
    """1 for the best, unless nobody has won. Those whom nothing tells apart share a place."""
    points: int
    """In 24ths."""
    values: Mapping[str, int]
    """The number of each tie-break that had something to say, by its name; to be divided by its unit."""
    decided_by: str | None
    """The tie-break that put it behind the one above with the same points; None where the points did, or nothing."""
    wins: int
    games: int
    """How many were played, also in matches; no byes, and nothing that was won or lost without a game."""


def standings(
    tournament: Tournament,
    tie_breaks: Sequence[TieBreak],
    reached: Mapping[int, int] | None = None,
    best_place: int = 1,
) -> tuple[Standing, ...]:
    """Return where everybody stands, the best first, and those who share a place in the order of their seeds.

    ``reached`` comes before the points, where the kind counts how far somebody has come. Nobody has a place before
    ``best_place``.
    """
    ids = [one.id for one in sorted(tournament.entrants, key=lambda one: (one.seed, one.id))]
    points = {one: points_of(tournament, one) for one in ids}
    rank = {one: ((reached or {}).get(one, 0), points[one]) for one in ids}
    values: dict[int, dict[str, int]] = {one: {} for one in ids}
    found = list[Standing]()
    for key in sorted(set(rank.values()), reverse=True):
        tied = [one for one in ids if rank[one] == key]
        for group, name in _split(tournament, tied, tie_breaks, values):
            place = max(len(found) + 1, best_place)
            found += [Standing(one, place, points[one], values[one], name, *_record(tournament, one)) for one in group]
    return tuple(found)


def tie_break_values(tournament: Tournament, tie_break: TieBreak, table: Sequence[Standing]) -> Mapping[int, int]:
    """Return the number of a tie-break for everybody in the table, also where it had nothing to decide. Who is missing
    has none: a direct encounter is one of those who are tied.
    """
    found = dict[int, int]()
    for one in table:
        alone = tie_break.among(tournament, [one.entrant]) or {}
        found |= alone | {one.entrant: one.values[tie_break.name]} if tie_break.name in one.values else alone
    return found


Group = tuple[list[int], str | None]
"""Entrants who share a place, and what put them behind those before."""


def _split(
    tournament: Tournament,
    tied: Sequence[int],
    tie_breaks: Sequence[TieBreak],
    values: dict[int, dict[str, int]],
) -> list[Group]:
    """Return those with the same points in groups that nothing tells apart, the best first. Note the numbers."""
    if len(tied) < 2 or not tie_breaks:
        return [(list(tied), None)]
    tie_break, *others = tie_breaks
    numbers = tie_break.among(tournament, tied)
    if numbers is None:
        return _split(tournament, tied, others, values)
    for one, number in numbers.items():
        values[one][tie_break.name] = number
    found = list[Group]()
    for number in sorted(set(numbers.values()), reverse=True):
        groups = _split(tournament, [one for one in tied if numbers[one] == number], others, values)
        found += [(groups[0][0], tie_break.name if found else None), *groups[1:]]
    return found


def _record(tournament: Tournament, entrant: int) -> tuple[int, int]:
    """Return how many games an entrant has won, and how many it has played."""
    games = [game for one in tournament.pairings_of(entrant) for game in one.games or (one,)]
    played = [one for one in games if one.ending is Ending.PLAYED]
    wins = [one for one in played if all(one.half_wins(entrant, other) == 2 for other in one.opponents(entrant))]
    return len(wins), len(played)
