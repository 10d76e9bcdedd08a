"""The page, as a newcomer uses it: a real browser, the keyboard and the mouse."""

import os
import signal
from collections.abc import AsyncIterator

import pytest

from tests.loopback.process import Process, running
from tests.sandbox.newcomer import CHROMIUM, Newcomer, newcomer

pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists() and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1",
    reason=f"there is no browser at {CHROMIUM}",
)


@pytest.fixture
async def room() -> AsyncIterator[Process]:
    async with running("-m", "tests.sandbox.toy_room", "0", environment={}) as program:
        yield program


@pytest.fixture
async def ann(room: Process) -> AsyncIterator[Newcomer]:
    address = (await room.line("Open")).split()[1]
    async with newcomer(address) as person:
        yield person


async def test_the_greeting_is_there(ann: Newcomer) -> None:
    await ann.message("Welcome! Type /place, then a cell.")


async def test_a_command_is_typed_completed_and_answered(ann: Newcomer) -> None:
    assert await ann.suggestions("/place", "at", "13") == ["L13", "N13"]
    await ann.run("/place", at="M14", rotation="90")

    answer = await ann.message("M14 90")
    assert "Only you can see this" in await answer.inner_text()
    await ann.message("Ann on M14")
    assert await ann.picture("A tile on M14") == (480, 320)


async def test_everybody_sees_the_board_and_not_the_answer(ann: Newcomer) -> None:
    await ann.run("/place", at="M14")
    await ann.message("M14 None")
    await ann.become("Chloé")

    await ann.message("Ann on M14")
    assert not await ann.sees("M14 None")
    await ann.press("Place")
    await ann.message("ply 1, Chloé")


async def test_a_form_is_filled_in(ann: Newcomer) -> None:
    await ann.run("/pace")
    await ann.submit(hours="48")

    await ann.message("48 h")


async def test_what_the_bot_says_later_appears_by_itself(ann: Newcomer) -> None:
    """After more than the 5 s for which SimCord waits for a timer before it calls a command done."""
    await ann.run("/later", seconds="5.5")
    await ann.message("wait for it")

    await ann.message("here it is")


async def test_the_room_ends_with_the_page(ann: Newcomer, room: Process) -> None:
    await ann.page.get_by_text("More", exact=True).click()
    await ann.page.get_by_text("End preview session").click()

    assert await room.wait() == 0


async def test_the_room_ends_quietly_while_somebody_is_in_it(ann: Newcomer, room: Process) -> None:
    await ann.run("/place", at="M14")

    assert await room.stop(signal.SIGINT) == 0
    assert len(room.output.splitlines()) == 1
