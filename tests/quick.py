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

SECONDS = 20.0
"""After so many seconds no further test is begun. Lint, the last test and mypy need the rest of the half minute."""
SECONDS_OF_TESTS = 5.0
"""So long tests are begun in any case, even where collecting them took all the time."""


class TimeLimit:
    """A plugin that leaves out all tests after the time is over, and counts the others."""

    def __init__(self) -> None:
        self.run = self.failed = self.collected = 0
        self._end = time.monotonic() + SECONDS

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Count all tests, and leave time for the first of them."""
        self.collected = len(session.items)
        self._end = max(self._end, time.monotonic() + SECONDS_OF_TESTS)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """Leave a test out if the time is over."""
        if time.monotonic() > self._end:
            return True
        self.run += 1
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the failures."""
        self.failed += report.failed


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
    """Run mypy and the tests at the same time, and say what they found; return 0 if both find nothing."""
    begun, limit = time.monotonic(), TimeLimit()
    types = subprocess.Popen([sys.executable, "-m", "mypy"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    found = nearest_tests(changed_modules(changed_files()))
    code: int = pytest.ExitCode.OK
    if found:
        arguments = ["-n", "0", *(str(MODULES[name]) for name in found)]
        code = pytest.main(arguments, plugins=[limit])
    type_errors, _ = types.communicate()
    if types.returncode:
        print(type_errors)
    print(summary(limit, has_type_errors=types.returncode != 0, seconds=time.monotonic() - begun))
    return types.returncode or int(code)


def summary(limit: TimeLimit, *, has_type_errors: bool, seconds: float) -> str:
    """Return the last line: what was checked, and what was found."""
    types = "mypy found errors" if has_type_errors else "lint and types are clean"
    if not limit.collected:
        return f"quick: {types}; no test is near the change, so none ran (make test runs all)"
    if not limit.run:
        return f"quick: {types}; no test ran, though {limit.collected:,} are near the change (make test runs all)"
    outcome = f"{limit.failed} failed" if limit.failed else "all passed"
    tests = f"{limit.run:,} of {limit.collected:,} tests, those nearest to the change, ran"
    return f"quick: {types}; {tests}; {outcome}, in {seconds:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
