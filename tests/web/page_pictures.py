"""Takes pictures of the live page in a browser, for the documents; ``make pictures`` does.

``python -m tests.web.page_pictures FOLDER`` takes pictures of many states instead, to be looked at.
"""

import asyncio
import io
import random
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Page, ViewportSize

from carcassonne import DeployNobody, Move, Phase, PlaceTile, State, apply, column_row, legal_moves, legal_placements
from carcassonne.geometry import AROUND
from host.host import Host
from host.model.controllers import Person
from host.model.table import RunningTable, Venue
from host.model.table_options import TableOptions
from screens.pictures import Pictures, drawing_threads
from tests.fixtures.positions import Policy, fast_forward
from tests.host.tables import Clock, open_host, player
from tests.sandbox.browser_user import browser
from tests.web.page_user import DESK, TELEPHONE
from tests.web.site import BotWithoutDiscord, Site, open_site

PAGE_PICTURES: Final = ("page.webp", "page-on-telephones.webp")
PEOPLE: Final = [
    Person(number, name) for number, name in enumerate(["Ann", "Björn", "Chloé", "Dmitri", "Eve", "Fay"], 101)
]
_DRAWING: Final = 120.0
"""Seconds that a drawing may take."""
_SETTLED: Final = 700
"""Milliseconds until a page has all its pictures."""
_GAP: Final = 24
EVERYTHING: Final = ("river", "abbot", "inns", "traders")


def neat_turns(seed: int) -> Policy:
    """A policy that places tiles as closely as people do."""
    dice = random.Random(seed)

    def value(state: State, position: int) -> float:
        column, row = column_row(position)
        return sum(position + step in state.cells for step in AROUND) - 0.3 * abs(column - 12) - 0.4 * abs(row - 12)

    def choose(state: State) -> Sequence[Move]:
        if state.phase is not Phase.PLACE:
            return legal_moves(state)[:1]
        place = PlaceTile(*max(legal_placements(state), key=lambda one: value(state, one[0]) + 3 * dice.random()))
        return [place, dice.choice([*legal_moves(apply(state, place).state), DeployNobody()])]

    return choose


async def begin(host: Host, seed: int, people: int, options: TableOptions, turns: int | None) -> int:
    """Begin a game, and play some turns of it, or all."""
    venue = Venue(1, seed)
    table, _ = await host.lobby.join(venue, PEOPLE[0])
    await host.lobby.choose_options(venue, PEOPLE[0], table.number, options)
    for person in PEOPLE[1:people]:
        await host.lobby.join(venue, person, table.number)
    await host.lobby.start(venue, PEOPLE[0], table.number, options)
    await fast_forward(host, table.number, neat_turns(seed), turns)
    return table.number


@dataclass(frozen=True)
class Camera:
    """Opens pages of games, and takes pictures of them."""

    chromium: Browser
    site: Site

    async def open(self, game: int, size: ViewportSize, theme: str) -> Page:
        """Open a game's page for whoever is to move, in a dark or a light browser."""
        table = await self.site.bot.host.tables.load(game)
        person = player(table.next_seat) if isinstance(table, RunningTable) else PEOPLE[0]
        is_small = size == TELEPHONE
        context = await self.chromium.new_context(
            viewport=size, color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce",
            device_scale_factor=1.5 if is_small else 1, has_touch=is_small, is_mobile=is_small,
        )  # fmt: skip
        page = await context.new_page()
        code = await self.site.bot.host.browsers.new_code(person, game)
        await page.goto(f"{self.site.url}/#code={code}&game={game}")
        await page.locator(".shadows > div").first.wait_for(timeout=1000 * _DRAWING)
        return page

    async def picture(self, page: Page) -> Image.Image:
        """Take a picture when everything is there."""
        await page.wait_for_timeout(_SETTLED)
        return Image.open(io.BytesIO(await page.screenshot())).convert("RGB")


@asynccontextmanager
async def camera() -> AsyncIterator[Camera]:
    """A camera for the games of a new host."""
    with TemporaryDirectory() as folder:
        host, pictures = await open_host(Path(folder) / "games.db", Clock()), Pictures(_DRAWING, drawing_threads())
        bot = BotWithoutDiscord(host, pictures, {1: {person.id for person in PEOPLE}})
        try:
            async with open_site(bot) as site, browser() as chromium:
                yield Camera(chromium, site)
        finally:
            await pictures.close()
            await host.close()


async def choose_turn(page: Page, cell: int, choice: int) -> None:
    """Place the tile in hand on a cell, and choose who goes on it, by their places on the page."""
    await page.locator(".cell").nth(cell).click()
    await page.locator("#choices button").nth(choice).click()


async def take_pictures(folder: Path) -> None:
    """Take the pictures of the documents."""
    async with camera() as shows:
        host = shows.site.bot.host
        large = await begin(host, 11, 4, TableOptions("new-edition", EVERYTHING, takeback=0), 61)
        small = await begin(host, 12, 3, TableOptions("classic", takeback=0), 26)
        desk = await shows.open(large, DESK, "dark")
        await choose_turn(desk, 3, 0)
        first = await shows.open(small, TELEPHONE, "light")
        second = await shows.open(small, TELEPHONE, "dark")
        await choose_turn(second, 2, 0)
        _save(await shows.picture(desk), folder / PAGE_PICTURES[0])
        _save(_beside(await shows.picture(first), await shows.picture(second)), folder / PAGE_PICTURES[1])


def _beside(left: Image.Image, right: Image.Image) -> Image.Image:
    both = Image.new("RGB", (left.width + _GAP + right.width, left.height), "white")
    both.paste(left, (0, 0))
    both.paste(right, (left.width + _GAP, 0))
    return both


def _save(picture: Image.Image, path: Path) -> None:
    picture.save(path, quality=88, method=6)
    print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


async def look_at_all(folder: Path) -> None:
    """Take pictures of games at several stages, on a desk and on a telephone, dark and light."""
    async with camera() as shows:
        host = shows.site.bot.host
        games = {
            "six": await begin(host, 11, 6, TableOptions("new-edition", EVERYTHING, takeback=0), 85),
            "three": await begin(host, 12, 3, TableOptions("classic", takeback=0), 40),
            "castle": await begin(host, 13, 2, TableOptions("castle", takeback=0), 30),
            "over": await begin(host, 14, 4, TableOptions("classic", takeback=0), None),
            "first": await begin(host, 15, 2, TableOptions("classic", takeback=0), 0),
        }
        for theme in ("dark", "light"):
            for size in (DESK, TELEPHONE):
                for name, number in games.items():
                    await _look(shows, number, size, theme, folder / f"{size['width']}-{theme}-{name}")


async def _look(shows: Camera, game: int, size: ViewportSize, theme: str, name: Path) -> None:
    page = await shows.open(game, size, theme)

    async def take(what: str) -> None:
        (await shows.picture(page)).save(f"{name}-{what}.png")

    await take("board")
    if await page.locator(".cell").count():
        await page.locator(".cell:not(.turn)").or_(page.locator(".cell")).first.click()
        await page.locator("#choices button").first.click()
        await take("chosen")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
    if size == TELEPHONE:
        await page.locator("button.fold").click()
        await take("unfolded")
        await page.locator("button.fold").click()
    await page.keyboard.press("h")
    await page.locator("#history .counted").wait_for(timeout=1000 * _DRAWING)
    await page.keyboard.press("ArrowLeft")
    await take("past")
    await page.context.close()


if __name__ == "__main__":
    asyncio.run(look_at_all(Path(sys.argv[1])))
