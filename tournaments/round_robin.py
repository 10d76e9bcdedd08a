"""Everybody against everybody: in each round all meet somebody else, and begin about as often as not."""

from tournaments.tournament import Ending, Pairing, Round, Score, Tournament, by_seed, with_absent


def rounds_of_everybody(entrants: int) -> int:
    """Return how many rounds it takes until everybody has met everybody: one more if their number is odd."""
    return max(entrants - 1 + entrants % 2, 0)


def pair_everybody(tournament: Tournament) -> Round:
    """Return the next round by the circle method. In each round of an odd number, one rests, without points.

    Who has left loses to whom they would have met; if both have left, nobody gets anything.
    """
    ids = [one.id for one in by_seed(tournament.entrants)]
    places: list[int | None] = [*ids, *([None] * (len(ids) % 2))]
    number = len(tournament.rounds)
    fixed, circle = places[-1], places[:-1]
    turned = [circle[(place + number) % len(circle)] for place in range(len(circle))]
    pairs = [(fixed, turned[0]) if number % 2 else (turned[0], fixed)]
    for place in range(1, len(circle) // 2 + 1):
        pair = (turned[place], turned[-place])
        pairs.append(pair if place % 2 else (pair[1], pair[0]))
    tables = [Pairing((one, other)) for one, other in pairs if one is not None and other is not None]
    rests = [Pairing((one or other or 0,), Ending.BYE, (Score(0),)) for one, other in pairs if None in (one, other)]
    return (*(with_absent(one, tournament) for one in tables), *rests)
