"""Reads the features of a state: which segments belong together, their modifiers and the figures in them."""

from collections.abc import Container
from dataclasses import dataclass, field

from carcassonne.events import SegmentRef
from carcassonne.geometry import Position
from carcassonne.kinds import OPEN_GROUND, SURROUNDED, Kind
from carcassonne.modifiers import Modifiers
from carcassonne.scoring import claim_strengths, find_modifiers, touched_cities
from carcassonne.state import CLAIM_SHIFT, OPEN, State
from carcassonne.values import Value


@dataclass(frozen=True, slots=True)
class Feature(Value):
    """A city, road, monastery, garden, field or river at one moment. ``refs[0]``, its smallest segment, names it."""

    kind: Kind
    refs: tuple[SegmentRef, ...]
    """Its segments, sorted."""
    open_sides: int
    """How many of its sides are open; for a monastery the empty cells around it; 0 for fields and courts."""
    modifiers: Modifiers = field(hash=False)
    """How often each modifier is found in it."""
    claims: tuple[int, ...]
    """By seat: the strength of its figures in it."""
    touches: tuple[SegmentRef, ...]
    """For a field: the names of the cities that it touches."""
    complete_cities: int
    """For a field: how many of the cities that it touches are complete. It scores for these only."""

    @property
    def is_complete(self) -> bool:
        """Return whether nothing can be added to it."""
        return self.kind not in OPEN_GROUND and not self.open_sides

    @property
    def tiles(self) -> tuple[Position, ...]:
        """The cells it lies on, each once."""
        return tuple(dict.fromkeys(ref.position for ref in self.refs))


def features(state: State) -> list[Feature]:
    """Return every feature on the table, by the order of their names."""
    members = _members(state)
    return [_feature(state, root, members) for root in members]


def feature_at(state: State, ref: SegmentRef) -> Feature:
    """Return the feature that a segment belongs to; raise KeyError or IndexError if there is no such segment."""
    root = state.root_at(ref)
    cities = touched_cities(state, root) if state.segment_at(ref).kind is Kind.FIELD else ()
    return _feature(state, root, _members(state, {root, *cities}))


def _members(state: State, among: Container[int] | None = None) -> dict[int, list[SegmentRef]]:
    """Return the segments of features by their roots, of every one or of some; all in the order of their names."""
    members: dict[int, list[SegmentRef]] = {}
    for position in sorted(state.cells):
        for number, node in enumerate(state.cells[position].nodes):
            root = state.root(node)
            if among is None or root in among:
                members.setdefault(root, []).append(SegmentRef(position, number))
    return members


def _feature(state: State, root: int, members: dict[int, list[SegmentRef]]) -> Feature:
    refs, counters = members[root], state.counters[root]
    kind = state.segment_at(refs[0]).kind
    claims = claim_strengths(counters >> CLAIM_SHIFT)
    cities = touched_cities(state, root) if kind is Kind.FIELD else frozenset[int]()
    return Feature(
        kind,
        tuple(refs),
        counters & OPEN,
        find_modifiers(state, root),
        claims + (0,) * (state.seats - len(claims)),
        tuple(sorted(members[city][0] for city in cities)),
        sum(not state.counters[city] & OPEN for city in cities),
    )


def size(feature: Feature) -> int:
    """Return its size in tiles: those that it lies on, and for a monastery also its neighbours."""
    return 9 - feature.open_sides if feature.kind in SURROUNDED else len(feature.tiles)
