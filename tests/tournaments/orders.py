"""How near the final order of a tournament comes to the true strengths: as paired, paired at random, and at best."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import correlation, fmean

from tests.tournaments.simulation import CALM, play, with_results
from tournaments.kinds import standings_of
from tournaments.tournament import POINT, Pairing, Tournament, bye


def correlations(tournaments: int, seed: int) -> Iterator[str]:
    """For some sizes, the mean rank correlation of each way to pair, and the true place of its winner."""
    for entrants in (8, 16, 40):
        orders: dict[str, list[float]] = {}
        winners: dict[str, list[float]] = {}
        for number in range(tournaments):
            dice = Random(f"{seed} {entrants} {number}")
            swiss = play("swiss", 2, entrants, dice, CALM)
            played = {
                "paired at random": play_at_random(swiss, dice),
                "Swiss": swiss,
                "everybody against everybody": play("everybody", 2, entrants, dice, CALM),
            }
            for how, tournament in played.items():
                orders.setdefault(how, []).append(rank_correlation(tournament))
                winners.setdefault(how, []).append(standings_of(tournament)[0].entrant)
        for how, found in orders.items():
            winner = fmean(winners[how])
            yield f"{entrants:3} entrants, {how}: {fmean(found):.3f}; true place of the winner {winner:.2f}"


def rank_correlation(tournament: Tournament) -> float:
    """Spearman's rank correlation of the places with the true order, which the numbers of the entrants are."""
    table = standings_of(tournament)
    shared = {place: sum(one.place == place for one in table) for place in {one.place for one in table}}
    ranks = {one.entrant: one.place + (shared[one.place] - 1) / 2 for one in table}
    return correlation(sorted(ranks), [ranks[one] for one in sorted(ranks)])


def play_at_random(swiss: Tournament, dice: Random) -> Tournament:
    """Play as many rounds as a Swiss tournament has had, with the same entrants, each paired by lot."""
    tournament = replace(swiss, rounds=())
    for _ in swiss.rounds:
        ids = dice.sample(sorted(swiss.by_id), len(swiss.by_id))
        pairs = [Pairing(both) for both in zip(ids[::2], ids[1::2], strict=False)]
        byes = [bye(ids[-1], POINT)] * (len(ids) % 2)
        tournament = with_results(replace(tournament, rounds=(*tournament.rounds, (*pairs, *byes))), dice, CALM)
    return tournament
