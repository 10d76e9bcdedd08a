"""Reading features off a state: which segments belong together, what they are worth watching for."""

from collections.abc import Iterator
from dataclasses import dataclass

from carcassonne.events import SegmentRef
from carcassonne.geometry import Position
from carcassonne.scoring import counts
from carcassonne.state import CLAIM_SHIFT, OPEN, State
from carcassonne.tiles import EMBLEM_SHIFT, OPEN_GROUND, SURROUNDED, Kind


@dataclass(frozen=True, slots=True)
class Feature:
    """A city, road, monastery, garden, field or river as it stands. It is named by ``refs[0]``, its smallest segment.

    ``open_sides`` counts sides still open (a monastery: empty cells around it); fields and courts have none and are
    never complete. ``figures`` are each seat's figures in it. ``touches`` are the names of the cities that a field
    touches.
    """

    kind: Kind
    refs: tuple[SegmentRef, ...]
    open_sides: int
    emblems: int
    figures: tuple[int, ...]
    touches: tuple[SegmentRef, ...]

    @property
    def is_complete(self) -> bool:
        """Say whether nothing can be added to it."""
        return self.kind not in OPEN_GROUND and not self.open_sides

    @property
    def tiles(self) -> tuple[Position, ...]:
        """The cells it lies on, each once."""
        return tuple(dict.fromkeys(ref.position for ref in self.refs))


def features(state: State) -> list[Feature]:
    """Return every feature on the table, by the order of their names."""
    members: dict[int, list[SegmentRef]] = {}
    for ref, node in sorted(_segments(state)):
        members.setdefault(state.root(node), []).append(ref)
    return [_feature(state, root, members) for root in members]


def feature_at(state: State, ref: SegmentRef) -> Feature:
    """Return the feature that a segment belongs to; raise KeyError or IndexError where there is no such segment."""
    root = state.root_at(ref)
    return next(feature for feature in features(state) if state.root_at(feature.refs[0]) == root)


def _segments(state: State) -> Iterator[tuple[SegmentRef, int]]:
    for position, laid in state.cells.items():
        for number, node in enumerate(laid.nodes):
            yield SegmentRef(position, number), node


def _feature(state: State, root: int, members: dict[int, list[SegmentRef]]) -> Feature:
    refs, counters = members[root], state.counters[root]
    kind = state.segment_at(refs[0]).kind
    figures = counts(counters >> CLAIM_SHIFT)
    return Feature(
        kind,
        tuple(refs),
        counters & OPEN,
        counters >> EMBLEM_SHIFT & 0xFF,
        figures + (0,) * (state.seats - len(figures)),
        _touches(state, root, members) if kind is Kind.FIELD else (),
    )


def _touches(state: State, root: int, members: dict[int, list[SegmentRef]]) -> tuple[SegmentRef, ...]:
    nodes = (node for node in range(state.members[root].bit_length()) if state.members[root] >> node & 1)
    return tuple(sorted({members[state.root(node)][0] for node in nodes}))


def size(feature: Feature) -> int:
    """Return how many tiles count for it: those it lies on, or for a monastery itself and its neighbours."""
    return 9 - feature.open_sides if feature.kind in SURROUNDED else len(feature.tiles)
