"""How strong people are, worked out from the places that they came to: OpenSkill, by the model of Plackett and Luce.

A rating is what somebody's play is thought worth (``mu``) and how far off that may be (``sigma``). Shown is one number
that the person is almost surely worth: it begins at 1000, and grows with every good place and with certainty.
Pure: whoever has the games, in the order in which they ended, has the ratings.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import Final, TypeAlias

from openskill.models import PlackettLuce

from host.model.table import is_nameless

FIRST: Final = 1000
"""The number shown of a newcomer."""
SCALE: Final = 40
"""What one of OpenSkill's points makes of that number."""

EVERYWHERE: Final = 0
"""The pool of all servers together; no server has this id."""

_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a person's strength, from how many games and wins; ``game`` is the last that counted."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0
    wins: int = 0
    game: int = 0

    @property
    def worth(self) -> float:
        """What the person is almost surely worth."""
        return _MODEL.rating(self.mu, self.sigma).ordinal(alpha=SCALE, target=FIRST)

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(self.worth)


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody who ended a game at a place (1 is the best); a substitute took over the seat of somebody else."""

    person_id: int
    place: int
    is_substitute: bool = False


@dataclass(frozen=True, slots=True, order=True)
class RatedGame:
    """A game that counts. Games are in the order in which they ended."""

    ended_at: datetime
    number: int
    entrants: tuple[RatedPlayer, ...]


Ratings: TypeAlias = Mapping[int, Rating]
"""By person."""


def ratings_after(games: Iterable[RatedGame]) -> Ratings:
    """Return everybody's rating after games, whatever the order in which these are given."""
    return reduce(rated, sorted(games), dict[int, Rating]())


def rated(before: Ratings, game: RatedGame) -> Ratings:
    """Return everybody's rating after one more game. A substitute's number never falls by it.

    The order of the seats does not matter. Fewer than two people rate nobody. The nameless are as good as newcomers in
    every game, for nobody knows which of them it was.
    """
    entrants = sorted(game.entrants, key=lambda entrant: (entrant.place, entrant.person_id))
    if len(entrants) < 2:
        return before
    known = [before.get(entrant.person_id, Rating()) for entrant in entrants]
    teams = [[_MODEL.rating(one.mu, one.sigma)] for one in known]
    after = _MODEL.rate(teams, ranks=[entrant.place for entrant in entrants])
    changed = {
        entrant.person_id: _after(game.number, entrant, old, Rating(new.mu, new.sigma))
        for entrant, old, [new] in zip(entrants, known, after, strict=True)
        if not is_nameless(entrant.person_id)
    }
    return {**before, **changed}


def _after(number: int, entrant: RatedPlayer, old: Rating, new: Rating) -> Rating:
    kept = old if entrant.is_substitute and new.worth < old.worth else new
    return Rating(kept.mu, kept.sigma, old.games + 1, old.wins + (entrant.place == 1), number)
