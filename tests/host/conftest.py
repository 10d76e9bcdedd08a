"""A host on a fresh database, closed after the test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from host import Host
from tests.fixtures.databases import url
from tests.host.tables import Clock, open_host


@pytest.fixture
def clock() -> Clock:
    """The clock of the host."""
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The database file."""
    return tmp_path / "games.db"


@pytest.fixture
def address(path: Path) -> str:
    """The address of an empty database."""
    return url(path)


@pytest_asyncio.fixture
async def host(path: Path, clock: Clock) -> AsyncIterator[Host]:
    """A host on that file, where the first who joined begins."""
    opened = await open_host(path, clock)
    yield opened
    await opened.close()
