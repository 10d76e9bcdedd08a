"""A tournament as an immutable value: who takes part, and what was paired and played in each round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Final

POINT: Final = 24
"""The points of a won game for two. Points are counted in 24ths, so that each share of a table of up to five, and of
those who are tied there, is a whole number."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part in a tournament."""

    id: int
    seed: int
    """Its place in the order before the first round: 1 for the strongest."""
    first_round: int = 1
    """The first round in which it can be paired: later than 1 for who came late."""
    last_round: int | None = None
    """The last round in which it was there; None while it is there."""

    def plays_in(self, number: int) -> bool:
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


class Ending(StrEnum):
    """How the games of a pairing came to their result, as it is stored."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """Somebody was late, absent or had left."""
    AWARDED = "awarded"
    """The organiser has decided."""
    BYE = "bye"
    """There was nobody to meet."""
    ANNULLED = "annulled"
    """It counts for nobody."""
    REPLACED = "replaced"
    """The organiser has paired its entrants with others. It is no pairing any more: no tournament has it."""


@dataclass(frozen=True, slots=True)
class Score:
    """What an entrant has got from a pairing."""

    points: int
    """In 24ths."""
    difference: int = 0
    """The points of its games, less those of each opponent, added up."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants who meet, in the order of their seats, and what came of it. A bye has one seat."""

    seats: tuple[int, ...]
    ending: Ending | None = None
    """None while it is played."""
    scores: tuple[Score, ...] = ()
    """By seat; empty while it is played."""
    games: tuple["Pairing", ...] = ()
    """The games of a match that are over, in their order, each with its seats in the order of that game; empty where a
    pairing is a single game."""

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    @property
    def is_met(self) -> bool:
        """Return whether its entrants have met, or are to meet: a forfeit or a bye was no game."""
        return len(self.seats) > 1 and self.ending in (None, Ending.PLAYED, Ending.AWARDED)

    def opponents(self, entrant: int) -> Iterator[int]:
        return (one for one in self.seats if one != entrant)

    def score_of(self, entrant: int) -> Score:
        """Return what an entrant has got; nothing while it is played."""
        return self.scores[self.seats.index(entrant)] if self.scores else Score(0)

    def half_wins(self, entrant: int, opponent: int) -> int:
        """Return how an entrant did against one of the others: 2 for better, 1 for the same, 0 for worse."""
        own, other = self.score_of(entrant).points, self.score_of(opponent).points
        return (own > other) - (own < other) + 1


Round = tuple[Pairing, ...]


@dataclass(frozen=True)
class Tournament:
    """A tournament after some rounds. The last round may still be played."""

    kind: str
    """The name of a kind in ``tournaments/kinds.py``."""
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    planned_rounds: int | None = None
    """How many rounds are to be played; None for as many as the kind plays with these entrants."""
    table_size: int = 2
    """How many meet at a table."""
    best_of: int = 1
    """How many games two play against each other in a round, at most."""

    @cached_property
    def by_id(self) -> dict[int, Entrant]:
        return {one.id: one for one in self.entrants}

    @property
    def next_round(self) -> int:
        """Return the number of the round that is paired next; the first is 1."""
        return len(self.rounds) + 1

    @property
    def is_round_over(self) -> bool:
        """Return whether everything that was paired is over."""
        return all(pairing.is_over for one in self.rounds for pairing in one)

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Return who can be paired in the next round, the strongest first."""
        return tuple(one for one in by_seed(self.entrants) if one.plays_in(self.next_round))

    def pairings_of(self, entrant: int) -> list[Pairing]:
        """Return the pairings of an entrant, by round."""
        return self._pairings_by_entrant.get(entrant, [])

    def meetings(self, one: int, other: int) -> int:
        """Return how often two entrants were paired, whether or not they have played."""
        return self._meetings.get((min(one, other), max(one, other)), 0)

    @cached_property
    def _pairings_by_entrant(self) -> dict[int, list[Pairing]]:
        found: dict[int, list[Pairing]] = {}
        for pairing in (pairing for one in self.rounds for pairing in one):
            for entrant in pairing.seats:
                found.setdefault(entrant, []).append(pairing)
        return found

    @cached_property
    def _meetings(self) -> dict[tuple[int, int], int]:
        found: dict[tuple[int, int], int] = {}
        for pairing in (pairing for one in self.rounds for pairing in one):
            for pair in combinations(sorted(pairing.seats), 2):
                found[pair] = found.get(pair, 0) + 1
        return found


def by_seed(entrants: tuple[Entrant, ...]) -> list[Entrant]:
    """Return entrants in the order of their seeds, the strongest first."""
    return sorted(entrants, key=lambda one: (one.seed, one.id))


def points_of(tournament: Tournament, entrant: int) -> int:
    """Return the points of an entrant so far, in 24ths."""
    return sum(pairing.score_of(entrant).points for pairing in tournament.pairings_of(entrant))


def bye(entrant: int, points: int) -> Pairing:
    """Return the pairing of an entrant who meets nobody."""
    return Pairing((entrant,), Ending.BYE, (Score(points),))


def forfeited(pairing: Pairing, absent: frozenset[int]) -> Pairing:
    """Return a pairing that some of its entrants have lost without a game. The others share the rest as if they had
    tied; if all are absent, nobody gets anything.
    """
    there = len(pairing.seats) - len(absent.intersection(pairing.seats))
    each = sum(shares(len(pairing.seats))[:there]) // there if there else 0
    scores = tuple(Score(0 if one in absent else each) for one in pairing.seats)
    return replace(pairing, ending=Ending.FORFEIT, scores=scores)


def annulled(pairing: Pairing) -> Pairing:
    """Return a pairing that counts for nobody."""
    return replace(pairing, ending=Ending.ANNULLED, scores=(Score(0),) * len(pairing.seats))


def with_absent(pairing: Pairing, tournament: Tournament) -> Pairing:
    """Return a pairing of the next round, which those have lost who have left the tournament."""
    number = tournament.next_round
    absent = frozenset(one for one in pairing.seats if not tournament.by_id[one].plays_in(number))
    return forfeited(pairing, absent) if absent else pairing


def as_it_stood(pairing: Pairing, totals: Sequence[int], losers: frozenset[int]) -> Pairing:
    """Return a pairing whose game some entrants have lost before its end, with the differences of its points by then.

    ``totals`` are these points, by seat. They count neither for the losers nor against the others: nobody is better
    off who gives up than who plays on.
    """
    scores = []
    for entrant, score, difference in zip(pairing.seats, pairing.scores, _differences(totals), strict=True):
        counted = min(difference, 0) if entrant in losers else max(difference, 0)
        scores.append(replace(score, difference=counted))
    return replace(pairing, scores=tuple(scores))


def _differences(totals: Sequence[int]) -> list[int]:
    return [len(totals) * one - sum(totals) for one in totals]


def shares(seats: int) -> tuple[int, ...]:
    """Return the points at a table by place, in 24ths: each place counts the part of the opponents that it has beaten.

    >>> shares(2), shares(4)
    ((24, 0), (24, 16, 8, 0))
    """
    return tuple(POINT * (seats - 1 - place) // (seats - 1) for place in range(seats))


def scored(pairing: Pairing, totals: tuple[int, ...], order: tuple[int, ...] | None = None) -> Pairing:
    """Return a pairing that was played, with the points by place. ``totals`` are the points of the games, by seat.

    ``order`` ranks the seats where something else than these points decides, such as a resignation: 0 is the best,
    and the same number a tie. Who is tied shares the points of these places.
    """
    ranks = order or tuple(-one for one in totals)
    by_place = shares(len(totals))
    points = []
    for own in ranks:
        first, tied = sum(one < own for one in ranks), ranks.count(own)
        points.append(sum(by_place[first : first + tied]) // tied)
    scores = tuple(Score(*both) for both in zip(points, _differences(totals), strict=True))
    return replace(pairing, ending=Ending.PLAYED, scores=scores)
