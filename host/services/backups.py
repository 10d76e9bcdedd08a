"""Backups from time to time. Each is made by a process of its own, so that no turn waits while it is checked."""

import asyncio
import logging
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from host.storage.engine.database_copy import SIDE_FILES, delete_database
from host.storage.engine.database_url import database_path

log = logging.getLogger(__name__)

LONGEST_PAUSE_AFTER_FAILURE: Final = timedelta(hours=1)
_PROJECT: Final = Path(__file__).parents[2]
_STAMP: Final = "%Y%m%dT%H%M%SZ"
_INTERVAL: Final = re.compile(r"([1-9]\d{0,3})([mhd])")
_UNITS: Final = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """How often the database is backed up, and how many of the latest copies are kept."""

    every: timedelta
    keep: int


def parse_interval(text: str) -> timedelta:
    """Read how often something is done: ``30m``, ``6h``, ``1d``; raise ValueError."""
    match = _INTERVAL.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    return int(match[1]) * _UNITS[match[2]]


class Backups:
    """Backs up a database into the folder ``backups`` beside it, under the time of each copy, in UTC."""

    def __init__(self, url: str, plan: BackupPlan, now: Callable[[], datetime]) -> None:
        """Raise BadUrlError."""
        self._database = database_path(url)
        self._plan = plan
        self._now = now
        self.folder = self._database.parent / "backups"

    @property
    def copies(self) -> list[tuple[datetime, Path]]:
        """The copies in the folder with their times, the latest first."""
        return self._files_with_times("")

    @property
    def pause(self) -> timedelta:
        """How long it is until the next backup is to be made; zero if it is time."""
        copies = self.copies
        due = copies[0][0] + self._plan.every if copies else self._now()
        return max(due - self._now(), timedelta(0))

    async def run(self) -> None:
        """Make backups until the task is cancelled. What fails is logged and tried again within the hour."""
        while True:
            await asyncio.sleep(self.pause.total_seconds())
            if not await self.back_up():
                await asyncio.sleep(min(self._plan.every, LONGEST_PAUSE_AFTER_FAILURE).total_seconds())

    async def back_up(self) -> bool:
        """Make and check one backup, and delete those that are too many. Return whether there is a new copy."""
        target = self.folder / f"{self._database.stem}-{self._now().strftime(_STAMP)}{self._database.suffix}"
        try:
            self.folder.mkdir(exist_ok=True)
            code, said = await self._run("backup", str(target), "--database", f"sqlite:///{self._database}")
            if not target.exists():
                raise OSError(said)
            log.log(logging.WARNING if code else logging.INFO, "backup %s: %s", target, said)
            self._delete_old()
        except OSError as error:
            log.error("no backup was made: %s", error)
            return False
        return True

    def _delete_old(self) -> None:
        """Delete the copies that are too many, and files beside copies that are gone: older versions left these."""
        for _, path in self.copies[self._plan.keep :]:
            delete_database(path)
        for ending in SIDE_FILES:
            for _, path in self._files_with_times(ending):
                if not path.with_name(path.name.removesuffix(ending)).exists():
                    path.unlink(missing_ok=True)

    def _files_with_times(self, ending: str) -> list[tuple[datetime, Path]]:
        """Return the files in the folder that are named like a copy, with an ending, and their times, the latest
        first.
        """
        before, after = f"{self._database.stem}-", f"{self._database.suffix}{ending}"
        found = []
        for path in self.folder.iterdir() if self.folder.is_dir() else ():
            if path.name.startswith(before) and path.name.endswith(after):
                stamp = path.name.removeprefix(before).removesuffix(after)
                with suppress(ValueError):  # somebody else's file
                    found.append((datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC), path))
        return sorted(found, reverse=True)

    async def _run(self, *arguments: str) -> tuple[int | None, str]:
        """Run a command of ``python -m host`` to its end, or end it with this task; return its exit code and output."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "host",
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=_PROJECT,
            env={name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"},
        )
        try:
            output, _ = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        return process.returncode, output.decode(errors="replace").strip()
