"""Tiles: their segments at each rotation, and where these continue on a neighbour.

A tile is topology only. A tile set is written as text, one line a tile (see ``carcassonne/tilesets``)::

    D  4  city N | road E W | field ENE WNW > 0 | field S ESE WSW
    M  2  city N E + | field S W > 0

name, number of copies, then its segments: the kind, the points by which it leaves the tile (a side's letter means
both half-sides for a field), a mark for each modifier that it carries (``+`` for an emblem), and ``>`` the segments
that a field touches, by number.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from carcassonne.figures import Figure, Placement
from carcassonne.geometry import (
    CENTRE,
    PORT_POINTS,
    PORTS,
    ROTATIONS,
    SIDE_POINTS,
    SIDES,
    STEPS,
    Port,
    Rotation,
    Side,
    clockwise_from_north,
    facing,
    opposite,
    turned_port,
)
from carcassonne.kinds import ENCLOSED, OPEN_GROUND, SURROUNDED, TERRAIN_OF, Kind, Role, Terrain
from carcassonne.modifiers import EMBLEM, Modifier
from carcassonne.moves import Deploy
from carcassonne.values import Value


@dataclass(frozen=True, slots=True)
class Segment(Value):
    """A part of a tile."""

    kind: Kind
    ports: tuple[Port, ...]
    """Where it reaches the border, clockwise from north."""
    modifiers: tuple[Modifier, ...] = ()
    """What it carries."""
    touches: tuple[int, ...] = ()
    """For a field: the segments that it touches, by number."""

    def turned(self, rotation: Rotation) -> "Segment":
        """Return the segment as it lies when its tile is turned clockwise."""
        ports = clockwise_from_north(tuple(turned_port(port, rotation) for port in self.ports))
        return Segment(self.kind, ports, self.modifiers, self.touches)

    @property
    def points(self) -> tuple[str, ...]:
        """The compass points by which it can be named, the canonical one first; none for a monastery."""
        if self.kind in SURROUNDED:
            return ()
        return tuple(PORT_POINTS[port] for port in self.ports) or (CENTRE,)


@dataclass(frozen=True, slots=True)
class DeployOption(Value):
    """A segment of a turned tile where a figure may be deployed, and the move that does it, in its canonical form."""

    segment: int
    figure: Figure
    move: Deploy
    joins: bool
    """Whether the figure may only join a follower of its player."""


class DeployOptions(dict[tuple[Figure, ...], tuple[DeployOption, ...]]):
    """By kinds of figures: where they may be deployed on a turned tile. An entry is computed when it is first read."""

    def __init__(self, segments: tuple["Segment", ...]) -> None:
        super().__init__()
        self._segments = segments
        self._by_figure: dict[Figure, tuple[DeployOption, ...]] = {}
        self._by_name: dict[Figure, dict[tuple[Role, str | None], DeployOption]] = {}
        self._by_identity: dict[int, DeployOption] = {}

    def __missing__(self, figures: tuple[Figure, ...]) -> tuple[DeployOption, ...]:
        options = [option for figure in figures for option in self._options(figure)]
        self[figures] = tuple(sorted(options, key=attrgetter("segment")))
        return self[figures]

    def _options(self, figure: Figure) -> tuple[DeployOption, ...]:
        """Return the options of one kind of figure. Whatever else is in hand, they are the same values."""
        if figure not in self._by_figure:
            self._by_figure[figure] = tuple(self._new_options(figure))
        return self._by_figure[figure]

    def _new_options(self, figure: Figure) -> Iterator[DeployOption]:
        for number, segment in enumerate(self._segments):
            role = figure.roles.get(segment.kind)
            if role is not None:
                points = segment.points
                move = Deploy(role, points[0] if points else None, figure)
                option = DeployOption(number, figure, move, figure.may_stand is Placement.OWN)
                self._by_identity[id(move)] = option
                yield option

    def find(self, move: Deploy) -> DeployOption | None:
        """Return the option that a move names, by any point of its segment; None if the tile has no such segment."""
        found = self._by_identity.get(id(move))
        if found is not None and found.move is move:  # most moves come from here, and a hash takes longer
            return found
        if move.figure not in self._by_name:
            self._by_name[move.figure] = dict(self._names(move.figure))
        return self._by_name[move.figure].get((move.role, move.point))

    def _names(self, figure: Figure) -> Iterator[tuple[tuple[Role, str | None], DeployOption]]:
        """Yield the options of one kind of figure by each of their names: what it is there, and a point."""
        for option in self._options(figure):
            for point in self._segments[option.segment].points or (None,):
                yield (option.move.role, point), option


Link: TypeAlias = tuple[int, Port, int]
"""A segment at a border: its number, the neighbour's port that it touches, open ends that joining the two closes."""


class Border(NamedTuple):
    """One side of a turned tile, prepared for joining it to a neighbour, which it touches on the side ``across``.

    ``constraint`` is what the neighbouring cell then asks of a tile, in the four bits of its own side.
    """

    step: int
    across: Side
    terrain: Terrain
    constraint: int
    links: tuple[Link, ...]


class Contribution(NamedTuple):
    """What a segment adds to its feature: its open sides, and its tile or the cities that it touches."""

    open_sides: int
    counts_tiles: bool
    """False for a field, which remembers the cities that it touches instead."""
    touches: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class TurnedTile(Value):
    """A tile at one rotation: the form in which it lies on the table."""

    tile: "Tile"
    rotation: Rotation
    segments: tuple[Segment, ...]
    ports: tuple[int, ...] = field(init=False)
    """By port: the number of the segment there, or -1."""
    terrain: tuple[Terrain, ...] = field(init=False)
    """By side."""
    borders: tuple[Border, ...] = field(init=False)
    """By side; a side that is part of the wall asks nothing of its neighbour and has no links."""
    faces: tuple[tuple[tuple[Port, int], ...], ...] = field(init=False)
    """By side: (port of the neighbour, segment touching it); for a field one of the two half-sides stands for both."""
    contributions: tuple[Contribution, ...] = field(init=False)
    """By segment."""
    enclosed: tuple[int, ...] = field(init=False)
    """The numbers of the segments whose features are completed by having no open side."""
    monastery: int | None = field(init=False)
    """The number of the monastery or garden."""
    modified_segments: tuple[tuple[int, tuple[Modifier, ...]], ...] = field(init=False)
    """The segments that carry modifiers: number and modifiers of each."""
    deploy_options: DeployOptions = field(init=False)
    """By the figures of a game: where they may be deployed."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        owner = {port: number for number, segment in enumerate(self.segments) for port in segment.ports}
        put(self, "ports", tuple(owner.get(port, -1) for port in range(12)))
        put(self, "terrain", tuple(self._terrain(side) for side in SIDES))
        put(self, "borders", tuple(self._border(side) for side in SIDES))
        put(self, "faces", tuple(self._face(side) for side in SIDES))
        put(self, "contributions", tuple(_contribution(segment) for segment in self.segments))
        kinds = [segment.kind for segment in self.segments]
        put(self, "enclosed", tuple(number for number, kind in enumerate(kinds) if kind in ENCLOSED))
        put(self, "monastery", next((number for number, kind in enumerate(kinds) if kind in SURROUNDED), None))
        modified = [(number, segment.modifiers) for number, segment in enumerate(self.segments)]
        put(self, "modified_segments", tuple((number, modifiers) for number, modifiers in modified if modifiers))
        put(self, "deploy_options", DeployOptions(self.segments))

    def __repr__(self) -> str:
        return f"<{self.tile.name} {self.rotation}>"

    def _terrain(self, side: Side) -> Terrain:
        half, middle = self.ports[3 * side], self.ports[3 * side + 1]
        number = middle if middle >= 0 else half
        return Terrain.WALL if number < 0 else TERRAIN_OF[self.segments[number].kind]

    def _face(self, side: Side) -> tuple[tuple[Port, int], ...]:
        ports = [port for port in range(3 * side, 3 * side + 3) if self.ports[port] >= 0]
        if self.ports[3 * side + 1] < 0:
            # Both half-sides belong to one field, on both tiles.
            ports = ports[:1]
        return tuple((facing(port), self.ports[port]) for port in ports)

    def _border(self, side: Side) -> Border:
        links = tuple((segment, port, 2 if port % 3 == 1 else 0) for port, segment in self._face(side))
        across, terrain = opposite(side), self._terrain(side)
        constraint = 0 if terrain is Terrain.WALL else terrain << (4 * across)
        return Border(STEPS[side], across, terrain, constraint, links)


def _contribution(segment: Segment) -> Contribution:
    sides = sum(port % 3 == 1 for port in segment.ports)
    return Contribution(sides, segment.kind is not Kind.FIELD, segment.touches)


@dataclass(frozen=True, eq=False)
class Tile(Value):
    """A kind of tile: its name in the tile list and its segments at rotation 0. Compared by identity."""

    name: str
    segments: tuple[Segment, ...]

    turned: Mapping[Rotation, TurnedTile] = field(init=False, repr=False)
    """The tile at each rotation."""
    kinds: frozenset[Kind] = field(init=False, repr=False)
    """The kinds of its segments."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        lies = {rotation: tuple(segment.turned(rotation) for segment in self.segments) for rotation in ROTATIONS}
        put(self, "turned", {rotation: TurnedTile(self, rotation, segments) for rotation, segments in lies.items()})
        put(self, "kinds", frozenset(segment.kind for segment in self.segments))

    def has(self, kind: Kind) -> bool:
        """Return whether the tile shows such a segment."""
        return kind in self.kinds


VisualKey: TypeAlias = tuple[tuple[str, tuple[Port, ...], tuple[str, ...], tuple[tuple[Port, ...], ...]], ...]
"""For each segment, sorted: its kind, its ports, its modifiers, the ports of the cities that it touches."""


def visual_key(turned: TurnedTile) -> VisualKey:
    """Return what can be seen of a tile as it lies; two rotations that look alike are one choice to people."""
    segments = turned.segments
    return tuple(
        sorted(
            (
                one.kind.value,
                one.ports,
                tuple(sorted(modifier.name for modifier in one.modifiers)),
                tuple(sorted(segments[city].ports for city in one.touches)),
            )
            for one in segments
        )
    )


@dataclass(frozen=True)
class TileSet(Value):
    """Tiles by name, and how many copies of each there are, in the order of the tile list."""

    tiles: Mapping[str, Tile]
    copies: Mapping[str, int]


def with_gardens(tiles: TileSet, names: Iterable[str]) -> TileSet:
    """Return the set with a garden on one copy of each tile named; that copy's name ends in ``+``."""
    garden = Segment(Kind.GARDEN, ())
    kinds, copies = dict(tiles.tiles), dict(tiles.copies)
    for name in names:
        kinds[name + "+"] = Tile(name + "+", (*tiles.tiles[name].segments, garden))
        copies[name], copies[name + "+"] = copies[name] - 1, 1
    return TileSet(kinds, {name: number for name, number in copies.items() if number})


MARKS: Final[Mapping[str, Modifier]] = {"+": EMBLEM}
"""The marks for modifiers in a tile set that has none of its own."""


def parse_tile_set(text: str, modifiers: Mapping[str, Modifier] = MARKS) -> TileSet:
    """Read a tile set from its text (see the module's docstring); raise ValueError on a malformed line.

    ``modifiers`` are those that it may carry, by the marks that stand for them.
    """
    tiles: dict[str, Tile] = {}
    copies: dict[str, int] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, count, segments = line.split(maxsplit=2)
        tiles[name] = Tile(name, tuple(_parse_segments(segments.split("|"), modifiers)))
        copies[name] = int(count)
    return TileSet(tiles, copies)


def _parse_segments(texts: Iterable[str], modifiers: Mapping[str, Modifier]) -> Iterator[Segment]:
    for text in texts:
        shape, _, touches = text.partition(">")
        kind, *marks = shape.split()
        ports = (port for mark in marks if mark not in modifiers for port in _parse_ports(Kind(kind), mark))
        yield Segment(
            Kind(kind),
            clockwise_from_north(tuple(ports)),
            tuple(modifiers[mark] for mark in marks if mark in modifiers),
            tuple(map(int, touches.split())),
        )


def _parse_ports(kind: Kind, mark: str) -> tuple[Port, ...]:
    if kind in OPEN_GROUND and mark in SIDE_POINTS:
        middle = PORTS[mark]
        return middle - 1, middle + 1
    return (PORTS[mark],)
