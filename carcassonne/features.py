"""Reading features off a state: which places belong together, what they are worth watching for."""

from collections.abc import Iterator
from dataclasses import dataclass

from carcassonne.events import Place
from carcassonne.geometry import Position
from carcassonne.scoring import counts
from carcassonne.state import CLAIM_SHIFT, OPEN, State
from carcassonne.tiles import EMBLEM_SHIFT, OPEN_GROUND, SURROUNDED, Kind


@dataclass(frozen=True, slots=True)
class Feature:
    """A city, road, monastery, garden, field or river as it stands. It is named by ``places[0]``, its smallest place.

    ``open_sides`` counts sides still open (a monastery: empty cells around it); fields and courts have none and are
    never complete. ``figures`` are each seat's figures in it. ``touches`` are the names of the cities that a field
    touches.
    """

    kind: Kind
    places: tuple[Place, ...]
    open_sides: int
    emblems: int
    figures: tuple[int, ...]
    touches: tuple[Place, ...]

    @property
    def is_complete(self) -> bool:
        """Say whether nothing can be added to it."""
        return self.kind not in OPEN_GROUND and not self.open_sides

    @property
    def tiles(self) -> tuple[Position, ...]:
        """The cells it lies on, each once."""
        return tuple(dict.fromkeys(place.position for place in self.places))


def features(state: State) -> list[Feature]:
    """Return every feature on the table, by the order of their names."""
    members: dict[int, list[Place]] = {}
    for place, node in sorted(_places(state)):
        members.setdefault(state.root(node), []).append(place)
    return [_feature(state, root, members) for root in members]


def feature_at(state: State, place: Place) -> Feature:
    """Return the feature that a place belongs to; raise KeyError or IndexError where there is no such place."""
    node = state.cells[place.position].nodes[place.segment]
    root = state.root(node)
    return next(feature for feature in features(state) if state.root(_node(state, feature.places[0])) == root)


def _places(state: State) -> Iterator[tuple[Place, int]]:
    for position, laid in state.cells.items():
        for number, node in enumerate(laid.nodes):
            yield Place(position, number), node


def _node(state: State, place: Place) -> int:
    return state.cells[place.position].nodes[place.segment]


def _feature(state: State, root: int, members: dict[int, list[Place]]) -> Feature:
    places, tally = members[root], state.tally[root]
    kind = state.cells[places[0].position].turned.segments[places[0].segment].kind
    figures = counts(tally >> CLAIM_SHIFT)
    return Feature(
        kind,
        tuple(places),
        tally & OPEN,
        tally >> EMBLEM_SHIFT & 0xFF,
        figures + (0,) * (state.seats - len(figures)),
        _touches(state, root, members) if kind is Kind.FIELD else (),
    )


def _touches(state: State, root: int, members: dict[int, list[Place]]) -> tuple[Place, ...]:
    nodes = (node for node in range(state.spans[root].bit_length()) if state.spans[root] >> node & 1)
    return tuple(sorted({members[state.root(node)][0] for node in nodes}))


def size(feature: Feature) -> int:
    """Return how many tiles count for it: those it lies on, or for a monastery itself and its neighbours."""
    return 9 - feature.open_sides if feature.kind in SURROUNDED else len(feature.tiles)
