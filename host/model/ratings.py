"""How strong people are, worked out from their ranks in games: OpenSkill, with the model of Plackett and Luce. Pure.

A rating is an estimate of somebody's strength (``mu``) and its uncertainty (``sigma``). People see one number, which
the strength almost surely exceeds: it begins at 1000, and grows with good ranks and with certainty. The ratings follow
from the games alone, in the order in which they ended.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, reduce
from typing import TYPE_CHECKING, Final, TypeAlias

from host.model.controllers import is_nameless

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

NEWCOMER_RATING: Final = 1000
"""The rating that is shown for a newcomer."""
SCALE: Final = 40
"""One point of OpenSkill is worth this many points of the rating that is shown."""

ALL_SERVERS: Final = 0
"""The pool of all servers together; no server has this id."""

NEWCOMER_MU: Final = 25.0
"""The strength of a newcomer: OpenSkill's own."""
NEWCOMER_SIGMA: Final = NEWCOMER_MU / 3


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # a start takes less time without it, and many bots rate nobody

    return PlackettLuce(mu=NEWCOMER_MU, sigma=NEWCOMER_SIGMA)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a person's strength."""

    mu: float = NEWCOMER_MU
    sigma: float = NEWCOMER_SIGMA
    games: int = 0
    wins: int = 0
    game: int = 0
    """The number of the last game that counted."""

    @property
    def ordinal(self) -> float:
        """The strength that the person almost surely has, on the scale that people see."""
        return _model().rating(self.mu, self.sigma).ordinal(alpha=SCALE, target=NEWCOMER_RATING)

    @property
    def shown(self) -> int:
        return round(self.ordinal)


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody who has played a game that counts."""

    person_id: int
    rank: int
    """1 is the best."""
    is_substitute: bool = False
    """Whether they took over the seat of somebody else."""


@dataclass(frozen=True, slots=True, order=True)
class RatedGame:
    """A game that counts. Games are ordered by when they ended."""

    ended_at: datetime
    number: int
    players: tuple[RatedPlayer, ...]


Ratings: TypeAlias = Mapping[int, Rating]
"""By person."""


def ratings_after(games: Iterable[RatedGame]) -> Ratings:
    """Return everybody's rating after games. The order in which the games are given does not matter."""
    return reduce(updated_ratings, sorted(games), dict[int, Rating]())


def updated_ratings(before: Ratings, game: RatedGame) -> Ratings:
    """Return everybody's rating after one more game. A substitute's rating never falls by it.

    The order of the seats does not matter. A game of fewer than two people changes nothing. A deleted person counts as
    a newcomer in every game, for nobody knows which of them it was.
    """
    players = sorted(game.players, key=lambda player: (player.rank, player.person_id))
    if len(players) < 2:
        return before
    known = [before.get(player.person_id, Rating()) for player in players]
    teams = [[_model().rating(one.mu, one.sigma)] for one in known]
    after = _model().rate(teams, ranks=[player.rank for player in players])
    changed = {
        player.person_id: _after(game.number, player, old, Rating(new.mu, new.sigma))
        for player, old, [new] in zip(players, known, after, strict=True)
        if not is_nameless(player.person_id)
    }
    return {**before, **changed}


def _after(number: int, player: RatedPlayer, old: Rating, new: Rating) -> Rating:
    kept = old if player.is_substitute and new.ordinal < old.ordinal else new
    return Rating(kept.mu, kept.sigma, old.games + 1, old.wins + (player.rank == 1), number)
