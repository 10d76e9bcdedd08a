"""Compiles a copy of the project, and runs the tests of the rules there: ``make test-compiled``.

The project's own folder stays as it is. Where nothing can be compiled, it says so and does nothing.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from compiled.__main__ import what_is_missing
from compiled.extensions import ROOT, is_built

TESTS: Final = (
    "carcassonne/test_random_play.py",
    "carcassonne/test_castle_random_play.py",
    "carcassonne/test_recorded_games.py",
    "carcassonne/test_malformed_files.py",
    "carcassonne/test_every_reason.py",
    "carcassonne/test_position.py",
    "carcassonne/test_perft.py",
    "expansion",
    "players/test_levels.py",
    "players/test_evaluation.py",
    "players/test_endgame.py",
    "players/test_rollouts.py",
    "compiled",
    "cogs/test_journeys.py",
    "workers",
    "host/test_replays.py",
    "test_doctests.py",
)
"""The tests that run, by their places in ``tests``: those in which every compiled module works, all kinds of moves are
made and refused, and compiled values are passed on. Each scenario of the rules once more would find nothing else."""
LEFT_OUT: Final = (".git", ".venv", ".*_cache", "__pycache__", "*.db", "*.so", "*.pyd")
ENVIRONMENT: Final = {**os.environ, "MYPYC_OPT_LEVEL": "0"}
"""At level 3 the C compiler takes a minute more, which the tests don't win back."""


def main() -> int:
    """Compile and test; return the exit code."""
    lacking = what_is_missing()
    if lacking:
        print(f"The tests don't run on compiled rules: {lacking}.")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "project")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        tests = ["pytest", "-m", "not chaos and not thorough", *(f"tests/{one}" for one in TESTS)]
        for command in (["compiled", "build"], tests):
            code = subprocess.run([sys.executable, "-m", *command], cwd=copy, check=False, env=ENVIRONMENT).returncode
            if code:
                return code
        return 0 if is_built(copy) else 1  # it would be gone if it didn't fit its sources


if __name__ == "__main__":
    sys.exit(main())
