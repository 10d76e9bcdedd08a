"""`make quick` chooses the tests that a change needs, the nearest first."""

import time
from types import SimpleNamespace

import pytest

from tests.fixtures.project_modules import ROOT
from tests.quick import SECONDS, TimeLimit, changed_modules, nearest_tests, summary


@pytest.mark.parametrize(
    ("changed", "nearest"),
    [
        ("host.model.fingerprint", "tests.host.test_fingerprint"),
        ("cogs.undo", "tests.cogs.test_undo"),
        ("render.look.palette", "tests.render.test_palette"),
        ("tests.cogs.test_votes", "tests.cogs.test_votes"),
        ("tests.host.conftest", "tests.host.test_lobby"),
    ],
)
def test_the_nearest_tests_come_early(changed: str, nearest: str) -> None:
    assert nearest in nearest_tests({changed})[:30]


def test_a_change_of_the_engine_reaches_every_room() -> None:
    rooms = {name.split(".")[1] for name in nearest_tests({"carcassonne.rules"})}
    assert rooms >= {"carcassonne", "host", "render", "cogs"}


def test_data_belong_to_the_modules_beside_them() -> None:
    found = changed_modules([ROOT / "host" / "storage" / "schema" / "sql" / "0001_tables.sql"])
    assert "host.storage.schema.older_files" in found
    assert all(name.startswith("host.storage") for name in found)


def test_some_tests_run_where_collecting_them_took_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = TimeLimit()
    late = time.monotonic() + SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: late)
    limit.pytest_collection_finish(SimpleNamespace(items=[None] * 3))  # type: ignore[arg-type]
    assert limit.pytest_runtest_protocol() is None
    assert limit.run == 1


def test_the_last_line_tells_what_was_found() -> None:
    limit = TimeLimit()
    none_near = "quick: mypy found errors; no test is near the change, so none ran (make test runs all)"
    assert summary(limit, has_type_errors=True, seconds=3) == none_near
    limit.collected = 1_347
    none_ran = "quick: lint and types are clean; no test ran, though 1,347 are near the change (make test runs all)"
    assert summary(limit, has_type_errors=False, seconds=3) == none_ran
    limit.run = 212
    clean = "quick: lint and types are clean; 212 of 1,347 tests, those nearest to the change, ran; all passed, in 27 s"
    assert summary(limit, has_type_errors=False, seconds=27.4) == clean
    limit.failed = 2
    assert "; 2 failed, in" in summary(limit, has_type_errors=False, seconds=27)
