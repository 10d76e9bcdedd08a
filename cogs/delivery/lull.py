"""When nobody plays: what takes long and is not urgent waits for that, because people need the processors."""

import asyncio
from typing import Final

from host.model.observers import Observers

QUIET: Final = 60.0
"""Seconds for which nobody has played when what takes long begins."""


class Lull:
    """Hears of each change of a game, and knows how long nobody has played."""

    def __init__(self, game_changed: Observers[[int]]) -> None:
        self.note_change()  # after the start, others need the time
        game_changed.add(self.note_change)

    def note_change(self, _: int = 0) -> None:
        """Note that somebody plays, or a computer does."""
        self._changed_at = asyncio.get_running_loop().time()

    @property
    def begins_in(self) -> float:
        """Seconds until it is quiet if nobody plays meanwhile; 0 if it is quiet now."""
        return max(0.0, self._changed_at + QUIET - asyncio.get_running_loop().time())
