"""What decides between entrants with the same points: each tie-break is a number, and a higher one is better."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.tournament import POINT, Pairing, Tournament, points_of

Values = dict[int, int] | None
"""The number of each of the tied entrants; None where the tie-break says nothing about them."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """Something that decides between entrants with the same points."""

    name: str
    """Stored and exported, so it never changes."""
    unit: int
    """What a number is divided by before it is shown."""
    among: Callable[[Tournament, Sequence[int]], Values]
    """Returns the numbers of entrants who are tied."""


def direct_encounter(tournament: Tournament, tied: Sequence[int]) -> Values:
    """Return the points that the tied entrants have got against each other: two for each one beaten, one for a tie.

    It says nothing unless all of them have met all others, equally often.
    """
    group = set(tied)
    points, met = dict.fromkeys(tied, 0), set[int]()
    for one in tied:
        games = dict.fromkeys(group - {one}, 0)
        for pairing in _played(tournament, one):
            for other in games.keys() & pairing.seats:
                games[other] += 1
                points[one] += pairing.half_wins(one, other)
        met.update(games.values())
    return points if len(met) == 1 and met != {0} else None


def median_buchholz(tournament: Tournament, tied: Sequence[int]) -> Values:
    """Return the sum of the opponents' points without the highest and the lowest, of which there are three or more.

    For a round without a game, an entrant's own points count as those of an opponent.
    """
    return {one: _without_extremes(_opponents_points(tournament, one)) for one in tied}


def sonneborn_berger(tournament: Tournament, tied: Sequence[int]) -> Values:
    """Return the points of the opponents beaten, and half of the points of those with whom an entrant was tied."""
    return {
        one: sum(
            pairing.half_wins(one, other) * points_of(tournament, other)
            for pairing in _played(tournament, one)
            for other in pairing.opponents(one)
        )
        for one in tied
    }


def difference_of_points(tournament: Tournament, tied: Sequence[int]) -> Values:
    """Return the points of the games, less those of the opponents, added up."""
    return {one: sum(pairing.score_of(one).difference for pairing in tournament.pairings_of(one)) for one in tied}


def difference_of_games(tournament: Tournament, tied: Sequence[int]) -> Values:
    """Return the games won in matches, less those lost. It says nothing where nobody plays matches."""
    if tournament.best_of == 1:
        return None
    return {
        one: sum(
            game.score_of(one).points - game.score_of(other).points
            for pairing in tournament.pairings_of(one)
            for game in pairing.games
            for other in game.opponents(one)
        )
        for one in tied
    }


DIRECT_ENCOUNTER: Final = TieBreak("direct encounter", 2, direct_encounter)
MEDIAN_BUCHHOLZ: Final = TieBreak("median Buchholz", POINT, median_buchholz)
SONNEBORN_BERGER: Final = TieBreak("Sonneborn-Berger", 2 * POINT, sonneborn_berger)
GAMES: Final = TieBreak("difference of games", POINT, difference_of_games)
DIFFERENCE: Final = TieBreak("difference of points", 1, difference_of_points)


def _played(tournament: Tournament, entrant: int) -> list[Pairing]:
    return [one for one in tournament.pairings_of(entrant) if one.is_met and one.is_over]


def _opponents_points(tournament: Tournament, entrant: int) -> list[int]:
    """Return the points of each opponent, ascending. A round without a game counts as one with the own points, also for
    those who came later or have left: otherwise fewer of theirs would be left out.
    """
    own, found = points_of(tournament, entrant), list[int]()
    for pairing in tournament.pairings_of(entrant):
        if not pairing.is_over:
            continue
        if pairing.is_met:
            found += [points_of(tournament, other) for other in pairing.opponents(entrant)]
        else:
            found += [own] * max(len(pairing.seats) - 1, 1)
    for played in tournament.rounds:
        if all(one.is_over for one in played) and not any(entrant in one.seats for one in played):
            found += [own] * (tournament.table_size - 1)
    return sorted(found)


def _without_extremes(points: Sequence[int]) -> int:
    return sum(points[1:-1]) if len(points) > 2 else sum(points)
