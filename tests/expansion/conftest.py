"""Registers the toys for every test here, with the engine and with the judge."""

from collections.abc import Iterator

import pytest

from carcassonne.catalogue import registered
from tests import judge
from tests.expansion import judged
from tests.expansion.second_toy import THE_FAIR
from tests.expansion.toy import EDITIONS_WITH_INNS, INNS


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with (
        registered(INNS, EDITIONS_WITH_INNS),
        registered(THE_FAIR, EDITIONS_WITH_INNS),
        judge.registered(judged.INNS, judged.THE_FAIR),
    ):
        yield
