"""Games on the page with a river, an abbot that comes back, and a computer; and a page that was away for long."""

import os
import re

import pytest
from playwright.async_api import expect

from carcassonne import Deploy, Move, PlaceTile, Position, Recall, Rotation, State
from carcassonne.figures import ABBOT
from carcassonne.lookahead import legal_turns
from host.host import Host
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, first_turn
from tests.cogs.scripted_computers import Script
from tests.fixtures.positions import fast_forward, first_legal_turn
from tests.host.tables import ANN, BOB, begin, player, running
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_games import SLACK, open_board, play_elsewhere, started
from tests.web.page_user import DESK, open_page
from tests.web.site import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]

FIVE_MINUTES = 300_000
"""In milliseconds."""


async def test_a_river_and_an_abbot_that_comes_back(host: Host, site: Site) -> None:
    number = await started(host, "new-edition", ("river", "abbot"))
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await expect(ann.page.locator("#hand .tile img").first).to_have_attribute(
            "alt", re.compile(r"^Tile r[A-Z] in hand")
        )
        await ann.play()
        await expect(ann.tiles).to_have_count(2, timeout=PATIENCE)

        table = running(await fast_forward(host, number, with_abbots, until=can_take_an_abbot_back))
        page = ann if table.next_seat.person == ANN else await open_page(chromium, site, BOB, number)
        await page.sees("Your turn.")
        cell, rotation, _ = taking_back(table.state)[0]
        await page.place(sorted({one for one, _, _ in legal_turns(table.state)}).index(cell))
        while await page.page.locator("#hand .tile img").first.get_attribute("data-rotation") != str(rotation):
            await page.press("r")
        await page.page.locator("#choices button").filter(has_text="abbot back").click()
        await page.confirm.click()
        await page.sees("'s turn.")
        assert page.problems == ann.problems == []
    after, seat = running(await host.tables.load(number)).state, table.state.seat
    assert (table.state.supply[ABBOT][seat], after.supply[ABBOT][seat]) == (0, 1)


def with_abbots(state: State) -> list[Move]:
    """A turn that places an abbot if one can be placed, else the first legal turn."""
    for cell, rotation, move in legal_turns(state):
        if isinstance(move, Deploy) and move.figure is ABBOT:
            return [PlaceTile(cell, rotation), move]
    return first_legal_turn(state)


def taking_back(state: State) -> list[tuple[Position, Rotation, Move | None]]:
    return [turn for turn in legal_turns(state) if isinstance(turn[2], Recall)]


def can_take_an_abbot_back(state: State) -> bool:
    return bool(taking_back(state))


@ON_SIMCORD
@WITH_PICTURES
async def test_a_computer_plays_between_two_people(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(room, monkeypatch)
    await room.begin()
    async with browser() as chromium:
        bob = await open_board(chromium, room, room.bob, DESK)
        await expect(bob.page.locator("#players li")).to_have_count(3)
        strong = bob.page.locator("#players .name", has_text="Strong")
        await expect(strong).to_have_text(re.compile(r"^(\*\* )?🤖 Strong( \*\*)?$"))
        for turn in range(6):
            mover = room.table().next_seat.person
            if mover is None:
                await bob.sees("🤖 Strong's turn.")
                await expect(bob.cells).to_have_count(0)
                await script.play()
            elif mover.id == room.bob.user.id:
                await bob.play()
            else:
                await room.play(first_turn(room.state()))
            await expect(bob.tiles).to_have_count(turn + 2, timeout=PATIENCE)
            await room.env.settle()
        assert bob.problems == []
    assert room.state().turn == 6


async def test_a_page_is_right_again_after_five_minutes_without_a_network(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.page.clock.install()
        await ann.page.reload()
        await ann.sees("Your turn.")
        await ann.page.context.set_offline(True)
        await ann.page.clock.run_for(FIVE_MINUTES)
        await expect(ann.page.locator("#offline")).to_be_visible(timeout=PATIENCE)
        await play_elsewhere(host, number)
        await ann.page.context.set_offline(False)
        await expect(ann.tiles).to_have_count(2, timeout=5_000 * SLACK)
        await ann.sees("Bob's turn.")
        await expect(ann.page.locator("#offline")).to_be_hidden()
        assert player(running(await host.tables.load(number)).next_seat) == BOB
        assert ann.problems == []
