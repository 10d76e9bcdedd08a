"""Runs the command line in a process of its own, from the project's folder."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: str | Path, encoding: str = "utf-8") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "carcassonne", *map(str, arguments)]
    spoken = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, cwd=ROOT, env=spoken, capture_output=True, encoding=encoding, check=False)
    assert "Traceback" not in done.stderr
    return done


def replay_json(*files: str | Path, legal: bool = False) -> tuple[int, list[dict[str, Any]]]:
    """Run ``replay --json``; return its exit code and the JSON object of each file."""
    done = run("replay", "--json", *(["--legal"] if legal else []), *files)
    assert done.stdout.isascii()
    assert done.stderr == ""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def replay_texts(folder: Path, texts: dict[str, str], *, legal: bool = False) -> tuple[int, dict[str, dict[str, Any]]]:
    """Do the same for records given as texts by name, in one process."""
    files = []
    for number, text in enumerate(texts.values()):
        files.append(folder / f"{number:03}.carc")
        files[-1].write_bytes(text.encode())
    code, objects = replay_json(*files, legal=legal)
    return code, dict(zip(texts, objects, strict=True))
