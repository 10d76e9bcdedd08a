"""Drawings that fail or take too long: a smaller picture instead, or none; a thread keeps its slot until it ends."""

import asyncio
import logging
from collections.abc import AsyncIterator
from threading import Event

import pytest

import render
from render import COMPACT, SMALL, THEMES, Look, Picture
from render.look.look import LARGE, USUAL, Size
from screens.pictures import THREADS, Pictures
from tests.cogs.example_tables import NAMES, first_state, seated
from tests.fixtures.blank_pictures import BLANK


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
    monkeypatch.setattr(render, "draw", blocked.draw)
    yield blocked
    blocked.gate.set()  # before the loop is closed, which waits for its threads


async def test_a_drawing_that_hangs_is_given_up_and_keeps_its_slot(
    blocked: BlockedDrawing, caplog: pytest.LogCaptureFixture
) -> None:
    table, drawing = seated(first_state(), NAMES[:2]), Pictures(timeout=0.1)
    for _ in range(THREADS + 2):
        assert await drawing.board(table, "board") is None
    assert blocked.begun == THREADS
    errors = [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR]
    assert errors == ["no picture of game 12, ply 3: not drawn in 0.1 s"] * (THREADS + 2)


async def test_a_slot_is_free_again_once_its_drawing_has_ended(blocked: BlockedDrawing) -> None:
    table, drawing = seated(first_state(), NAMES[:2]), Pictures(timeout=0.3)
    files = await asyncio.gather(*(drawing.board(table, "board") for _ in range(THREADS)))
    assert files == [None] * THREADS
    blocked.gate.set()
    file = await drawing.board(table, "board")
    assert file
    assert file.name == "board.png"


@pytest.mark.parametrize(
    ("size", "instead", "why"),
    [(USUAL, SMALL, "not drawn in 0.1 s"), (LARGE, SMALL, "OSError('no encoder')"), (SMALL, COMPACT, "MemoryError()")],
)
async def test_a_drawing_that_fails_or_hangs_is_tried_smaller(
    size: Size, instead: Size, why: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gate, drawn = Event(), list[Size]()

    def fail_once(*_: object, look: Look, **__: object) -> Picture:
        drawn.append(look.size)
        if len(drawn) > 1:
            return BLANK
        if "OSError" in why:
            raise OSError("no encoder")
        if "MemoryError" in why:
            raise MemoryError
        gate.wait()
        return BLANK

    monkeypatch.setattr(render, "draw", fail_once)
    drawing = Pictures(timeout=0.1).with_look(Look(THEMES["day"], size))
    file = await drawing.board(seated(first_state(), NAMES[:2]), "board")
    gate.set()
    assert file
    assert file.name == "board.png"
    assert drawn == [size, instead]
    assert [one.getMessage() for one in caplog.records] == [f"a smaller picture of game 12, ply 3: {why}"]


async def test_what_fails_twice_leaves_the_message_without_a_picture(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    drawn = list[Look]()

    def fail(*_: object, look: Look, **__: object) -> Picture:
        drawn.append(look)
        raise OSError("no encoder")

    monkeypatch.setattr(render, "draw", fail)
    assert await Pictures().board(seated(first_state(), NAMES[:2]), "board") is None
    assert len(drawn) == 2
    assert [one.levelno for one in caplog.records] == [logging.WARNING, logging.ERROR]


async def test_at_the_start_the_log_says_what_pictures_lack(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("render.look.png.quick_encoder", None)
    monkeypatch.setattr("render.text.script_fonts._folders", ())
    caplog.set_level(logging.INFO)
    await Pictures().start()
    slow, fonts = (one.getMessage() for one in caplog.records)
    assert slow.startswith("the package isal is missing")
    assert fonts.startswith("no fonts for names in Arabic, Chinese, Devanagari, emoji, Hebrew")
