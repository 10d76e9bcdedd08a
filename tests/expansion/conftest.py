"""Registers the toy inns for every test here."""

from collections.abc import Iterator

import pytest

from carcassonne.catalogue import registered
from tests.expansion.toy import EDITIONS_WITH_INNS, INNS


@pytest.fixture(autouse=True)
def inns() -> Iterator[None]:
    with registered(INNS, EDITIONS_WITH_INNS):
        yield
