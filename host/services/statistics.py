"""Results, totals and ratings of the games that are over, worked out from the logs when somebody asks.

The log is the truth. Results are stored, so that each game is replayed for them once. Missing results are worked out
before anything is shown: of games that have ended since, and of all games if another version wrote the database.
"""

import asyncio
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from carcassonne import PlaceTile
from host.errors import QuarantinedError
from host.model.game import LogEntry
from host.model.game_log import parse_logged
from host.model.ratings import ALL_SERVERS, RatedGame, RatedPlayer, Rating, Ratings, ratings_after, updated_ratings
from host.model.results import SeatResult, seat_results
from host.model.statistics import PersonStatistics, Standing
from host.model.substitution import leavers
from host.model.table import Person, SeatedTable
from host.services.command_runner import CommandRunner, uncancellable
from host.storage.storage import Storage


class Statistics:
    """What people have played, and how strong they are. A pool is a server, or all servers together."""

    def __init__(self, storage: Storage, runner: CommandRunner) -> None:
        self._games = storage.games
        self._results = storage.results
        self._lock = asyncio.Lock()
        self.runner = runner

    @uncancellable
    async def of_person(self, person_id: int, guild: int | None = None) -> PersonStatistics:
        """Return the statistics of a person's decided games, on a server or on all servers."""
        await self._work_out_missing()
        pool = ALL_SERVERS if guild is None else guild
        return PersonStatistics(
            await self._results.game_totals(person_id, pool),
            await self._results.feature_totals(person_id, pool),
            None if guild is None else await self._standing(person_id, guild),
            await self._standing(person_id, ALL_SERVERS),
            await self._results.totals_with_computers(person_id, pool),
        )

    @uncancellable
    async def leaderboard(self, guild: int | None = None) -> list[Standing]:
        """Return the ratings of a server, the strongest first; over all servers, of those who want theirs shown."""
        await self._work_out_missing()
        return await self._standings(ALL_SERVERS if guild is None else guild)

    async def is_ranked_everywhere(self, person_id: int) -> bool:
        """Say whether a person wants the rating over all servers to be shown."""
        return await self._results.is_ranked_everywhere(person_id)

    @uncancellable
    async def rank_everywhere(self, person: Person, *, is_ranked: bool) -> None:
        """Store whether a person wants the rating over all servers to be shown; at first nobody does."""
        await self._results.save_ranked_everywhere(person, is_ranked=is_ranked)

    async def _work_out_missing(self) -> None:
        async with self._lock:
            if not (await self._results.is_outdated() or await self._results.missing()):
                return
            async with self._results.alone():  # ratings follow from those before
                if await self._results.is_outdated():
                    await self._results.delete_all()
                for number in await self._results.missing():
                    if not await self._work_out(number):
                        await self._work_out(number)

    async def _work_out(self, number: int) -> bool:
        """Store the results of a game, and the ratings that they change. A quarantined game has to wait.

        Return False if somebody who played there was deleted meanwhile, so the game must be read again.
        """
        try:
            history = await self._games.load_history(number)
        except QuarantinedError:
            return True
        table, replayed = history.table, history.replayed
        substitutes = substituted_seats(table, history.entries)
        results = [
            replace(one, is_substitute=one.seat in substitutes)
            for one in seat_results(replayed.cursor.state, replayed.effective_events)
        ]
        ratings = {}
        if results and table.settings.rated:
            game = rated_game(table, results, leavers(table, await self._games.substitutions(number)))
            pools = {ALL_SERVERS, table.venue.guild or ALL_SERVERS}
            ratings = {pool: await self._ratings_after(pool, game) for pool in pools}
        return await self._results.save(number, results, ratings)

    async def _ratings_after(self, pool: int, game: RatedGame) -> Ratings:
        """Return the ratings of a pool that one more game changes; all of them, if the game is not the last one."""
        later = [one for one in await self._results.rated_games(pool, game.ended_at) if one > game]
        if later:
            return ratings_after([*await self._results.rated_games(pool), game])
        stored = await self._results.ratings(pool)
        after = updated_ratings({person.id: rating for person, rating in stored.items()}, game)
        return {player.person_id: after[player.person_id] for player in game.players if player.person_id in after}

    async def _standing(self, person_id: int, pool: int) -> Standing | None:
        return next((one for one in await self._standings(pool) if one.person.id == person_id), None)

    async def _standings(self, pool: int) -> list[Standing]:
        return standings(await self._results.ratings(pool, wants_rank=pool == ALL_SERVERS))


def substituted_seats(table: SeatedTable, entries: Iterable[LogEntry]) -> set[int]:
    """Return the seats whose first tile was laid by somebody else than the person who sits there now.

    Whoever comes back to their own seat is no substitute there.
    """
    first: dict[int, int | None] = {}
    for entry in entries:
        if isinstance(parse_logged(entry.notation), PlaceTile):
            first.setdefault(entry.seat, entry.person_id)
    now = {seat.number: seat.person.id if seat.person else None for seat in table.seats}
    return {seat for seat, person_id in first.items() if person_id != now[seat]}


def rated_game(table: SeatedTable, results: Sequence[SeatResult], left: Mapping[Person, bool]) -> RatedGame:
    """Return a game that was decided as it counts for the ratings, which are of people only.

    Those who have ``left`` a seat to a computer come after everybody else. It says for each whether they were a
    substitute.
    """
    people = [(table.seats[one.seat].person, one) for one in results]
    players = [RatedPlayer(person.id, one.rank, one.is_substitute) for person, one in people if person]
    last = [RatedPlayer(person.id, len(table.seats) + 1, is_substitute) for person, is_substitute in left.items()]
    return RatedGame(table.moved_at, table.number, (*players, *last))


def standings(ratings: Mapping[Person, Rating]) -> list[Standing]:
    """Return everybody's standing, the strongest first; people with equal ratings share a rank."""
    shown = sorted(rating.shown for rating in ratings.values())
    unsorted = [
        Standing(1 + len(shown) - bisect_right(shown, one.shown), person, one.shown, one.games, one.wins)
        for person, one in ratings.items()
    ]
    return sorted(unsorted, key=lambda one: (one.rank, -one.games, one.person.id))
