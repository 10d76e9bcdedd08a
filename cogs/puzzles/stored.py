"""Puzzles that are stored, as what screens show."""

from datetime import date
from functools import lru_cache
from typing import Final

from host.host import Host
from players.puzzle_file import parse_puzzle
from screens.puzzle import PuzzleOfDay

_KEPT: Final = 4
"""How many puzzles are kept in memory: each press needs one."""
_read = lru_cache(_KEPT)(parse_puzzle)


async def puzzle_of(host: Host, day: date) -> PuzzleOfDay | None:
    """Return the puzzle of a day, with what people have answered so far; None if there is none."""
    content = await host.puzzles.load(day)
    return None if content is None else PuzzleOfDay(day, _read(content), await host.puzzles.chosen(day))
