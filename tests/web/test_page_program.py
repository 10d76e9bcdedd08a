"""The page of the real program: it is killed in the middle of a game, and the page is right again by itself."""

import asyncio
import json
import os
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, expect

from tests.chaos.page_world import button_id
from tests.fixtures.raw_http import HOST, free_port
from tests.loopback import LoopbackDiscord, Person
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_user import PageUser
from tests.whole.program import Program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]

LINK: Final = re.compile(r'"url": "(http[^"]+#code=[^"]+)"')
OFFLINE: Final = "#offline"


async def test_the_page_is_right_again_after_the_bot_was_killed(tmp_path: Path) -> None:
    """It is killed once while a turn that was played on the page is being stored, and once after that was told."""
    port = free_port()
    pages = {"WEB_URL": f"http://{HOST}:{port}", "WEB_PORT": str(port)}
    async with LoopbackDiscord() as server, browser() as chromium:
        program = Program(server, tmp_path, PICTURE_WORKERS="1", **pages)
        await program.start()
        channel, people = server.world.add_channel("pages"), [server.people[name] for name in ("Ann", "Bob")]
        for person in people:
            await server.command(person, channel, "join")
        await server.command(people[0], channel, "start", takeback=0)
        users = [await open_board(chromium, server, person, channel) for person in people]
        for waits in (False, True):
            played = await play(users)
            if waits:
                await expect(users[1 - users.index(played)].cells.first).to_be_visible(timeout=PATIENCE)
            await program.crash()
            for user in users:
                await expect(user.page.locator(OFFLINE)).to_be_visible(timeout=PATIENCE)
            await program.start()
            for user in users:
                await expect(user.page.locator(OFFLINE)).to_be_hidden(timeout=PATIENCE)
        placed = moves(tmp_path)
        assert 1 <= placed <= 2, "the first turn may be lost, the one that was told may not"
        await play(users)
        for user in users:
            await expect(user.tiles).to_have_count(1 + placed + 1, timeout=PATIENCE)
        assert moves(tmp_path) == placed + 1

        def boards() -> int:
            return sum(bool(one.attachments) for one in server.world.messages(channel))

        await server.until(lambda: boards() > moves(tmp_path))  # the page is told before Discord
        assert boards() == 1 + moves(tmp_path), "each turn is shown once on Discord"
        assert [user.problems for user in users] == [[], []]
        await program.close()
    assert program.problems() == []


async def open_board(chromium: Browser, server: LoopbackDiscord, person: Person, channel: int) -> PageUser:
    """Press **Open board** below the latest turn, and open the link in a browser."""
    message = await server.message(channel, lambda one: bool(button_id(one, "page")))
    answer = await server.press(person, message, button_id(message, "page"))
    [told] = await server.until(lambda: answer.followups)
    found = LINK.search(json.dumps(told.components))
    assert found, told
    user = PageUser(await (await chromium.new_context(reduced_motion="reduce")).new_page())
    await user.page.goto(found[1])
    await expect(user.tiles.first).to_be_visible(timeout=PATIENCE)
    return user


async def play(users: Sequence[PageUser]) -> PageUser:
    """Let whoever is to move play a turn; return them."""
    waiting = {asyncio.ensure_future(user.cells.first.wait_for(timeout=PATIENCE)): user for user in users}
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for one in others:
        one.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    [user] = [waiting[one] for one in done]
    await user.play()
    return user


def moves(folder: Path) -> int:
    """How many tiles have been placed, as the database has it."""
    with closing(sqlite3.connect(folder / "whole.db")) as database:
        [(placed,)] = database.execute("SELECT count(*) FROM moves WHERE notation LIKE 'place %'")
    return int(placed)
