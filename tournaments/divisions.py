"""The divisions of a league as people count them: from 1, each with places of its own, and who goes up and down."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.kinds import KINDS, next_season
from tournaments.standings import Standing
from tournaments.tournament import Entrant, Tournament


def division_numbers(tournament: Tournament) -> dict[int, int]:
    """Return the number of everybody's division, from 1, by entrant; nothing where there is only one."""
    divisions_of = KINDS[tournament.kind].divisions
    divisions = divisions_of(tournament) if divisions_of else []
    return {one: number for number, ids in enumerate(divisions, 1) for one in ids} if len(divisions) > 1 else {}


def first_of_divisions(tournament: Tournament, table: Sequence[Standing]) -> dict[int, int]:
    """Return who stands first in each division, with its number; nobody where there is only one."""
    number_of, firsts = division_numbers(tournament), dict[int, int]()
    for one in table:
        if one.entrant in number_of and number_of[one.entrant] not in firsts.values():
            firsts[one.entrant] = number_of[one.entrant]
    return firsts


def shown_places(tournament: Tournament, table: Sequence[Standing]) -> dict[int, int]:
    """Return everybody's place, by entrant: where there are divisions, in their own."""
    firsts, above, found = first_of_divisions(tournament, table), 0, dict[int, int]()
    for one in table:
        above = one.place - 1 if one.entrant in firsts else above
        found[one.entrant] = one.place - above
    return found


@dataclass(frozen=True, slots=True)
class Moves:
    """Who leaves a division for another one, the best first."""

    up: tuple[int, ...]
    down: tuple[int, ...]


def moves_after(tournament: Tournament, gone: Collection[int] = ()) -> Mapping[int, Moves]:
    """Return who is in another division in the season after this one if it begins as the table stands now, by the
    number of the division that they leave; nothing where there is only one. Who is ``gone`` is in none, besides those
    who have left.

    It asks for the divisions of the next season, because who changes places is not all: where many leave, their places
    are filled from below.
    """
    now = division_numbers(tournament)
    order = [one for one in next_season(tournament) or () if one not in gone]
    entrants = tuple(Entrant(one, seed) for seed, one in enumerate(order, 1))
    then = division_numbers(replace(tournament, entrants=entrants, rounds=()))
    steps = {one: then.get(one, 1) - now[one] for one in order} if now else {}
    return {
        number: Moves(
            tuple(one for one, step in steps.items() if now[one] == number and step < 0),
            tuple(one for one, step in steps.items() if now[one] == number and step > 0),
        )
        for number in sorted({*now.values()})
    }
