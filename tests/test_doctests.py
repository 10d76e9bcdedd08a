"""The examples in the docstrings of rooms do what they say."""

import doctest
import importlib

import pytest

from tests.fixtures.project_modules import MODULES

NAMES = [name for name, path in MODULES.items() if "\n>>> " in path.read_text("utf-8")]


def test_rooms_for_others_have_examples() -> None:
    assert {"carcassonne", "players", "render"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
