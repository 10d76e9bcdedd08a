"""Boxes: each measures itself, and lays out its parts where it's told. Lengths are those of a ``Sheet``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Final, Protocol, TypeAlias, TypeVar

from render.panel.sheet import Sheet

_NARROWER: Final = 6
"""The steps in which a box makes room for the one beside it."""


class Part(Protocol):
    """Something that is seen, at its place."""

    def paint(self, sheet: Sheet) -> None:
        """Draw it."""


class Box:
    """A box that shows nothing."""

    def height(self, width: float) -> float:
        """Return the height to plan with. It's the same for all tiles in hand, so that the board stays still."""
        return 0

    def bounds(self, width: float) -> tuple[float, float]:
        """Return the least height for what the box shows now, and the most that it can use."""
        height = self.height(width)
        return height, height

    def fits(self, width: float, height: float) -> bool:
        """Return whether nothing of what it shows there is cut."""
        return True

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        """Yield what is seen, each part at its place."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Gap(Box):
    """Room with nothing in it. ``most`` is ``inf`` where the room that nothing else can use should be."""

    least: float
    most: float = 0

    def height(self, width: float) -> float:
        return self.least

    def bounds(self, width: float) -> tuple[float, float]:
        return self.least, max(self.least, self.most)


@dataclass(frozen=True, slots=True)
class Column(Box):
    """Boxes one below another. Spare room goes to the lowest that can use it, what is left to gaps without a limit."""

    boxes: Sequence[Box]

    def height(self, width: float) -> float:
        return sum(box.height(width) for box in self.boxes)

    def bounds(self, width: float) -> tuple[float, float]:
        """Return the sums of the boxes' heights. The room that nothing can use doesn't count."""
        bounds = [box.bounds(width) for box in self.boxes]
        return sum(least for least, _ in bounds), sum(least if most == inf else most for least, most in bounds)

    def fits(self, width: float, height: float) -> bool:
        heights = self._heights(width, height)
        return all(box.fits(width, high) for box, high in zip(self.boxes, heights, strict=True))

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        for box, high in zip(self.boxes, self._heights(width, height), strict=True):
            yield from box.parts(left, top, width, high)
            top += high

    def _heights(self, width: float, height: float) -> list[float]:
        bounds = [box.bounds(width) for box in self.boxes]
        heights = [least for least, _ in bounds]
        spare = max(0.0, height - sum(heights))
        for number, (least, most) in reversed(list(enumerate(bounds))):
            if most != inf:
                heights[number] += (more := min(spare, most - least))
                spare -= more
        gaps = [number for number, (_, most) in enumerate(bounds) if most == inf]
        for number in gaps:
            heights[number] += spare / len(gaps)
        return heights


@dataclass(frozen=True, slots=True)
class Row(Box):
    """A box with others to its right, each of a width of its own. It takes the width that they leave."""

    first: Box
    others: Sequence[tuple[float, Box]]
    gap: float

    def height(self, width: float) -> float:
        return max(box.height(wide) for wide, box in self._boxes(width))

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        """Yield the boxes' parts. All of them have the whole height."""
        for wide, box in self._boxes(width):
            yield from box.parts(left, top, wide, height)
            left += wide + self.gap

    def _boxes(self, width: float) -> list[tuple[float, Box]]:
        return [(width - sum(wide + self.gap for wide, _ in self.others), self.first), *self.others]


@dataclass(frozen=True, slots=True)
class LeadingRow(Box):
    """A box of a width of its own, and another one to its right, which takes the width that is left.

    Where the other one would be cut, the first is as narrow as it has to be, but no narrower than ``least``.
    """

    wide: float
    first: Box
    second: Box
    gap: float
    least: float = inf

    def height(self, width: float) -> float:
        return max(box.height(wide) for _, wide, box in self._boxes(0, width, self.wide))

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        """Yield the boxes' parts. Both have the whole height."""
        for x, wide, box in self._boxes(left, width, self._wide(width, height)):
            yield from box.parts(x, top, wide, height)

    def _wide(self, width: float, height: float) -> float:
        """Return the width of the first box: the largest with which the other one fits, or the least."""
        wide = self.wide
        while wide > self.least and not self.second.fits(width - wide - self.gap, height):
            wide = max(self.least, wide - _NARROWER)
        return wide

    def _boxes(self, left: float, width: float, wide: float) -> list[tuple[float, float, Box]]:
        beyond = wide + self.gap
        return [(left, wide, self.first), (left + beyond, width - beyond, self.second)]


class Cell(Protocol):
    """What is in a grid."""

    def at(self, x: float, y: float, width: float, height: float) -> Part:
        """Return it at a place."""


@dataclass(frozen=True, slots=True)
class Grid(Box):
    """Cells of the same size, whose height is between ``least`` and ``most``, in columns."""

    cells: Sequence[Cell]
    least: float
    most: float
    gap: float
    columns: int = 1

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return ceil(len(self.cells) / self.columns)

    def height(self, width: float) -> float:
        return self.rows * (self.least + self.gap) - self.gap

    def bounds(self, width: float) -> tuple[float, float]:
        return self.height(width), self.rows * (self.most + self.gap) - self.gap

    def parts(self, left: float, top: float, width: float, height: float) -> Iterator[Part]:
        """Yield the cells, row by row. They grow with the grid."""
        across, down = (width + self.gap) / self.columns, (height + self.gap) / self.rows
        high = min(down - self.gap, self.most)
        for number, cell in enumerate(self.cells):
            row, column = divmod(number, self.columns)
            yield cell.at(left + column * across, top + row * down, across - self.gap, high)


GAP: Final = 12
"""The room at each edge."""

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel by its rectangle within the picture. All lengths are those of a ``Sheet``."""

    x: float
    y: float
    width: float
    height: float
    parts: tuple[Part, ...]

    def paint(self, sheet: Sheet) -> None:
        """Draw it at its place in the picture."""
        sheet.box((self.x, self.y, self.x + self.width - 1, self.y + self.height - 1), sheet.theme.panel)
        for part in self.parts:
            part.paint(sheet)

    def all(self, kind: type[_Part]) -> tuple[_Part, ...]:
        """Return the parts of a kind."""
        return tuple(part for part in self.parts if isinstance(part, kind))


def panel_of(box: Box, rectangle: Rectangle) -> Panel:
    """Lay out a panel in a rectangle."""
    x, y, width, height = rectangle
    return Panel(*rectangle, tuple(box.parts(x + GAP, y + GAP, width - 2 * GAP, height - 2 * GAP)))
