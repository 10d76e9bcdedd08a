"""Results and ratings as rows of the database. Computers have no totals."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Subquery,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    null,
    or_,
    select,
    union_all,
    update,
)

from host.model.controllers import Person
from host.model.ratings import ALL_SERVERS, RatedGame, RatedPlayer, Rating, Ratings
from host.model.results import Duel, FeatureTotals, GameTotals, SeatResult, scored_name
from host.storage.engine.database import Repository
from host.storage.engine.statements import Row, Statement, upsert
from host.storage.games.controllers import person_statement
from host.storage.games.settings import HINTED
from host.storage.schema.tables import HAS_ENDED, games, harvests, people, ratings, results, seats, substitutions

RESULTS: Final = "results"
"""What results and ratings are called where it is stored that a game has them."""
RESULTS_VERSION: Final = 3
"""The version of results and ratings. When it is raised, all of them are worked out again."""

_others = seats.alias("others")
_taken = substitutions.alias("taken")
_handed, _earlier = substitutions.alias("handed"), substitutions.alias("earlier")
_is_handed = exists().where(_handed.c.game == _others.c.game, _handed.c.seat == _others.c.number).correlate(_others)
_is_later = (
    exists()
    .where(_earlier.c.game == _handed.c.game, _earlier.c.seat == _handed.c.seat, _earlier.c.number < _handed.c.number)
    .correlate(_handed)
)
# A game that has begun among people counts as such, even if a computer plays on for somebody; and one that has begun
# with a computer does not, even if somebody took its seat. Each seat tells it by who had it first.
_has_kept = _others.c.game == games.c.number, _others.c.computer.is_not(None), ~_is_handed
_has_given = _handed.c.game == games.c.number, _handed.c.from_level.is_not(None), ~_is_later
_has_computer = and_(
    games.c.rated == 0,
    or_(exists().where(*_has_kept).correlate(games), exists().where(*_has_given).correlate(games)),
).label("has_computer")
_of_game = (games.c.guild, games.c.edition, games.c.rated, games.c.moved_at.label("ended_at"), _has_computer)

_seated = (
    select(
        results.c.game,
        results.c.seat,
        results.c.place,
        results.c.score,
        results.c.is_substitute,
        seats.c.person,
        *_of_game,
    )
    .join(games, games.c.number == results.c.game)
    .join(seats, and_(seats.c.game == results.c.game, seats.c.number == results.c.seat))
    .where(seats.c.person.is_not(None))
)

# Who left a seat to a computer, and has none at the end, comes after everybody else, without a score.
_leavers = (
    select(substitutions.c.game, substitutions.c.giver, func.min(substitutions.c.number).label("first_left"))
    .where(substitutions.c.giver.is_not(None))
    .group_by(substitutions.c.game, substitutions.c.giver)
    .having(func.max(substitutions.c.to_level).is_not(None))
    .subquery("leavers")
)
_first_taken = (
    select(func.min(_taken.c.number))
    .where(_taken.c.game == _leavers.c.game, _taken.c.taker == _leavers.c.giver)
    .correlate(_leavers)
    .scalar_subquery()
)
_last_place = (
    select(func.count() + 1).select_from(seats).where(seats.c.game == _leavers.c.game).correlate(_leavers)
).scalar_subquery()
_left = (
    select(
        _leavers.c.game,
        null().label("seat"),
        _last_place.label("place"),
        null().label("score"),
        case((_first_taken < _leavers.c.first_left, 1), else_=0).label("is_substitute"),
        _leavers.c.giver.label("person"),
        *_of_game,
    )
    .join(games, games.c.number == _leavers.c.game)
    .where(
        exists().where(results.c.game == _leavers.c.game).correlate(_leavers),
        ~exists().where(seats.c.game == _leavers.c.game, seats.c.person == _leavers.c.giver).correlate(_leavers),
    )
)

_decided: Final = union_all(_seated, _left).subquery("_decided")
"""A row for each person in each game that was decided: game, seat, place, score, is_substitute, person, guild, edition,
rated, ended_at, has_computer.
"""

_EVER: Final = datetime.min.replace(tzinfo=UTC)
_RATED_POOLS: Final = select(games.c.guild).where(HAS_ENDED, games.c.rated == 1, games.c.guild.is_not(None)).distinct()
_DELETE_RESULTS: Final = delete(results).where(results.c.game == bindparam("game_number"))
_DELETE_TOTALS: Final = delete(harvests).where(harvests.c.game == bindparam("game_number"))
_ADD_RESULT: Final = insert(results)
_ADD_TOTALS: Final = insert(harvests)
_DELETE_RATINGS: Final = delete(ratings)

_pool = bindparam("in_pool", type_=games.c.guild.type)
_is_in_pool = or_(_pool == ALL_SERVERS, _decided.c.guild == _pool)
_is_person = _decided.c.person == bindparam("player")
_RATED_GAMES: Final = (
    select(_decided.c.game, _decided.c.ended_at, _decided.c.person, _decided.c.place, _decided.c.is_substitute)
    .where(_decided.c.rated == 1, _is_in_pool, _decided.c.ended_at >= bindparam("since"))
    .order_by(_decided.c.game, _decided.c.seat.nulls_first())
)
_RATINGS: Final = (
    select(ratings, people.c.name)
    .join(people, people.c.id == ratings.c.person)
    .where(ratings.c.pool == bindparam("in_pool"), people.c.is_ranked_everywhere >= bindparam("is_ranked"))
)
_SAVE_RATING: Final = upsert(ratings, "mu", "sigma", "games", "wins", "game")


def _totals_of(played: Subquery) -> tuple[ColumnElement[Any], ...]:
    """Return what games come to that have a place and a score."""
    return (
        func.count().label("games"),
        func.sum(case((played.c.place == 1, 1), else_=0)).label("wins"),
        func.count(played.c.score).label("scored"),
        func.coalesce(func.sum(played.c.score), 0).label("points"),
    )


_GAME_TOTALS: Final = (
    select(_decided.c.edition, *_totals_of(_decided))
    .where(_is_person, _is_in_pool, ~_decided.c.has_computer)
    .group_by(_decided.c.edition)
    .order_by(func.count().desc(), _decided.c.edition)
)
_met = seats.alias("met")
_gone = substitutions.alias("gone")
_strongest = func.coalesce(  # of those at the end, or of those whose seats people have taken
    select(func.max(_met.c.computer)).where(_met.c.game == _decided.c.game).scalar_subquery(),
    select(func.max(_gone.c.from_level)).where(_gone.c.game == _decided.c.game).scalar_subquery(),
)
_with_computers = (
    select(_strongest.label("level"), _decided.c.place, _decided.c.score)
    .where(_is_person, _is_in_pool, _decided.c.has_computer)
    .subquery("with_computers")
)
_LEVEL_TOTALS: Final = (
    select(_with_computers.c.level, *_totals_of(_with_computers))
    .group_by(_with_computers.c.level)
    .order_by(_with_computers.c.level)
)
_FEATURE_TOTALS: Final = (
    select(_decided.c.edition, harvests)
    .join(harvests, and_(_decided.c.game == harvests.c.game, _decided.c.seat == harvests.c.seat))
    .where(_is_person, _is_in_pool, ~_decided.c.has_computer)
)

LATEST_GAMES: Final = 20
"""How many of a person's games against computers tell how strong they are now."""
_MOST_COMPUTERS: Final = 5
"""The most that play against one person."""
_own, _mine = seats.alias("own"), results.alias("mine")
_beside, _theirs = seats.alias("beside"), results.alias("theirs")
_changed = results.alias("changed")
_DUELS: Final = (
    select(_mine.c.game, _beside.c.computer.label("level"), _mine.c.place, _theirs.c.place.label("their_place"))
    .select_from(games)
    .join(_own, and_(_own.c.game == games.c.number, _own.c.person == bindparam("player")))
    .join(_mine, and_(_mine.c.game == games.c.number, _mine.c.seat == _own.c.number))
    .join(_beside, and_(_beside.c.game == games.c.number, _beside.c.computer.is_not(None)))
    .join(_theirs, and_(_theirs.c.game == games.c.number, _theirs.c.seat == _beside.c.number))
    .where(
        games.c.rated == 0,
        games.c.settings.not_like(f"%{HINTED}%"),
        ~exists().where(_met.c.game == games.c.number, _met.c.person != bindparam("player")).correlate(games),
        ~exists().where(_changed.c.game == games.c.number, _changed.c.is_substitute == 1).correlate(games),
    )
    .order_by(games.c.moved_at.desc(), _mine.c.game.desc(), _theirs.c.seat)
    .limit(LATEST_GAMES * _MOST_COMPUTERS)
)

_IS_RANKED: Final = select(people.c.is_ranked_everywhere).where(people.c.id == bindparam("player"))
_SAVE_RANKED: Final = update(people).where(people.c.id == bindparam("player"))


@dataclass(frozen=True, slots=True)
class ChangedRatings:
    """The ratings that the results of a game change."""

    of_pools: Mapping[int, Ratings]
    is_all: bool = False
    """Whether these are all ratings that there are."""


class ResultRepository(Repository):
    async def rated_pools(self) -> set[int]:
        """Return all pools in which somebody may have a rating."""
        return {ALL_SERVERS, *(row["guild"] for row in await self._database.read(_RATED_POOLS))}

    async def rated_games(self, pool: int, since: datetime | None = None) -> list[RatedGame]:
        """Return the rated games of a pool that ended at that time or later."""
        rows = await self._database.read(_RATED_GAMES, in_pool=pool, since=since or _EVER)
        return [_rated_game(number, list(seats)) for number, seats in groupby(rows, key=lambda row: int(row["game"]))]

    async def ratings(self, pool: int, *, wants_rank: bool = False) -> dict[Person, Rating]:
        """Return the ratings of a pool; with ``wants_rank`` only of people who want theirs shown over all servers."""
        return {
            Person(row["person"], row["name"]): Rating(row["mu"], row["sigma"], row["games"], row["wins"], row["game"])
            for row in await self._database.read(_RATINGS, in_pool=pool, is_ranked=int(wants_rank))
        }

    async def game_totals(self, person_id: int, pool: int) -> dict[str, GameTotals]:
        """Return a person's games among people in a pool by edition, the edition played most first."""
        return {
            row["edition"]: GameTotals(row["games"], row["wins"], row["scored"], row["points"])
            for row in await self._database.read(_GAME_TOTALS, player=person_id, in_pool=pool)
        }

    async def level_totals(self, person_id: int, pool: int) -> dict[int, GameTotals]:
        """Return a person's games in a pool in which a computer played, by the level of the strongest one."""
        return {
            row["level"]: GameTotals(row["games"], row["wins"], row["scored"], row["points"])
            for row in await self._database.read(_LEVEL_TOTALS, player=person_id, in_pool=pool)
        }

    async def duels(self, person_id: int) -> list[list[Duel]]:
        """Return how a person did in their latest games alone against computers: for each a duel with each computer."""
        rows = await self._database.read(_DUELS, player=person_id)
        played = [[_duel(row) for row in computers] for _, computers in groupby(rows, key=lambda row: int(row["game"]))]
        return played[:LATEST_GAMES]

    async def feature_totals(self, person_id: int, pool: int) -> dict[str, FeatureTotals]:
        """Return what a person has scored among people in a pool, by its ``scored_name``, what paid most first."""
        totals: dict[str, FeatureTotals] = {}
        for row in await self._database.read(_FEATURE_TOTALS, player=person_id, in_pool=pool):
            paid = FeatureTotals(row["points"], row["features"], row["best"], row["best_tiles"], row["longest"])
            name = scored_name(row["edition"], row["kind"])
            totals[name] = totals.get(name, FeatureTotals()) + paid
        return dict(sorted(totals.items(), key=lambda item: (-item[1].points, item[0])))

    async def is_ranked_everywhere(self, person_id: int) -> bool:
        return any(row["is_ranked_everywhere"] for row in await self._database.read(_IS_RANKED, player=person_id))

    async def save_ranked_everywhere(self, person: Person, *, is_ranked: bool) -> None:
        values = {"is_ranked_everywhere": is_ranked, "player": person.id}
        await self._database.commit([person_statement(person), Statement(_SAVE_RANKED, values)])


def result_statements(number: int, seats: Iterable[SeatResult], changed: ChangedRatings) -> list[Statement]:
    """Return the statements that replace the results of a game, and the ratings that they change.

    They fail if a person with one of these ratings was deleted meanwhile.
    """
    statements = [
        Statement(_DELETE_RESULTS, {"game_number": number}),
        Statement(_DELETE_TOTALS, {"game_number": number}),
    ]
    for one in seats:
        at = {"game": number, "seat": one.seat}
        result = {"place": one.rank, "score": one.score, "is_substitute": one.is_substitute}
        statements.append(Statement(_ADD_RESULT, {**at, **result}))
        statements += [
            Statement(_ADD_TOTALS, {**at, "kind": kind, **asdict(paid)}) for kind, paid in one.feature_totals.items()
        ]
    if changed.is_all:
        statements.append(Statement(_DELETE_RATINGS))
    for pool, of_pool in changed.of_pools.items():
        statements += [_rating_statement(pool, *item) for item in of_pool.items()]
    return statements


def _rating_statement(pool: int, person_id: int, one: Rating) -> Statement:
    return Statement(_SAVE_RATING, {"pool": pool, "person": person_id, **asdict(one)})


def _duel(row: Row) -> Duel:
    place, theirs = row["place"], row["their_place"]
    return Duel(row["level"], 0.5 if place == theirs else float(place < theirs))


def _rated_game(number: int, seats: list[Row]) -> RatedGame:
    players = tuple(RatedPlayer(seat["person"], seat["place"], seat["is_substitute"]) for seat in seats)
    return RatedGame(seats[0]["ended_at"], number, players)
