"""Where things are: positions on the table, sides and ports of a tile, rotations, compass points.

North is up. Sides count clockwise from north: 0 N, 1 E, 2 S, 3 W. A side has three ports, counted clockwise
round the tile: ``3 * side`` and ``3 * side + 2`` are its two half-sides, ``3 * side + 1`` is its middle. Roads,
cities and rivers leave a tile by the middle, fields by half-sides.
"""

from typing import Final, TypeAlias

Position: TypeAlias = int
"""A cell of the table: ``row * STRIDE + column``; both may be negative. Sorts row by row, as one reads."""

Rotation: TypeAlias = int
"""Degrees clockwise from the tile's reference picture: 0, 90, 180 or 270."""

Side: TypeAlias = int
Port: TypeAlias = int

STRIDE: Final = 4096
MARGIN: Final = STRIDE // 2 - 2
"""Columns and rows lie within ``-MARGIN .. MARGIN``, so that neighbours never wrap round."""

ROTATIONS: Final[tuple[Rotation, ...]] = (0, 90, 180, 270)
SIDES: Final[tuple[Side, ...]] = (0, 1, 2, 3)
STEPS: Final[tuple[int, ...]] = (-STRIDE, 1, STRIDE, -1)
"""By side: what to add to a position to reach the neighbour on that side."""

AROUND: Final = frozenset(row + column for row in (-STRIDE, 0, STRIDE) for column in (-1, 0, 1)) - {0}
"""The steps to the eight cells around a cell."""

SIDE_POINTS: Final = ("N", "E", "S", "W")
PORT_POINTS: Final = ("NNW", "N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW")
"""The compass point of each port."""

PORTS: Final = {point: port for port, point in enumerate(PORT_POINTS)}
CENTRE: Final = "C"
"""The point of a segment that touches no side."""


def position_at(column: int, row: int) -> Position:
    """Return the position of a cell by column and row, both counted from 0 (the cell A1)."""
    return row * STRIDE + column


def column_row(position: Position) -> tuple[int, int]:
    """Return (column, row) of a position, both counted from 0 (the cell A1)."""
    row = (position + STRIDE // 2) // STRIDE
    return position - row * STRIDE, row


def opposite(side: Side) -> Side:
    """Return the side that touches ``side`` across a border."""
    return (side + 2) % 4


def facing(port: Port) -> Port:
    """Return the neighbour's port that touches ``port`` across a border."""
    side, place = divmod(port, 3)
    return 3 * opposite(side) + 2 - place


def turned_port(port: Port, rotation: Rotation) -> Port:
    """Return the port that a port becomes when the tile is turned clockwise."""
    return (port + 3 * (rotation // 90)) % 12


def clockwise_from_north(ports: tuple[Port, ...]) -> tuple[Port, ...]:
    """Sort ports clockwise, beginning at north; the half-side NNW is the last of all."""
    return tuple(sorted(ports, key=lambda port: (port - 1) % 12))
