"""The results of games that are over, worked out from their logs in the background.

One process at a time works out one game. A stop ends the work between two games, and whoever asks next goes on there.
What a newer program has worked out stays as it is. What an older one has is shown until it is worked out anew, game by
game; the ratings follow with the last of these games.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from carcassonne import PlaceTile
from host.errors import HostError, QuarantinedError
from host.model.game import LogEntry
from host.model.game_log import parse_logged
from host.model.ratings import ALL_SERVERS, RatedGame, RatedPlayer, Ratings, ratings_after, updated_ratings
from host.model.results import SeatResult, seat_results
from host.model.substitution import leavers
from host.model.table import Person, SeatedTable
from host.storage.results import ChangedRatings
from host.storage.storage import Storage

log = logging.getLogger(__name__)


class ResultDerivation:
    """Works out what is missing, whenever somebody asks for it."""

    def __init__(self, storage: Storage) -> None:
        self._games = storage.games
        self._results = storage.results
        self._task: asyncio.Task[None] | None = None
        self._is_ending = False
        self.missing = 0
        """How many games are still to be worked out, as far as is known."""

    async def catch_up(self, patience: float | None = None) -> None:
        """Work out what is missing. Wait until that is done, or for so many seconds: then it goes on by itself.

        Raise StorageError.
        """
        if self._is_ending:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work_out_missing())
            self._task.add_done_callback(_note_end)
        done, _ = await asyncio.wait([self._task], timeout=patience)
        for task in done:
            task.result()

    async def close(self) -> None:
        """End after the game that is under way."""
        self._is_ending = True
        if self._task:
            await asyncio.wait([self._task])

    async def _work_out_missing(self) -> None:
        tried = set[int]()
        while numbers := [number for number in await self._results.missing() if number not in tried]:
            self.missing = len(numbers)
            for number in numbers:
                if self._is_ending:
                    return
                async with self._results.alone():  # ratings follow from those before
                    if not await self._work_out(number):
                        await self._work_out(number)
                self.missing -= 1
            tried.update(numbers)
        self.missing = 0

    async def _work_out(self, number: int) -> bool:
        """Store the results of a game, and the ratings that they change. A quarantined game has to wait, without any.

        Return False if somebody who played there was deleted meanwhile, so the game must be read again.
        """
        version = await self._results.version_of(number)
        if self._results.is_known(version):
            return True  # another process has just done it
        found, game = None, None
        try:
            history = await self._games.load_history(number)
        except QuarantinedError:
            if not version:
                return True
        else:
            table, replayed = history.table, history.replayed
            substitutes = substituted_seats(table, history.entries)
            found = [
                replace(one, is_substitute=one.seat in substitutes)
                for one in seat_results(replayed.cursor.state, replayed.effective_events)
            ]
            if found and table.settings.rated:
                game = rated_game(table, found, leavers(table, await self._games.substitutions(number)))
        pools = {ALL_SERVERS, table.venue.guild or ALL_SERVERS} if game else set[int]()
        changed = await (self._ratings_anew if version else self._ratings_after)(number, game, pools)
        return await self._results.save(number, found, changed)

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
        if await self._results.has_outdated(besides=number):
            return ChangedRatings({})
        ratings = {}
        for pool in await self._results.rated_pools() | pools:
            games = [one for one in await self._results.rated_games(pool) if one.number != number]
            games += [game] if game and pool in pools else []
            ratings[pool] = await asyncio.to_thread(ratings_after, games)
        return ChangedRatings(ratings, is_all=True)


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


def _note_end(task: asyncio.Task[None]) -> None:
    """Log what went wrong; perhaps nobody waits for it any more."""
    if not task.cancelled() and (error := task.exception()):
        log.warning("results are not worked out: %r", error, exc_info=None if isinstance(error, HostError) else error)
