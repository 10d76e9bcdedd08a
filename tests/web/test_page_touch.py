"""The page on a telephone, with fingers alone; and the screen that the chat room's document describes."""

import os
import re
from typing import Final

import pytest
from playwright.async_api import FloatRect, Locator, Page, ViewportSize, expect

from carcassonne import Phase, State
from host.host import Host
from host.model.controllers import Person
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN, BOB, begin, running
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_games import is_anns_turn_with_a_choice, play_elsewhere, started
from tests.web.page_user import DESK, TELEPHONE, open_page
from tests.web.site import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]

HELD: Final = 600
"""Milliseconds for which a finger is held on the board."""
SIDEWAYS: Final[ViewportSize] = {"width": 844, "height": 390}
SMALL_SIDEWAYS: Final[ViewportSize] = {"width": 640, "height": 360}
LATE: Final = 30
SMALL: Final = 36
"""A cell is small that is narrower, in pixels: a finger needs 44."""
FINGERS: Final = {"has_touch": True, "is_mobile": True}


STROKE: Final = """button => {
    const [box, sign] = [button, button.firstChild].map((one) => one.getBoundingClientRect());
    const style = getComputedStyle(button);
    const [left, width] = [parseFloat(style.backgroundPositionX), parseFloat(style.backgroundSize)];
    const stroke = box.x + button.clientLeft + left + width / 2;
    return style.backgroundPositionX.endsWith("px") ? stroke - (sign.x + sign.width / 2) : NaN;
}"""
"""How far the stroke through a switch's sign is from its middle."""


def is_late_and_anns_turn(state: State) -> bool:
    return state.turn >= LATE and is_anns_turn_with_a_choice(state)


async def box_of(element: Locator) -> FloatRect:
    """Where an element is on the screen."""
    box = await element.bounding_box()
    assert box
    return box


async def hold(page: Page, x: float, y: float) -> None:
    """Hold a finger on a point of the screen, and take it away."""
    session = await page.context.new_cdp_session(page)
    await session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    await page.wait_for_timeout(HELD)
    await expect(page.locator("#hint")).to_be_visible(timeout=PATIENCE)
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("size", [SIDEWAYS, SMALL_SIDEWAYS], ids=["large", "small"])
async def test_a_turn_on_a_telephone_held_sideways(host: Host, site: Site, size: ViewportSize) -> None:
    """All that a turn takes is on the screen at the same time."""
    number = await started(host, takeback=20)
    await fast_forward(host, number, random_turns(1), until=is_anns_turn_with_a_choice)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, size, **FINGERS)
        await ann.sees("Your turn.")
        board = await box_of(ann.page.locator("#board"))
        assert board["width"] > 0.4 * size["width"]
        assert board["height"] > 0.9 * size["height"]
        await ann.cells.first.tap()
        await expect(ann.squares.first).to_be_visible(timeout=PATIENCE)
        for needed in (".arrow", "#hand .tile", ".nobody", ".confirm", "#choices button >> nth=0"):
            box = await box_of(ann.page.locator(needed))
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size["height"], needed
        await ann.squares.first.tap()
        await ann.confirm.tap()
        undo = ann.page.locator(".undo")
        await expect(undo).to_be_visible(timeout=PATIENCE)
        box = await box_of(undo)
        assert box["y"] + box["height"] <= size["height"]
        assert ann.problems == []


async def test_a_turn_with_fingers_alone(host: Host, site: Site) -> None:
    number = await started(host)
    state = (await fast_forward(host, number, random_turns(1), until=is_late_and_anns_turn)).state
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, TELEPHONE, **FINGERS)
        await expect(ann.page.locator("#prompt")).to_have_text(re.compile("Choose a marked cell"), timeout=PATIENCE)

        # What fingers do is told in one place; what keys do isn't.
        await ann.page.locator("button.fold").tap()
        await ann.page.locator("#switches").get_by_label("How to play here").tap()
        await expect(ann.page.get_by_role("dialog")).to_contain_text("Two fingers")
        await expect(ann.page.get_by_role("dialog")).not_to_contain_text("Enter")
        await ann.page.get_by_label("Close").tap()
        await ann.page.locator("button.fold").tap()

        # Whoever looks at a feature places nothing, also beside a cell.
        board = await box_of(ann.page.locator("#board"))
        tile = await box_of(ann.tiles.last)
        await hold(ann.page, tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
        await expect(ann.laid).to_have_count(0)

        # A finger may miss a small cell by a little. The stage keeps its size while one chooses.
        boxes = [await box_of(cell) for cell in await ann.cells.all()]
        leftmost = min(boxes, key=lambda box: box["x"])
        assert leftmost["width"] < SMALL
        await ann.page.touchscreen.tap(leftmost["x"] - 5, leftmost["y"] + leftmost["height"] / 2)
        await expect(ann.page.locator("#choices button").last).to_be_visible(timeout=PATIENCE)
        assert await box_of(ann.page.locator("#board")) == board
        await ann.page.locator("#choices button").first.tap()
        await expect(ann.page.locator("#prompt")).to_contain_text("Press Confirm.")
        assert await box_of(ann.page.locator("#board")) == board
        await ann.confirm.tap()
        await ann.sees("Bob's turn.")
        assert ann.problems == []
    assert running(await host.tables.load(number)).state.turn == state.turn + 1


@pytest.mark.parametrize("size", [DESK, TELEPHONE], ids=["desk", "telephone"])
async def test_the_screen_is_as_the_chat_room_describes_it(host: Host, site: Site, size: ViewportSize) -> None:
    """Where things are, and what colours they have. What clicks do, tests/web/test_page_turns.py tries."""
    number = await started(host)
    await fast_forward(host, number, random_turns(1), until=is_anns_turn_with_a_choice)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, size)
        await ann.sees("Your turn.")
        board = await box_of(ann.page.locator("#board"))

        # "The tile may be rotated using the blue arrow displayed above the tile."
        arrow, tile = await box_of(ann.page.locator(".arrow")), await box_of(ann.page.locator("#hand .tile"))
        assert arrow["y"] + arrow["height"] <= tile["y"] + 1
        assert abs(arrow["x"] + arrow["width"] / 2 - tile["x"] - tile["width"] / 2) < 2
        assert is_blue(await colour_of(ann.page.locator(".arrow")))

        # "… the red 'X' in the lower right corner": nothing is farther right or farther down.
        cross = await box_of(ann.page.locator(".nobody"))
        assert cross["x"] + cross["width"] > size["width"] - 20
        assert cross["y"] + cross["height"] > size["height"] - 20
        assert is_red(await colour_of(ann.page.locator(".nobody")))

        # "The blue numbers/letter A on the middle right …": beside the board's right edge, halfway up.
        numbers = await box_of(ann.page.locator("#sizes"))
        assert await ann.page.locator("#sizes button").all_inner_texts() == ["1", "2", "3", "4", "5", "A"]
        assert board["x"] + board["width"] - numbers["x"] - numbers["width"] < 10
        assert abs(numbers["y"] + numbers["height"] / 2 - board["y"] - board["height"] / 2) < 10
        assert is_blue(await colour_of(ann.page.locator("#sizes button").first))

        # "If viewing other than A, you may move the board around by clicking and dragging on the board."
        await ann.page.locator("#sizes button").nth(4).click()
        await expect(ann.page.locator("#sizes [aria-pressed=true]")).to_have_text("5")
        before = await ann.view()
        middle = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
        await ann.page.mouse.move(*middle)
        await ann.page.mouse.down()
        await ann.page.mouse.move(middle[0] + 40, middle[1] + 30, steps=4)
        await ann.page.mouse.up()
        assert await ann.view() != before
        await expect(ann.laid).to_have_count(0)

        # "The tile has small squares representing placement …": on the tile in hand, and as many as there are spots.
        await ann.page.locator("#sizes button").last.click()
        await ann.place()
        spots = await ann.page.locator("#choices button").count() - 1
        await expect(ann.squares).to_have_count(spots)
        for square in await ann.squares.all():
            box = await box_of(square)
            assert tile["x"] <= box["x"] + 1
            assert box["x"] + box["width"] <= tile["x"] + tile["width"] + 1
        assert ann.problems == []


async def test_a_long_name_is_broken_where_it_has_no_room(host: Host, site: Site) -> None:
    """Its end was outside the box that says who holds a feature, and what can be chosen had to be moved sideways."""
    longest, bob = Person(101, "W" * 32), Person(102, "Bob")
    number = (await begin(host, longest, bob, edition="classic")).number
    await play_elsewhere(host, number)
    wide = "box => box.scrollWidth - box.clientWidth"
    async with browser() as chromium:
        page = await open_page(chromium, site, bob, number, TELEPHONE)
        await page.sees("Your turn.")
        await page.press("f")
        hint, note = page.page.locator("#hint"), page.page.locator("#choices .note", has_text=longest.name)
        await expect(hint).to_contain_text(longest.name, timeout=PATIENCE)
        assert await hint.evaluate(wide) == 0
        await fast_forward(host, number, random_turns(3), 20)
        await expect(page.tiles).to_have_count(22, timeout=PATIENCE)
        await page.press("Escape")
        for cell in range(await page.cells.count()):
            await page.place(cell)
            if await note.count():
                break
        assert await note.evaluate(wide) == 0
        assert await page.page.locator("#choices").evaluate(wide) == 0


async def test_views_can_be_pressed_after_the_window_became_narrow(host: Host, site: Site) -> None:
    """The board covered them, and the panel that unfolds there didn't have them."""
    number = await started(host)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, DESK)
        await ann.sees("Your turn.")
        view = ann.page.get_by_role("button", name="Who holds what")
        await ann.page.set_viewport_size(TELEPHONE)
        await expect(view).to_be_hidden()
        await ann.page.get_by_role("button", name="Players and switches").click()
        await view.click(timeout=PATIENCE)
        await ann.sees("means they hold it")
        await ann.page.set_viewport_size(DESK)
        await view.click()
        await expect(view).to_have_attribute("aria-pressed", "false")
        assert ann.problems == []


async def test_the_stroke_through_the_sound_goes_through_its_sign(host: Host, site: Site) -> None:
    """Where switches have their names beside them, it went through the name."""
    number = await started(host)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, TELEPHONE, **FINGERS)
        await ann.page.get_by_role("button", name="Players and switches").tap(timeout=PATIENCE)
        sound = ann.page.get_by_role("button", name="Sound")
        await sound.tap()
        await expect(sound).to_have_attribute("aria-pressed", "false")
        assert abs(await sound.evaluate(STROKE)) < 2
        await sound.hover()
        assert abs(await sound.evaluate(STROKE)) < 2, "it's there below the mouse, too"


async def colour_of(element: Locator) -> list[int]:
    """The colour of an element's letters: red, green and blue."""
    text: str = await element.evaluate("one => getComputedStyle(one).color")
    return [int(part) for part in re.findall(r"\d+", text)[:3]]


def is_blue(colour: list[int]) -> bool:
    red, green, blue = colour
    return blue > red + 60 and blue > green


def is_red(colour: list[int]) -> bool:
    red, green, blue = colour
    return red > green + 60 and red > blue + 60


async def test_a_double_press_on_confirm_does_not_undo_the_turn(host: Host, site: Site) -> None:
    """Undo and Done come where Confirm was, and a quick bot shows them before the second press."""
    number = await started(host, takeback=600)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, TELEPHONE)
        await ann.place()
        await ann.page.locator(".nobody").click()
        mouse, box = ann.page.mouse, await box_of(ann.confirm)
        await mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        undo = ann.page.locator(".undo")
        await expect(undo).to_be_visible(timeout=PATIENCE)
        await ann.heard(re.compile("You placed tile"))
        await mouse.down(click_count=2)
        await mouse.up(click_count=2)
        await undo.click()
        await ann.heard("Your turn is undone.")
        assert ann.problems == []


def is_anns_last_turn(state: State) -> bool:
    return state.phase is Phase.PLACE and state.seat == 0 and state.tiles_left == 1


async def test_a_double_press_on_the_last_confirm_asks_for_no_rematch(host: Host, site: Site) -> None:
    number = await started(host)
    await fast_forward(host, number, random_turns(1), until=is_anns_last_turn)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, TELEPHONE)
        await ann.place()
        await ann.page.locator(".nobody").click()
        mouse, box = ann.page.mouse, await box_of(ann.confirm)
        await mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await expect(ann.page.locator(".again")).to_be_visible(timeout=PATIENCE)
        await mouse.down(click_count=2)
        await mouse.up(click_count=2)
        async with ann.page.expect_response("**/api/games"):
            await ann.press("g")
        await expect(ann.page.locator("#notice")).to_be_hidden()
        assert [table.number for table in host.tables.of_person(BOB.id)] == []
        assert ann.problems == []
