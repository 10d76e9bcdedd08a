"""The page as a newcomer uses it: the real bot without a token, and a real browser with keyboard and mouse."""

import os
import re
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.loopback.process import Process, running
from tests.sandbox.browser_user import BROWSER, BrowserUser, browser, newcomer

pytestmark = pytest.mark.skipif(
    BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
)

PICKER_QUESTION = re.compile("Where does this tile|Which way round at|who goes on it|Not played yet")
"""What Place asks first: the tile is drawn, and where there is only one choice nothing is asked."""
ADDRESS = "http://127.0.0.1:"


def bot(folder: Path) -> AbstractAsyncContextManager[Process]:
    """Run `python bot.py` as in a fresh clone, on a free port and with a database of its own."""
    environment = {"DISCORD_TOKEN": "", "SANDBOX_PORT": "0", "DATABASE_URL": f"sqlite:///{folder / 'page.db'}"}
    return running("bot.py", environment=environment)


@asynccontextmanager
async def page(chromium: Browser, program: Process) -> AsyncIterator[BrowserUser]:
    """Open the page whose address is in a line of the bot's output."""
    line = await program.line(ADDRESS)
    async with newcomer(chromium, line[line.index(ADDRESS) :]) as person:
        yield person


async def begin(person: BrowserUser) -> str:
    """Let Ann and Bob join, and Ann start the game; return the player to move."""
    await person.run("/join")
    await person.become("Bob")
    await person.run("/join")
    await person.become("Ann")
    await person.run("/start", takeback="0")
    return await to_move(person)


async def to_move(person: BrowserUser) -> str:
    """The player to move by the last board of the channel, when its picture has been loaded."""
    message = await person.message("'s turn · ")
    width, height = await person.picture(message)
    assert min(width, height) > 300
    asked = re.search(r"(\w+)'s turn · Carcassonne #1 · @\1\n", await message.inner_text())
    assert asked is not None
    return asked[1]


async def test_a_newcomer_plays_and_the_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    """One room for all, because a browser and a bot take long to start."""
    async with browser() as chromium:
        async with bot(tmp_path) as program, page(chromium, program) as person:
            await try_guided_game(person)
            mover = await begin(person)
            other = await play_by_command(person, mover)
            assert {mover, other} == {"Ann", "Bob"}
            assert await play_half_by_buttons(person, other) == mover
            last = await play_by_buttons(person, await play_by_buttons(person, mover, left=68), left=67)
            assert last == mover
            assert await person.complaints() == 0
            assert await program.stop(signal.SIGINT) == 0
            assert "Traceback" not in program.output
        async with bot(tmp_path) as program, page(chromium, program) as person:
            assert await to_move(person) == last
            await end_room(person, program)


@pytest.mark.slow
async def test_a_double_click_on_confirm_leaves_the_turn_played(tmp_path: Path) -> None:
    """Undo is at the same place a moment later."""
    async with browser() as chromium, bot(tmp_path) as program, page(chromium, program) as person:
        await person.run("/join")
        await person.become("Bob")
        await person.run("/join")
        await person.become("Ann")
        await person.run("/start")
        mover = await to_move(person)
        await person.become(mover)
        await person.press("Place")
        private = await person.message(PICKER_QUESTION)
        confirm = private.locator(".component-button").filter(has_text="Confirm")
        while not await confirm.count():
            await person.press_first()
        await confirm.dblclick()
        await person.press("Done")
        await person.message("70 tiles left")
        assert not await person.sees("is undone")


async def try_guided_game(person: BrowserUser) -> None:
    await person.message("Welcome!")
    await person.press("Guided game")
    assert min(await person.picture(await person.message("step 1 of"))) > 200
    await person.press("N13")
    await person.message("step 2 of")
    await person.press("Stop")
    await person.message("You stopped the guided game")
    await person.run("/board")
    await person.message("No game is running here")


async def play_by_command(person: BrowserUser, mover: str) -> str:
    """The first turn is one line. Return who is next."""
    await person.become(mover)
    cells = await person.suggestions("/place", "at", "1")
    assert all(re.fullmatch(r"[LMN]1[234] · turned \d+°(, \d+°)*", cell) for cell in cells)
    cell, rotation = re.findall(r"^\w+|\d+(?=°)", cells[0])[:2]
    await person.run("/place", at=cell, rotation=rotation, follower="-")
    await person.message("70 tiles left")
    return await to_move(person)


async def play_half_by_buttons(person: BrowserUser, mover: str) -> str:
    """The command names no follower, so buttons ask for it. Return who is next."""
    await person.become(mover)
    assert not await person.sees("You placed")
    cell, rotation = re.findall(r"^\w+|\d+(?=°)", (await person.suggestions("/place", "at", ""))[0])[:2]
    await person.run("/place", at=cell, rotation=rotation)
    question = await person.message("who goes on it?")
    assert min(await person.picture(question)) > 200
    await person.press("nobody")
    await person.message(f"{mover} placed")
    await person.message("69 tiles left")
    return await to_move(person)


async def play_by_buttons(person: BrowserUser, mover: str, left: int) -> str:
    """Play a turn with buttons only, after which ``left`` tiles are left. Return who is next."""
    await person.become(mover)
    await person.press("Place")
    assert min(await person.picture(await person.message(PICKER_QUESTION))) > 200
    while await person.press_first():
        pass
    await person.message(f"{left} tiles left")
    return await to_move(person)


async def end_room(person: BrowserUser, room: Process) -> None:
    """End the room from the page: the program ends, too."""
    await person.page.get_by_text("More", exact=True).click()
    await person.page.get_by_text("End preview session").click()
    assert await room.wait() == 0
