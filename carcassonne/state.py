"""A game at one moment, and the ruleset by which it is played. Each names the other, so one module holds both.

A state never changes after it was returned: ``rules.apply`` returns a new one. A ruleset is an edition with its
options chosen; the editions themselves stand in ``carcassonne/editions.py``.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, NamedTuple, TypeAlias

from carcassonne.events import Event, FeatureScored, Item, SegmentRef
from carcassonne.figures import Figure, Placement
from carcassonne.geometry import Position, Rotation
from carcassonne.kinds import Kind, Role
from carcassonne.matching import Constraints, EdgeConstraint, EdgeRule, FittingRotations
from carcassonne.modifiers import Modifier, Modifiers
from carcassonne.moves import Move
from carcassonne.tiles import Segment, Tile, TurnedTile
from carcassonne.values import Value

OPEN: Final = 0xFFF
"""The part of a feature's counters that counts its open sides (for a monastery: the empty cells around it)."""
CLAIM_SHIFT: Final = 12
"""Where the claims begin in a feature's counters. A claim is the strength of a seat's figures in the feature."""
CLAIM_BITS: Final = 8
"""How many bits each seat's claim has; seat 0 has the lowest."""
CLAIMED: Final = 1 << CLAIM_SHIFT
"""Counters of at least this value have somebody's claim."""

Majority: TypeAlias = Callable[[int], tuple[int, ...]]
"""Takes the claims on a feature (see ``CLAIM_SHIFT``); returns the seats that hold it."""

Scorer: TypeAlias = Callable[[int, Modifiers], tuple[Item, ...]]
"""Takes a feature's number of tiles and its modifiers; returns the terms of its score."""

FinalScorer: TypeAlias = Callable[["State"], Iterator[FeatureScored]]
"""Pays one part of the final scoring, in place; yields what it paid."""

Follows: TypeAlias = Callable[["State"], int]
"""Returns the seat whose turn is next, which may be the seat to move again. It never returns one that has resigned."""

OpenCells: TypeAlias = Callable[["State", Tile], dict[Position, EdgeConstraint]]
"""Returns the cells that are open to a tile, each with what it requires of the tile's edges."""


class FarmGroup(NamedTuple):
    """Cities that pay farmers together."""

    fields: tuple[int, ...]
    """The roots of the fields whose farmers count."""
    cities: tuple[int, ...]
    """The roots of the cities."""
    seats: tuple[int, ...]
    """The seats that each of the cities pays."""


FarmGroups: TypeAlias = Callable[[Majority, Mapping[int, int], Mapping[int, Collection[int]]], Iterator[FarmGroup]]
"""Takes the majority, and by the root of each field with farmers the claims on it, and the roots of its cities."""

FarmBonus: TypeAlias = Callable[["State", int, int], int]
"""Takes the root of a field, and a seat that is paid for it; returns the points a city that this seat gets besides."""


@dataclass(frozen=True, eq=False)
class FarmRule(Value):
    """How farmers are paid for the completed cities beside their fields."""

    groups: FarmGroups
    """Which cities pay whom."""
    points: int
    """The points a city."""
    is_by_city: bool = False
    """Whether each city pays by itself, so that farmers of several fields count together."""
    bonuses: tuple[FarmBonus, ...] = ()
    """What seats get besides; all are added."""


class Phase(Enum):
    """What the game waits for."""

    DRAW = auto()
    PLACE = auto()
    DEPLOY = auto()
    ASK = auto()
    """The seat to act has a question to answer."""
    REVEAL = auto()
    """Chance reveals something."""
    OVER = auto()


class Outcome(Enum):
    """How a game has ended."""

    SCORED = auto()
    """The bag was empty, and the final scoring was paid."""
    RESIGNED = auto()
    """All but one have resigned; nothing more was scored."""


class PlacedTile(NamedTuple):
    """A tile on the table, and the node of each of its segments (see ``State``). Each was a root at first."""

    turned: TurnedTile
    nodes: tuple[int, ...]


class PlacedFigure(NamedTuple):
    """A figure on the table: whose it is (seats count from 0), its role there, its kind, the node it stands on."""

    seat: int
    role: Role
    figure: Figure
    node: int


class History(NamedTuple):
    """What a state tells of how it came. No rule asks for it, and only ``carcassonne/history.py`` writes it."""

    movers: bytes
    """By tile that a player has placed, in their order: the seat that placed it."""
    paid: tuple[FeatureScored, ...]
    """What the last turn has paid, without the final scoring."""
    returned: tuple[tuple[SegmentRef, PlacedFigure], ...]
    """The figures that came back in the last turn, and where each stood."""
    earned: Mapping[Kind, tuple[int, ...]]
    """By kind of what has paid, then by seat: the points."""
    brought: Mapping[str, tuple[int, ...]]
    """By the name of a modifier, then by seat: how many more points features have paid with it than they would have
    without; less than 0 where they have paid less."""


@dataclass(frozen=True, eq=False)
class Questions(Value):
    """What a part of the end of a turn may ask."""

    legal_answers: Callable[["State"], list[Move]]
    """Returns the answers to the question that the state waits for, the default first; or what chance may reveal."""
    answer: Callable[["State", Move], list[Event]]
    """Goes on with an answer, or with what chance has revealed, in place; raises IllegalMoveError if it does not fit.

    It leaves the state in ``Phase.DEPLOY``, or asks again.
    """


@dataclass(frozen=True, eq=False, slots=True)
class TurnStep(Value):
    """A part of the end of a turn.

    A part that asks leaves the state in ``Phase.ASK`` or ``Phase.REVEAL``. The parts after it follow when everything is
    answered.
    """

    do: Callable[["State"], list[Event]]
    """Does its part, in place."""
    questions: Questions | None = None
    """What it may ask."""


@dataclass(frozen=True, eq=False)
class Extra(Value):
    """What a part of the rules keeps in a state besides the table, such as tokens: an immutable value of any type."""

    initial: Callable[[int], Any]
    """Takes the number of seats; returns what a new game keeps."""
    format: Callable[[Any], str]
    """Writes it as one line without a semicolon, for fingerprints and positions. Stored games depend on its form."""
    parse: Callable[[str], Any]
    """Reads what ``format`` writes; raises ValueError if it can't."""
    new_turn: Callable[[Any], Any] | None = None
    """Returns what is kept of it when another turn begins; None if that is all of it."""


@dataclass(frozen=True, eq=False)
class Ruleset(Value):
    """An edition with its options chosen. Compared by identity: ask ``find_ruleset`` for it."""

    edition: str
    """The edition's name, as in a record."""
    options: tuple[str, ...]
    """The options chosen, in the edition's order."""
    players: range
    """The allowed numbers of players."""
    tiles: Mapping[str, Tile]
    """Every tile of the game by its name."""
    bags: tuple[Mapping[str, int], ...]
    """The bags, drawn from one after the other: tile names and copies."""
    start: tuple[tuple[Position, str, Rotation], ...]
    """The tiles that lie on the table when the game begins."""
    supply: Mapping[Figure, int]
    """How many figures of each kind a player has."""
    bounds: frozenset[Position] | None
    """The cells where tiles may lie; None for an endless table."""
    edges_match: EdgeRule
    """Which edges may meet."""
    open_cells: OpenCells
    """Which cells are open to a tile."""
    majority: Majority
    """Who holds a feature."""
    complete: Mapping[Kind, Scorer]
    """What a completed feature pays, by its kind."""
    incomplete: Mapping[Kind, Scorer]
    """What an incomplete feature pays in the final scoring, by its kind."""
    farms: FarmRule
    """How fields pay."""
    final: tuple[FinalScorer, ...]
    """The parts of the final scoring, in their order."""
    turn_end: tuple[TurnStep, ...]
    """What follows the deployment, part by part. The last one lets the next seat draw, or ends the game."""
    follows: Follows
    """Whose turn is next: after a turn, and where a seat is skipped or resigns."""
    extras: Mapping[str, Extra]
    """What the parts of these rules keep, by their names."""
    terms: Mapping[str, str]
    """This edition's terms: by what they are about, a key for the words shown to people."""
    picture: str
    """How it is drawn: a key for the pictures."""
    constraints: Constraints = field(init=False)
    """What cells may require of a tile."""
    fits: FittingRotations = field(init=False)
    """The rotations in which each tile meets each of the constraints."""
    figures: tuple[Figure, ...] = field(init=False)
    """The kinds of figures that the game has."""
    modified_kinds: frozenset[Kind] = field(init=False)
    """The kinds of features that may have modifiers."""
    told: tuple[Modifier, ...] = field(init=False)
    """The modifiers of which the history tells what they have brought."""
    recallable: frozenset[Figure] = field(init=False)
    """Those of them that may come back and score early."""
    joining: frozenset[Figure] = field(init=False)
    """Those of them that stand only where their player has a follower."""
    renewals: tuple[tuple[str, Callable[[Any], Any]], ...] = field(init=False)
    """The names of the extras that another turn changes, and how."""

    def __post_init__(self) -> None:
        self._check_capacity()
        put = object.__setattr__
        put(self, "constraints", Constraints(self.tiles, self.edges_match))
        put(self, "fits", self.constraints.fits)
        put(self, "figures", tuple(self.supply))
        segments = [segment for tile in self.tiles.values() for segment in tile.segments]
        put(self, "modified_kinds", frozenset(segment.kind for segment in segments if segment.modifiers))
        modifiers = dict.fromkeys(modifier for segment in segments for modifier in segment.modifiers)
        put(self, "told", tuple([modifier for modifier in modifiers if modifier.is_told]))
        put(self, "recallable", frozenset(figure for figure in self.supply if figure.is_recallable))
        joining = frozenset(figure for figure in self.supply if figure.may_stand is Placement.OWN)
        put(self, "joining", joining)
        renewals = tuple([(name, one.new_turn) for name, one in self.extras.items() if one.new_turn is not None])
        put(self, "renewals", renewals)

    def _check_capacity(self) -> None:
        """Raise ValueError if a feature could have more open sides or stronger claims than its counters hold."""
        tiles = len(self.start) + sum(sum(bag.values()) for bag in self.bags)
        strength = sum(figure.strength * number for figure, number in self.supply.items())
        if 4 * tiles > OPEN or strength >= 1 << CLAIM_BITS:
            raise ValueError(f"{self.edition} is too large: {tiles} tiles, figures of strength {strength} a player")


FIELDS: Final = (
    "bag", "bags_left", "cells", "closed", "counters", "extras", "figures", "frontier", "history", "last",
    "members", "modifiers", "monasteries", "outcome", "parent", "phase", "resigned", "ruleset", "scores", "seat",
    "seats", "step", "supply", "tile", "turn",
)  # fmt: skip
"""The names of the attributes of a ``State``."""


class State:
    """A game at one moment: a value to read.

    Features are kept by union-find. A *node* is a number; following ``parent`` from it leads to the root of its
    feature. ``counters`` and ``members`` are read at roots only. Reading follows parents and never rewrites them.
    """

    __slots__ = FIELDS

    ruleset: Ruleset
    """The rules of this game, the same from its beginning to its end."""
    seats: int
    """How many play."""
    phase: Phase
    """What the game waits for."""
    outcome: Outcome | None
    """How the game has ended; None while it runs."""
    seat: int
    """The seat to act, from 0."""
    turn: int
    """How many tiles the players have placed."""
    step: int
    """Which part of the turn's end asks, by its number; 0 if nothing is asked."""
    tile: Tile | None
    """The tile in hand."""
    last: Position | None
    """Where the tile of the last turn lies."""
    bag: dict[str, int]
    """The tiles that can be drawn next, with their copies."""
    bags_left: tuple[int, ...]
    """Which of the ruleset's bags come after this one, by number."""
    cells: dict[Position, PlacedTile]
    """The tiles on the table, in the order in which they were placed."""
    frontier: dict[Position, EdgeConstraint]
    """The empty cells beside a tile, and what each requires of a tile."""
    closed: tuple[SegmentRef, ...]
    """The ends that the tile laid last has closed without joining them, its own and its neighbours'."""
    extras: Mapping[str, Any]
    """What parts of the rules keep, by their names (see ``Extra``). It is replaced, never changed."""
    parent: list[int]
    """By node: the next node on the way to its root; a root is its own parent."""
    counters: list[int]
    """By root: all that adds up when features join, in one number: open sides, then claims (see ``OPEN``)."""
    members: list[int]
    """By root: a set of bits that unites when features join. Bit k stands for the k-th tile of ``cells``; for a field,
    for node k of a city that it touches."""
    modifiers: tuple[tuple[int, tuple[Modifier, ...]], ...]
    """The segments on the table that carry modifiers: the node and the modifiers of each."""
    monasteries: dict[Position, int]
    """The monasteries and gardens, with their nodes."""
    figures: dict[SegmentRef, PlacedFigure]
    """The figures on the table, by where they stand."""
    scores: list[int]
    """By seat: its points."""
    supply: dict[Figure, tuple[int, ...]]
    """By kind of figure, then by seat: how many a player has in hand. It is replaced, never changed."""
    resigned: frozenset[int]
    """The seats that have given up."""
    history: History
    """How the state came. It is replaced, never changed."""

    def copy(self) -> "State":
        """Return a copy that the caller may change in place."""
        other = State.__new__(State)
        other.ruleset = self.ruleset
        other.seats = self.seats
        other.phase = self.phase
        other.outcome = self.outcome
        other.seat = self.seat
        other.turn = self.turn
        other.step = self.step
        other.tile = self.tile
        other.last = self.last
        other.bag = self.bag.copy()
        other.bags_left = self.bags_left
        other.cells = self.cells.copy()
        other.closed = self.closed
        other.extras = self.extras
        other.frontier = self.frontier.copy()
        other.parent = self.parent[:]
        other.counters = self.counters[:]
        other.members = self.members[:]
        other.modifiers = self.modifiers
        other.monasteries = self.monasteries.copy()
        other.figures = self.figures.copy()
        other.scores = self.scores[:]
        other.supply = self.supply
        other.resigned = self.resigned
        other.history = self.history
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Return a function that makes the state in another process, and what to call it with."""
        return _restored, tuple([getattr(self, name) for name in FIELDS])

    def add_to_supply(self, figure: Figure, seat: int, number: int) -> None:
        """Give a player figures, or take them away if ``number`` is negative; in place."""
        pieces = list(self.supply[figure])
        pieces[seat] += number
        self.supply = {**self.supply, figure: tuple(pieces)}

    def set_extra(self, name: str, value: Any) -> None:
        """Replace what a part of the rules keeps, in place."""
        self.extras = {**self.extras, name: value}

    def root(self, node: int) -> int:
        """Return the root of a node's feature."""
        parent = self.parent
        while (above := parent[node]) != node:
            node = above
        return node

    def root_at(self, ref: SegmentRef) -> int:
        """Return the root of a segment's feature; raise KeyError or IndexError if there is no such segment."""
        return self.root(self.cells[ref.position].nodes[ref.segment])

    def segment_at(self, ref: SegmentRef) -> Segment:
        """Return a segment as it lies; raise KeyError or IndexError if there is no such segment."""
        return self.cells[ref.position].turned.segments[ref.segment]

    @property
    def figures_in_hand(self) -> tuple[Figure, ...]:
        """The kinds of figures that the seat to act can still deploy."""
        seat = self.seat
        return tuple([figure for figure, pieces in self.supply.items() if pieces[seat]])

    @property
    def tiles_left(self) -> int:
        """How many tiles are left, including the one in hand."""
        later = sum(sum(self.ruleset.bags[number].values()) for number in self.bags_left)
        return sum(self.bag.values()) + later + (self.tile is not None)

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.phase is Phase.OVER


def _restored(*values: Any) -> State:
    """Return the state of which these are the attributes, in the order of their names."""
    state = State()
    for name, value in zip(FIELDS, values, strict=True):
        setattr(state, name, value)
    constraints = state.ruleset.constraints
    state.frontier = {cell: constraints[constraint] for cell, constraint in state.frontier.items()}
    return state
