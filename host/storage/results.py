"""Results and ratings as rows of the database, both ways. All the SQL about them stands here."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from sqlite3 import Row
from typing import Final

from carcassonne import Kind
from host.model.ratings import RatedGame, RatedPlayer, Rating, Ratings
from host.model.results import FeatureTotals, SeatResult
from host.model.statistics import GameTotals
from host.model.table import Person
from host.storage.database import Database, Statement

DERIVATION: Final = 3
"""Raised when results or ratings come out otherwise than before: then all of them are worked out again."""

EVERYWHERE: Final = 0
"""The pool of all servers together; no server has this id."""

_OUTDATED: Final = "SELECT number FROM games WHERE derivation NOT IN (0, ?) LIMIT 1"
_DUE: Final = """
SELECT number FROM games WHERE status IN ('finished', 'ended') AND ply > 0 AND is_practice = 0 AND derivation = 0
ORDER BY moved_at, number"""
_DERIVED: Final = "UPDATE games SET derivation = ? WHERE number = ?"
_RESULT: Final = "INSERT INTO results (game, seat, place, score, is_substitute) VALUES (?, ?, ?, ?, ?)"
_HARVEST: Final = """
INSERT INTO harvests (game, seat, kind, points, features, best, best_tiles, longest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_FORGET: Final = (
    "DELETE FROM results",
    "DELETE FROM harvests",
    "DELETE FROM ratings",
    "UPDATE games SET derivation = 0",
)

_GAMES: Final = """
SELECT game, ended_at, person, place, is_substitute FROM decided
WHERE rated = 1 AND ? IN (guild, 0) AND ended_at >= ? ORDER BY game, seat"""
_RATINGS: Final = """
SELECT person, name, mu, sigma, games, wins, game FROM ratings JOIN people ON people.id = person
WHERE pool = ? AND is_ranked_everywhere >= ?"""
_RATING: Final = """
INSERT INTO ratings (pool, person, mu, sigma, games, wins, game) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (pool, person) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games,
wins = excluded.wins, game = excluded.game"""

_BALANCES: Final = """
SELECT edition, COUNT(*) AS games, SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS wins, COUNT(score) AS scored,
COALESCE(SUM(score), 0) AS points FROM decided
WHERE person = ? AND ? IN (guild, 0) GROUP BY edition ORDER BY COUNT(*) DESC, edition"""
_PAID: Final = """
SELECT kind, points, features, best, best_tiles, longest FROM harvests
JOIN decided ON decided.game = harvests.game AND decided.seat = harvests.seat
WHERE person = ? AND ? IN (guild, 0)"""

_IS_RANKED: Final = "SELECT is_ranked_everywhere FROM people WHERE id = ?"
_RANK: Final = "UPDATE people SET is_ranked_everywhere = ? WHERE id = ?"


async def is_outdated(database: Database) -> bool:
    """Say whether results are stored that were worked out by another version."""
    return bool(await database.read(_OUTDATED, DERIVATION))


def forget_changes() -> list[Statement]:
    """Return the changes that throw away everything that was worked out."""
    return [Statement(statement) for statement in _FORGET]


async def due_numbers(database: Database) -> list[int]:
    """Return the games that are over and not worked out, in the order in which they ended."""
    return [row["number"] for row in await database.read(_DUE)]


def result_changes(number: int, results: Iterable[SeatResult]) -> Iterator[Statement]:
    """Yield the changes that store what a game came to: nothing, if it was not decided."""
    yield Statement(_DERIVED, (DERIVATION, number), rows=1)
    for one in results:
        yield Statement(_RESULT, (number, one.seat, one.place, one.score, int(one.is_substitute)))
        for kind, paid in one.harvests.items():
            sums = (paid.points, paid.features, paid.best, paid.best_tiles, paid.longest)
            yield Statement(_HARVEST, (number, one.seat, kind, *sums))


async def rated_games(database: Database, pool: int, since: datetime | None = None) -> list[RatedGame]:
    """Return the rated games of a pool that ended at that time or later."""
    rows = await database.read(_GAMES, pool, since.isoformat() if since else "")
    return [_rated_game(number, list(seats)) for number, seats in groupby(rows, key=lambda row: int(row["game"]))]


def _rated_game(number: int, seats: list[Row]) -> RatedGame:
    entrants = tuple(RatedPlayer(seat["person"], seat["place"], bool(seat["is_substitute"])) for seat in seats)
    return RatedGame(datetime.fromisoformat(seats[0]["ended_at"]), number, entrants)


async def stored_ratings(database: Database, pool: int, *, is_asked_for: bool = False) -> dict[Person, Rating]:
    """Return the ratings of a pool; if need be, only of those who want their rating over all servers to be shown."""
    return {
        Person(row["person"], row["name"]): Rating(row["mu"], row["sigma"], row["games"], row["wins"], row["game"])
        for row in await database.read(_RATINGS, pool, int(is_asked_for))
    }


def rating_changes(pool: int, ratings: Ratings) -> list[Statement]:
    """Return the changes that store ratings of a pool."""
    return [
        Statement(_RATING, (pool, person_id, one.mu, one.sigma, one.games, one.wins, one.game))
        for person_id, one in ratings.items()
    ]


async def balances(database: Database, person_id: int, pool: int) -> dict[str, GameTotals]:
    """Return a person's games in a pool by edition, the one played most first."""
    return {
        row["edition"]: GameTotals(row["games"], row["wins"], row["scored"], row["points"])
        for row in await database.read(_BALANCES, person_id, pool)
    }


async def paid_harvests(database: Database, person_id: int, pool: int) -> dict[Kind, FeatureTotals]:
    """Return what each kind of feature has paid to a person in a pool, the one that paid most first."""
    totals: dict[Kind, FeatureTotals] = {}
    for row in await database.read(_PAID, person_id, pool):
        paid = FeatureTotals(row["points"], row["features"], row["best"], row["best_tiles"], row["longest"])
        totals[Kind(row["kind"])] = totals.get(Kind(row["kind"]), FeatureTotals()) + paid
    return dict(sorted(totals.items(), key=lambda item: (-item[1].points, item[0])))


async def is_ranked_everywhere(database: Database, person_id: int) -> bool:
    """Say whether a person wants the rating over all servers to be shown."""
    return any(row["is_ranked_everywhere"] for row in await database.read(_IS_RANKED, person_id))


def rank_everywhere_change(person_id: int, *, is_ranked: bool) -> Statement:
    """Return the change that stores whether a person wants the rating over all servers to be shown."""
    return Statement(_RANK, (int(is_ranked), person_id), rows=1)
