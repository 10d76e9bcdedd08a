"""Times the first picture of a process that has just started, with all tiles on the disk already."""

import asyncio
import os
import statistics
import tempfile
import time
from functools import partial
from typing import Final

from benchmarks.boards import NAMES, full_board
from carcassonne import State
from render import draw
from render.english import english
from screens.pictures import drawing_processes

LIMIT_MS: Final = 150
RUNS: Final = 3


async def _measure(state: State) -> tuple[float, float]:
    """Return how many milliseconds a new process takes to get ready, and then for its first picture."""
    [worker] = drawing_processes(1)
    began = time.perf_counter()
    await worker.start()
    await worker.run(partial(int))  # is done as soon as the process is ready
    ready = time.perf_counter()
    await worker.run(partial(draw, state, english(state, NAMES[: len(state.scores)])))
    drawn = time.perf_counter()
    await worker.close()
    return 1000 * (ready - began), 1000 * (drawn - ready)


def main() -> int:
    """Print a row for each board; return 1 if a limit is exceeded."""
    slowest = 0.0
    print(f"{'the first picture of a process':<44}{'ready, ms':>12}{'first, ms':>12}{'limit':>8}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for edition, seats in (("classic", 4), ("castle", 2)):
            state = full_board(edition, seats=seats)
            asyncio.run(_measure(state))  # draws the tiles
            runs = [asyncio.run(_measure(state)) for _ in range(RUNS)]
            ready, first = (statistics.median(values) for values in zip(*runs, strict=True))
            slowest = max(slowest, first)
            print(f"{f'{edition}, {len(state.cells)} tiles':<44}{ready:>12.0f}{first:>12.0f}{LIMIT_MS:>8}")
    return int(slowest > LIMIT_MS)


if __name__ == "__main__":
    raise SystemExit(main())
