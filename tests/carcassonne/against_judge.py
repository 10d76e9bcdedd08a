"""Translates the engine's state into the judge's terms, so that the two can be compared."""

from dataclasses import dataclass

from carcassonne import EMBLEM, Figure, Kind, Modifiers, SegmentRef, State, column_row, features, format_cell
from tests import judge

Cells = frozenset[tuple[str, str]]
"""The parts of a feature: cell and canonical point, which is empty for a monastery or garden."""


@dataclass(frozen=True, slots=True)
class ComparableFeature:
    """What engine and judge both know of a feature. Only fields touch others; their open sides are not counted."""

    kind: str
    places: Cells
    open_sides: int
    pennants: int
    marks: tuple[str, ...]
    figures: tuple[int, ...]
    touches: frozenset[Cells]


def board_of(state: State) -> judge.Board:
    return {column_row(cell): (laid.turned.tile.name, laid.turned.rotation) for cell, laid in state.cells.items()}


def followers_of(state: State) -> list[judge.Follower]:
    return [
        judge.Follower(placed.seat + 1, f"{placed.figure.prefix} {placed.role}".lstrip(), *_named(state, place))
        for place, placed in state.figures.items()
    ]


def _named(state: State, place: SegmentRef) -> tuple[str, str]:
    points = state.cells[place.position].turned.segments[place.segment].points
    return format_cell(place.position), points[0] if points else ""


def engine_features(state: State) -> set[ComparableFeature]:
    there = [feature for feature in features(state) if feature.kind is not Kind.RIVER]
    names = {feature.refs[0]: frozenset(_named(state, place) for place in feature.refs) for feature in there}
    return {
        ComparableFeature(
            str(feature.kind),
            names[feature.refs[0]],
            feature.open_sides,
            feature.modifiers[EMBLEM],
            _marks(feature.modifiers),
            feature.claims,
            frozenset(names[city] for city in feature.touches),
        )
        for feature in there
    }


def _marks(modifiers: Modifiers) -> tuple[str, ...]:
    return tuple(sorted(one.name for one, number in modifiers.items() for _ in range(number) if one is not EMBLEM))


def judge_features(state: State) -> set[ComparableFeature]:
    there = judge.features(board_of(state), followers_of(state))
    cities = [feature.places for feature in there if feature.kind == "city"]
    return {
        ComparableFeature(
            feature.kind,
            feature.places,
            0 if feature.kind == "field" else feature.open_edges,
            feature.pennants,
            tuple(sorted(feature.marks)),
            tuple(
                sum(judge.strength(f) for f in feature.followers if f.seat == seat + 1) for seat in range(state.seats)
            ),
            frozenset(places for places in cities if places & feature.walls),
        )
        for feature in there
    }


def pieces(state: State, figure: Figure) -> list[int]:
    """The number of each seat's pieces, in hand and on the board."""
    return [
        in_hand + sum((placed.seat, placed.figure) == (seat, figure) for placed in state.figures.values())
        for seat, in_hand in enumerate(state.supply.get(figure, (0,) * state.seats))
    ]
