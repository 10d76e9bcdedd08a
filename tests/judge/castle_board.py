"""The Castle's board: where a tile may lie, and its features by flood fill over everything that lies there."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .castle_tiles import CELLS, ROTATIONS, SIDES, START_SPACES, Cell, Segment, segments, sides

Board = dict[Cell, tuple[str, int]]  # the tile and its rotation, in the order they were laid
# A segment lies on a cell (side None), or on the start space beyond a side of the cell.
Place = tuple[Cell, int | None, Segment]

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # N E S W


def label(cell: Cell) -> str:
    return "ABCDEFGHIJ"[cell[0]] + str(cell[1] + 1)


def cell_of(text: str) -> Cell:
    return "ABCDEFGHIJ".index(text[0].upper()), int(text[1:]) - 1


def beside(cell: Cell, side: int) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def shown_to(board: Board, cell: Cell, side: int) -> str | None:
    """What lies across a side of a cell, start spaces included; None where nothing does."""
    if (cell, side) in START_SPACES:
        return START_SPACES[cell, side].kind
    placed = board.get(beside(cell, side))
    return None if placed is None else sides(*placed)[(side + 2) % 4]


def refusal(board: Board, cell: Cell, tile: str, rotation: int) -> str | None:
    """Why the tile may not lie there, None where it may."""
    if cell not in CELLS:
        return "outside"
    if cell in board:
        return "occupied"
    found = [(shown_to(board, cell, side), own) for side, own in enumerate(sides(tile, rotation))]
    if all(other is None for other, _ in found):
        return "not-adjacent"
    if any(other is not None and (other == "path") != (own == "path") for other, own in found):
        return "edge-mismatch"
    return None


def legal(board: Board, tile: str) -> list[tuple[str, int]]:
    """Every legal (cell, rotation), symmetric rotations included, sorted by the cell's text."""
    return sorted((label(c), turn) for c in CELLS for turn in ROTATIONS if refusal(board, c, tile, turn) is None)


@dataclass(frozen=True, slots=True)
class Follower:
    seat: int
    role: str
    cell: str
    point: str


@dataclass(frozen=True, slots=True)
class Feature:
    """`places` are (cell, canonical point) of its segments; `starts` the start spaces as (cell, side of the wall);
    `open_edges` the sides (half-sides of a court) beyond which a space is still empty."""

    kind: str
    places: frozenset[tuple[str, str]]
    starts: frozenset[tuple[str, str]]
    open_edges: int
    fountain: bool
    markets: int
    followers: tuple[Follower, ...]

    @property
    def is_open(self) -> bool:
        return self.open_edges > 0

    @property
    def size(self) -> int:
        """Tiles, not segments; a start space is one more."""
        return len({cell for cell, _ in self.places}) + len(self.starts)

    @property
    def value(self) -> int:
        """Points of a completed or counted feature, nothing doubled."""
        match self.kind:
            case "court":
                return 3 * self.markets
            case "tower":
                return 2 * self.size
            case "path":
                return (2 if self.fountain else 1) * self.size
            case _:
                return self.size

    def count(self, seat: int) -> int:
        return sum(follower.seat == seat for follower in self.followers)

    @property
    def winner(self) -> int | None:
        """Who has more followers on it than the other; None in a tie, and where there are none."""
        difference = self.count(1) - self.count(2)
        return None if difference == 0 else (1 if difference > 0 else 2)


def facing(segment: Segment, edge: int) -> int:
    if segment.kind != "court":
        return (edge + 2) % 4
    return ((5 if edge // 2 % 2 == 0 else 9) - edge) % 8


def _across(board: Board, place: Place) -> Iterator[Place | None]:
    """What a segment runs into over each of its edges; None for an empty space, nothing for a wall or another kind."""
    cell, start, segment = place
    for edge in segment.edges:
        side = edge // 2 if segment.kind == "court" else edge
        found: list[Place]
        if start is None and (cell, side) in START_SPACES:
            found = [(cell, side, START_SPACES[cell, side])]
        else:
            beyond = cell if start is not None else beside(cell, side)
            if beyond in CELLS and beyond not in board:
                yield None
            found = [(beyond, None, other) for other in segments(*board[beyond])] if beyond in board else []
        for there in found:
            if there[2].kind == segment.kind and facing(segment, edge) in there[2].edges:
                yield there


def flood(board: Board, start: Place) -> tuple[set[Place], int]:
    """All places joined to `start`, and how many of their edges are open."""
    found, waiting, open_edges = {start}, [start], 0
    while waiting:
        for place in _across(board, waiting.pop()):
            if place is None:
                open_edges += 1
            elif place not in found:
                found.add(place)
                waiting.append(place)
    return found, open_edges


def feature_at(board: Board, place: Place, followers: Iterable[Follower]) -> Feature:
    found, open_edges = flood(board, place)
    places = frozenset((label(cell), segment.point) for cell, start, segment in found if start is None)
    starts = frozenset((label(cell), SIDES[start]) for cell, start, _ in found if start is not None)
    kind = place[2].kind
    on = {"herald": "path", "knight": "tower", "squire": "house", "merchant": "court"}
    there = tuple(f for f in followers if on[f.role] == kind and (f.cell, f.point) in places)
    fountain = any(segment.fountain for _, _, segment in found)
    return Feature(kind, places, starts, open_edges, fountain, sum(p[2].markets for p in found), there)


def features(board: Board, followers: Iterable[Follower] = ()) -> list[Feature]:
    """Every feature of the castle, those of lone start spaces too."""
    standing = tuple(followers)
    everything: list[Place] = [(cell, None, s) for cell, placed in board.items() for s in segments(*placed)]
    everything += [(cell, side, segment) for (cell, side), segment in START_SPACES.items()]
    seen: set[Place] = set()
    result = []
    for place in everything:
        if place not in seen:
            seen |= flood(board, place)[0]
            result.append(feature_at(board, place, standing))
    return result


def empty_areas(board: Board) -> list[int]:
    """The sizes of the connected areas of empty spaces, the largest first."""
    left = set(CELLS - set(board))
    sizes = []
    while left:
        waiting, size = [left.pop()], 1
        while waiting:
            cell = waiting.pop()
            for side in range(4):
                if beside(cell, side) in left:
                    left.remove(beside(cell, side))
                    waiting.append(beside(cell, side))
                    size += 1
        sizes.append(size)
    return sorted(sizes, reverse=True)
