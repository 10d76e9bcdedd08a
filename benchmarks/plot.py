"""Line plots as SVG, without a library: panels side by side, over the same numbers."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

PANEL_WIDTH: Final = 300
PANEL_HEIGHT: Final = 190
MARGIN: Final = 46
"""Room around a panel for its title and numbers."""
COLOURS: Final = ("#1f6fb2", "#c2571a", "#3a8a4d")
GOAL_COLOUR: Final = "#777777"


@dataclass(frozen=True, slots=True)
class Line:
    """A named line: a value for each number on the horizontal axis."""

    name: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines in the same unit, and the value that is the goal."""

    title: str
    lines: Sequence[Line]
    goal: float

    @property
    def top(self) -> float:
        """The highest value that is shown."""
        return 1.15 * max(self.goal, *(value for line in self.lines for value in line.values))


def draw_svg(numbers: Sequence[int], axis: str, panels: Sequence[Panel]) -> str:
    """Return the panels as a picture. ``axis`` says what the numbers on the horizontal axes are."""
    width, height = len(panels) * (PANEL_WIDTH + 2 * MARGIN), PANEL_HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for index, panel in enumerate(panels):
        left = MARGIN + index * (PANEL_WIDTH + 2 * MARGIN)
        parts += [f'<g transform="translate({left} {MARGIN})">', *_panel(panel, numbers, axis), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Panel, numbers: Sequence[int], axis: str) -> Iterator[str]:
    yield f'<text x="0" y="-14" font-weight="bold">{panel.title}</text>'
    yield f'<path d="M0 0V{PANEL_HEIGHT}H{PANEL_WIDTH}" fill="none" stroke="black"/>'
    yield _text(PANEL_WIDTH / 2, PANEL_HEIGHT + 34, axis)
    for number in numbers:
        yield _text(_x(number, numbers), PANEL_HEIGHT + 16, str(number))
    for value in _ticks(panel.top):
        yield _text(-5, _y(value, panel) + 4, f"{value:g}", "end")
    goal = _y(panel.goal, panel)
    yield f'<path d="M0 {goal:.1f}H{PANEL_WIDTH}" stroke="{GOAL_COLOUR}" stroke-dasharray="5 4"/>'
    yield _text(4, goal - 4, f"goal: {panel.goal:g}", "start", GOAL_COLOUR)
    for line, colour in zip(panel.lines, COLOURS, strict=False):
        yield from _line(line, panel, numbers, colour)


def _line(line: Line, panel: Panel, numbers: Sequence[int], colour: str) -> Iterator[str]:
    points = [(_x(number, numbers), _y(value, panel)) for number, value in zip(numbers, line.values, strict=True)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in points:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
    if len(panel.lines) > 1:
        yield _text(points[-1][0] + 6, points[-1][1] + 4, line.name, "start", colour)


def _ticks(top: float) -> list[float]:
    """Return round values from 0 up to the highest that is shown: three to six of them."""
    unit = 10.0 ** math.floor(math.log10(top))
    step = next(unit * share for share in (0.2, 0.5, 1, 2) if top / (unit * share) < 6)
    return [round(number * step, 6) for number in range(int(top / step) + 1)]


def _text(x: float, y: float, words: str, anchor: str = "middle", colour: str = "black") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def _x(number: int, numbers: Sequence[int]) -> float:
    return PANEL_WIDTH * 0.95 * number / max(numbers)


def _y(value: float, panel: Panel) -> float:
    return PANEL_HEIGHT * (1 - value / panel.top)
