"""A game in review over its page."""

import os
import re

import pytest
from playwright.async_api import expect

from host.host import Host
from host.model.game import opening_state
from host.model.log_replay import FinishedGame
from host.services.reviews import Listener
from tests.fixtures.positions import fast_forward, random_turns
from tests.fixtures.scripted_thinker import scripted_review
from tests.host.tables import ANN, BOB, begin
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_user import TELEPHONE, open_page
from tests.web.site import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]


async def make(game: FinishedGame, _: Listener) -> str:
    return scripted_review(opening_state(game.logged.table), game.logged.replayed.moves)


async def test_the_review_lies_over_the_page_with_its_pictures_and_closes_again(host: Host, site: Site) -> None:
    host.reviews.begin(1, make)
    number = (await begin(host, ANN, BOB, edition="classic")).number
    await fast_forward(host, number, random_turns(1), 2)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, TELEPHONE)
        button = ann.page.locator("#acts").get_by_role("button", name="Review")  # on a telephone, beside Rematch
        dialog = ann.page.locator("dialog")
        await ann.sees("turn.")
        await expect(button).to_be_hidden()
        await fast_forward(host, number, random_turns(1))
        await expect(button).to_be_visible(timeout=PATIENCE)

        await button.click()
        await expect(dialog).to_contain_text("Ann gave away", timeout=PATIENCE)
        pictures = dialog.locator("img")
        await expect(pictures).to_have_js_property("complete", True, timeout=PATIENCE)
        assert await pictures.evaluate("img => img.naturalWidth") > 300
        chosen = dialog.locator("option").nth(1)
        await dialog.locator("select").select_option(await chosen.get_attribute("value"))
        await expect(dialog).to_contain_text(re.compile(r"Played: [A-Z]\d+ "), timeout=PATIENCE)
        await expect(pictures).to_have_count(2)
        wide = "dialog => dialog.scrollWidth - dialog.clientWidth"
        assert await dialog.evaluate(wide) == 0, "nothing is wider than a telephone"
        if folder := os.environ.get("REVIEW_PICTURES"):
            await ann.page.screenshot(path=f"{folder}/phone.png")
            await ann.page.set_viewport_size({"width": 1280, "height": 800})
            await ann.page.screenshot(path=f"{folder}/desk.png")
        await ann.press("Escape")
        await expect(dialog).to_be_hidden()
        await ann.press("v")
        await expect(dialog).to_contain_text("Ann gave away", timeout=PATIENCE)
        assert ann.problems == []
