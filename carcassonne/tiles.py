"""What a tile is: its segments, how they look turned, and where they continue on a neighbour.

A tile is topology only. A tile set is written as text, one line a tile (see ``carcassonne/tilesets``)::

    D  4  city N | road E W | field ENE WNW > 0 | field S ESE WSW
    M  2  city N E + | field S W > 0

name, number of copies, then its segments: the kind, the points by which it leaves the tile (a side's letter means
both half-sides for a field), ``+`` for an emblem (a pennant), and ``>`` the segments that a field touches, by number.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

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
from carcassonne.moves import Deploy, Role


class Kind(StrEnum):
    """What a segment, and the feature that it grows into, is."""

    CITY = "city"
    ROAD = "road"
    MONASTERY = "monastery"
    GARDEN = "garden"
    FIELD = "field"
    RIVER = "river"
    PATH = "path"
    TOWER = "tower"
    HOUSE = "house"
    COURT = "court"
    KEEP = "keep"
    """No segment: what The Castle pays for the largest keep."""
    WALL = "wall"
    """No segment: what The Castle pays for a wall tile by itself."""


class Terrain(IntEnum):
    """What a side of a tile shows; fits into four bits, where 0 is kept for "no tile there" and 15 for "no river"."""

    FIELD = 1
    ROAD = 2
    CITY = 3
    RIVER = 4
    PATH = 5
    TOWER = 6
    HOUSE = 7
    COURT = 8
    WALL = 9


class Figure(IntEnum):
    """The wooden pieces in a player's supply."""

    FOLLOWER = 0
    ABBOT = 1


ROLES: Final[Mapping[Kind, tuple[Role, ...]]] = {
    Kind.CITY: (Role.KNIGHT,),
    Kind.ROAD: (Role.THIEF,),
    Kind.MONASTERY: (Role.MONK, Role.ABBOT),
    Kind.GARDEN: (Role.ABBOT,),
    Kind.FIELD: (Role.FARMER,),
    Kind.RIVER: (),
    Kind.PATH: (Role.HERALD,),
    Kind.TOWER: (Role.KNIGHT,),
    Kind.HOUSE: (Role.SQUIRE,),
    Kind.COURT: (Role.MERCHANT,),
}
"""Who may stand on what. Whether a player owns an abbot is a matter of the supply."""

SURROUNDED: Final = frozenset({Kind.MONASTERY, Kind.GARDEN})
"""Kinds that lie inside their tile and are completed by the eight tiles around it."""

ENCLOSED: Final = frozenset({Kind.CITY, Kind.ROAD, Kind.PATH, Kind.TOWER, Kind.HOUSE})
"""Kinds that are completed when no side of theirs is open."""

EMBLEM_SHIFT: Final = 8
"""In a counters: open sides below, emblems from here on (see ``carcassonne/state.py``)."""

OPEN_GROUND: Final = frozenset({Kind.FIELD, Kind.COURT})
"""Kinds that reach the border by half-sides, beside a road or path too."""

_TERRAIN: Final = {
    Kind.FIELD: Terrain.FIELD,
    Kind.ROAD: Terrain.ROAD,
    Kind.CITY: Terrain.CITY,
    Kind.RIVER: Terrain.RIVER,
    Kind.PATH: Terrain.PATH,
    Kind.TOWER: Terrain.TOWER,
    Kind.HOUSE: Terrain.HOUSE,
    Kind.COURT: Terrain.COURT,
}


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a tile: where it reaches the border, its emblems, and the segments (by number) that it touches."""

    kind: Kind
    ports: tuple[Port, ...]
    emblems: int = 0
    touches: tuple[int, ...] = ()

    def turned(self, rotation: Rotation) -> "Segment":
        """Return the segment as it lies when its tile is turned clockwise."""
        ports = clockwise_from_north(tuple(turned_port(port, rotation) for port in self.ports))
        return Segment(self.kind, ports, self.emblems, self.touches)

    @property
    def points(self) -> tuple[str, ...]:
        """The compass points by which it can be named, the canonical one first; none for a monastery."""
        if self.kind in SURROUNDED:
            return ()
        return tuple(PORT_POINTS[port] for port in self.ports) or (CENTRE,)


@dataclass(frozen=True, slots=True)
class DeployOption:
    """A place on a turned tile where a figure may be deployed, and the move that does it."""

    segment: int
    figure: Figure
    move: Deploy


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
    """What a segment brings to its feature: a counters of open sides and emblems, and what it counts or touches.

    A field does not count tiles; it remembers the cities that it touches.
    """

    counters: int
    counts_tiles: bool
    touches: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class TurnedTile:
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
    deploy_options: tuple[DeployOption, ...] = field(init=False)
    deploy_option_of: Mapping[Deploy, DeployOption] = field(init=False)
    """Every way to name a deploy option, canonical or not."""

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
        put(self, "deploy_option_of", dict(self._deploy_options()))
        put(self, "deploy_options", tuple(dict.fromkeys(self.deploy_option_of.values())))

    def __repr__(self) -> str:
        return f"<{self.tile.name} {self.rotation}>"

    def _terrain(self, side: Side) -> Terrain:
        half, middle = self.ports[3 * side], self.ports[3 * side + 1]
        number = middle if middle >= 0 else half
        return Terrain.WALL if number < 0 else _TERRAIN[self.segments[number].kind]

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

    def _deploy_options(self) -> Iterator[tuple[Deploy, DeployOption]]:
        for number, segment in enumerate(self.segments):
            for role in ROLES[segment.kind]:
                figure = Figure.ABBOT if role is Role.ABBOT else Figure.FOLLOWER
                names = [Deploy(role, point) for point in segment.points or (None,)]
                option = DeployOption(number, figure, names[0])
                yield from ((name, option) for name in names)


def _contribution(segment: Segment) -> Contribution:
    sides = sum(port % 3 == 1 for port in segment.ports)
    return Contribution(segment.emblems << EMBLEM_SHIFT | sides, segment.kind is not Kind.FIELD, segment.touches)


@dataclass(frozen=True, eq=False)
class Tile:
    """A kind of tile: its name in the tile list and its segments at rotation 0. Compared by identity."""

    name: str
    segments: tuple[Segment, ...]

    @cached_property
    def turned(self) -> Mapping[Rotation, TurnedTile]:
        """The tile at each rotation."""
        return {
            rotation: TurnedTile(self, rotation, tuple(segment.turned(rotation) for segment in self.segments))
            for rotation in ROTATIONS
        }

    def has(self, kind: Kind) -> bool:
        """Say whether the tile shows such a segment."""
        return any(segment.kind is kind for segment in self.segments)


def visual_key(turned: TurnedTile) -> tuple[tuple[str, tuple[Port, ...], int, tuple[tuple[Port, ...], ...]], ...]:
    """Return what can be seen of a tile as it lies; two rotations that look alike are one choice to people.

    For each segment, sorted: its kind, its ports, its emblems, the ports of the cities that it touches.
    """
    segments = turned.segments
    return tuple(
        sorted(
            (one.kind.value, one.ports, one.emblems, tuple(sorted(segments[city].ports for city in one.touches)))
            for one in segments
        )
    )


@dataclass(frozen=True)
class TileSet:
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


def parse_tile_set(text: str) -> TileSet:
    """Read a tile set from its text (see the module's docstring); raise ValueError on a malformed line."""
    tiles: dict[str, Tile] = {}
    copies: dict[str, int] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, count, segments = line.split(maxsplit=2)
        tiles[name] = Tile(name, tuple(_parse_segments(segments.split("|"))))
        copies[name] = int(count)
    return TileSet(tiles, copies)


def _parse_segments(texts: Iterable[str]) -> Iterator[Segment]:
    for text in texts:
        shape, _, touches = text.partition(">")
        kind, *marks = shape.split()
        ports = (port for mark in marks if mark != "+" for port in _parse_ports(Kind(kind), mark))
        yield Segment(
            Kind(kind),
            clockwise_from_north(tuple(ports)),
            marks.count("+"),
            tuple(map(int, touches.split())),
        )


def _parse_ports(kind: Kind, mark: str) -> tuple[Port, ...]:
    if kind in OPEN_GROUND and mark in SIDE_POINTS:
        middle = PORTS[mark]
        return middle - 1, middle + 1
    return (PORTS[mark],)
