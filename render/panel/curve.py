"""The curve of a game: how many points each player was ahead after each turn.

Of two players there is one curve. What lies between it and the middle has the colour of whoever was ahead.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from carcassonne import Rgb
from render.look.curve import Curve, CurveLine, CurveMark
from render.look.look import Look
from render.look.theme import Theme
from render.look.words import signed
from render.panel.sheet import Box, Sheet
from render.pieces.figures import figure_image
from render.pieces.marks import computer_mark
from render.pieces.plates import plate_image
from render.text.fonts import BOLD, MEDIUM
from render.text.names import showable_name

WIDTH: Final = 760
HEIGHT: Final = 440
"""The plot with its numbers. Names of more than two players stand above it."""

_GAP: Final = 12
_LEFT: Final = 62
"""The left end of the plot: what is on the left of it are numbers of points."""
_BELOW: Final = 40
"""The room below the plot for the numbers of turns."""
_LETTERS: Final = 24
"""The least letters that can be read where the picture is 390 px wide."""
_ROW: Final = 40
"""The height of a row of names."""
_IN_A_ROW: Final = 3
_FIGURE: Final = 30
_MARK: Final = 22
_OVERSAMPLING: Final = 3
_THICK: Final = 4.0
_RIM: Final = 2.0
"""How much wider a line is with its rim, which tells it from the ground and from other lines."""
_STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 500)
_MOST_STEPS: Final = 3
"""How many lines of the grid there are above or below the middle at most."""
_TURN_STEPS: Final = (5, 10, 20, 25, 50)
_MOST_TURNS: Final = 8
_LEAST: Final = 5.0
"""How many points the plot shows at least above and below the middle."""

Point: TypeAlias = tuple[float, float]


class _Plot(NamedTuple):
    """Where values are on the sheet."""

    left: float
    top: float
    right: float
    bottom: float
    least: float
    most: float
    last: int
    """The place of the last value."""

    def x(self, place: float) -> float:
        return self.left + (self.right - self.left) * place / max(self.last, 1)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * (value - self.least) / (self.most - self.least)


def curve_image(curve: Curve, look: Look) -> Image.Image:
    """Return the picture of a curve, an RGB image."""
    is_duel = len(curve.lines) == 2
    rows = 0 if is_duel else ceil(len(curve.lines) / _IN_A_ROW)
    scale, top = look.size.scale, _GAP + rows * _ROW
    image = Image.new("RGB", (round(WIDTH * scale), round((top + HEIGHT) * scale)), look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    shown = curve.lines[:1] if is_duel else curve.lines
    least, most, step = _range([value for line in shown for value in line.values])
    last = len(curve.lines[0].values) - 1
    plot = _Plot(_LEFT, top, WIDTH - 2 * _GAP, top + HEIGHT - _BELOW - _GAP, least, most, last)
    sheet.box((plot.left, plot.top, plot.right, plot.bottom), look.theme.card)
    _grid(sheet, plot, step, curve.numbers, is_duel=is_duel)
    _paint_lines(sheet, plot, curve, is_duel=is_duel)
    if is_duel:
        levels = plot.top + _ROW / 2, plot.bottom - _ROW / 2
        names = [
            _name(sheet, line, (plot.left + _GAP, level), plot.right - plot.left)
            for line, level in zip(curve.lines, levels, strict=True)
        ]
        _marks(sheet, plot, curve, names)
    else:
        _marks(sheet, plot, curve)
        room = (WIDTH - 2 * _GAP) / _IN_A_ROW
        for number, line in enumerate(curve.lines):
            row, column = divmod(number, _IN_A_ROW)
            _name(sheet, line, (_GAP + column * room, _GAP / 2 + (row + 0.5) * _ROW), room - _GAP)
    return image


def _range(values: Sequence[float]) -> tuple[float, float, int]:
    """Return the least and the greatest value that a plot shows, and the step of its grid, in points."""
    least, most = min(*values, -_LEAST), max(*values, _LEAST)
    reach = max(-least, most)
    step = next((step for step in _STEPS if reach <= step * (_MOST_STEPS + 0.5)), _STEPS[-1])
    margin = (most - least) / 8
    return least - margin, most + margin, step


def _grid(sheet: Sheet, plot: _Plot, step: int, numbers: Sequence[int], *, is_duel: bool) -> None:
    """Paint the grid. Of two players, one is always ahead; of more, some are behind."""
    theme = sheet.theme
    points = [one * step for one in range(ceil(plot.least / step), int(plot.most // step) + 1)]
    for value in points:
        y = plot.y(value)
        sheet.box((plot.left, y, plot.right, y), theme.slot_line if value == 0 else theme.slot, thick=1)
        text = signed(abs(value) if is_duel else value) if value else "0"
        if plot.top + _LETTERS / 2 < y < plot.bottom - _LETTERS / 2:
            sheet.text((plot.left - 4, y), text, theme.text_dim, _LETTERS, MEDIUM, "rm")
    every = next((one for one in _TURN_STEPS if len(numbers) <= one * _MOST_TURNS), _TURN_STEPS[-1])
    for place, number in enumerate(numbers):
        if number % every == 0:
            x = plot.x(place)
            sheet.box((x, plot.bottom, x, plot.bottom + 5), theme.slot_line)
            sheet.text((x, plot.bottom + _BELOW / 2 + 4), str(number), theme.text_dim, _LETTERS, MEDIUM, "mm")


def _paint_lines(sheet: Sheet, plot: _Plot, curve: Curve, *, is_duel: bool) -> None:
    """Paint the lines larger, and reduce them: so their edges are smooth."""
    left, top, right, bottom = map(sheet.pixels, (plot.left, plot.top, plot.right, plot.bottom))
    ground = sheet.image.crop((left, top, right, bottom))
    large = ground.resize((ground.width * _OVERSAMPLING, ground.height * _OVERSAMPLING), Image.Resampling.NEAREST)
    pen, scale = ImageDraw.Draw(large), sheet.scale * _OVERSAMPLING

    def at(place: float, value: float) -> Point:
        return (plot.x(place) - plot.left) * scale, (plot.y(value) - plot.top) * scale

    lines = curve.lines
    if is_duel:
        for line, sign in ((lines[0], 1), (lines[1], -1)):
            for area in _areas(lines[0].values, sign):
                pen.polygon([at(*one) for one in area], line.style.rgb)
        points = [at(*one) for one in enumerate(lines[0].values)]
        pen.line(points, sheet.theme.text, round(_THICK * scale), joint="curve")
    else:
        for line in lines:
            points = [at(*one) for one in enumerate(line.values)]
            pen.line(points, _rim(line.style.rgb, sheet.theme), round((_THICK + 2 * _RIM) * scale), joint="curve")
            pen.line(points, line.style.rgb, round(_THICK * scale), joint="curve")
    sheet.image.paste(large.reduce(_OVERSAMPLING), (left, top))


def _areas(values: Sequence[float], sign: int) -> Iterator[list[Point]]:
    """Yield what lies between a curve and the middle where its values have a sign, as polygons of places and values."""
    area: list[Point] = []
    for place, value in enumerate(values):
        if place and values[place - 1] * value < 0:  # it crosses the middle between two values
            before = values[place - 1]
            crossing = (place - 1 + before / (before - value), 0.0)
            if area:
                yield [*area, crossing]
            area = [crossing]
        elif not area:
            area = [(float(place), 0.0)]
        if value * sign > 0:
            area.append((float(place), value))
        elif len(area) > 1:
            yield [*area, (float(place), 0.0)]
            area = []
        else:
            area = [(float(place), 0.0)] if value == 0 else []
    if len(area) > 1:
        yield [*area, (float(len(values) - 1), 0.0)]


def _rim(rgb: Rgb, theme: Theme) -> Rgb:
    """Return the colour around a line: one that stands out from it, and from the ground."""
    return theme.panel if abs(sum(rgb) - sum(theme.card)) > abs(sum(rgb) - sum(theme.text)) else theme.text


def _marks(sheet: Sheet, plot: _Plot, curve: Curve, names: Sequence[Box] = ()) -> None:
    """Paint the numbers of turns that stand out at their values, each beside the line, as far as there is room."""
    taken = [*names]
    for mark in curve.marks:
        line = _line_of(curve, mark)
        plate = plate_image(str(mark.number), curve.lines[mark.seat].style, sheet.pixels(_LETTERS))
        wide, high = plate.width / sheet.scale, plate.height / sheet.scale
        x = min(max(plot.x(mark.place) - wide / 2, plot.left), plot.right - wide)
        middle = plot.y(line.values[mark.place])
        for y in (middle - high - 8, middle + 8, middle - 2 * high - 10, middle + high + 10):
            box = x, y, x + wide, y + high
            if plot.top <= y <= plot.bottom - high and not any(_overlap(box, one) for one in taken):
                taken.append(box)
                sheet.paste(plate, x, y)
                break


def _line_of(curve: Curve, mark: CurveMark) -> CurveLine:
    return curve.lines[0 if len(curve.lines) == 2 else mark.seat]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _name(sheet: Sheet, line: CurveLine, at: Point, room: float) -> Box:
    """Write a player's name beside a figure, and return where that is. A computer's has a mark."""
    left, level = at
    figure = figure_image(line.style, sheet.pixels(_FIGURE))
    sheet.paste_at_level(figure, left, level)
    begin = left + figure.width / sheet.scale + 6
    if line.is_computer:
        sheet.paste_at_level(computer_mark(sheet.pixels(_MARK), sheet.theme.text), begin, level)
        begin += _MARK + 6
    name = sheet.fitted(showable_name(line.name, line.instead), left + room - begin, _LETTERS, BOLD)
    sheet.text((begin, level), name, sheet.theme.text, _LETTERS, BOLD)
    return left, level - _ROW / 2, begin + sheet.width_of(name, _LETTERS, BOLD), level + _ROW / 2
