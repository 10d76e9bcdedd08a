"""``python -m tests.month``: run the simulation and print its report; the exit code is 1 if a check fails."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.fixtures import postgresql
from tests.fixtures.databases import Place
from tests.fixtures.shared_statements import share_statements
from tests.fixtures.simcord_patches import speed_up
from tests.fixtures.threaded_server import threaded_servers
from tests.month.report import report_lines
from tests.month.run import play
from tests.month.simulation import SimulationOptions


def main() -> int:
    """Run the simulation that the command line asks for."""
    speed_up()  # without it, a restart has five real seconds, which are too few on a busy machine
    share_statements()
    parser = argparse.ArgumentParser(prog="python -m tests.month", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=80)
    parser.add_argument("--channels", type=int, default=25)
    parser.add_argument("--tournaments", type=int, default=0, help="how many tournaments there are of each kind")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()
    options = SimulationOptions(given.games, given.days, given.seed, given.people, given.channels, given.tournaments)
    with _new_database(given.database) as place:
        simulation, results, took = asyncio.run(
            play(options, place, partial(_show_progress, options, time.monotonic()))
        )
    print("\n".join(report_lines(simulation, results, took)))
    return 1 if results.violations else 0


@contextmanager
def _new_database(kind: str) -> Iterator[Place]:
    """A new database of a kind, as long as the block lasts."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder) / "month.db"
    else:
        with postgresql.running_server() as server, threaded_servers():
            yield server.url(server.new_database())


def _show_progress(options: SimulationOptions, begun: float, day: int) -> None:
    print(f"day {day} of {options.days}, after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
