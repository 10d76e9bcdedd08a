"""Cells, where a tile may lie, and the features of a board by flood fill."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from .tiles import HALF_SIDES, SIDES, Segment, segments, side_kinds

Cell = tuple[int, int]  # column eastward, row southward; A1 is (0, 0), so M13 is (12, 12)
Board = dict[Cell, tuple[str, int]]  # the tile and its rotation, in the order they were laid

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # N E S W
AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
ROTATIONS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class Figure:
    """`roles` says on what it stands in each role. `joins`: it goes only where its owner has a figure with a strength,
    in a field or in what is unfinished; others go where nobody is."""

    roles: dict[str, tuple[str, ...]]
    number: int
    strength: int = 1
    joins: bool = False


FOLLOWER = Figure({"knight": ("city",), "thief": ("road",), "farmer": ("field",), "monk": ("monastery",)}, number=7)
ABBOT = Figure({"abbot": ("monastery", "garden")}, number=1)
BIG = Figure({f"big {role}": kinds for role, kinds in FOLLOWER.roles.items()}, number=1, strength=2)
BUILDER = Figure({"builder": ("city", "road")}, number=1, strength=0, joins=True)
PIG = Figure({"pig": ("field",)}, number=1, strength=0, joins=True)
FIGURES = (FOLLOWER, ABBOT, BIG, BUILDER, PIG)
STANDS_ON = {role: kinds for figure in FIGURES for role, kinds in figure.roles.items()}
STRENGTH = {role: figure.strength for figure in FIGURES for role in figure.roles}


@cache
def format_cell(cell: Cell) -> str:
    """(12, 12) is M13; columns run ... -B -A A B ... Z AA ..., rows ... -2 -1 1 2 ..."""
    column, row = cell
    count, letters = (column + 1 if column >= 0 else -column), ""
    while count:
        count, digit = divmod(count - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return ("-" if column < 0 else "") + letters + str(row + 1 if row >= 0 else row)


def parse_cell(text: str) -> Cell:
    """The inverse of `format_cell`, case-blind; a ValueError where it is not a cell."""
    letters = text.upper().lstrip("-").rstrip("-0123456789")
    count = 0
    for letter in letters:
        count = 26 * count + ord(letter) - ord("A") + 1
    row = int(text.upper().removeprefix("-").removeprefix(letters))
    cell = (-count if text.startswith("-") else count - 1, row - 1 if row > 0 else row)
    if format_cell(cell) != text.upper():
        raise ValueError(text)
    return cell


def neighbour(cell: Cell, side: int) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def matches(board: Board, cell: Cell, tile: str, rotation: int) -> bool:
    """Is the cell free and beside a tile, and do all its sides carry on what lies there?"""
    kinds, found = side_kinds(tile, rotation), False
    for side in range(4):
        beside = board.get(neighbour(cell, side))
        if beside is not None:
            found = True
            if side_kinds(*beside)[(side + 2) % 4] != kinds[side]:
                return False
    return found and cell not in board


def river_end(board: Board) -> tuple[Cell, int] | None:
    """The last river tile's cell and the side on which its water runs out over the edge."""
    for cell, placed in board.items():
        for side, kind in enumerate(side_kinds(*placed)):
            if kind == "water" and neighbour(cell, side) not in board:
                return cell, side
    return None


def bend(tile: str, rotation: int, entry: int) -> int:
    """Which way the river turns on a tile that it enters by the side `entry`: 1 or 3, and 0 for straight on."""
    for side, kind in enumerate(side_kinds(tile, rotation)):
        if kind == "water" and side != entry:
            return (side - entry) % 4 if (side - entry) % 4 != 2 else 0
    return 0


def carries_river_on(board: Board, cell: Cell, tile: str, rotation: int) -> bool:
    """Does a river tile lie on the river's end, and not turn the way the tile before it just turned?"""
    end = river_end(board)
    if end is None or neighbour(*end) != cell:
        return False
    last, exit_side = end
    entries = [side for side, kind in enumerate(side_kinds(*board[last])) if kind == "water" and side != exit_side]
    before = bend(*board[last], entries[0]) if entries else 0
    return before == 0 or bend(tile, rotation, (exit_side + 2) % 4) != before


def is_legal(board: Board, cell: Cell, tile: str, rotation: int) -> bool:
    if not matches(board, cell, tile, rotation):
        return False
    return not tile.startswith("r") or carries_river_on(board, cell, tile, rotation)


def legal(board: Board, tile: str) -> list[tuple[str, int]]:
    """Every legal (cell, rotation), symmetric rotations included, sorted by the cell's text."""
    beside = {neighbour(cell, side) for cell in board for side in range(4)}
    return sorted((format_cell(c), turn) for c in beside for turn in ROTATIONS if is_legal(board, c, tile, turn))


@dataclass(frozen=True, slots=True)
class Follower:
    """A figure on the board, with the cell's text and the canonical point of its segment ("" for monk and abbot)."""

    seat: int
    role: str
    cell: str
    point: str


@dataclass(frozen=True, slots=True)
class Feature:
    """`places` are (cell, canonical point) of its segments and `tiles` its cells, as text. `walls` are the places of
    the city segments that a field lies along. `open_edges` counts the sides (half-sides of a field, free cells round a
    monastery or garden) that nothing lies on yet."""

    kind: str
    places: frozenset[tuple[str, str]]
    tiles: frozenset[str]
    open_edges: int
    pennants: int
    walls: frozenset[tuple[str, str]]
    followers: tuple[Follower, ...]
    marks: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        return self.open_edges > 0


Place = tuple[Cell, Segment]


@cache
def _segment_at(tile: str, rotation: int, kind: str, edge: int) -> Segment:
    return next(s for s in segments(tile, rotation) if s.kind == kind and edge in s.edges)


def _across(board: Board, place: Place) -> Iterator[Place | None]:
    """What lies across each of a segment's edges, None where nothing does."""
    cell, segment = place
    for edge in segment.edges:
        is_field = segment.kind == "field"
        side = edge // 2 if is_field else edge
        beyond = neighbour(cell, side)
        if beyond not in board:
            yield None
            continue
        # Half-sides face each other mirrored: 0-5, 1-4 on a north side, 2-7, 3-6 on an east side.
        facing = ((5 if side % 2 == 0 else 9) - edge) % 8 if is_field else (edge + 2) % 4
        yield beyond, _segment_at(*board[beyond], segment.kind, facing)


def flood(board: Board, start: Place) -> tuple[set[Place], int]:
    """All places joined to `start`, and how many of their edges nothing lies on."""
    found, waiting, open_edges = {start}, [start], 0
    while waiting:
        for place in _across(board, waiting.pop()):
            if place is None:
                open_edges += 1
            elif place not in found:
                found.add(place)
                waiting.append(place)
    return found, open_edges


def free_around(board: Board, cell: Cell) -> int:
    return sum((cell[0] + dx, cell[1] + dy) not in board for dx, dy in AROUND)


def _describe(board: Board, found: set[Place], open_edges: int, followers: list[Follower]) -> Feature:
    kind = next(iter(found))[1].kind
    if kind in ("monastery", "garden"):
        open_edges = sum(free_around(board, cell) for cell, _ in found)
    places = frozenset((format_cell(cell), segment.point) for cell, segment in found)
    walls = frozenset(
        (format_cell(cell), _segment_at(*board[cell], "city", side).point) for cell, s in found for side in s.walls
    )
    there = tuple(f for f in followers if (f.cell, f.point) in places and kind in STANDS_ON[f.role])
    pennants = sum(segment.pennant for _, segment in found)
    marks = tuple(mark for _, segment in found for mark in segment.marks)
    return Feature(kind, places, frozenset(cell for cell, _ in places), open_edges, pennants, walls, there, marks)


def features(board: Board, followers: list[Follower] | None = None) -> list[Feature]:
    """Every city, road, field, monastery and garden of the board, in the order of their first segments."""
    seen: set[Place] = set()
    result = []
    for cell, placed in board.items():
        for segment in segments(*placed):
            if segment.kind != "water" and (cell, segment) not in seen:
                found, open_edges = flood(board, (cell, segment))
                seen |= found
                result.append(_describe(board, found, open_edges, followers or []))
    return result


def point_names(segment: Segment) -> tuple[str, ...]:
    """Every compass point by which a segment may be named, the canonical one included."""
    names = HALF_SIDES if segment.kind == "field" else tuple(SIDES)
    return tuple(names[edge] for edge in segment.edges) or (segment.point,)
