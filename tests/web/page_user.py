"""A person with a game's page open in a browser, who does what people do there."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, ViewportSize, expect

from host.model.controllers import Person
from tests.sandbox.browser_user import PATIENCE
from tests.web.site import Site

TELEPHONE: Final[ViewportSize] = {"width": 390, "height": 844}
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
EXPECTED: Final = re.compile("Failed to load resource|net::ERR")
"""What a browser's console says where a test takes the bot or the network away, or the bot refuses something."""


@dataclass(eq=False)
class PageUser:
    """A person with a page. ``problems`` are what the browser itself complains about."""

    page: Page
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", self._note_error)
        self.page.on("console", self._note_line)

    def _note_error(self, error: Error) -> None:
        self.problems.append(str(error))

    def _note_line(self, line: ConsoleMessage) -> None:
        if line.type in ("error", "warning") and not EXPECTED.search(line.text):
            self.problems.append(line.text)

    # What the page shows

    @property
    def cells(self) -> Locator:
        """The cells that are lit."""
        return self.page.locator(".cell")

    @property
    def laid(self) -> Locator:
        """The tile on a cell that is not played yet."""
        return self.page.locator(".laid > img").first

    @property
    def squares(self) -> Locator:
        """The squares on the tile in hand where a figure may stand."""
        return self.page.locator("#hand .square")

    @property
    def confirm(self) -> Locator:
        """The button that plays."""
        return self.page.locator(".confirm")

    @property
    def tiles(self) -> Locator:
        """The tiles on the board."""
        return self.page.locator(".shadows > div")

    async def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until the lines beside the board say something."""
        await expect(self.page.locator("#said")).to_contain_text(text, timeout=PATIENCE)

    async def view(self) -> str:
        """Return how the board lies."""
        style: str = await self.page.locator(".world").evaluate("world => world.style.transform")
        return style

    # What people do

    async def place(self, number: int = 0) -> None:
        """Click a cell, by its place among those that are lit, and wait for the squares."""
        await self.cells.nth(number).click()
        await expect(self.page.locator("#choices button").last).to_be_visible(timeout=PATIENCE)

    async def play(self, number: int = 0) -> None:
        """Place the tile in hand with nobody on it."""
        await self.place(number)
        await self.page.locator(".nobody").click()
        await self.confirm.click()

    async def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def heard(self, text: str | re.Pattern[str]) -> None:
        """Wait until something is read to people who don't see the page."""
        await expect(self.page.locator("#heard")).to_have_text(text, timeout=PATIENCE)


async def open_page(
    chromium: Browser, site: Site, person: Person, game: int | None, size: ViewportSize = DESK, **options: Any
) -> PageUser:
    """Open the page of a game in a browser of its own, with a link for a person. ``options`` are Playwright's."""
    context = await chromium.new_context(viewport=size, reduced_motion="reduce", **options)
    user = PageUser(await context.new_page())
    code = await site.bot.host.browsers.new_code(person, game)
    await user.page.goto(f"{site.url}/#code={code}" + (f"&game={game}" if game else ""))
    return user


@asynccontextmanager
async def harmless(*users: PageUser) -> AsyncIterator[None]:
    """Check that no browser has complained by the end."""
    yield
    assert [user.problems for user in users] == [[] for _ in users]
