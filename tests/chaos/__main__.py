"""Run one harness and print its counts; exit with 1 if something was lost, doubled, leaked or otherwise wrong."""

import argparse
import asyncio
import gc
import importlib
import logging
import os
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from typing import Any

from bot import GARBAGE_THRESHOLDS
from tests.chaos.counts import Counts

PROGRESS_INTERVAL = 2.0
"""Seconds between two lines that show the progress."""

HARNESSES = {
    "kills": (20, "kills of the program, at random and at chosen moments"),
    "shards": (28, "ends of processes that share the shards and a database on PostgreSQL"),
    "failover": (20, "fail-overs to a copy of the database that lacks the last turns"),
    "faults": (60, "troubles at Discord, each at another request"),
    "abuse": (2_000, "forged, malformed and hostile inputs; and of each kind of request to the pages a twentieth"),
    "load": (600, "moves at 60 tables without a pause"),
    "background": (1_200, "moves at 60 tables, half of them while reviews and puzzles are made"),
    "disk": (1, "rounds of full, read-only, locked and damaged disks"),
    "audit": (1, "search for known weaknesses of the packages; this needs the network"),
}
"""The harnesses: how much each does unless told otherwise, and of what. Each is a module beside this one."""


KINDS = ("sqlite", "postgresql")
"""The kinds of databases."""
PACED = ("load", "background")
"""The harnesses that can play at a rate."""
ON_BOTH = ("kills",)
"""The harnesses that can run on PostgreSQL, too."""


@dataclass(slots=True)
class ProgressLines:
    """Prints the counts so far now and then, and keeps the latest."""

    name: str
    begun: float = field(default_factory=time.monotonic)
    latest: Counts = field(default_factory=Counts)
    _shown: float = 0.0

    def __call__(self, counts: Counts) -> None:
        self.latest = counts
        now = time.monotonic()
        if now - self._shown >= PROGRESS_INTERVAL:
            self._shown = now
            print(f"{now - self.begun:6.0f} s  {counts.line()}", file=sys.stderr, flush=True)


def main() -> int:
    """Run the harness that the command line names."""
    given = _parse()
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a killed program breaks off its requests
    gc.set_threshold(*GARBAGE_THRESHOLDS)  # the bot's players share its processors, and must not be what is slow
    with tempfile.TemporaryDirectory() as folder:
        _keep_compiled_modules(folder)
        return _run(given)


def _keep_compiled_modules(folder: str) -> None:
    """Compile the project only once for all programs that are started, even if Python was told to write nothing."""
    if sys.dont_write_bytecode:
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _run(given: argparse.Namespace) -> int:
    """Run a harness, and print its report. Return the exit code."""
    progress = ProgressLines(given.harness)
    amount = HARNESSES[given.harness][0] if given.amount is None else given.amount
    try:
        harness = importlib.import_module(f"tests.chaos.{given.harness}")
        options: dict[str, Any] = {} if given.database == "sqlite" else {"database": given.database}
        if given.rate is not None:
            options["rate"] = given.rate
        counts = asyncio.run(harness.run(amount, given.seed, progress, **options))
    except KeyboardInterrupt:
        counts = progress.latest
        counts.notes.append("Stopped by Ctrl-C.")
    except Exception as error:
        traceback.print_exc()
        counts = progress.latest
        counts.went_wrong("ended early", repr(error))
    print(f"{given.harness}, seed {given.seed}, {time.monotonic() - progress.begun:.0f} s")
    print("\n".join(counts.report()))
    return 0 if counts.is_clean else 1


def _parse() -> argparse.Namespace:
    told = "\n".join(f"  {name:10} {amount:6,} {words}" for name, (amount, words) in HARNESSES.items())
    parser = argparse.ArgumentParser(
        prog="python -m tests.chaos",
        description=__doc__,
        epilog=f"harnesses, and how much they do by default:\n{told}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("harness", choices=HARNESSES)
    parser.add_argument("amount", type=int, nargs="?", help="how much to do, such as the number of kills")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same choices")
    parser.add_argument("--database", choices=KINDS, default="sqlite", help="PostgreSQL is started for the run")
    parser.add_argument("--rate", type=float, help="moves a second at most, where 60 tables play")
    given = parser.parse_args()
    if given.rate is not None and (given.harness not in PACED or given.rate <= 0):
        parser.error(f"--rate is a number of moves a second for {' and '.join(PACED)}")
    if given.database != "sqlite" and given.harness not in ON_BOTH:
        parser.error(f"{given.harness} runs on SQLite only")
    return given


if __name__ == "__main__":
    sys.exit(main())
