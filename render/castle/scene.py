"""What a board of The Castle shows beside its tiles: wall, track, towers, markers, keeps, floor."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from carcassonne import Position, State, Terrain, format_cell
from carcassonne.castle import CastleState, find_castle_state
from carcassonne.castle.final_scoring import largest_empty_area
from carcassonne.castle.tiles import SPACES, TRACK
from carcassonne.geometry import STEPS, opposite
from render.art.regions import regions_of
from render.castle.track import castle_wall
from render.theme import PieceStyle
from render.views import Area

Box: TypeAlias = tuple[int, int, int, int]
"""(left, top, right, bottom), in pixels."""

_BUILT: Final = frozenset({Terrain.HOUSE, Terrain.TOWER})
_KEEP_REACH: Final = 0.2
_APART: Final = 0.13
"""How far two markers on one space stand from its middle, in tiles."""


@dataclass(frozen=True, slots=True)
class Space:
    """An empty space by its upper left corner; ``is_largest`` if it belongs to the largest empty area."""

    x: int
    y: int
    name: str
    is_largest: bool


@dataclass(frozen=True, slots=True)
class Marker:
    """A player's scoring marker by its middle; it lies once it has passed the end of the track."""

    style: PieceStyle
    x: int
    y: int
    is_lying: bool


@dataclass(frozen=True, slots=True)
class KeepMark:
    """A keep by the middle of its foot."""

    style: PieceStyle
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Seam:
    """The border between two tiles, from end to end, where what meets does not belong together."""

    x: int
    y: int
    end_x: int
    end_y: int
    has_battlements: bool


@dataclass(frozen=True, slots=True)
class CastleScene:
    """The castle on the picture: ``corner`` is that of the cell A1; nothing is drawn outside ``clip``.

    ``towers`` are the corner towers where a wall tile lies, by the lower of their two spaces.
    """

    corner: tuple[int, int]
    clip: Box
    floor: tuple[Space, ...]
    seams: tuple[Seam, ...]
    towers: frozenset[int]
    markers: tuple[Marker, ...]
    keeps: tuple[KeepMark, ...]


Places: TypeAlias = Callable[[Position], tuple[int, int]]
"""From a cell to its upper left corner in the picture."""


def castle_scene(
    state: State, styles: Sequence[PieceStyle], shown: Area, places: Places, tile: int, clip: Box
) -> CastleScene | None:
    """Return what there is of the castle, or None where the game has no castle."""
    kept = find_castle_state(state)
    if kept is None:
        return None
    corner = places(min(SPACES))
    return CastleScene(
        corner,
        clip,
        tuple(_floor(state, shown, places)),
        tuple(_seams(state, shown, places, tile)),
        frozenset() if state.is_over else kept.towers,
        tuple(_markers(state, styles, corner, tile)),
        tuple(_keeps(state, kept, styles, places, tile)),
    )


def _floor(state: State, shown: Area, places: Places) -> Iterator[Space]:
    largest = largest_empty_area(state)
    for position in sorted(SPACES - state.cells.keys()):
        if shown.has(position):
            yield Space(*places(position), format_cell(position), position in largest)


def _seams(state: State, shown: Area, places: Places, tile: int) -> Iterator[Seam]:
    """Yield the borders between tiles where a house or a tower meets something else, which closes both."""
    for position, laid in sorted(state.cells.items()):
        if position not in SPACES or not shown.has(position):
            continue
        x, y = places(position)
        for side, corners in ((1, (x + tile, y, x + tile, y + tile)), (2, (x, y + tile, x + tile, y + tile))):
            beyond = state.cells.get(position + STEPS[side])
            if beyond is None or position + STEPS[side] not in SPACES:
                continue
            meeting = {laid.turned.terrain[side], beyond.turned.terrain[opposite(side)]}
            if len(meeting) == 2 and meeting & _BUILT:
                yield Seam(*corners, has_battlements=Terrain.TOWER in meeting)


def _markers(state: State, styles: Sequence[PieceStyle], corner: tuple[int, int], tile: int) -> Iterator[Marker]:
    spaces = [score % TRACK for score in state.scores]
    for seat, (space, score) in enumerate(zip(spaces, state.scores, strict=True)):
        x, y = castle_wall().space(space)
        kept = (2 * seat - 1) * _APART if spaces.count(space) > 1 else 0.0
        yield Marker(styles[seat], corner[0] + round((x + kept) * tile), corner[1] + round(y * tile), score >= TRACK)


def _keeps(
    state: State, kept: CastleState, styles: Sequence[PieceStyle], places: Places, tile: int
) -> Iterator[KeepMark]:
    for seat, keep in enumerate(kept.keeps):
        if keep.ref is not None:
            x, y = places(keep.ref.position)
            px, py = regions_of(state.cells[keep.ref.position].turned).figure_points[keep.ref.segment]
            # It stays on its own tile, even where the house is narrow.
            px, py = (min(1 - _KEEP_REACH, max(_KEEP_REACH, share)) for share in (px, py))
            yield KeepMark(styles[seat], x + round(px * tile), y + round(py * tile))
