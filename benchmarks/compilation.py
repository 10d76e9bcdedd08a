"""How much faster the compiled rules are than the same rules as plain Python, in random games."""

import subprocess
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from typing import Final

from compiled import is_built
from compiled.extensions import ROOMS, ROOT

PLAIN: Final = "plain"
"""The argument with which this module times the plain rules."""


def main() -> None:
    """Print one line that compares both, if the rules are compiled."""
    if not is_built():
        print("\nthe rules are plain Python (make compiled)")
        return
    ratios = [_ratio(), _ratio(PLAIN)]
    print(f"\ncompiled rules: {ratios[1] / ratios[0]:.2f} times as fast as plain Python")


def _ratio(*arguments: str) -> float:
    """Return the time of random games by the yardstick, measured in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.compilation", "time", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 (our own)
    return float(done.stdout)


def _leave_out_extensions() -> None:
    """Import the rooms from their sources only."""

    def find_sources(path: str) -> FileFinder:
        if not path.startswith(tuple(str(ROOT / room) for room in ROOMS)):
            raise ImportError(path)
        return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, find_sources)
    sys.path_importer_cache.clear()


if __name__ == "__main__":
    if PLAIN in sys.argv:
        _leave_out_extensions()
    from benchmarks.engine import play_games
    from benchmarks.yardstick import ratio_to_yardstick

    play_games("classic", "")  # builds the tables that are built at their first use
    print(ratio_to_yardstick(lambda: play_games("classic", ""))[1])
