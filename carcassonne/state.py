"""A game at one moment. A state is never changed once it is handed out: ``rules.apply`` returns a new one."""

from enum import Enum, auto
from typing import Final, NamedTuple

from carcassonne.events import Place
from carcassonne.geometry import Position
from carcassonne.moves import Role
from carcassonne.ruleset import Demand, Ruleset
from carcassonne.tiles import Figure, Tile, TurnedTile

OPEN: Final = 0xFF
"""In a tally: how many sides of the feature are still open (for a monastery: empty cells around it). The feature's
emblems come next, from ``tiles.EMBLEM_SHIFT``."""
CLAIM_SHIFT: Final = 16
"""In a tally: the claims, which are each seat's figures in the feature, four bits a seat."""
CLAIMED: Final = 1 << CLAIM_SHIFT
"""A tally of at least this much has somebody's figure in it."""


class Phase(Enum):
    """What the game waits for."""

    DRAW = auto()
    PLACE = auto()
    DEPLOY = auto()
    ASK = auto()
    """The seat to act has a question to answer."""
    REVEAL = auto()
    """Chance turns something over."""
    OVER = auto()


class Laid(NamedTuple):
    """A tile on the table, and the node of each of its segments (see ``State``), which was a root when it was laid."""

    turned: TurnedTile
    nodes: tuple[int, ...]


class Meeple(NamedTuple):
    """A figure on the table: whose (seats count from 0), what it is there, and the node it stands on."""

    seat: int
    role: Role
    figure: Figure
    node: int


class State:
    """A game at one moment: a value to read.

    Features are kept by union-find. A *node* is a number; following ``parent`` from it leads to the root of its
    feature. For roots, ``tally`` holds what adds up when features join (open sides, emblems, claims) and ``spans``
    what unites: the bits of the tiles of a feature (bit k is the k-th tile of ``cells``), or, for a field, the nodes
    of the cities that it touches. Reading follows parents and never rewrites them.
    """

    __slots__ = (
        "bag", "cells", "closed", "extras", "frontier", "last", "layers", "meeples", "monasteries", "parent",
        "phase", "resigned", "ruleset", "scores", "seat", "seats", "spans", "supply", "tally", "tile", "turn",
    )  # fmt: skip

    ruleset: Ruleset
    seats: int
    """How many play."""
    phase: Phase
    seat: int
    """The seat to act, from 0."""
    turn: int
    """How many tiles the players have laid."""
    tile: Tile | None
    """The tile drawn and not yet laid."""
    last: Position | None
    """Where the tile of the last turn lies."""
    bag: dict[str, int]
    """The tiles that the next draw may bring, with their copies."""
    layers: tuple[int, ...]
    """Which of the ruleset's bags come after this one."""
    cells: dict[Position, Laid]
    """The table, in the order of laying."""
    frontier: dict[Position, Demand]
    """The empty cells beside a tile, and what each asks of a tile."""
    closed: tuple[Place, ...]
    """Where the tile laid last has closed a feature without joining it."""
    extras: object
    """What an edition keeps beside the table: an immutable value of its own."""
    parent: list[int]
    tally: list[int]
    spans: list[int]
    monasteries: dict[Position, int]
    """The monasteries and gardens not yet surrounded, with their nodes."""
    meeples: dict[Place, Meeple]
    scores: list[int]
    supply: tuple[list[int], ...]
    """By figure, then by seat: the pieces a player has in hand."""
    resigned: frozenset[int]

    def copy(self) -> "State":
        """Return a state of one's own, to step in place."""
        other = State.__new__(State)
        other.ruleset = self.ruleset
        other.seats = self.seats
        other.phase = self.phase
        other.seat = self.seat
        other.turn = self.turn
        other.tile = self.tile
        other.last = self.last
        other.bag = self.bag.copy()
        other.layers = self.layers
        other.cells = self.cells.copy()
        other.closed = self.closed
        other.extras = self.extras
        other.frontier = self.frontier.copy()
        other.parent = self.parent[:]
        other.tally = self.tally[:]
        other.spans = self.spans[:]
        other.monasteries = self.monasteries.copy()
        other.meeples = self.meeples.copy()
        other.scores = self.scores[:]
        other.supply = tuple([pieces[:] for pieces in self.supply])
        other.resigned = self.resigned
        return other

    def root(self, node: int) -> int:
        """Return the root of a node's feature."""
        parent = self.parent
        while (above := parent[node]) != node:
            node = above
        return node

    @property
    def tiles_left(self) -> int:
        """How many tiles are still to be laid, the one drawn included."""
        later = sum(sum(self.ruleset.layers[layer].values()) for layer in self.layers)
        return sum(self.bag.values()) + later + (self.tile is not None)

    @property
    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return self.phase is Phase.OVER
