"""Looks for known weaknesses of the packages that the project needs, with pip-audit. This needs the network."""

import asyncio
import importlib.util
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from tests.chaos.counts import Counts, Progress
from tests.loopback.process import ROOT

NOT_INSTALLED = "pip-audit is not installed here. Install it with `pip install pip-audit`, and run this again."
NO_NETWORK = "pip-audit could not ask for known weaknesses. It needs the network; here it said:"


async def run(amount: int, seed: int, progress: Progress) -> Counts:
    """Audit the requirements. There is nothing to choose, so ``amount`` and ``seed`` change nothing."""
    counts = Counts.of(("files", "packages"), ("known weaknesses", "files not audited", "packages not audited"))
    files = sorted(ROOT.glob("requirements*.txt"))
    command = _command()
    if command is None:
        counts.notes.append(NOT_INSTALLED)
        counts.went_wrong("files not audited", "pip-audit is not installed", len(files))
        return counts
    for file in files:
        await _audit(file, command, counts)
        progress(counts)
    return counts


def _command() -> list[str] | None:
    if importlib.util.find_spec("pip_audit"):
        return [sys.executable, "-m", "pip_audit"]
    found = shutil.which("pip-audit")
    return [found] if found else None


async def _audit(file: Path, command: list[str], counts: Counts) -> None:
    process = await asyncio.create_subprocess_exec(
        *command,
        *("--format", "json", "--progress-spinner", "off", "--requirement", file.name),
        cwd=file.parent,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, said = await process.communicate()
    try:
        _count(file, json.loads(output), counts)
    except ValueError:
        last = said.decode(errors="replace").strip().splitlines()[-1:]
        counts.notes.append(" ".join([f"{file.name}: {NO_NETWORK}", *last]))
        counts.went_wrong("files not audited", file.name)


def _count(file: Path, found: dict[str, Any], counts: Counts) -> None:
    counts.did("files")
    for package in found["dependencies"]:
        if reason := package.get("skip_reason"):
            counts.went_wrong("packages not audited", f"{file.name}: {reason}")
            continue
        counts.did("packages")
        for weakness in package["vulns"]:
            counts.went_wrong("known weaknesses", f"{file.name}: {package['name']}, {weakness['id']}")
