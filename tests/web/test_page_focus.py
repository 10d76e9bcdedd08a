"""Where the focus is on the page, for people who use keys or a screen reader: it is never lost."""

import os

import pytest
from playwright.async_api import expect

from carcassonne import Phase
from host.host import Host
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN, BOB, OTHER_CHANNEL, begin, running
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_games import ASKED_SOON, play_elsewhere, started
from tests.web.page_user import open_page
from tests.web.site import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]


async def test_after_a_turn_and_its_undo_the_board_has_the_focus(host: Host, site: Site) -> None:
    """Cell, Confirm and Undo went away with it, so that a screen reader began at the top of the page."""
    number = await started(host, takeback=600)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        board, undo = ann.page.locator("#board"), ann.page.locator(".undo")
        await ann.sees("Your turn.")
        await board.focus()
        for button in (None, ann.confirm):
            await ann.press("ArrowRight", "Enter")
            await expect(ann.page.locator("#choices button").last).to_be_visible(timeout=PATIENCE)
            await ann.press("x")
            if button:
                await button.focus()
            await ann.press("Enter")
            await expect(undo).to_be_visible(timeout=PATIENCE)
            await expect(board).to_be_focused(timeout=PATIENCE)
            await undo.focus()
            await ann.press("Enter")
            await expect(ann.cells.first).to_be_visible(timeout=PATIENCE)
            await expect(board).to_be_focused(timeout=PATIENCE)
        assert ann.problems == []


async def test_after_an_answer_the_board_has_the_focus(host: Host, site: Site) -> None:
    number = await started(host, "castle")
    table = await fast_forward(host, number, random_turns(ASKED_SOON), until=lambda state: state.phase is Phase.ASK)
    async with browser() as chromium:
        page = await open_page(chromium, site, ANN if running(table).next_seat.person == ANN else BOB, number)
        answer = page.page.locator("#question button").first
        await answer.focus(timeout=PATIENCE)
        await page.press("Enter")
        await expect(page.page.locator("#question")).to_be_hidden(timeout=PATIENCE)
        await expect(page.page.locator("#board")).to_be_focused(timeout=PATIENCE)
        assert page.problems == []


async def test_a_link_of_my_games_keeps_the_focus_when_another_game_begins_to_wait(host: Host, site: Site) -> None:
    """The list was made anew, and keys began at its top."""
    first = (await begin(host, BOB, ANN, edition="classic")).number
    await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, None)
        link = ann.page.locator(".games li").filter(has_text=f"#{first}").get_by_role("link")
        await link.focus(timeout=PATIENCE)
        await play_elsewhere(host, first)
        await expect(ann.page.locator(".games .waits")).to_have_count(2, timeout=PATIENCE)
        await expect(link).to_be_focused(timeout=PATIENCE)
        assert ann.problems == []
