"""The results of games that are over: how they follow from the logs, and the totals and ratings that follow from them.

Results are there when a game ends. Those that are missing, or an older program's, are worked out in the background, and
when somebody asks. While results of an older program are replaced, its ratings stay; they follow with the last of these
games.
"""

import asyncio
from bisect import bisect_right
from collections.abc import Sequence

from host.model.controllers import Person
from host.model.log_replay import FinishedGame
from host.model.ratings import ALL_SERVERS, RatedGame, Ratings, ratings_after, updated_ratings
from host.model.results import Duel, GameResults, PersonStatistics, Standing, game_results
from host.services.derivations import Derivation, Derivations
from host.services.service import Service, ServiceContext, uncancellable
from host.storage.engine.statements import Statement
from host.storage.results import RESULTS, RESULTS_VERSION, ChangedRatings, result_statements


class Statistics(Service):
    """What people have played, and how strong they are. A pool is a server, or all servers together.

    The results, from which this follows, are a derivation.
    """

    def __init__(self, context: ServiceContext, derivations: Derivations) -> None:
        super().__init__(context)
        self._results = self._storage.results
        # ratings follow from those before, so the games are in order
        results = Derivation(RESULTS, RESULTS_VERSION, self._work_out, self._rows, is_in_order=True)
        self._backlog = derivations.add(results)

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
            await self._results.level_totals(person_id, pool),
        )

    async def duels(self, person_id: int, *, patience: float | None = None) -> list[list[Duel]]:
        """Return how a person did in their latest games alone against computers, on all servers, the latest first.

        Games with hints don't count, nor do those where a seat has changed hands. See ``of_person`` for ``patience``.
        """
        await self._backlog.catch_up(patience)
        return await self._results.duels(person_id)

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
        """Return everybody's standing, the strongest first; people with equal ratings share a rank."""
        ratings = await self._results.ratings(pool, wants_rank=pool == ALL_SERVERS)
        shown = sorted(rating.shown for rating in ratings.values())
        unsorted = [
            Standing(1 + len(shown) - bisect_right(shown, one.shown), person, one.shown, one.games, one.wins)
            for person, one in ratings.items()
        ]
        return sorted(unsorted, key=lambda one: (one.rank, -one.games, one.person.id))

    async def _work_out(self, game: FinishedGame) -> GameResults:
        return game_results(game)

    async def _rows(self, number: int, found: GameResults | None, is_outdated: bool) -> Sequence[Statement]:
        """Return the statements that store results, and the ratings that they change."""
        rated = found.rated if found else None
        pools = {ALL_SERVERS, found.pool} if found and rated else set[int]()
        if is_outdated:
            changed = await self._ratings_anew(number, rated, pools)
        else:
            changed = ChangedRatings({pool: await self._ratings_of(pool, rated) for pool in pools if rated})
        return result_statements(number, found.seats if found else (), changed)

    async def _ratings_of(self, pool: int, game: RatedGame) -> Ratings:
        """Return the ratings that one more game changes; all of the pool, if the game is not the last one there."""
        later = [one for one in await self._results.rated_games(pool, game.ended_at) if one > game]
        if later:
            return ratings_after([*await self._results.rated_games(pool), game])
        stored = await self._results.ratings(pool)
        after = updated_ratings({person.id: rating for person, rating in stored.items()}, game)
        return {player.person_id: after[player.person_id] for player in game.players if player.person_id in after}

    async def _ratings_anew(self, number: int, game: RatedGame | None, pools: set[int]) -> ChangedRatings:
        """Return all ratings, if no game but this one has results of an older program any more; until then, none."""
        if await self._storage.derivations.has_outdated(RESULTS, RESULTS_VERSION, besides=number):
            return ChangedRatings({})
        ratings = {}
        for pool in await self._results.rated_pools() | pools:
            games = [one for one in await self._results.rated_games(pool) if one.number != number]
            games += [game] if game and pool in pools else []
            ratings[pool] = await asyncio.to_thread(ratings_after, games)
        return ChangedRatings(ratings, is_all=True)
