"""Measures what the bot can carry over sockets, and draws it: ``python -m benchmarks.throughput [FILE.svg]``.

A number of tables play without a pause, with pictures. Their players share the processors with the bot.
"""

import asyncio
import gc
import logging
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.plot import Line, Panel, draw_svg
from bot import GARBAGE_THRESHOLDS
from tests.chaos.counts import Counts
from tests.chaos.load import BURST, play

TABLES: Final = (1, 5, 15, 30, 60)
LEAST_MOVES: Final = 60
MOVES_OF_A_TABLE: Final = 8
PLOT: Final = Path(__file__).parents[1] / "docs" / "throughput.svg"
COLUMNS: Final = {
    "moves a second": "moves/s",
    "picture p50": "s",
    "picture p99": "s",
    "first answer p99": "ms",
    "autocomplete p99": "ms",
    f"{BURST} suggestions at once, p99": "ms",
}
"""What is printed, in which unit. The keys are the harness's names for its figures."""


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one run, by name."""

    tables: int
    figures: dict[str, float]


def measure(tables: int) -> Row:
    """Let this number of tables play; raise RuntimeError if anything was lost, doubled or otherwise wrong."""
    moves = max(LEAST_MOVES, MOVES_OF_A_TABLE * tables)
    counts = asyncio.run(play(moves, 1, _ignore, tables, BURST))
    if not counts.is_clean:
        raise RuntimeError(counts.line())
    return Row(tables, {figure.name: figure.value for figure in counts.figures})


def _ignore(_: Counts) -> None:
    """Show no progress."""


def plot(rows: Sequence[Row]) -> str:
    """Return the picture of some runs, as SVG."""
    tables = [row.tables for row in rows]
    return draw_svg(
        tables,
        "tables that play without a pause",
        [
            Panel("moves a second", (Line("moves a second", _column(rows, "moves a second")),), 25),
            Panel("seconds until the picture", _lines(rows, "picture"), 3),
            Panel("milliseconds until the first answer", _lines(rows, "first answer"), 150),
        ],
    )


def _lines(rows: Sequence[Row], name: str) -> list[Line]:
    return [Line(share, _column(rows, f"{name} {share}")) for share in ("p50", "p99")]


def _column(rows: Sequence[Row], name: str) -> list[float]:
    return [row.figures[name] for row in rows]


def main(path: Path | None = None) -> None:
    """Print a row for each number of tables; draw them into a file, if one is named."""
    logging.disable(logging.WARNING)
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    print(f"throughput over sockets, with pictures ({time.strftime('%Y-%m-%d')})")
    print(f"{'tables':>8}" + "".join(f"{f'{name}, {unit}':>36}" for name, unit in COLUMNS.items()), flush=True)
    rows = []
    for tables in TABLES:
        rows.append(measure(tables))
        print(f"{tables:>8}" + "".join(f"{rows[-1].figures[name]:>36.2f}" for name in COLUMNS), flush=True)
    if path:
        path.write_text(plot(rows))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PLOT)
