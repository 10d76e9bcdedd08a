"""``python -m tests.month``: run the simulation and print its report; the exit code is 1 if a check fails."""

import argparse
import asyncio
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from tests.month.report import report_lines
from tests.month.run import play
from tests.month.simulation import SimulationOptions


def main() -> int:
    """Run the simulation that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.month", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=80)
    parser.add_argument("--channels", type=int, default=25)
    given = parser.parse_args()
    options = SimulationOptions(given.games, given.days, given.seed, given.people, given.channels)
    with tempfile.TemporaryDirectory() as folder:
        simulation, results, took = asyncio.run(
            play(options, Path(folder) / "month.db", partial(_show_progress, options, time.monotonic()))
        )
    print("\n".join(report_lines(simulation, results, took)))
    return 1 if results.violations else 0


def _show_progress(options: SimulationOptions, begun: float, day: int) -> None:
    print(f"day {day} of {options.days}, after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
