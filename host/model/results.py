"""The results of a game, derived from its events: ranks, scores, and what features paid; and a person's totals of them.
Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from carcassonne import EDITIONS, Event, FeatureScored, GameEnded, Kind, PlaceTile, State, Unit, ranks
from host.model.controllers import Person
from host.model.game_log import LogEntry
from host.model.log_replay import FinishedGame
from host.model.ratings import ALL_SERVERS, RatedGame, RatedPlayer
from host.model.substitution import leavers
from host.model.table import SeatedTable


@dataclass(frozen=True, slots=True)
class FeatureTotals:
    """What the features of one kind have paid."""

    points: int = 0
    features: int = 0
    best: int = 0
    """The points of the best one."""
    best_tiles: int = 0
    """The tiles of the best one; 0 for features without tiles, such as fields."""
    longest: int = 0
    """The tiles of the one with most tiles."""

    def __add__(self, other: "FeatureTotals") -> "FeatureTotals":
        best, best_tiles = max((self.best, self.best_tiles), (other.best, other.best_tiles))
        return FeatureTotals(
            self.points + other.points,
            self.features + other.features,
            best,
            best_tiles,
            max(self.longest, other.longest),
        )


def scored_name(edition: str, kind: Kind) -> str:
    """Return the name of what an edition scores by a kind of feature: the kind, unless its ruleset has another.

    An edition of an older program, which is not known any more, has no other name.
    """
    known = EDITIONS.get(edition)
    return known.rules.terms.get(f"scored {kind}", kind.value) if known else kind.value


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat."""

    seat: int
    rank: int
    """1 is the best; equal ranks are shared."""
    score: int | None
    """None if the game was not scored."""
    feature_totals: Mapping[Kind, FeatureTotals] = field(default_factory=dict)
    """What features have paid to the seat; empty if the game was not scored."""
    is_substitute: bool = False
    """Whether its player took over from somebody who had played there."""


@dataclass(frozen=True, slots=True)
class GameResults:
    """The results of a game."""

    seats: tuple[SeatResult, ...] = ()
    """Empty if the game was given up by agreement."""
    rated: RatedGame | None = None
    pool: int = ALL_SERVERS
    """The pool of the server where it was played."""


def game_results(game: FinishedGame) -> GameResults:
    """Return the results of a game that is over."""
    table, replayed = game.logged.table, game.logged.replayed
    substitutes = _substituted_seats(table, game.logged.entries)
    seats = tuple(
        replace(one, is_substitute=one.seat in substitutes)
        for one in seat_results(replayed.cursor.state, replayed.effective_events)
    )
    is_rated = bool(seats) and table.settings.rated
    rated = _rated_game(table, seats, leavers(table, game.substitutions)) if is_rated else None
    return GameResults(seats, rated, table.venue.guild or ALL_SERVERS)


def seat_results(state: State, events: Sequence[Event]) -> tuple[SeatResult, ...]:
    """Return the result of each seat in a game that was decided: scored, or won by the one who did not resign.

    ``events`` are all events of the game up to ``state``. A game that was given up by agreement has no results.
    """
    if not state.is_over:
        return ()
    is_scored = GameEnded(is_scored=True) in events
    return tuple(
        SeatResult(seat, rank, state.scores[seat], feature_totals(events, seat))
        if is_scored
        else SeatResult(seat, rank, None)
        for seat, rank in enumerate(ranks(state))
    )


def feature_totals(events: Iterable[Event], seat: int) -> dict[Kind, FeatureTotals]:
    """Return what each kind of feature has paid to a seat."""
    totals: dict[Kind, FeatureTotals] = {}
    for event in events:
        if isinstance(event, FeatureScored) and seat in event.seats and event.points:
            totals[event.kind] = totals.get(event.kind, FeatureTotals()) + _totals_of(event)
    return totals


def _totals_of(event: FeatureScored) -> FeatureTotals:
    tiles = sum(item.amount for item in event.items if item.unit is Unit.TILE)
    return FeatureTotals(event.points, 1, event.points, tiles, tiles)


def _substituted_seats(table: SeatedTable, entries: Iterable[LogEntry]) -> set[int]:
    """Return the seats whose first tile was laid by somebody else than the person who sits there now.

    Whoever comes back to their own seat is no substitute there.
    """
    first: dict[int, int | None] = {}
    for entry in entries:
        if isinstance(entry.move, PlaceTile):
            first.setdefault(entry.seat, entry.person_id)
    now = {seat.number: seat.person.id if seat.person else None for seat in table.seats}
    return {seat for seat, person_id in first.items() if person_id != now[seat]}


def _rated_game(table: SeatedTable, results: Sequence[SeatResult], left: Mapping[Person, bool]) -> RatedGame:
    """Return a game that was decided as it counts for the ratings, which are of people only.

    Those who have ``left`` a seat to a computer come after everybody else. It says for each whether they were a
    substitute.
    """
    people = [(table.seats[one.seat].person, one) for one in results]
    players = [RatedPlayer(person.id, one.rank, one.is_substitute) for person, one in people if person]
    last = [RatedPlayer(person.id, len(table.seats) + 1, is_substitute) for person, is_substitute in left.items()]
    return RatedGame(table.moved_at, table.number, (*players, *last))


@dataclass(frozen=True, slots=True)
class GameTotals:
    """Totals over games that were decided."""

    games: int = 0
    wins: int = 0
    """How many were won; shared victories count."""
    scored: int = 0
    """How many were played to the last tile."""
    points: int = 0

    @property
    def average(self) -> float | None:
        return self.points / self.scored if self.scored else None

    def __add__(self, other: "GameTotals") -> "GameTotals":
        return GameTotals(
            self.games + other.games,
            self.wins + other.wins,
            self.scored + other.scored,
            self.points + other.points,
        )


class Duel(NamedTuple):
    """How a person did against a computer."""

    level: int
    """The computer's."""
    score: float
    """1 if the person came before it, 0 if after it, ½ if they shared a place."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's rank among all who are rated."""

    rank: int
    """1 is the best; equal ratings share a rank."""
    person: Person
    rating: int
    games: int
    """How many games the rating comes from."""
    wins: int


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """What a person has played: among people, but for ``levels``."""

    editions: Mapping[str, GameTotals]
    """By edition, the one played most first."""
    feature_totals: Mapping[str, FeatureTotals]
    """By what scored (see ``scored_name``), what paid most first."""
    here: Standing | None
    """The standing on the server asked about; None if no rated game was played there."""
    everywhere: Standing | None
    """The standing over all servers; None unless the person wants it shown."""
    levels: Mapping[int, GameTotals] = field(default_factory=dict)
    """The games in which a computer played, all editions together, by the level of the strongest one, the lowest first.
    """

    @property
    def total(self) -> GameTotals:
        """All editions together, among people."""
        return sum(self.editions.values(), GameTotals())

    @property
    def with_computers(self) -> GameTotals:
        """All games in which a computer played."""
        return sum(self.levels.values(), GameTotals())
