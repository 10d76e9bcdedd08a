"""The page as a newcomer uses it: the real bot without a token, and a real browser with keyboard and mouse."""

import os
import re
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.loopback.process import Process, running
from tests.sandbox.browser_user import BROWSER, BrowserUser, newcomer

pytestmark = pytest.mark.skipif(
    BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
)

PICKER_QUESTION = re.compile("Where does tile|Which way round does|who goes on it|Not played yet")
"""What Place asks first: the tile is drawn, and where there is only one choice nothing is asked."""
ADDRESS = "http://127.0.0.1:"


def bot(folder: Path) -> AbstractAsyncContextManager[Process]:
    """Run `python bot.py` as in a fresh clone, on a free port and with a database of its own."""
    environment = {"DISCORD_TOKEN": "", "SANDBOX_PORT": "0", "DATABASE_URL": f"sqlite:///{folder / 'page.db'}"}
    return running("bot.py", environment=environment)


def page(line: str) -> AbstractAsyncContextManager[BrowserUser]:
    """Open the page whose address is in a line of the bot's output."""
    return newcomer(line[line.index(ADDRESS) :])


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Process]:
    async with bot(tmp_path) as program:
        yield program


@pytest.fixture
async def ann(room: Process) -> AsyncIterator[BrowserUser]:
    async with page(await room.line(ADDRESS)) as person:
        yield person


async def begin(person: BrowserUser) -> str:
    """Let Ann and Bob join, and Bob start the game; return the player to move."""
    await person.run("/join")
    await person.become("Bob")
    await person.run("/join")
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


async def test_a_newcomer_plays_two_turns(ann: BrowserUser) -> None:
    """The first turn is one line. The second names no follower, so buttons ask for it."""
    await ann.message("Welcome!")
    await ann.press("Guided game")
    assert min(await ann.picture(await ann.message("step 1 of"))) > 200
    await ann.press("N13")
    await ann.message("step 2 of")
    await ann.press("Stop")
    await ann.message("You stopped the guided game")
    await ann.run("/board")
    await ann.message("There's no game here yet")
    mover = await begin(ann)
    await ann.become(mover)
    cells = await ann.suggestions("/place", "at", "1")
    assert all(re.fullmatch(r"[LMN]1[234] · turned \d+°(, \d+°)*", cell) for cell in cells)
    cell, rotation = re.findall(r"^\w+|\d+(?=°)", cells[0])[:2]
    await ann.run("/place", at=cell, rotation=rotation, follower="-")
    await ann.message("70 tiles left")

    other = await to_move(ann)
    assert {mover, other} == {"Ann", "Bob"}
    await ann.become(other)
    assert not await ann.sees("You placed")
    cell, rotation = re.findall(r"^\w+|\d+(?=°)", (await ann.suggestions("/place", "at", ""))[0])[:2]
    await ann.run("/place", at=cell, rotation=rotation)
    question = await ann.message("who goes on it?")
    assert min(await ann.picture(question)) > 200
    await ann.press("nobody")
    await ann.message(f"{other} placed")
    assert await to_move(ann) == mover
    assert await ann.complaints() == 0


async def test_turns_are_played_with_buttons_only_and_the_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with bot(tmp_path) as program, page(await program.line(ADDRESS)) as person:
        mover = await begin(person)
        for turn in (1, 2):
            await person.become(mover)
            await person.press("Place")
            assert min(await person.picture(await person.message(PICKER_QUESTION))) > 200
            while await person.press_first():
                pass
            await person.message(f"{72 - turn - 1} tiles left")
            mover = await to_move(person)
        assert await person.complaints() == 0
        assert await program.stop(signal.SIGINT) == 0
        assert "Traceback" not in program.output
    async with bot(tmp_path) as program, page(await program.line(ADDRESS)) as person:
        assert await to_move(person) == mover
        await person.message("69 tiles left")
        await end_room(person, program)


async def end_room(person: BrowserUser, room: Process) -> None:
    """End the room from the page: the program ends, too."""
    await person.page.get_by_text("More", exact=True).click()
    await person.page.get_by_text("End preview session").click()
    assert await room.wait() == 0
