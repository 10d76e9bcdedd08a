"""Runs the tests that a change needs, the nearest first, as many as fit into half a minute: ``make quick``.

A test is near a change if few imports lie between its file and the changed one. ``make test`` runs all tests.
"""

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.fixtures.order import SLOW
from tests.fixtures.project_modules import MODULES, ROOT, imports, names_in_texts

SECONDS = 22.0
"""After so many seconds no further test is begun; lint and the last test need the rest."""


class TimeLimit:
    """A plugin that ends the run when its time is over, and records whether a test has failed."""

    def __init__(self) -> None:
        self.is_cut = self.has_failed = False
        self._end = time.monotonic() + SECONDS
        self._begun = 0

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Stop the run if its time is over."""
        if time.monotonic() > self._end:
            self.is_cut = True
            item.session.shouldstop = f"{self._begun} of {item.session.testscollected} tests fit into {SECONDS:g} s"
        self._begun += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        self.has_failed |= report.failed


def changed_files() -> list[Path]:
    """The files that differ from ``main``, or, on ``main`` and without one, from the last commit."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    names = [*_git("diff", "--name-only", *base), *_git("ls-files", "--others", "--exclude-standard")]
    return [ROOT / name for name in names]


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_modules(changed: Iterable[Path]) -> set[str]:
    """The changed modules. A changed file of another kind stands for all modules in the nearest folder with any."""
    paths = {path: name for name, path in MODULES.items()}
    found = set[str]()
    for path in changed:
        if path in paths:
            found.add(paths[path])
        elif path.suffix != ".py":
            folders = (folder for folder in path.parents if any(one.parent == folder for one in paths))
            nearest = next(folders, None)
            found |= {name for one, name in paths.items() if one.parent == nearest}
    return found


def uses(name: str) -> Iterator[str]:
    """The modules that a module uses: those that it imports or names. A test also uses the module that it is named
    for, and the fixtures of its folders.
    """
    yield from (one for one in (*imports(name), *names_in_texts(name)) if one in MODULES)
    *folders, last = name.split(".")
    if is_test(name):
        subject = last.removeprefix("test_")
        yield from (one for one in MODULES if one.split(".")[0] in folders and subject in one.split(".")[1:])
        fixtures = (".".join([*folders[:end], "conftest"]) for end in range(len(folders) + 1))
        yield from (one for one in fixtures if one in MODULES)


def is_test(name: str) -> bool:
    """Whether a module holds tests."""
    return name.rpartition(".")[2].startswith("test_")


@cache
def users_of_modules() -> dict[str, set[str]]:
    """For each module, the modules that use it."""
    users: dict[str, set[str]] = {name: set() for name in MODULES}
    for name in MODULES:
        for used in uses(name):
            users[used].add(name)
    return users


def nearest_tests(changed: set[str]) -> list[str]:
    """The test modules that a change affects, the nearest first and the slow ones last."""
    users = users_of_modules()
    reached, edge = dict[str, None](), sorted(changed & users.keys())
    while edge:
        reached |= dict.fromkeys(edge)
        edge = sorted({user for name in edge for user in users[name]} - reached.keys())
    found = [name for name in reached if is_test(name)]
    return sorted(found, key=lambda name: name not in changed and name.split(".")[1] in SLOW)


def main() -> int:
    """Run mypy and the tests at the same time; return 0 if both find nothing."""
    found, limit = nearest_tests(changed_modules(changed_files())), TimeLimit()
    types = subprocess.Popen([sys.executable, "-m", "mypy"], cwd=ROOT)
    code: int = pytest.ExitCode.OK
    if found:
        code = pytest.main(["-n", "0", *(str(MODULES[name]) for name in found)], plugins=[limit])
    if limit.is_cut and not limit.has_failed:
        code = pytest.ExitCode.OK
    return types.wait() or int(code)


if __name__ == "__main__":
    sys.exit(main())
