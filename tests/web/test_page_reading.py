"""All letters that the page shows can be read, in both themes: contrast AA, as WCAG counts it."""

import os
from typing import Any, Final

import pytest
from playwright.async_api import ViewportSize, expect

from host.host import Host
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_games import is_anns_turn_with_a_choice, started
from tests.web.page_user import DESK, TELEPHONE, PageUser, open_page
from tests.web.site import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]

TOO_FAINT: Final = """() => {
  const read = (colour) => {
    const found = /^(rgba?|color)\\((?:srgb )?([^)]+)\\)$/.exec(colour);
    const [red, green, blue, alpha = 1] = found[2].split(/[,/ ]+/).map(Number);
    const most = found[1] === "color" ? 255 : 1;
    return [red * most, green * most, blue * most, alpha];
  };
  const over = (above, below) => [0, 1, 2].map((at) => above[at] * above[3] + below[at] * (1 - above[3]));
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((one) => (one / 255 <= 0.03928 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const element = text.parentElement;
    const { width, height } = element.getBoundingClientRect();
    // What can't be pressed now needs no contrast, and the number of a chosen square has gone for a figure.
    const isExempt = element.closest(":disabled, .square[aria-pressed=true]");
    if (!text.textContent.trim() || width <= 1 || !height || !element.checkVisibility() || isExempt) continue;
    const behind = [];
    let opacity = 1;
    for (let one = element; one; one = one.parentElement) {
      opacity *= Number(getComputedStyle(one).opacity);
      behind.unshift(read(getComputedStyle(one).backgroundColor));
    }
    const ground = behind.reduce((below, above) => over(above, below), [255, 255, 255]);
    const style = getComputedStyle(element);
    const [red, green, blue, alpha] = read(style.color);
    const letters = over([red, green, blue, alpha * opacity], ground);
    const [darker, lighter] = [luminance(letters), luminance(ground)].sort((one, other) => one - other);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (lighter + 0.05) / (darker + 0.05);
    if (contrast < (isLarge ? 3 : 4.5)) faint.push([text.textContent, element.className, contrast]);
  }
  return faint;
}"""  # noqa: E501


async def faint_letters(user: PageUser) -> Any:
    """Texts that have too little contrast with what is behind them."""
    return await user.page.evaluate(TOO_FAINT)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, TELEPHONE], ids=["desk", "telephone"])
async def test_all_letters_can_be_read(host: Host, site: Site, size: ViewportSize, theme: str) -> None:
    number = await started(host, takeback=20)
    await fast_forward(host, number, random_turns(1), until=is_anns_turn_with_a_choice)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, size, color_scheme=theme)
        await ann.sees("Your turn.")
        assert await faint_letters(ann) == []
        await ann.place()
        assert await faint_letters(ann) == []
        await ann.page.locator("#choices button").first.click()
        assert await faint_letters(ann) == []
        for key in ("?", "g"):
            await ann.press(key)
            await expect(ann.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
            assert await faint_letters(ann) == []
            await ann.press("Escape")
        await ann.press("h")
        await expect(ann.page.locator("#history .counted")).to_be_visible(timeout=PATIENCE)
        assert await faint_letters(ann) == []
        await ann.page.locator("#history .back").click()
        if size == TELEPHONE:
            await ann.page.locator("button.fold").click()
            assert await faint_letters(ann) == []


async def test_faint_letters_are_found(host: Host, site: Site) -> None:
    number = await started(host)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.page.evaluate("() => document.getElementById('prompt').style.setProperty('color', '#c0b8a8')")
        assert [name for _, name, _ in await faint_letters(ann)] == [""]


PRESSED_LOOKS: Final = """() => [...document.querySelectorAll('[aria-pressed="true"]')].filter((one) => {
    const other = [...one.parentElement.children].find((next) => next.ariaPressed === "false" && next.tagName === one.tagName);
    const look = (button) => getComputedStyle(button).backgroundColor;
    return other && one.checkVisibility() && look(one) === look(other);
}).map((one) => one.textContent)"""  # noqa: E501
"""The pressed switches and choices that look like the ones beside them."""


async def test_what_is_pressed_is_seen_in_the_colours_of_the_system(host: Host, site: Site) -> None:
    """High contrast takes the page's own colours away, and the chosen figure looked like all others."""
    number = await started(host)
    await fast_forward(host, number, random_turns(1), until=is_anns_turn_with_a_choice)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, forced_colors="active")
        await ann.sees("Your turn.")
        await expect(ann.page.locator("#sizes [aria-pressed=true]")).to_have_text("A")
        assert await ann.page.evaluate(PRESSED_LOOKS) == []
        await ann.place()
        await ann.page.locator("#choices button").first.click()
        await expect(ann.page.locator("#choices [aria-pressed=true]")).to_have_count(1)
        await ann.page.mouse.move(0, 0)
        assert await ann.page.evaluate(PRESSED_LOOKS) == []
        await ann.press("f")
        cross = ann.page.locator(".cross:not([hidden])")
        await expect(cross).to_have_count(1)
        shown = "one => getComputedStyle(one, '::before').backgroundColor"
        assert await cross.evaluate(shown) != await ann.page.locator("#board").evaluate(
            shown.replace(", '::before'", "")
        )
