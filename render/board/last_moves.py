"""What a board shows of the last moves: frames round their tiles, figures that have come back, and their points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from carcassonne import FOLLOWER, Figure, PlacedFigure, Position, SegmentRef, State
from carcassonne.holding import earnings
from render.board.board import Box, CellCorner, FigureItem, Frame, FrameNumber, Plate
from render.look.theme import PieceStyle
from render.look.views import Area
from render.pieces.figures import figure_height_on, figure_middle, figure_size, lies_on
from render.pieces.plates import plate_size
from render.text.fonts import BOLD, font

LETTERS: Final = 0.24
"""The height of numbers and points, in tiles."""
MOST_LETTERS: Final = 0.4
"""The same on tiles so small that they could hardly be read. Larger ones would hide too much."""
_NUMBER_PADDING: Final = 0.06
"""The room on both sides of a frame's number, in tiles."""
_CORNERS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The corners of a tile where a number can stand. The first is taken if nothing is in its way."""


@dataclass(frozen=True, slots=True)
class LastMoves:
    """The last moves on the part of a board that is ``shown``.

    ``corner`` returns the upper left corner of a cell, ``tile`` is the side of a tile, ``least_letters`` the height
    that letters should have to be read. ``styles`` are by seat.
    """

    state: State
    shown: Area
    corner: CellCorner
    tile: int
    least_letters: int
    styles: Sequence[PieceStyle]

    def frames(self, count: int) -> Iterator[Frame]:
        """Yield the frames of the last ``count`` moves. If there are several, each has a number."""
        state = self.state
        laid = list(zip(list(state.cells)[len(state.cells) - state.turn :], state.history.movers, strict=True))
        recent = laid[-count:] if count else []
        for number, (position, seat) in enumerate(recent, 1):
            if self.shown.has(position):
                plate = self._number(number, position) if len(recent) > 1 else None
                yield Frame(self.styles[seat], *self.corner(position), plate)

    def returned(self) -> Iterator[FigureItem]:
        """Yield the figures that came back in the last turn, where they stood."""
        for ref, placed in self.state.history.returned:
            if self.shown.has(ref.position):
                x, y = self._middle(ref, placed.figure)
                yield FigureItem(self.styles[placed.seat], placed.figure, self._lies(ref), self._height(ref), x, y)

    def plates(self) -> Iterator[Plate]:
        """Yield what the last turn has paid for each feature, for each seat at the first of its figures there."""
        stood = dict(self.state.history.returned)
        for event in self.state.history.paid:
            first = {stood[ref].seat: ref for ref in reversed(event.returned)}
            for seat in event.seats:
                if event.points and seat in first and self.shown.has(first[seat].position):
                    yield self._plate(f"+{event.points}", first[seat], stood[first[seat]])

    def _letters(self) -> int:
        """Return the height of numbers and points: readable, as far as the tile allows."""
        return round(max(LETTERS * self.tile, min(MOST_LETTERS * self.tile, self.least_letters)))

    def _plate(self, text: str, ref: SegmentRef, placed: PlacedFigure) -> Plate:
        """Return the plate at a figure, inside its tile: over its legs if there is room, else over its head."""
        letters = self._letters()
        width, height = plate_size(text, letters)
        (left, top), (x, y) = self.corner(ref.position), self._middle(ref, placed.figure)
        is_lying, letters_there = self._lies(ref), self.least_letters
        tall = figure_size(self._height(ref), placed.figure, is_lying=is_lying, letters=letters_there)[1]
        lower, upper = y + tall // 2 - height // 2, y - tall // 2 - height // 2
        level = lower if lower + height <= top + self.tile else max(top, upper)
        return Plate(
            self.styles[placed.seat], text, letters, max(left, min(left + self.tile - width, x - width // 2)), level
        )

    def _number(self, number: int, position: Position) -> FrameNumber:
        letters = self._letters()
        wide = max(letters, round(font(letters, BOLD).getlength(str(number)) + 2 * _NUMBER_PADDING * self.tile))
        across, down = self._free_corner(position)
        x, y = self.corner(position)
        left, top = x + across * (self.tile - wide), y + down * (self.tile - letters)
        return FrameNumber(number, letters, (left, top, left + wide - 1, top + letters - 1))

    def _free_corner(self, position: Position) -> tuple[int, int]:
        """Return the corner of a tile that is farthest from the figures on it."""
        x, y = self.corner(position)
        on_tile = [*self.state.figures.items(), *self.state.history.returned]
        middles = [self._middle(ref, placed.figure) for ref, placed in on_tile if ref.position == position]

        def room(corner: tuple[int, int]) -> int:
            px, py = x + corner[0] * self.tile, y + corner[1] * self.tile
            return min((abs(px - figure_x) + abs(py - figure_y) for figure_x, figure_y in middles), default=0)

        return max(_CORNERS, key=room)

    def _lies(self, ref: SegmentRef) -> bool:
        return lies_on(self.state.segment_at(ref).kind)

    def _height(self, ref: SegmentRef) -> int:
        turned = self.state.cells[ref.position].turned
        return figure_height_on(turned, ref.segment, self.tile, self.least_letters)

    def _middle(self, ref: SegmentRef, figure: Figure) -> tuple[int, int]:
        """Return the middle of a figure in the picture."""
        turned, (x, y) = self.state.cells[ref.position].turned, self.corner(ref.position)
        dx, dy = figure_middle(turned, ref.segment, figure, self.tile, self.least_letters)
        return x + dx, y + dy


_STEPS: Final = (1.0, -1.0, 0.0)
"""Where a label may be: so many times half the figure's height or width from its middle, the best first."""


@dataclass(frozen=True, slots=True)
class ScoreLabels:
    """The labels on the part of a board that is ``shown``; lengths are as in ``LastMoves``."""

    state: State
    shown: Area
    corner: CellCorner
    tile: int
    least_letters: int
    styles: Sequence[PieceStyle]

    def plates(self) -> list[Plate]:
        """Return a plate for each seat at a figure of its own that earns points. None hides another."""
        placed: list[Plate] = []
        figures = [self._figure_box(ref) for ref in self.state.figures if self.shown.has(ref.position)]
        for (seat, ref), points in sorted(earnings(self.state).items()):
            if points and self.shown.has(ref.position):
                placed.append(self._plate(f"+{points}", ref, seat, placed, figures))
        return placed

    def _plate(self, text: str, ref: SegmentRef, seat: int, placed: Sequence[Plate], figures: Sequence[Box]) -> Plate:
        """Return the plate beside a figure that hides no other plate, and as little of figures as possible."""
        letters = round(max(LETTERS * self.tile, min(MOST_LETTERS * self.tile, self.least_letters)))
        taken = [_box_of(plate) for plate in placed]
        own = self._figure_box(ref)

        def hidden(plate: Plate) -> tuple[int, int]:
            box = _box_of(plate)
            return sum(_common(box, other) for other in taken), sum(
                _common(box, other) * (1 if other == own else 3) for other in figures
            )

        return min(self._places(text, ref, seat, letters), key=hidden)

    def _places(self, text: str, ref: SegmentRef, seat: int, letters: int) -> Iterator[Plate]:
        """Yield the plate at each place around the figure, inside its tile."""
        left, top, right, bottom = self._figure_box(ref)
        x, y = self.corner(ref.position)
        width, height = plate_size(text, letters)
        for down, across in product(_STEPS, _STEPS):
            middle = (left + right + across * (right - left + width // 2)) / 2
            level = (top + bottom + down * (bottom - top)) / 2
            yield Plate(
                self.styles[seat], text, letters,
                _within(round(middle - width / 2), x, x + self.tile - width),
                _within(round(level - height / 2), y, y + self.tile - height),
            )  # fmt: skip

    def _figure_box(self, ref: SegmentRef) -> Box:
        """Return the box of the figure on a segment, or of what else stands there."""
        state, (x, y) = self.state, self.corner(ref.position)
        figure = state.figures[ref].figure if ref in state.figures else FOLLOWER
        turned, is_lying = state.cells[ref.position].turned, lies_on(state.segment_at(ref).kind)
        height = figure_height_on(turned, ref.segment, self.tile, self.least_letters)
        dx, dy = figure_middle(turned, ref.segment, figure, self.tile, self.least_letters)
        wide, tall = figure_size(height, figure, is_lying=is_lying, letters=self.least_letters)
        return x + dx - wide // 2, y + dy - tall // 2, x + dx + wide // 2, y + dy + tall // 2


def _within(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))


def _box_of(plate: Plate) -> Box:
    width, height = plate_size(plate.text, plate.letters)
    return plate.x, plate.y, plate.x + width, plate.y + height


def _common(one: Box, other: Box) -> int:
    """Return how many pixels two boxes have in common."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)
