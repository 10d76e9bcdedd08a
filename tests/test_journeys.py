"""The journeys in docs/journeys.md: everything that they name exists, and none needs many files."""

import pytest

from tests.fixtures.journeys import ROOT, Stop, functions_in, journeys

MAX_FILES = 20


@pytest.mark.parametrize(("title", "stops"), journeys().items())
def test_every_stop_is_there(title: str, stops: list[Stop]) -> None:
    for stop in stops:
        assert (ROOT / stop.file).is_file(), stop.file
        assert set(stop.functions) <= functions_in(stop.file), stop
    assert len({stop.file for stop in stops}) <= MAX_FILES


def test_the_journeys_are_told() -> None:
    assert {"/place to PNG", "a button", "a deadline", "a computer's turn"} <= journeys().keys()
