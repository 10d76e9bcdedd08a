"""Results and ratings as rows of the database."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from sqlite3 import Row
from typing import Final

from carcassonne import Kind
from host.model.ratings import RatedGame, RatedPlayer, Rating, Ratings
from host.model.results import FeatureTotals, SeatResult, scored_name
from host.model.statistics import GameTotals
from host.model.table import Person
from host.storage.database import ConflictError, Database, Statement
from host.storage.people import person_statement

RESULTS_VERSION: Final = 3
"""The version of results and ratings. When it is raised, all of them are worked out again."""

_OUTDATED: Final = "SELECT number FROM games WHERE derivation NOT IN (0, ?) LIMIT 1"
_MISSING: Final = """
SELECT number FROM games WHERE status IN ('finished', 'ended') AND ply > 0 AND is_practice = 0 AND derivation = 0
ORDER BY moved_at, number"""
_SAVED: Final = "UPDATE games SET derivation = ? WHERE number = ?"
_ADD_RESULT: Final = "INSERT INTO results (game, seat, place, score, is_substitute) VALUES (?, ?, ?, ?, ?)"
_ADD_TOTALS: Final = """
INSERT INTO harvests (game, seat, kind, points, features, best, best_tiles, longest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_DELETE_ALL: Final = (
    "DELETE FROM results",
    "DELETE FROM harvests",
    "DELETE FROM ratings",
    "UPDATE games SET derivation = 0",
)

_RATED_GAMES: Final = """
SELECT game, ended_at, person, place, is_substitute FROM decided
WHERE rated = 1 AND ? IN (guild, 0) AND ended_at >= ? ORDER BY game, seat"""
_RATINGS: Final = """
SELECT person, name, mu, sigma, games, wins, game FROM ratings JOIN people ON people.id = person
WHERE pool = ? AND is_ranked_everywhere >= ?"""
_SAVE_RATING: Final = """
INSERT INTO ratings (pool, person, mu, sigma, games, wins, game) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (pool, person) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games,
wins = excluded.wins, game = excluded.game"""

_GAME_TOTALS: Final = """
SELECT edition, COUNT(*) AS games, SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS wins, COUNT(score) AS scored,
COALESCE(SUM(score), 0) AS points FROM decided
WHERE person = ? AND ? IN (guild, 0) AND NOT has_computer GROUP BY edition ORDER BY COUNT(*) DESC, edition"""
_COMPUTER_TOTALS: Final = """
SELECT COUNT(*) AS games, SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS wins, COUNT(score) AS scored,
COALESCE(SUM(score), 0) AS points FROM decided
WHERE person = ? AND ? IN (guild, 0) AND has_computer GROUP BY person"""
_FEATURE_TOTALS: Final = """
SELECT edition, kind, points, features, best, best_tiles, longest FROM harvests
JOIN decided ON decided.game = harvests.game AND decided.seat = harvests.seat
WHERE person = ? AND ? IN (guild, 0) AND NOT has_computer"""

_IS_RANKED: Final = "SELECT is_ranked_everywhere FROM people WHERE id = ?"
_SAVE_RANKED: Final = "UPDATE people SET is_ranked_everywhere = ? WHERE id = ?"


class ResultRepository:
    """The results of games that are over, and the ratings that follow from them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_outdated(self) -> bool:
        """Say whether results are stored that another version of the program worked out."""
        return bool(await self._database.read(_OUTDATED, RESULTS_VERSION))

    async def delete_all(self) -> None:
        """Delete all results and ratings, so that they are worked out again."""
        await self._database.commit([Statement(statement) for statement in _DELETE_ALL])

    async def missing(self) -> list[int]:
        """Return the games that are over and have no results yet, in the order in which they ended."""
        return [row["number"] for row in await self._database.read(_MISSING)]

    async def save(self, number: int, results: Iterable[SeatResult], ratings: Mapping[int, Ratings]) -> bool:
        """Store the results of a game (none, if it was not decided), with the ratings that it changes, by pool.

        Return False, and store nothing, if a person with one of these ratings was deleted meanwhile.
        """
        changed = [_rating_statement(pool, *item) for pool, rated in ratings.items() for item in rated.items()]
        try:
            await self._database.commit([*_result_statements(number, results), *changed])
        except ConflictError:
            return False
        return True

    async def rated_games(self, pool: int, since: datetime | None = None) -> list[RatedGame]:
        """Return the rated games of a pool that ended at that time or later."""
        rows = await self._database.read(_RATED_GAMES, pool, since.isoformat() if since else "")
        return [_rated_game(number, list(seats)) for number, seats in groupby(rows, key=lambda row: int(row["game"]))]

    async def ratings(self, pool: int, *, wants_rank: bool = False) -> dict[Person, Rating]:
        """Return the ratings of a pool; with ``wants_rank`` only of people who want theirs shown over all servers."""
        return {
            Person(row["person"], row["name"]): Rating(row["mu"], row["sigma"], row["games"], row["wins"], row["game"])
            for row in await self._database.read(_RATINGS, pool, int(wants_rank))
        }

    async def game_totals(self, person_id: int, pool: int) -> dict[str, GameTotals]:
        """Return a person's games among people in a pool by edition, the edition played most first."""
        return {
            row["edition"]: GameTotals(row["games"], row["wins"], row["scored"], row["points"])
            for row in await self._database.read(_GAME_TOTALS, person_id, pool)
        }

    async def totals_with_computers(self, person_id: int, pool: int) -> GameTotals:
        """Return a person's games in a pool in which a computer played."""
        rows = await self._database.read(_COMPUTER_TOTALS, person_id, pool)
        totals = (GameTotals(row["games"], row["wins"], row["scored"], row["points"]) for row in rows)
        return next(totals, GameTotals())

    async def feature_totals(self, person_id: int, pool: int) -> dict[str, FeatureTotals]:
        """Return what a person has scored among people in a pool, by its ``scored_name``, what paid most first."""
        totals: dict[str, FeatureTotals] = {}
        for row in await self._database.read(_FEATURE_TOTALS, person_id, pool):
            paid = FeatureTotals(row["points"], row["features"], row["best"], row["best_tiles"], row["longest"])
            name = scored_name(row["edition"], Kind(row["kind"]))
            totals[name] = totals.get(name, FeatureTotals()) + paid
        return dict(sorted(totals.items(), key=lambda item: (-item[1].points, item[0])))

    async def is_ranked_everywhere(self, person_id: int) -> bool:
        """Say whether a person wants the rating over all servers to be shown."""
        return any(row["is_ranked_everywhere"] for row in await self._database.read(_IS_RANKED, person_id))

    async def save_ranked_everywhere(self, person: Person, *, is_ranked: bool) -> None:
        """Store whether a person wants the rating over all servers to be shown."""
        statement = Statement(_SAVE_RANKED, (int(is_ranked), person.id), expected_rows=1)
        await self._database.commit([person_statement(person), statement])


def _result_statements(number: int, results: Iterable[SeatResult]) -> Iterator[Statement]:
    yield Statement(_SAVED, (RESULTS_VERSION, number), expected_rows=1)
    for one in results:
        yield Statement(_ADD_RESULT, (number, one.seat, one.rank, one.score, int(one.is_substitute)))
        for kind, paid in one.feature_totals.items():
            sums = (paid.points, paid.features, paid.best, paid.best_tiles, paid.longest)
            yield Statement(_ADD_TOTALS, (number, one.seat, kind, *sums))


def _rating_statement(pool: int, person_id: int, one: Rating) -> Statement:
    return Statement(_SAVE_RATING, (pool, person_id, one.mu, one.sigma, one.games, one.wins, one.game))


def _rated_game(number: int, seats: list[Row]) -> RatedGame:
    players = tuple(RatedPlayer(seat["person"], seat["place"], bool(seat["is_substitute"])) for seat in seats)
    return RatedGame(datetime.fromisoformat(seats[0]["ended_at"]), number, players)
