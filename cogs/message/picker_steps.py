"""A turn chosen step by step: the cell, how the tile is turned, who goes onto it.

What may be chosen is worked out anew from the state at every step, so that a step is all that a button has to hold. A
question with one answer is never asked, and rotations in which the tile looks alike are one choice.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from carcassonne import (
    Deployment,
    DeployNobody,
    Phase,
    PlaceTile,
    Position,
    Rotation,
    State,
    Turn,
    apply,
    column_row,
    format_cell,
    format_turn,
    legal_deployments,
    legal_placements,
    parse_cell,
    parse_turn,
)
from carcassonne.rules import apply_deployment
from carcassonne.tiles import visual_key
from cogs.text.features import drawn_tile

MOST: Final = 25
"""The buttons that a message may have."""
PAGE: Final = 20
"""The cells of a page, where there are several: the last row of buttons leads to the others."""

NOBODY: Final = DeployNobody()


@dataclass(frozen=True, slots=True)
class Page:
    """Nothing is chosen yet; these cells are offered. Pages count from 0."""

    number: int


@dataclass(frozen=True, slots=True)
class Cell:
    """The cell is chosen."""

    position: Position


Step: TypeAlias = Page | Cell | Turn
"""How far a turn has been chosen: a Turn without a follower says where the tile lies, with one it is complete."""


def format_step(step: Step) -> str:
    """Write a step: ``0`` for a page, ``M14``, ``M14 90``, ``M14 90 thief E``."""
    match step:
        case Page(number):
            return str(number)
        case Cell(position):
            return format_cell(position)
        case Turn():
            return format_turn(step)
        case _:
            assert_never(step)


def parse_step(text: str) -> Step:
    """Read what ``format_step`` writes; raise NotationError."""
    if text.isdecimal():
        return Page(int(text))
    return parse_turn(text) if " " in text else Cell(parse_cell(text))


def pages(state: State) -> list[list[Position]]:
    """Return the cells where the tile fits: page by page those nearer to the last moves, on a page as one reads.

    The last moves are as many as there are players.
    """
    latest = [column_row(position) for position in list(state.cells)[-state.seats :]]

    def distance(position: Position) -> int:
        column, row = column_row(position)
        return min((column - x) ** 2 + (row - y) ** 2 for x, y in latest)

    cells = sorted({position for position, _ in legal_placements(state)})
    if len(cells) <= MOST:
        return [cells]
    cells.sort(key=distance)
    return [sorted(cells[start : start + PAGE]) for start in range(0, len(cells), PAGE)]


def rotations(state: State, cell: Position) -> list[Rotation]:
    """Return how the tile may be turned on a cell: of those that look alike, the first."""
    tile, looks = drawn_tile(state), dict[object, Rotation]()
    for position, rotation in legal_placements(state):
        if position == cell:
            looks.setdefault(visual_key(tile.turned[rotation]), rotation)
    return list(looks.values())


def followers(state: State, place: PlaceTile) -> list[Deployment]:
    """Return who may go onto the tile, nobody last; raise IllegalMoveError where it cannot lie so."""
    return [*legal_deployments(apply(state, place).state), NOBODY]


def offered(state: State, step: Step) -> list[Step]:
    """Return the steps from here, one of which is to be chosen; none where the turn is complete."""
    match step:
        case Page(number):
            return [Cell(position) for position in pages(state)[number]]
        case Cell(position):
            return [Turn(PlaceTile(position, rotation), None) for rotation in rotations(state, position)]
        case Turn(place, None):
            return [Turn(place, follower) for follower in followers(state, place)]
        case Turn():
            return []
        case _:
            assert_never(step)


def onward(state: State, step: Step) -> Step:
    """Return the next step where there is something to choose, or the complete turn."""
    while len(steps := offered(state, step)) == 1 and not isinstance(step, Page):
        step = steps[0]
    return step


def back(state: State, step: Step) -> Step:
    """Return the step before this one where there was something to choose: in the end, the page with the cell."""
    match step:
        case Page():
            return step
        case Cell(position):
            return Page(next(number for number, page in enumerate(pages(state)) if position in page))
        case Turn(place, follower):
            before: Step = Cell(place.position) if follower is None else Turn(place, None)
            return before if len(offered(state, before)) > 1 else back(state, before)
        case _:
            assert_never(step)


def standing(laid: State, follower: Deployment) -> State:
    """Return the table with the tile laid and the follower on it, before anything is scored."""
    shown = laid.copy()
    apply_deployment(shown, follower)
    shown.phase = Phase.DRAW
    return shown
