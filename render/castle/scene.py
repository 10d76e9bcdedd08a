"""What a board of The Castle shows besides tiles and figures, as plain values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from carcassonne import FOLLOWER, State, Terrain, TurnedTile, format_cell
from carcassonne.castle import castle_state
from carcassonne.castle.final_scoring import largest_empty_area
from carcassonne.castle.tiles import SPACES, TRACK
from carcassonne.geometry import STEPS, opposite
from render.art.regions import regions_of
from render.board.board import BoardPart, Box, FigureItem
from render.castle.track import castle_wall
from render.look.theme import PieceStyle

_BUILT: Final = frozenset({Terrain.HOUSE, Terrain.TOWER})
_KEEP_REACH: Final = 0.26
_MARKER_SHARE: Final = 0.44
"""The height of a scoring marker, in tiles."""
_MARKER_OFFSET: Final = 0.17
"""The distance of two markers on one space from its middle, in tiles."""


class Space(NamedTuple):
    """An empty space by its upper left corner; ``is_largest`` if it belongs to the largest empty area."""

    x: int
    y: int
    name: str
    is_largest: bool


class KeepMark(NamedTuple):
    """A keep by the middle of its foot."""

    style: PieceStyle
    x: int
    y: int


class Seam(NamedTuple):
    """The border between two tiles, from end to end, where a house or tower meets something else."""

    x: int
    y: int
    end_x: int
    end_y: int
    has_battlements: bool


@dataclass(frozen=True, slots=True)
class CastleScene:
    """The castle in the picture. ``corner`` is that of the cell A1; nothing is drawn outside ``clip``.

    ``tile`` is the side of a tile, ``letters`` the least height of letters. A scoring marker lies down once it has
    passed the end of the track. ``towers`` are the corner towers where a wall tile lies, by the lower of their two
    spaces.
    """

    corner: tuple[int, int]
    clip: Box
    tile: int
    letters: int
    floor: tuple[Space, ...]
    seams: tuple[Seam, ...]
    towers: frozenset[int]
    markers: tuple[FigureItem, ...]
    keeps: tuple[KeepMark, ...]


def castle_scene(state: State, styles: Sequence[PieceStyle], part: BoardPart) -> CastleScene:
    """Return the castle on a part of the board. ``styles`` are by seat."""
    return CastleScene(
        part.corner(min(SPACES)),
        part.clip,
        part.tile,
        part.letters,
        tuple(_floor(state, part)),
        tuple(_seams(state, part)),
        frozenset() if state.is_over else castle_state(state).towers,
        tuple(_markers(state, styles, part)),
        tuple(_keeps(state, styles, part)),
    )


def _floor(state: State, part: BoardPart) -> Iterator[Space]:
    largest = largest_empty_area(state)
    for position in sorted(SPACES - state.cells.keys()):
        if part.shown.has(position):
            yield Space(*part.corner(position), format_cell(position), position in largest)


def _seams(state: State, part: BoardPart) -> Iterator[Seam]:
    """Yield the borders between tiles where a house or tower meets something else, and so both are closed."""
    tile = part.tile
    for position, laid in sorted(state.cells.items()):
        if position not in SPACES or not part.shown.has(position):
            continue
        x, y = part.corner(position)
        for side, ends in ((1, (x + tile, y, x + tile, y + tile)), (2, (x, y + tile, x + tile, y + tile))):
            beyond = state.cells.get(position + STEPS[side])
            if beyond is None or position + STEPS[side] not in SPACES:
                continue
            here, there = laid.turned.terrain[side], beyond.turned.terrain[opposite(side)]
            if here is not there and (here in _BUILT or there in _BUILT):
                yield Seam(*ends, has_battlements=Terrain.TOWER in (here, there))


def _markers(state: State, styles: Sequence[PieceStyle], part: BoardPart) -> Iterator[FigureItem]:
    tile, corner, spaces = part.tile, part.corner(min(SPACES)), [score % TRACK for score in state.scores]
    for seat, (space, score) in enumerate(zip(spaces, state.scores, strict=True)):
        x, y = castle_wall().space(space)
        dx, dy = _offset_among(spaces[:seat].count(space), spaces.count(space))
        px, py = corner[0] + round((x + dx) * tile), corner[1] + round((y + dy) * tile)
        yield FigureItem(styles[seat], FOLLOWER, score >= TRACK, marker_height(tile), part.letters, px, py)


def marker_height(tile: int) -> int:
    return round(_MARKER_SHARE * tile)


def _offset_among(number: int, count: int) -> tuple[float, float]:
    """Return a marker's offset from the middle of its space. Several of them stand in pairs, one below another."""
    if count == 1:
        return 0.0, 0.0
    row, column = divmod(number, 2)
    return (2 * column - 1) * _MARKER_OFFSET, (2 * row - (count - 1) // 2) * _MARKER_OFFSET


def _keeps(state: State, styles: Sequence[PieceStyle], part: BoardPart) -> Iterator[KeepMark]:
    for seat, keep in enumerate(castle_state(state).keeps):
        if keep.ref is not None:
            x, y = part.corner(keep.ref.position)
            dx, dy = keep_middle(state.cells[keep.ref.position].turned, keep.ref.segment, part.tile)
            yield KeepMark(styles[seat], x + dx, y + dy)


def keep_middle(turned: TurnedTile, segment: int, tile: int) -> tuple[int, int]:
    """Return the middle of a keep on a house, in pixels from the corner of its tile, whose side is ``tile``.

    The whole keep stays on its own tile, even if the house is narrow.
    """
    x, y = (
        round(min(1 - _KEEP_REACH, max(_KEEP_REACH, share)) * tile)
        for share in regions_of(turned).figure_points[segment]
    )
    return x, y
