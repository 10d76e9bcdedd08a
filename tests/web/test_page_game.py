"""A whole game of three people: one plays on Discord by commands, one on the page with a mouse, and one there with the
keyboard alone, on a telephone."""

import os

import pytest
from playwright.async_api import expect

from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, first_turn
from tests.fixtures.positions import random_turns
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_games import open_board
from tests.web.page_user import DESK, TELEPHONE, PageUser

pytestmark = [
    ON_SIMCORD,
    WITH_PICTURES,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]


async def play_with_keys(user: PageUser) -> None:
    """Place the tile on the first cell where it lies as it is turned now, or any other, with a figure if one may go."""
    await expect(user.cells.first).to_be_visible(timeout=PATIENCE)
    await user.press("ArrowDown", "ArrowUp", "Enter")
    await expect(user.page.locator("#choices button").last).to_be_visible(timeout=PATIENCE)
    first = await user.page.locator("#choices button kbd").first.inner_text()
    await user.press(first.lower(), "Enter")


@pytest.mark.slow
async def test_three_people_play_a_whole_game(room: Room) -> None:
    await room.begin(players=3, edition="classic")
    async with browser() as chromium:
        bob = await open_board(chromium, room, room.bob, DESK)
        chloe = await open_board(chromium, room, room.chloe, TELEPHONE)
        await play(room, bob, chloe, 6)
        await room.fast_forward(choose=random_turns(1), until=lambda state: state.tiles_left == 6)
        await play(room, bob, chloe, 6)
        for user in (bob, chloe):
            await user.sees("wins")
            await expect(user.cells).to_have_count(0)
            await expect(user.page.locator("#players .won").first).to_be_visible()
        assert [bob.problems, chloe.problems] == [[], []]
    assert room.bot.host.tables.cached(1) is None
    assert any("wins" in message.content for message in room.messages())
    record = await room.record()
    assert record.error is None
    assert record.state is not None
    assert record.state.is_over


async def play(room: Room, bob: PageUser, chloe: PageUser, turns: int) -> None:
    """Play turns, each as its player does. Each is told on Discord, and seen on both pages."""
    for _ in range(turns):
        table, told = room.table(), len(room.messages())
        tiles = len(table.state.cells)
        mover = room.to_move()
        if mover == room.ann:
            await room.play(first_turn(table.state))
        elif mover == room.bob:
            await expect(bob.cells.first).to_be_visible(timeout=PATIENCE)
            await bob.play()
        else:
            await play_with_keys(chloe)
        for user in (bob, chloe):
            await expect(user.tiles).to_have_count(tiles + 1, timeout=PATIENCE)
        await room.env.settle()
        assert len(room.messages()) > told
