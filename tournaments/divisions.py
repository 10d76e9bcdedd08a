"""The divisions of a league as people count them: from 1, each with places of its own."""

from collections.abc import Sequence

from tournaments.kinds import KINDS
from tournaments.standings import Standing
from tournaments.tournament import Tournament


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
