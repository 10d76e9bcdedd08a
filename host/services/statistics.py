"""What the games that are over have come to: results, figures and ratings, worked out from the logs when asked for.

The log is the truth. What was worked out is stored, so that it is worked out once; whatever is missing, because a game
has ended since or the file was written by an older version, is added before anything is told.
"""

import asyncio
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from carcassonne import PlaceTile
from host.errors import HostError, HostErrorCode
from host.model.game import LogEntry, opening
from host.model.game_log import parse_logged
from host.model.ratings import EVERYWHERE, RatedGame, RatedPlayer, Rating, Ratings, rated, ratings_after
from host.model.results import SeatResult, results
from host.model.statistics import Standing, Stats
from host.model.table import Person, SeatedTable
from host.services.command_runner import CommandRunner, uncancellable
from host.storage.storage import Storage


class Statistics:
    """The results of the games that are over."""

    def __init__(self, storage: Storage, runner: CommandRunner) -> None:
        self._games = storage.games
        self._results = storage.results
        self._lock = asyncio.Lock()
        self.runner = runner

    @uncancellable
    async def of_person(self, person_id: int, guild: int | None = None) -> Stats:
        """Return what a person has played on a server, or on all servers: games that were decided."""
        await self.catch_up()
        pool = EVERYWHERE if guild is None else guild
        return Stats(
            await self._results.game_totals(person_id, pool),
            await self._results.feature_totals(person_id, pool),
            None if guild is None else await self._standing(person_id, guild),
            await self._standing(person_id, EVERYWHERE),
        )

    @uncancellable
    async def leaderboard(self, guild: int | None = None) -> list[Standing]:
        """Return everybody who is rated on a server, the strongest first; over all servers, those who want that."""
        await self.catch_up()
        return await self._standings(EVERYWHERE if guild is None else guild)

    async def is_ranked_everywhere(self, person_id: int) -> bool:
        """Say whether a person wants the rating over all servers to be shown."""
        return await self._results.is_ranked_everywhere(person_id)

    @uncancellable
    async def rank_everywhere(self, person: Person, *, is_ranked: bool) -> None:
        """Store whether a person wants the rating over all servers to be shown; at first nobody does."""
        await self._results.save_ranked_everywhere(person, is_ranked=is_ranked)

    async def catch_up(self) -> None:
        """Work out what is missing."""
        async with self._lock:
            if await self._results.is_outdated():
                await self._results.delete_all()
            for number in await self._results.missing():
                await self._work_out(number)

    async def _work_out(self, number: int) -> None:
        try:
            history = await self._games.load_history(number)
        except HostError as error:
            if error.trouble is HostErrorCode.HELD:
                return  # it counts as soon as it adds up again
            raise
        table = history.table
        others = taken_over(table, history.entries)
        made = [
            replace(one, is_substitute=one.seat in others) for one in results(opening(table), history.replayed.moves)
        ]
        ratings = {}
        if made and table.settings.rated:
            game = rated_game(table, made)
            pools = {EVERYWHERE, table.venue.guild or EVERYWHERE}
            ratings = {pool: await self._ratings_after(pool, game) for pool in pools}
        await self._results.save(number, made, ratings)

    async def _ratings_after(self, pool: int, game: RatedGame) -> Ratings:
        """Return the ratings of a pool with one game more: in most cases the last one, else all is counted anew."""
        later = [one for one in await self._results.rated_games(pool, game.ended_at) if one > game]
        if later:
            return ratings_after([*await self._results.rated_games(pool), game])
        stored = await self._results.ratings(pool)
        after = rated({person.id: rating for person, rating in stored.items()}, game)
        return {entrant.person_id: after[entrant.person_id] for entrant in game.entrants if entrant.person_id in after}

    async def _standing(self, person_id: int, pool: int) -> Standing | None:
        return next((one for one in await self._standings(pool) if one.person.id == person_id), None)

    async def _standings(self, pool: int) -> list[Standing]:
        return ranked(await self._results.ratings(pool, wants_rank=pool == EVERYWHERE))


def taken_over(table: SeatedTable, entries: Iterable[LogEntry]) -> set[int]:
    """Return the seats where somebody else than who sits there now has laid the first tile: who comes back to a seat is
    no substitute there."""
    first: dict[int, int | None] = {}
    for entry in entries:
        if isinstance(parse_logged(entry.notation), PlaceTile):
            first.setdefault(entry.seat, entry.person_id)
    return {seat for seat, person_id in first.items() if person_id != table.seats[seat].person.id}


def rated_game(table: SeatedTable, made: Sequence[SeatResult]) -> RatedGame:
    """Return a game that was decided as it counts for the ratings."""
    entrants = tuple(RatedPlayer(table.seats[one.seat].person.id, one.place, one.is_substitute) for one in made)
    return RatedGame(table.moved_at, table.number, entrants)


def ranked(ratings: Mapping[Person, Rating]) -> list[Standing]:
    """Return everybody's standing, the strongest first; who is rated alike shares a rank."""
    shown = sorted(rating.shown for rating in ratings.values())
    standings = [
        Standing(1 + len(shown) - bisect_right(shown, one.shown), person, one.shown, one.games, one.wins)
        for person, one in ratings.items()
    ]
    return sorted(standings, key=lambda one: (one.rank, -one.games, one.person.id))
