"""Plays tournaments whose entrants have strengths, come late, leave, and don't turn up."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tournaments.kinds import KINDS, is_over, with_next_round
from tournaments.matches import after_game, next_game
from tournaments.tournament import Ending, Entrant, Pairing, Round, Score, Tournament, forfeited, scored

KINDS_AND_SIZES: Final = (
    ("swiss", 2),
    ("swiss", 2),
    ("swiss", 3),
    ("swiss", 4),
    ("swiss", 5),
    ("everybody", 2),
    ("knockout", 2),
)
"""Those of which many are played. A league is everybody against everybody in each division, and is played apart."""
MATCHES: Final = ("swiss", "everybody", "knockout", "league")
"""The kinds in which matches are played, too."""
LARGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Trouble:
    """How likely it is, in each round, that somebody leaves, comes late, or loses without a game; or that a game is
    annulled.
    """

    leaves: float = 0.04
    late: float = 0.1
    absent: float = 0.03
    annulled: float = 0.01


CALM: Final = Trouble(0, 0, 0, 0)


def number_of_entrants(dice: Random) -> int:
    """A number from 3 to 200: of all sizes, but small ones are the most."""
    return min(LARGEST, int(3 / (1 - dice.random()) ** 0.85))


def play(kind: str, size: int, entrants: int, dice: Random, trouble: Trouble, best_of: int = 1) -> Tournament:
    """Play a tournament to its end. The numbers of the entrants are their true order: 1 is the strongest. Their seeds
    are at random: before the first round, nobody knows how strong they are.
    """
    seeds = dice.sample(range(1, entrants + 1), entrants)
    people = tuple(map(Entrant, range(1, entrants + 1), seeds))
    tournament = Tournament(kind, people, table_size=size, best_of=best_of)
    while not is_over(tournament):
        tournament = with_next_round(tournament)
        tournament = with_results(tournament, dice, trouble)
        tournament = _with_changes(tournament, dice, trouble)
    return tournament


def with_results(tournament: Tournament, dice: Random, trouble: Trouble) -> Tournament:
    """Play all games of the round under way."""
    played: Round = tuple(
        one if one.is_over else _match(one, tournament, dice, trouble) for one in tournament.rounds[-1]
    )
    return replace(tournament, rounds=(*tournament.rounds[:-1], played))


def _match(pairing: Pairing, tournament: Tournament, dice: Random, trouble: Trouble) -> Pairing:
    while not pairing.is_over:
        result = _result(next_game(pairing), tournament, dice, trouble)
        pairing = after_game(pairing, result, tournament.best_of)
    return pairing


def _result(pairing: Pairing, tournament: Tournament, dice: Random, trouble: Trouble) -> Pairing:
    if tournament.kind != "knockout" and dice.random() < trouble.annulled:
        return replace(pairing, ending=Ending.ANNULLED, scores=tuple(Score(0) for _ in pairing.seats))
    absent = frozenset(one for one in pairing.seats if dice.random() < trouble.absent)
    if absent:
        return forfeited(pairing, absent)
    count = len(tournament.entrants)
    return scored(pairing, tuple(max(0, round(dice.gauss(90 - 40 * one / count, 12))) for one in pairing.seats))


def _with_changes(tournament: Tournament, dice: Random, trouble: Trouble) -> Tournament:
    """Let some leave after the round, and somebody come late for the next."""
    number = len(tournament.rounds)
    entrants = [
        replace(one, last_round=number) if one.last_round is None and dice.random() < trouble.leaves else one
        for one in tournament.entrants
    ]
    if KINDS[tournament.kind].takes_latecomers and len(entrants) < LARGEST and dice.random() < trouble.late:
        entrants.append(Entrant(len(entrants) + 1, len(entrants) + 1, first_round=number + 1))
    return replace(tournament, entrants=tuple(entrants))
