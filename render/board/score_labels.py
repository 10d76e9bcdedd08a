"""The points that figures would bring if the game ended now, at the figures that earn them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from carcassonne import FOLLOWER, SegmentRef, State
from carcassonne.holding import earnings
from render.board.board import Box, CellCorner, Plate
from render.board.last_moves import LETTERS, MOST_LETTERS
from render.look.theme import PieceStyle
from render.look.views import Area
from render.pieces.figures import figure_height_on, figure_middle, figure_size, lies_on
from render.pieces.plates import plate_size

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
