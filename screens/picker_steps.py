"""A turn chosen in steps: the cell, the rotation, the deployment.

Each step computes its choices from the state, so the id of a button needs nothing but the step. A step with a single
choice is skipped. Rotations in which the tile looks the same are one choice.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from carcassonne import (
    Deployment,
    DeployNobody,
    Phase,
    PlaceTile,
    Position,
    State,
    Turn,
    apply,
    column_row,
    format_cell,
    format_turn,
    legal_placements,
    parse_cell,
    parse_turn,
)
from carcassonne.rules import apply_deployment
from screens.text.features import rotation_choices
from screens.text.spots import deployments_by_number

MAX_BUTTONS: Final = 25
PAGE_SIZE: Final = 20
"""The cells of a page, if there are several pages. The last row of buttons leads to the other pages."""

NOBODY: Final = DeployNobody()


@dataclass(frozen=True, slots=True)
class Page:
    """Nothing is chosen yet. The cells of this page are offered. The first page is 0."""

    number: int


@dataclass(frozen=True, slots=True)
class Cell:
    position: Position


Step: TypeAlias = Page | Cell | Turn
"""How much of a turn is chosen. A Turn without a deployment has only the placement; one with it is complete."""


def format_step(step: Step) -> str:
    """Write a step: ``0`` for the first page, ``M14`` for a cell, then ``M14 90`` and ``M14 90 thief E``."""
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
    """Read what ``format_step`` writes. Raise NotationError."""
    if text.isdecimal():
        return Page(int(text))
    return parse_turn(text) if " " in text else Cell(parse_cell(text))


def cell_pages(state: State) -> list[list[Position]]:
    """Return the cells where the tile fits, as pages.

    The first page has the cells nearest to the latest tiles; as many tiles count as there are players. The cells of a
    page are in reading order.
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


def deployment_choices(after_placement: State) -> list[Deployment]:
    """Return the legal deployments after a placement in the order of their spots; nobody is the last."""
    return [*deployments_by_number(after_placement), NOBODY]


def next_steps(state: State, step: Step) -> list[Step]:
    """Return the steps that can be chosen next; none if the turn is complete. Raise IllegalMoveError."""
    match step:
        case Page(number):
            return [Cell(position) for position in cell_pages(state)[number]]
        case Cell(position):
            return [Turn(PlaceTile(position, rotation), None) for rotation in rotation_choices(state, position)]
        case Turn(placement, None):
            after_placement = apply(state, placement).state
            return [Turn(placement, deployment) for deployment in deployment_choices(after_placement)]
        case Turn():
            return []
        case _:
            assert_never(step)


def skip_single_choices(state: State, step: Step) -> Step:
    """Return the step itself if it has several choices, else the next step that has. It may be the complete turn.

    Other pages of cells are choices, too.
    """
    while not _has_choices(state, step) and (steps := next_steps(state, step)):
        [step] = steps
    return step


def previous_step(state: State, step: Step) -> Step | None:
    """Return the latest step before this one that had several choices; None if there is none."""
    match step:
        case Page():
            return None
        case Cell(position):
            before: Step = Page(next(number for number, page in enumerate(cell_pages(state)) if position in page))
        case Turn(placement, deployment):
            before = Cell(placement.position) if deployment is None else Turn(placement, None)
        case _:
            assert_never(step)
    return before if _has_choices(state, before) else previous_step(state, before)


def _has_choices(state: State, step: Step) -> bool:
    return len(next_steps(state, step)) > 1 or (isinstance(step, Page) and len(cell_pages(state)) > 1)


def preview_state(after_placement: State, deployment: Deployment) -> State:
    """Return the state after a deployment, before anything is scored."""
    shown = after_placement.copy()
    apply_deployment(shown, deployment)
    shown.phase = Phase.DRAW
    return shown
