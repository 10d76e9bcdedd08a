"""Drawings that take too long: the message goes without its picture, and the thread keeps its slot until it ends."""

import asyncio
import logging
from collections.abc import AsyncIterator
from threading import Event

import pytest
from discord.utils import MISSING

from cogs.message import pictures
from cogs.message.drawing import THREADS
from cogs.message.pictures import Pictures
from render import Picture
from tests.cogs.example_tables import NAMES, first_state, seated


class BlockedDrawing:
    """Drawings that start at once and do not end until the gate is opened."""

    def __init__(self) -> None:
        self.gate = Event()
        self.begun = 0

    def draw(self, *_: object, **__: object) -> Picture:
        self.begun += 1
        self.gate.wait()
        return Picture(b"", 1, 1, 1)


@pytest.fixture
async def blocked(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BlockedDrawing]:
    blocked = BlockedDrawing()
    monkeypatch.setattr(pictures, "draw", blocked.draw)
    yield blocked
    blocked.gate.set()  # before the loop is closed, which waits for its threads


async def test_a_drawing_that_hangs_is_given_up_and_keeps_its_slot(
    blocked: BlockedDrawing, caplog: pytest.LogCaptureFixture
) -> None:
    table, drawing = seated(first_state(), NAMES[:2]), Pictures(timeout=0.1)
    for _ in range(THREADS + 2):
        assert await drawing.board(table, "board") is MISSING
    assert blocked.begun == THREADS
    errors = [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR]
    assert errors == ["no picture of game 12, ply 3: not drawn in 0.1 s"] * (THREADS + 2)


async def test_a_slot_is_free_again_once_its_drawing_has_ended(blocked: BlockedDrawing) -> None:
    table, drawing = seated(first_state(), NAMES[:2]), Pictures(timeout=1)
    files = await asyncio.gather(*(drawing.board(table, "board") for _ in range(THREADS)))
    assert files == [MISSING] * THREADS
    blocked.gate.set()
    assert (await drawing.board(table, "board")).filename == "board.png"
