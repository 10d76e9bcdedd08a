"""The figures on a board, those that have just come back, their points, and the frames round the last moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Final

from carcassonne import FOLLOWER, Figure, Position, SegmentRef, State, spot_number
from carcassonne.holding import earnings
from render.board.board import BoardPart, Box, FigureItem, Frame, FrameNumber, Plate, SpotNumber, frame_lines
from render.look.theme import PieceStyle
from render.pieces.figures import figure_height_on, figure_middle, figure_size, lies_on
from render.pieces.plates import plate_size
from render.text.fonts import BOLD, font

_LETTERS: Final = 0.24
"""The height of numbers and points, in tiles."""
_MOST_LETTERS: Final = 0.4
"""The same on tiles so small that they could hardly be read. Larger ones would hide too much."""
_CIRCLE: Final = 0.65
"""Half the height of a circle round a spot's number, in heights of its letters."""
_NUMBER_PADDING: Final = 0.06
"""The room on both sides of a frame's number, in tiles."""
_CORNERS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The corners of a tile where a number can stand. The first is taken if nothing is in its way."""
_STEPS: Final = (1.0, -1.0, 0.0)
"""Where a plate with earnings may be, the best first: steps of half the figure's height or width from its middle."""


@dataclass(frozen=True, slots=True)
class FiguresOnBoard:
    """The figures on a part of a board. ``styles`` are by seat."""

    state: State
    styles: Sequence[PieceStyle]
    part: BoardPart

    def item(self, ref: SegmentRef, seat: int, figure: Figure) -> FigureItem:
        """Return a seat's figure where it stands on a segment, or would stand."""
        turned, (x, y) = self.state.cells[ref.position].turned, self.part.corner(ref.position)
        height = figure_height_on(turned, ref.segment, self.part.tile, self.part.letters)
        is_lying = lies_on(turned.segments[ref.segment].kind, figure)
        size = figure_size(height, figure, is_lying=is_lying, letters=self.part.letters)
        dx, dy = figure_middle(turned, ref.segment, size, self.part.tile)
        return FigureItem(self.styles[seat], figure, is_lying, height, self.part.letters, x + dx, y + dy)

    def standing(self) -> Iterator[FigureItem]:
        """Yield the figures that stand on the board."""
        for ref, placed in sorted(self.state.figures.items()):
            if self.part.shown.has(ref.position):
                yield self.item(ref, placed.seat, placed.figure)

    def returned(self) -> Iterator[FigureItem]:
        """Yield the figures that came back in the last turn, where they stood."""
        for ref, placed in self.state.history.returned:
            if self.part.shown.has(ref.position):
                yield self.item(ref, placed.seat, placed.figure)

    def frames(self, count: int) -> Iterator[Frame]:
        """Yield the frames of the last ``count`` moves. If there are several, each has a number."""
        state = self.state
        laid = list(zip(list(state.cells)[len(state.cells) - state.turn :], state.history.movers, strict=True))
        recent = laid[-count:] if count else []
        for number, (position, seat) in enumerate(recent, 1):
            if self.part.shown.has(position):
                plate = self._number(number, position) if len(recent) > 1 else None
                x, y = self.part.corner(position)
                yield Frame(self.styles[seat], x, y, plate, self._inward(x))

    def _inward(self, x: int) -> tuple[int, int]:
        """Return how far the sides of a frame would reach into the room for the names of rows."""
        (left, _, right, _), reach = self.part.clip, sum(frame_lines(self.part.tile))
        return max(0, left - x + reach), max(0, x + self.part.tile + reach - right)

    def paid(self) -> Iterator[Plate]:
        """Yield what the last turn has paid for each feature, for each seat at the first of its figures there."""
        stood = dict(self.state.history.returned)
        for event in self.state.history.paid:
            first = {stood[ref].seat: ref for ref in reversed(event.returned)}
            for seat in event.seats:
                if event.points and seat in first and self.part.shown.has(first[seat].position):
                    yield self._paid_plate(f"+{event.points}", first[seat], seat, stood[first[seat]].figure)

    def earnings(self) -> list[Plate]:
        """Return what each figure would bring if the game ended now. No plate hides another."""
        plates: list[Plate] = []
        figures = [_box_of(figure) for figure in self.standing()]
        for (seat, ref), points in sorted(earnings(self.state).items()):
            if points and self.part.shown.has(ref.position):
                plates.append(self._earnings_plate(f"+{points}", ref, seat, plates, figures))
        return plates

    def chosen_spot(self, ref: SegmentRef | None) -> SpotNumber | None:
        """Return the number of the spot where a figure stands: beside its head, inside the tile."""
        if ref is None or ref not in self.state.figures or not self.part.shown.has(ref.position):
            return None
        turned, placed, letters = self.state.cells[ref.position].turned, self.state.figures[ref], self._letters()
        half, (left, top), tile = ceil(_CIRCLE * letters), self.part.corner(ref.position), self.part.tile
        item = self.item(ref, placed.seat, placed.figure)
        wide, tall = item.size
        side = 1 if item.x + wide // 2 + 2 * half <= left + tile else -1  # else it would cover the figure
        x = _within(item.x + side * (wide // 2 + half), left + half, left + tile - half)
        y = _within(item.y - tall // 2 + half, top + half, top + tile - half)
        return SpotNumber(spot_number(turned.tile, ref.segment), letters, half, x, y)

    def _letters(self) -> int:
        """Return the height of numbers and points: readable, as far as the tile allows."""
        return round(max(_LETTERS * self.part.tile, min(_MOST_LETTERS * self.part.tile, self.part.letters)))

    def _number(self, number: int, position: Position) -> FrameNumber:
        letters = self._letters()
        wide = max(letters, round(font(letters, BOLD).getlength(str(number)) + 2 * _NUMBER_PADDING * self.part.tile))
        across, down = self._free_corner(position)
        x, y = self.part.corner(position)
        left, top = x + across * (self.part.tile - wide), y + down * (self.part.tile - letters)
        return FrameNumber(number, letters, (left, top, left + wide - 1, top + letters - 1))

    def _free_corner(self, position: Position) -> tuple[int, int]:
        """Return the corner of a tile that is farthest from the figures on it."""
        x, y = self.part.corner(position)
        on_tile = [*self.state.figures.items(), *self.state.history.returned]
        items = [self.item(ref, placed.seat, placed.figure) for ref, placed in on_tile if ref.position == position]

        def room(corner: tuple[int, int]) -> int:
            px, py = x + corner[0] * self.part.tile, y + corner[1] * self.part.tile
            return min((abs(px - item.x) + abs(py - item.y) for item in items), default=0)

        return max(_CORNERS, key=room)

    def _paid_plate(self, text: str, ref: SegmentRef, seat: int, figure: Figure) -> Plate:
        """Return the plate at a figure, inside its tile: over its legs if there is room, else over its head."""
        letters, item = self._letters(), self.item(ref, seat, figure)
        (width, height), (left, top), tall = plate_size(text, letters), self.part.corner(ref.position), item.size[1]
        lower, upper = item.y + tall // 2 - height // 2, item.y - tall // 2 - height // 2
        level = lower if lower + height <= top + self.part.tile else max(top, upper)
        return Plate(
            item.style, text, letters, _within(item.x - width // 2, left, left + self.part.tile - width), level
        )

    def _earnings_plate(
        self, text: str, ref: SegmentRef, seat: int, plates: Sequence[Plate], figures: Sequence[Box]
    ) -> Plate:
        """Return the plate beside a figure that hides no other plate, and as little of figures as possible."""
        figure = self.state.figures[ref].figure if ref in self.state.figures else FOLLOWER  # what else stands there
        taken, own = [_box_of_plate(plate) for plate in plates], _box_of(self.item(ref, seat, figure))

        def hidden(plate: Plate) -> tuple[int, int]:
            box = _box_of_plate(plate)
            return sum(_common(box, other) for other in taken), sum(
                _common(box, other) * (1 if other == own else 3) for other in figures
            )

        return min(self._places(text, ref, seat, own), key=hidden)

    def _places(self, text: str, ref: SegmentRef, seat: int, figure: Box) -> Iterator[Plate]:
        """Yield the plate at each place around a figure, inside its tile."""
        (left, top, right, bottom), (x, y), letters = figure, self.part.corner(ref.position), self._letters()
        width, height = plate_size(text, letters)
        for down, across in product(_STEPS, _STEPS):
            middle = (left + right + across * (right - left + width // 2)) / 2
            level = (top + bottom + down * (bottom - top)) / 2
            yield Plate(
                self.styles[seat], text, letters,
                _within(round(middle - width / 2), x, x + self.part.tile - width),
                _within(round(level - height / 2), y, y + self.part.tile - height),
            )  # fmt: skip


def _within(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))


def _box_of(figure: FigureItem) -> Box:
    wide, tall = figure.size
    return figure.x - wide // 2, figure.y - tall // 2, figure.x + wide // 2, figure.y + tall // 2


def _box_of_plate(plate: Plate) -> Box:
    width, height = plate_size(plate.text, plate.letters)
    return plate.x, plate.y, plate.x + width, plate.y + height


def _common(one: Box, other: Box) -> int:
    """Return how many pixels two boxes have in common."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)
