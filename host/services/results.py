"""The results of games that are over, and the ratings that follow from them: a derivation.

While results of an older program are replaced, its ratings stay; they follow with the last of these games.
"""

import asyncio
from collections.abc import Sequence

from host.model.log_replay import FinishedGame
from host.model.ratings import ALL_SERVERS, RatedGame, Ratings, ratings_after, updated_ratings
from host.model.results import GameResults, game_results
from host.services.derivations import Derivation
from host.storage.engine.statements import Statement
from host.storage.results import RESULTS, RESULTS_VERSION, ChangedRatings, result_statements
from host.storage.storage import Storage


def results_derivation(storage: Storage) -> Derivation[GameResults]:
    """Return the derivation of results. Ratings follow from those before, so its games are in order."""
    work = _Results(storage)
    return Derivation(RESULTS, RESULTS_VERSION, work.work_out, work.rows, is_in_order=True)


class _Results:
    def __init__(self, storage: Storage) -> None:
        self._results = storage.results
        self._derivations = storage.derivations

    async def work_out(self, game: FinishedGame) -> GameResults:
        return game_results(game)

    async def rows(self, number: int, found: GameResults | None, is_outdated: bool) -> Sequence[Statement]:
        """Return the statements that store results, and the ratings that they change."""
        rated = found.rated if found else None
        pools = {ALL_SERVERS, found.pool} if found and rated else set[int]()
        changed = await (self._ratings_anew if is_outdated else self._ratings_after)(number, rated, pools)
        return result_statements(number, found.seats if found else (), changed)

    async def _ratings_after(self, _: int, game: RatedGame | None, pools: set[int]) -> ChangedRatings:
        """Return the ratings that one more game changes; all of a pool, if the game is not the last one there."""
        return ChangedRatings({pool: await self._ratings_of(pool, game) for pool in pools if game})

    async def _ratings_of(self, pool: int, game: RatedGame) -> Ratings:
        later = [one for one in await self._results.rated_games(pool, game.ended_at) if one > game]
        if later:
            return ratings_after([*await self._results.rated_games(pool), game])
        stored = await self._results.ratings(pool)
        after = updated_ratings({person.id: rating for person, rating in stored.items()}, game)
        return {player.person_id: after[player.person_id] for player in game.players if player.person_id in after}

    async def _ratings_anew(self, number: int, game: RatedGame | None, pools: set[int]) -> ChangedRatings:
        """Return all ratings, if no game but this one has results of an older program any more; until then, none."""
        if await self._derivations.has_outdated(RESULTS, RESULTS_VERSION, besides=number):
            return ChangedRatings({})
        ratings = {}
        for pool in await self._results.rated_pools() | pools:
            games = [one for one in await self._results.rated_games(pool) if one.number != number]
            games += [game] if game and pool in pools else []
            ratings[pool] = await asyncio.to_thread(ratings_after, games)
        return ChangedRatings(ratings, is_all=True)
