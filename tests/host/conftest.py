"""A host on a fresh database, closed after the test.

All run on SQLite with ``make test``. On PostgreSQL, those marked ``both_databases`` run with ``make test-slow``, and
the others with ``make chaos``.
"""

import inspect
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from host.host import Host
from tests.fixtures import postgresql
from tests.fixtures.databases import Place, url
from tests.host.tables import Clock, open_host

_WHY_NOT = postgresql.why_not()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for each kind of database, unless it is about the file itself."""
    needs_path = "path" in inspect.signature(metafunc.function).parameters
    is_about_file = needs_path or metafunc.definition.get_closest_marker("sqlite")
    is_marked = metafunc.definition.get_closest_marker("both_databases")
    if "kind" in metafunc.fixturenames:
        server = () if is_about_file else (on_server(is_thorough=not is_marked),)
        metafunc.parametrize("kind", ["sqlite", *server], scope="function")


def on_server(*, is_thorough: bool) -> Any:
    """Return the case of a test on PostgreSQL. It is skipped where that isn't installed."""
    installed = pytest.mark.skipif(_WHY_NOT is not None, reason=_WHY_NOT or "")
    return pytest.param("postgresql", marks=[installed, pytest.mark.thorough if is_thorough else pytest.mark.slow])


@pytest.fixture
def kind() -> str:
    """The kind of the database."""
    return "sqlite"


@pytest.fixture
def clock() -> Clock:
    """The clock of the host."""
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The database file."""
    return tmp_path / "games.db"


@pytest.fixture
def address(kind: str, path: Path) -> str:
    """The address of an empty database."""
    if kind == "sqlite":
        return url(path)
    server = postgresql.server()
    return server.url(server.new_database())


@pytest.fixture
def place(kind: str, path: Path) -> Place:
    """Where ``open_host`` finds a database: a file, which it makes if there is none, or the address of a server."""
    return path if kind == "sqlite" else postgresql.migrated_database()


@pytest_asyncio.fixture
async def host(place: Place, clock: Clock) -> AsyncIterator[Host]:
    """A host on that database, where the first who joined begins."""
    opened = await open_host(place, clock)
    yield opened
    await opened.close()
