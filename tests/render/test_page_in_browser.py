"""The page of a game in a real browser, as wide as a phone and as a desk."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Error, Page, Request, expect

from render.share.page import draw_page
from render.share.steps import PageReview, PageWords, ReviewPart, ReviewTurn
from tests.render.shown_games import HOSTILE, TURNS, steps_of
from tests.sandbox.browser_user import BROWSER, browser

pytestmark = pytest.mark.skipif(
    BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
)

LONG = "W" * 32
"""A name as long as Discord allows, without a space."""


@pytest.fixture(autouse=True)
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.share.page.TILES", (32,))


class Seen:
    """What goes wrong on a page, and what it asks for."""

    def __init__(self) -> None:
        self.errors, self.asked = list[str](), list[str]()

    def note_error(self, error: Error) -> None:
        self.errors.append(str(error))

    def note_request(self, request: Request) -> None:
        self.asked.append(request.url)


async def test_people_go_through_a_game(tmp_path: Path) -> None:
    """Both widths with one browser, because it takes long to start."""
    path = tmp_path / "game.html"
    path.write_bytes(draw_page(steps_of("classic", HOSTILE), PageWords(HOSTILE)))
    async with browser() as chromium:
        for width, height in ((1280, 860), (390, 844)):
            page, seen = await chromium.new_page(), Seen()
            page.on("pageerror", seen.note_error)
            page.on("request", seen.note_request)
            await page.set_viewport_size({"width": width, "height": height})
            await page.goto(path.as_uri())
            await go_through(page)
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            assert seen.errors == []
            assert {url.split(":")[0] for url in seen.asked} <= {"file", "data"}
            await page.close()


async def go_through(page: Page) -> None:
    words, counted = page.locator(".words"), page.locator(".counted")
    await expect(counted).to_have_text(f"Turn 0 of {TURNS}")
    await page.keyboard.press("ArrowRight")
    await expect(words).to_have_text(f"{HOSTILE} played turn 1.")
    assert await page.evaluate("document.querySelectorAll('.words *').length") == 0
    assert await page.locator(".name[dir=auto]").all_inner_texts() == [HOSTILE, "Bob"]
    await page.get_by_label("Last turn").click()
    await expect(counted).to_have_text(f"Turn {TURNS} of {TURNS}")
    await expect(page.get_by_label("Next turn")).to_be_disabled()
    await page.get_by_role("slider").fill("2")
    await expect(counted).to_have_text(f"Turn 2 of {TURNS}")
    shown = "document.querySelectorAll('#board img').length"
    before = await page.evaluate(shown)
    await page.keyboard.press("ArrowRight")
    assert await page.evaluate(shown) > before
    await zoom_and_drag(page)
    dark = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    await page.get_by_label("Light or dark").click()
    assert await page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    await page.get_by_label("Play", exact=True).click()
    await expect(page.get_by_label("Pause")).to_be_visible()
    await expect(counted).to_have_text(f"Turn {TURNS} of {TURNS}")


async def zoom_and_drag(page: Page) -> None:
    view = "document.querySelector('.world').style.transform"
    whole = await page.evaluate(view)
    box = await page.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -300)
    await page.wait_for_function(f"({view}) !== '{whole}'")
    zoomed = await page.evaluate(view)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 30)
    await page.mouse.up()
    assert await page.evaluate(view) != zoomed
    await page.keyboard.press("0")
    assert await page.evaluate(view) == whole


def png(width: int) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (width, 200), "#355e3b").save(data, "png")
    return data.getvalue()


async def test_a_game_in_review_lies_over_its_page_and_shows_the_turn_that_is_chosen(tmp_path: Path) -> None:
    turn = ReviewTurn(
        2, "Turn 2 · Bob · −3.0", ReviewPart(f"Bob gave away 3 points.\n{HOSTILE}\n{LONG}", png(900), "Two boards")
    )
    review = PageReview(ReviewPart(f"{HOSTILE} gave away 7 points.", png(800), "A curve"), [turn])
    path = tmp_path / "game.html"
    path.write_bytes(draw_page(steps_of("classic", HOSTILE), PageWords(HOSTILE), review))
    async with browser() as chromium:
        page, seen = await chromium.new_page(), Seen()
        page.on("pageerror", seen.note_error)
        page.on("request", seen.note_request)
        await page.set_viewport_size({"width": 390, "height": 844})
        await page.goto(path.as_uri())
        dialog = page.locator("dialog")
        await expect(dialog).to_be_hidden()
        await page.get_by_role("button", name="Review").click()
        await expect(dialog).to_contain_text(f"{HOSTILE} gave away 7 points.")
        await expect(dialog.get_by_alt_text("A curve")).to_have_js_property("naturalWidth", 800)
        await dialog.get_by_label("Turns that stand out").select_option("2")
        await expect(dialog).to_contain_text("Bob gave away 3 points.")
        await expect(dialog.get_by_alt_text("Two boards")).to_be_visible()
        assert await dialog.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") == 0
        await page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        await page.keyboard.press("v")
        await expect(dialog).to_contain_text("gave away 7 points.")
        assert await page.evaluate("document.querySelectorAll('.review p *').length") == 0
        assert seen.errors == []
        assert {url.split(":")[0] for url in seen.asked} <= {"file", "data"}


async def test_a_game_without_a_review_has_no_button_for_it(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_bytes(draw_page(steps_of("classic"), PageWords("A game")))
    async with browser() as chromium:
        page = await chromium.new_page()
        await page.goto(path.as_uri())
        await expect(page.locator(".counted")).to_be_visible()
        await expect(page.get_by_role("button", name="Review")).to_have_count(0)
        await page.keyboard.press("v")
        await expect(page.locator("dialog")).to_be_hidden()
