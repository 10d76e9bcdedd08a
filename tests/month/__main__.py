"""``python -m tests.month``: play the month and print its report; the exit code is 1 where something must not be."""

import argparse
import asyncio
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from tests.month.report import lines
from tests.month.run import play
from tests.month.simulation import Plan


def main() -> int:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.month", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=80)
    parser.add_argument("--channels", type=int, default=25)
    given = parser.parse_args()
    plan = Plan(given.games, given.days, given.seed, given.people, given.channels)
    with tempfile.TemporaryDirectory() as folder:
        month, accounts, took = asyncio.run(play(plan, Path(folder), partial(_show_progress, plan, time.monotonic())))
    print("\n".join(lines(month, accounts, took)))
    return 1 if accounts.violations else 0


def _show_progress(plan: Plan, begun: float, day: int) -> None:
    print(f"day {day} of {plan.days}, after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
