"""Pictures in tests are the same on every machine: it has no fonts but Roboto, unless a test says otherwise."""

from collections.abc import Iterator

import pytest

from render.text.script_fonts import look_in


@pytest.fixture(autouse=True)
def _no_further_fonts() -> Iterator[None]:
    look_in(())
    yield
    look_in(None)
