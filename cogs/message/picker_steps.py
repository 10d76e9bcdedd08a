"""A turn chosen step by step: the cell, how the tile is turned, who goes onto it.

Each step works out anew from the state what may be chosen, so a button holds nothing but its step. A question with one
answer is never asked. Rotations in which the tile looks the same are one choice.
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

MAX_BUTTONS: Final = 25
"""The buttons that a message may have."""
PAGE_SIZE: Final = 20
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


def cell_pages(state: State) -> list[list[Position]]:
    """Return the cells where the tile fits, page by page.

    The first page has the cells nearest to the last moves, one move for each player. Within a page, cells are in
    reading order.
    """
    latest = [column_row(position) for position in list(state.cells)[-state.seats :]]

    def distance(position: Position) -> int:
        column, row = column_row(position)
        return min((column - x) ** 2 + (row - y) ** 2 for x, y in latest)

    cells = sorted({position for position, _ in legal_placements(state)})
    if len(cells) <= MAX_BUTTONS:
        return [cells]
    cells.sort(key=distance)
    return [sorted(cells[start : start + PAGE_SIZE]) for start in range(0, len(cells), PAGE_SIZE)]


def rotation_choices(state: State, cell: Position) -> list[Rotation]:
    """Return how the tile may be turned on a cell; of rotations that look the same, the first."""
    tile, looks = drawn_tile(state), dict[object, Rotation]()
    for position, rotation in legal_placements(state):
        if position == cell:
            looks.setdefault(visual_key(tile.turned[rotation]), rotation)
    return list(looks.values())


def deployment_choices(state: State, placement: PlaceTile) -> list[Deployment]:
    """Return who may go onto the tile, nobody last; raise IllegalMoveError where the tile cannot lie so."""
    return [*legal_deployments(apply(state, placement).state), NOBODY]


def next_steps(state: State, step: Step) -> list[Step]:
    """Return the steps that can be chosen from here; none where the turn is complete."""
    match step:
        case Page(number):
            return [Cell(position) for position in cell_pages(state)[number]]
        case Cell(position):
            return [Turn(PlaceTile(position, rotation), None) for rotation in rotation_choices(state, position)]
        case Turn(placement, None):
            return [Turn(placement, deployment) for deployment in deployment_choices(state, placement)]
        case Turn():
            return []
        case _:
            assert_never(step)


def skip_single_choices(state: State, step: Step) -> Step:
    """Return the next step at which there is something to choose, or the complete turn."""
    while len(steps := next_steps(state, step)) == 1 and not isinstance(step, Page):
        step = steps[0]
    return step


def previous_step(state: State, step: Step) -> Step:
    """Return the last step before this one at which there was something to choose; at first, the page with the cell."""
    match step:
        case Page():
            return step
        case Cell(position):
            return Page(next(number for number, page in enumerate(cell_pages(state)) if position in page))
        case Turn(placement, deployment):
            before: Step = Cell(placement.position) if deployment is None else Turn(placement, None)
            return before if len(next_steps(state, before)) > 1 else previous_step(state, before)
        case _:
            assert_never(step)


def preview_state(after_placement: State, deployment: Deployment) -> State:
    """Return the state with the tile laid and the follower on it, before anything is scored."""
    shown = after_placement.copy()
    apply_deployment(shown, deployment)
    shown.phase = Phase.DRAW
    return shown
