"""A compiled build is used only as long as its sources are those from which it was made."""

import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import compiled.__main__ as command_line
from compiled.extensions import ROOMS, ROOT, is_built, is_stale, put_in_place, remove, sources
from tests.compiled_copy import TESTS

STARTS = "import compiled; import carcassonne.rules; print('ok')"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with a build in place: one module of a room, beside its source."""
    built = tmp_path / "built"
    for root in (tmp_path, built):
        for folder in (*ROOMS, "compiled"):
            (root / folder).mkdir(parents=True)
            (root / folder / "__init__.py").touch()
        (root / "carcassonne" / "rules.py").write_text("TILES = 72\n")
        for path in sorted((ROOT / "compiled").glob("*.py")):
            (root / "compiled" / path.name).write_bytes(path.read_bytes())
    (built / "carcassonne" / f"rules{EXTENSION_SUFFIXES[0]}").write_bytes(b"no library")
    put_in_place(built, tmp_path)
    return tmp_path


def python(project: Path, code: str) -> "subprocess.CompletedProcess[str]":
    """Run code in the project's folder."""
    return subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=False)


def test_build_is_fresh_until_a_source_changes(project: Path) -> None:
    assert is_built(project)
    assert not is_stale(project)
    (project / "carcassonne" / "rules.py").write_text("TILES = 73\n")
    assert is_stale(project)


@pytest.mark.parametrize("name", ["carcassonne/new.py", "players/new.py"])
def test_new_source_makes_it_stale(project: Path, name: str) -> None:
    (project / name).touch()
    assert is_stale(project)


def test_build_without_a_fingerprint_is_stale(project: Path) -> None:
    (project / "compiled" / "sources.sha256").unlink()
    assert is_stale(project)


def test_build_for_another_python_is_none(project: Path) -> None:
    module = next((project / "carcassonne").glob(f"*{EXTENSION_SUFFIXES[0]}"))
    module.rename(module.with_name("rules.cpython-27-toaster.pyd"))
    assert not is_built(project)
    assert not is_stale(project)
    assert remove(project) == 1


def test_removing_leaves_the_sources(project: Path) -> None:
    before = sources(project)
    assert remove(project) == 1
    assert sources(project) == before
    assert not is_built(project)
    assert remove(project) == 0


def test_program_that_starts_on_a_stale_build_removes_it_and_says_so(project: Path) -> None:
    (project / "carcassonne" / "rules.py").write_text("TILES = 73\n")
    done = python(project, STARTS)
    assert (done.stdout, done.returncode) == ("ok\n", 0)
    assert done.stderr == "The compiled rules were older than their sources, so they're gone: make compiled\n"
    assert not is_built(project)


def test_stale_build_is_never_used(project: Path) -> None:
    """A compiled module imports the library in ``compiled`` first. By then it's too late to remove the build."""
    (project / "carcassonne" / "rules.py").write_text("TILES = 73\n")
    done = python(project, "import carcassonne; import compiled")
    assert done.returncode == 1
    assert "ImportError: The compiled rules are older than their sources. Run `make compiled` again" in done.stderr
    assert is_built(project)


def test_no_compiler_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sysconfig.get_config_var", lambda _: "no-such-cc -pthread")
    assert command_line.main(["build"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "The rules can't be compiled. They run as before: there's no C compiler no-such-cc "
        "(Debian, Ubuntu: sudo apt install build-essential).\n"
    )


def test_the_tests_for_compiled_rules_exist() -> None:
    assert [one for one in TESTS if not (ROOT / "tests" / one).exists()] == []
