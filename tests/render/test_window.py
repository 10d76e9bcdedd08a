"""The window through which a board is seen, and how far it can be moved."""

import pytest

from carcassonne import Phase, format_cell
from render.look.views import Area, BoardWindow, View, board_window, bounding_area
from tests.render.games import game

WHOLE = Area(0, 0, 20, 6)
ZOOM = 3
"""A level that shows seven columns and rows."""


def window(left: int, top: int) -> BoardWindow:
    return BoardWindow(Area(left, top, left + 6, top + 4), WHOLE)


def test_it_moves_by_half_of_itself_and_stops_at_the_edge() -> None:
    middle = [window(left, 0).moved(1, 0) for left in (0, 10, 13)]
    assert [cell and format_cell(cell) for cell in middle] == ["G3", "Q3", "R3"]
    assert window(14, 0).moved(1, 0) is None
    assert [cell and format_cell(cell) for cell in (window(14, 1).moved(-1, 0), window(1, 1).moved(-1, 0))] == [
        "O4",
        "D4",
    ]
    assert window(5, 2).moved(0, 1) is None
    assert window(5, 2).moved(0, -1) == window(5, 0).middle
    assert BoardWindow(WHOLE, WHOLE).moved(0, -1) is None


@pytest.mark.parametrize("edition", ["classic", "castle"])
@pytest.mark.parametrize("zoom", [1, 3, 5])
def test_arrows_lead_to_every_cell_and_back(edition: str, zoom: int) -> None:
    """Each middle that an arrow leads to is shown as that middle, or at the edge."""
    state = game(30, Phase.PLACE, edition=edition)
    first = board_window(state, View.NORMAL, zoom, None)
    seen, waiting = set[Area](), [first]
    while waiting:
        one = waiting.pop()
        if one.shown in seen:
            continue
        seen.add(one.shown)
        for east, south in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            middle = one.moved(east, south)
            if middle is not None:
                moved = board_window(state, View.NORMAL, zoom, bounding_area((middle,)))
                assert moved.shown != one.shown
                assert (moved.shown.columns, moved.shown.rows) == (one.shown.columns, one.shown.rows)
                waiting.append(moved)
    rows = range(first.whole.top, first.whole.bottom + 1)
    columns = range(first.whole.left, first.whole.right + 1)
    assert {row for area in seen for row in range(area.top, area.bottom + 1)} == set(rows)
    assert {column for area in seen for column in range(area.left, area.right + 1)} == set(columns)
