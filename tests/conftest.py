"""What holds for all tests: where compiled modules and databases are kept, how many run together, in which order."""

import contextlib
import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

import compiled  # noqa: F401 (before all others: it removes compiled rules that are older than their sources)
from tests.fixtures.kept_pictures import keep_pictures
from tests.fixtures.order import SLOW, in_shares
from tests.fixtures.shared_statements import share_statements
from tests.fixtures.simcord_patches import speed_up

if sys.platform != "win32":
    import fcntl

MEMORY = Path("/dev/shm")
ENOUGH = 1 << 30
"""The bytes that must be free there for database files."""
ENOUGH_FOR_SERVERS = 4 << 30
"""The bytes that must be free there for PostgreSQL servers, too. A database takes 8 MB, and a run makes 250."""

# Hypothesis takes other examples in each run. On a busy machine, slow ones don't fail.
settings.register_profile(
    "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, max_examples=50
)
settings.load_profile("unhurried")


def pytest_configure(config: pytest.Config) -> None:
    """Choose folders that make the tests faster, where they exist."""
    keep_compiled_modules(config)
    speed_up()
    share_statements()
    # For the few pictures of a test, a process of its own would be slower.
    os.environ.setdefault("PICTURE_WORKERS", "0")
    os.environ.setdefault("COMPUTER_WORKERS", "0")
    os.environ["XDG_CACHE_HOME"] = str(cache_folder(config, "pictures"))  # nothing in the home of whoever tests
    keep_pictures()
    free = shutil.disk_usage(MEMORY).free if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else 0
    if free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # a commit takes 3 ms on a disk
    if free > ENOUGH_FOR_SERVERS:
        os.environ.setdefault(
            "CARCASSONNE_POSTGRESQL_FOLDER", str(MEMORY)
        )  # a new database takes 70 ms of processor on a disk, and 15 there


def cache_folder(config: pytest.Config, name: str) -> Path:
    """Return a folder in pytest's cache; in a temporary folder, which goes with this process, if there is no cache."""
    cache: pytest.Cache | None = getattr(config, "cache", None)  # pytest sets it only where its plugin is loaded
    if cache is not None:
        return cache.mkdir(name)
    folder = TemporaryDirectory(prefix="carcassonne-tests-")
    config.add_cleanup(folder.cleanup)
    return Path(folder.name)


def keep_compiled_modules(config: pytest.Config) -> None:
    """Keep compiled modules in pytest's cache if Python was told to write none.

    Many tests start Python, which would compile everything again.
    """
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(cache_folder(config, "bytecode"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: while some tests wait for a timer or another program, others run.

    Each worker collects all tests, draws its tiles and has a server of its own. One more than that saves no time.
    """
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage while tests are collected, never look again through what is there then, and later rarely.

    All of it stays until the end. To search it again and again takes longer than to collect the tests. With Python's
    own figures, a tenth of the tests' time went into garbage.
    """
    gc.disable()
    try:
        with first_alone():
            return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)  # as the bot has it
        gc.enable()


@contextlib.contextmanager
def first_alone() -> Iterator[None]:
    """Let the first worker collect the tests while the others wait.

    It compiles all test files if they have changed; the others then find them compiled, which saves most of their time.
    """
    if sys.platform == "win32":
        yield
        return
    with Path(__file__).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every worker begin with slow tests."""
    workers = getattr(config, "workerinput", {}).get("workercount")
    if workers is not None:
        slow = [item for item in items if not SLOW.isdisjoint(item.path.parts)]
        others = [item for item in items if SLOW.isdisjoint(item.path.parts)]
        items[:] = in_shares(slow, others, workers)
