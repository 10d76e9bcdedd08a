"""A process that works, without the bot."""

import subprocess
import sys
from functools import partial

from carcassonne import Phase
from render import draw_remaining_tiles
from tests.fixtures.project_modules import ROOT
from tests.render.games import game
from workers import dump
from workers.messages import LENGTH


def test_when_the_bot_was_killed_it_ends_without_complaint() -> None:
    """Nobody reads the picture any more."""
    job = dump(partial(draw_remaining_tiles, game(0, Phase.PLACE)))
    worker = subprocess.Popen(
        [sys.executable, "-m", "workers", "10", "render"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert worker.stdout is not None
    worker.stdout.close()
    _, said = worker.communicate(len(job).to_bytes(LENGTH) + job, timeout=60)
    assert (worker.returncode, said) == (0, b"")
