"""Starting the program: what it reads from the environment, and one sentence for each mistake in it."""

import errno
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from discord.ext import commands

import bot
import sandbox
from environment import read_sandbox_pages

PART = "a part of all shards, counted from 0, like 0-3/16 or 5/16"


@pytest.fixture(autouse=True)
def _outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Run in an empty folder without our environment variables; restore the log afterwards."""
    monkeypatch.chdir(tmp_path)
    ours = {"DISCORD_TOKEN", "DISCORD_API_BASE", "DATABASE_URL", "SANDBOX_PORT"}
    ours |= {
        "METRICS_PORT",
        "WEB_PORT",
        "WEB_URL",
        "SHARDS",
        "BACKUP_EVERY",
        "BACKUP_KEEP",
        "LOG_FORMAT",
        "PICTURE_WORKERS",
        "COMPUTER_WORKERS",
    }
    monkeypatch.setattr(os, "environ", {name: value for name, value in os.environ.items() if name not in ours})
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_port_that_is_no_number() -> None:
    os.environ["SANDBOX_PORT"] = "many"
    assert bot.main() == "SANDBOX_PORT must be a number, not many."


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"METRICS_PORT": "nine"}, "METRICS_PORT must be a number, not nine."),
        ({"METRICS_PORT": "91080"}, "METRICS_PORT must be a port, at most 65535, not 91080."),
        ({"SANDBOX_PORT": "84000"}, "SANDBOX_PORT must be a port, at most 65535, not 84000."),
        ({"WEB_PORT": "84100"}, "WEB_PORT must be a port, at most 65535, not 84100."),
        (
            {"BACKUP_EVERY": "often"},
            "BACKUP_EVERY must be a number of minutes, hours or days, like 30m, 6h or 1d, not often.",
        ),
        ({"BACKUP_EVERY": "1d", "BACKUP_KEEP": "0"}, "BACKUP_KEEP must be at least 1, not 0."),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT must be text or json, not xml."),
        ({"SHARDS": "all"}, f"SHARDS must be {PART}, not all."),
    ],
)
def test_a_setting_that_cannot_be_read(variables: dict[str, str], sentence: str) -> None:
    os.environ |= variables
    assert bot.main() == sentence


def test_a_port_of_metrics_that_another_program_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start ended with a hundred lines of Python."""

    def run(_: object) -> None:
        raise commands.ExtensionFailed("cogs.metrics", OSError(errno.EADDRINUSE, "in use"))

    monkeypatch.setattr(bot, "run", run)
    os.environ["METRICS_PORT"] = "9108"
    reason = os.strerror(errno.EADDRINUSE)
    assert bot.main() == f"The port 9108 can't be opened: {reason}. Set METRICS_PORT to a free one."


def test_beside_the_last_port_the_pages_of_the_sandbox_take_any() -> None:
    assert read_sandbox_pages({}, 65_535).port == 0


@pytest.mark.parametrize("shards", ["0-3/2", "3-1/4", "4/4", "0-3", "-1/2", "some"])
def test_shards_that_there_cannot_be(shards: str) -> None:
    os.environ["SHARDS"] = "0/1"  # the command line wins
    assert bot.main([f"--shards={shards}"]) == f"--shards must be {PART}, not {shards}."


def test_a_part_of_the_shards_needs_a_token() -> None:
    assert bot.main(["--shards=0-1/4"]) == "--shards needs a DISCORD_TOKEN: the sandbox has no shards."


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        (
            {"DATABASE_URL": "mysql://bot:secret@server/games"},
            "I can't open the database 'mysql://bot:***@server/games'.",
        ),
        ({"SHARDS": "0-1/4"}, "Several processes need PostgreSQL"),
    ],
)
def test_a_wrong_database_is_told_before_discord_is_asked(variables: dict[str, str], told: str) -> None:
    os.environ |= {"DISCORD_TOKEN": "no token", "DISCORD_API_BASE": "http://127.0.0.1:9/api/v10", **variables}
    sentence = bot.main()
    assert sentence is not None
    assert sentence.startswith(told)


def test_the_sandbox_needs_a_file() -> None:
    os.environ["DATABASE_URL"] = "postgresql://bot:secret@server/games"
    wanted = "a file for the sandbox, like sqlite:///sandbox.db"
    assert bot.main() == f"DATABASE_URL must be {wanted}, not postgresql://bot:***@server/games."


def test_help_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main(["--help"])
    assert ended.value.code == 0
    assert "the shards that this process serves" in " ".join(capsys.readouterr().out.split())


def test_what_stands_in_the_file_is_read_and_the_real_environment_wins() -> None:
    Path(".env").write_text("SANDBOX_PORT=none\nDATABASE_URL=nothing\n")
    os.environ["SANDBOX_PORT"] = "some"
    assert bot.main() == "SANDBOX_PORT must be a number, not some."
    assert os.environ["DATABASE_URL"] == "nothing"


def test_a_file_of_settings_in_another_encoding() -> None:
    """PowerShell writes files so."""
    Path(".env").write_text("SANDBOX_PORT=8500\n", encoding="utf-16")
    assert bot.main() == "The file .env must be UTF-8 text, not another encoding."


def test_the_sandbox_without_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "missing_packages", lambda: ("simcord",))
    sentence = bot.main()
    assert sentence is not None
    assert sentence.endswith(" Install them: .venv/bin/pip install -r requirements-sandbox.txt")


def test_a_database_that_is_none() -> None:
    os.environ |= {"DATABASE_URL": "mysql://games", "SANDBOX_PORT": "0"}
    assert bot.main() == (
        "I can't open the database 'mysql://games'. Write sqlite:///relative.db, sqlite:////absolute.db or "
        "postgresql://user:password@server/database; in the password, %40 stands for @."
    )


def test_a_token_goes_to_this_machine_or_to_discord_only(capfd: pytest.CaptureFixture[str]) -> None:
    os.environ |= {"DISCORD_TOKEN": "very-secret", "DISCORD_API_BASE": "http://example.com/api/v10"}
    assert bot.main() == "DISCORD_API_BASE must be a server on this machine, not http://example.com/api/v10."
    assert "very-secret" not in "".join(capfd.readouterr())
