"""Runs the tests that a change needs, the nearest first, as many as fit into half a minute: ``make quick``.

A test is near a change if few imports lie between its file and the changed one. ``make test`` runs more. When a
text for people has changed, the tests of the catalogues, of what people see, and of the documents run, and all that
quote the text, however long they take. What no language has yet is a warning here, and an error in ``make test``.
"""

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.fixtures.changed_texts import Quotations, holds_texts, other_quotations, quotations, texts_in
from tests.fixtures.order import SLOW
from tests.fixtures.project_modules import MODULES, ROOT, imports, names_in_texts
from tests.fixtures.translations import missing_translations

SECONDS = 20.0
"""After this time no further test is begun. Lint, the last test and mypy need the rest of the half minute."""
SECONDS_OF_TESTS = 5.0
"""The seconds in which tests are begun in any case, even where collecting them took all the time."""
TESTS_OF_TEXTS = (
    "tests.cogs.test_catalogues",
    "tests.cogs.test_style",
    "tests.cogs.test_no_english",
    "tests.cogs.test_views",
    "tests.test_architecture",
    "tests.test_docs_pictures",
    "tests.test_journeys",
)
"""What always runs when a text has changed: the catalogues, what people see, and the documents."""


class TimeLimit:
    """A plugin that leaves out all tests after the time is over but those that are needed, and counts what runs."""

    def __init__(self, needed: Quotations | None = None) -> None:
        self.run = self.failed = self.collected = 0
        self._needed = needed or {}
        self._end = time.monotonic() + SECONDS

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begin with the tests that are needed."""
        items.sort(key=lambda item: not self._is_needed(item))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Count all tests, and leave time for the first of them."""
        self.collected = len(session.items)
        self._end = max(self._end, time.monotonic() + SECONDS_OF_TESTS)

    def _is_needed(self, item: pytest.Item) -> bool:
        names = self._needed.get(item.path, set())
        return names is None or getattr(item, "originalname", item.name) in names

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Leave a test out if the time is over."""
        if time.monotonic() > self._end and not self._is_needed(item):
            return True
        self.run += 1
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the failures."""
        self.failed += report.failed


def base_commit() -> str:
    """The commit with which the files are compared: where the branch left ``main``; on ``main``, the last one."""
    return next(iter(_git("merge-base", "HEAD", "main")), "HEAD")


def changed_files() -> list[Path]:
    """The files that differ from the base, and new ones."""
    names = [*_git("diff", "--name-only", base_commit()), *_git("ls-files", "--others", "--exclude-standard")]
    return [ROOT / name for name in names]


def unchanged_text() -> str:
    """Say that nothing has changed, and since which commit."""
    base = next(iter(_git("log", "-1", "--format=%h (%s)", base_commit())), None)
    return f"nothing has changed since commit {base}" if base else "git knows no commit to compare with"


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_texts(changed: Iterable[Path]) -> tuple[bool, set[str]]:
    """Return whether a text for people has changed, and the English texts that are gone."""
    paths = [path for path in changed if holds_texts(path)]
    before, now, base = set[str](), set[str](), base_commit()
    for path in paths:
        if path.suffix == ".py":
            before |= texts_in("\n".join(_git("show", f"{base}:{path.relative_to(ROOT).as_posix()}")).encode())
            now |= texts_in(path.read_bytes()) if path.exists() else set()
    return before != now or any(path.suffix != ".py" for path in paths), before - now


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
    types = subprocess.Popen([sys.executable, "-m", "mypy"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    begun, changed = time.monotonic(), changed_files()
    has_new_texts, gone = changed_texts(changed)
    needed = quotations(gone) | {MODULES[name]: None for name in TESTS_OF_TEXTS} if has_new_texts else {}
    limit = TimeLimit(needed)
    found = dict.fromkeys([*needed, *(MODULES[name] for name in nearest_tests(changed_modules(changed)))])
    code: int = pytest.ExitCode.OK
    if found:
        chosen = ["-n", "0", "-m", "not chaos and not translations", *map(str, found)]
        code = pytest.main(chosen, plugins=[limit])
    type_errors, _ = types.communicate()
    if types.returncode:
        print(type_errors)
    for warning in [*other_quotations(gone), *missing_translations()] if has_new_texts else ():
        print(f"quick: warning: {warning}")
    print(summary(limit, changed, has_type_errors=types.returncode != 0, seconds=time.monotonic() - begun))
    return types.returncode or int(code)


def summary(limit: TimeLimit, changed: Sequence[Path], *, has_type_errors: bool, seconds: float) -> str:
    """Return the last line: what was checked, and what was found."""
    types = "mypy found errors" if has_type_errors else "lint and types are clean"
    if not changed:
        return f"quick: {types}; {unchanged_text()}, so no test ran (make test runs more)"
    if not limit.collected:
        return f"quick: {types}; no test is near the change, so none ran (run make test)"
    if not limit.run:
        return f"quick: {types}; no test ran, though {limit.collected:,} are near the change (run make test)"
    outcome = f"{limit.failed} failed" if limit.failed else "all passed"
    tests = f"{limit.run:,} of {limit.collected:,} tests, those nearest to the change, ran"
    return f"quick: {types}; {tests}; {outcome}, in {seconds:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
