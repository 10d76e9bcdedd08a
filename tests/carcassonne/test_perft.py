"""Counts of lines of play, as in chess programs: the engine made the table, and the judge counts the same.

``PERFT=all`` counts every row by both.
"""

import os

import pytest

from tests.fixtures.cases import slow_but

from .perft import ORDERS, Row, by_engine, by_judge, read

IS_FULL = os.environ.get("PERFT") == "all"
ROWS = read()


def small(lines: int) -> list[Row]:
    return [row for row in ROWS if IS_FULL or row.lines <= lines]


def tiles(row: Row) -> list[str]:
    return row.tiles.split()[: row.turns]


def name(row: Row) -> str:
    return " ".join([row.edition, row.options, *tiles(row)])


@pytest.mark.parametrize("row", slow_but(3, small(20_000)), ids=name)
def test_engine_counts_the_same_lines_and_points(row: Row) -> None:
    assert by_engine(row.edition, row.options, tiles(row)) == (row.lines, row.points)


@pytest.mark.parametrize("row", small(150), ids=name)
def test_judge_counts_the_same_lines_and_points(row: Row) -> None:
    assert by_judge(row.edition, row.options, tiles(row)) == (row.lines, row.points)


def test_table_holds_every_edition_and_option() -> None:
    assert {row.edition for row in ROWS} == {"chat-room", "chat-room-old", "classic", "travel", "new-edition"}
    assert {row.options for row in ROWS} == set(ORDERS)
    assert {row.turns for row in ROWS} == {1, 2, 3}
