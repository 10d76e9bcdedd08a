"""`make quick` chooses the tests that a change needs, the nearest first."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.fixtures.changed_texts import other_quotations, quotations
from tests.fixtures.project_modules import ROOT
from tests.quick import SECONDS, TimeLimit, changed_modules, changed_texts, nearest_tests, summary

CHANGED: Final = [ROOT / "bot.py"]
LATE_TEST: Final[Any] = SimpleNamespace(path=ROOT / "tests" / "test_quick.py", name="test_late")


@pytest.mark.parametrize(
    ("changed", "nearest"),
    [
        ("host.model.fingerprint", "tests.host.test_fingerprint"),
        ("cogs.games", "tests.cogs.test_games"),
        ("render.look.png", "tests.render.test_palette"),
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
    assert limit.pytest_runtest_protocol(LATE_TEST) is None
    assert limit.run == 1


def test_what_quotes_a_changed_text_runs_however_late_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    needed, other = TimeLimit({LATE_TEST.path: {LATE_TEST.name}}), TimeLimit()
    late = time.monotonic() + SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: late)
    assert needed.pytest_runtest_protocol(LATE_TEST) is None
    assert other.pytest_runtest_protocol(LATE_TEST) is True
    assert (needed.run, other.run) == (1, 0)


def test_the_tests_that_quote_a_text_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {
        "test_label": 'def test_one():\n    assert x == "Place"\n\ndef test_other():\n    PlaceTile()\n',
        "test_sentence": 'def test_next():\n    assert x == "Ann is the next one."\n',
        "test_constant": 'LABELS = ["Place"]\n\ndef test_labels():\n    assert x == LABELS\n',
        "test_nothing": 'def test_none():\n    assert x == "Places"\n',
    }
    modules = {f"tests.{name}": tmp_path / f"{name}.py" for name in sources}
    for name, source in sources.items():
        modules[f"tests.{name}"].write_text(source)
    monkeypatch.setattr("tests.fixtures.changed_texts.MODULES", modules)
    found = quotations(["Place", "{name} is the next one."])
    assert {path.stem: names for path, names in found.items()} == {
        "test_label": {"test_one"},
        "test_sentence": {"test_next"},
        "test_constant": None,
    }


def test_texts_that_have_changed_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    label = ROOT / "screens" / "game_buttons.py"
    monkeypatch.setattr("tests.quick._git", lambda *_: label.read_text().splitlines())
    assert changed_texts([label, ROOT / "host" / "model" / "table.py"]) == (False, set())
    assert changed_texts([ROOT / "screens" / "locale" / "de" / "LC_MESSAGES" / "carcassonne.po"]) == (True, set())
    monkeypatch.setattr("tests.quick._git", lambda *_: ['_("Nobody ever said this to anybody.")'])
    assert changed_texts([label]) == (True, {"Nobody ever said this to anybody."})


def test_where_else_a_text_is_quoted_is_told() -> None:
    assert "README.md quotes 'Practice'" in other_quotations(["Practice"])
    assert other_quotations(["Nobody ever said this to " + "anybody."]) == []


def test_the_last_line_tells_what_was_found() -> None:
    limit = TimeLimit()
    none_near = "quick: mypy found errors; no test is near the change, so none ran (run make test)"
    assert summary(limit, CHANGED, has_type_errors=True, seconds=3) == none_near
    limit.collected = 1_347
    none_ran = "quick: lint and types are clean; no test ran, though 1,347 are near the change (run make test)"
    assert summary(limit, CHANGED, has_type_errors=False, seconds=3) == none_ran
    limit.run = 212
    clean = "quick: lint and types are clean; 212 of 1,347 tests, those nearest to the change, ran; all passed, in 27 s"
    assert summary(limit, CHANGED, has_type_errors=False, seconds=27.4) == clean
    limit.failed = 2
    assert "; 2 failed, in" in summary(limit, CHANGED, has_type_errors=False, seconds=27)


def test_the_last_line_tells_that_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    commits = {"merge-base": "3d685820ac", "log": "3d685820 (Contributing: the times)"}
    monkeypatch.setattr("tests.quick._git", lambda command, *_: [commits[command]])
    text = "nothing has changed since commit 3d685820 (Contributing: the times), so no test ran (make test runs more)"
    assert summary(TimeLimit(), [], has_type_errors=False, seconds=3) == f"quick: lint and types are clean; {text}"
    monkeypatch.setattr("tests.quick._git", lambda *_: [])
    assert "; git knows no commit to compare with, so no test ran" in summary(
        TimeLimit(), [], has_type_errors=False, seconds=3
    )
