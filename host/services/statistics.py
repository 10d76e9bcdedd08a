"""Totals and ratings of the games that are over. They follow from the results, which follow from the logs.

Results are there when a game ends. Those that are missing, or an older program's, are worked out in the background, and
when somebody asks.
"""

from bisect import bisect_right
from collections.abc import Mapping

from host.model.controllers import Person
from host.model.ratings import ALL_SERVERS, Rating
from host.model.results import GameResults, PersonStatistics, Standing
from host.services.command_runner import CommandRunner, uncancellable
from host.services.derivations import Backlog
from host.storage.storage import Storage


class Statistics:
    """What people have played, and how strong they are. A pool is a server, or all servers together."""

    def __init__(self, storage: Storage, runner: CommandRunner, backlog: Backlog[GameResults]) -> None:
        """``backlog``: the games whose results are missing."""
        self._results = storage.results
        self._backlog = backlog
        self.runner = runner

    @property
    def missing(self) -> int:
        """How many games are still to be counted, as far as is known."""
        return self._backlog.missing

    async def of_person(
        self, person_id: int, guild: int | None = None, *, patience: float | None = None
    ) -> PersonStatistics:
        """Return the statistics of a person's decided games, on a server or on all servers.

        If results are missing, wait for them, but not longer than ``patience`` in seconds; None: until all are there.
        """
        await self._backlog.catch_up(patience)
        pool = ALL_SERVERS if guild is None else guild
        return PersonStatistics(
            await self._results.game_totals(person_id, pool),
            await self._results.feature_totals(person_id, pool),
            None if guild is None else await self._standing(person_id, guild),
            await self._standing(person_id, ALL_SERVERS),
            await self._results.totals_with_computers(person_id, pool),
        )

    async def leaderboard(self, guild: int | None = None, *, patience: float | None = None) -> list[Standing]:
        """Return the ratings of a server, the strongest first; over all servers, of those who want theirs shown.

        See ``of_person`` for ``patience``.
        """
        await self._backlog.catch_up(patience)
        return await self._standings(ALL_SERVERS if guild is None else guild)

    async def is_ranked_everywhere(self, person_id: int) -> bool:
        """Return whether a person wants the rating over all servers to be shown."""
        return await self._results.is_ranked_everywhere(person_id)

    @uncancellable
    async def rank_everywhere(self, person: Person, *, is_ranked: bool) -> None:
        """Store whether a person wants the rating over all servers to be shown; at first nobody does."""
        await self._results.save_ranked_everywhere(person, is_ranked=is_ranked)

    async def _standing(self, person_id: int, pool: int) -> Standing | None:
        return next((one for one in await self._standings(pool) if one.person.id == person_id), None)

    async def _standings(self, pool: int) -> list[Standing]:
        return standings(await self._results.ratings(pool, wants_rank=pool == ALL_SERVERS))


def standings(ratings: Mapping[Person, Rating]) -> list[Standing]:
    """Return everybody's standing, the strongest first; people with equal ratings share a rank."""
    shown = sorted(rating.shown for rating in ratings.values())
    unsorted = [
        Standing(1 + len(shown) - bisect_right(shown, one.shown), person, one.shown, one.games, one.wins)
        for person, one in ratings.items()
    ]
    return sorted(unsorted, key=lambda one: (one.rank, -one.games, one.person.id))
