"""Computers that are a script, at a table of a room."""

from typing import Any

import pytest

from host.model.controllers import Computer
from host.model.game import PlayResult
from tests.cogs.room import COMPUTER_PAUSE, Room
from tests.fixtures.scripted_thinker import ScriptedThinker


class Script:
    """Computers that join every game, and play the first legal turn when the test lets their pause pass."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self._room = room
        self._start = room.bot.host.lobby.start
        self.computers = [Computer(3)]
        assert isinstance(room.bot.thinker, ScriptedThinker)
        self.thinker = room.bot.thinker
        monkeypatch.setattr(room.bot.host.lobby, "start", self._start_with_computers)

    async def _start_with_computers(self, *args: Any, **options: Any) -> PlayResult:
        return await self._start(*args, **options, computers=self.computers)

    async def play(self) -> None:
        """Let the computer to move play its turn."""
        await self._room.env.advance_time(COMPUTER_PAUSE)
