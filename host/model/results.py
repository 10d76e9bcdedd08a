"""What a game came to: everybody's place, score, and what features paid. Derived from its moves. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from carcassonne import Event, FeatureScored, GameEnded, Kind, Move, State, Unit, step


@dataclass(frozen=True, slots=True)
class FeatureTotals:
    """What features of one kind have paid: points in all, of so many features; the best paid so many points, and had so
    many tiles; the longest had so many tiles. What has no tiles, such as a field, counts none."""

    points: int = 0
    features: int = 0
    best: int = 0
    best_tiles: int = 0
    longest: int = 0

    def __add__(self, other: "FeatureTotals") -> "FeatureTotals":
        best, best_tiles = max((self.best, self.best_tiles), (other.best, other.best_tiles))
        return FeatureTotals(
            self.points + other.points,
            self.features + other.features,
            best,
            best_tiles,
            max(self.longest, other.longest),
        )


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a seat came to. The best place is 1, equal places are shared; ``score`` is None where the game was not
    scored, and ``harvests`` is empty then. A substitute has taken over from somebody who had played there."""

    seat: int
    place: int
    score: int | None
    harvests: Mapping[Kind, FeatureTotals] = field(default_factory=dict)
    is_substitute: bool = False


def results(opening: State, moves: Iterable[Move]) -> tuple[SeatResult, ...]:
    """Return what each seat came to in a game that was decided: scored, or won by the one who did not resign.

    Empty for a game that its moves do not lead to an end: one given up by agreement.
    """
    state, events = opening.copy(), list[Event]()
    for move in moves:
        events += step(state, move)
    if not state.is_over:
        return ()
    is_scored = GameEnded(is_scored=True) in events
    return tuple(
        SeatResult(seat, place, state.scores[seat], harvests(events, seat))
        if is_scored
        else SeatResult(seat, place, None)
        for seat, place in enumerate(places(state))
    )


def places(state: State) -> list[int]:
    """Return the place of each seat of a game that is over: by score, and who has resigned is last."""
    ranks = [
        (seat in state.resigned, 0 if seat in state.resigned else -state.scores[seat]) for seat in range(state.seats)
    ]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def harvests(events: Iterable[Event], seat: int) -> dict[Kind, FeatureTotals]:
    """Return what each kind of feature has paid to a seat."""
    totals: dict[Kind, FeatureTotals] = {}
    for event in events:
        if isinstance(event, FeatureScored) and seat in event.seats and event.points:
            totals[event.kind] = totals.get(event.kind, FeatureTotals()) + _harvest(event)
    return totals


def _harvest(event: FeatureScored) -> FeatureTotals:
    tiles = sum(item.amount for item in event.items if item.unit is Unit.TILE)
    return FeatureTotals(event.points, 1, event.points, tiles, tiles)
