"""Takes pictures of the live page for the documents: ``python -m tests.web.page_pictures``. It needs a browser.

With ``--all FOLDER``, it takes pictures of many states, to be looked at.
"""

import argparse
import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from playwright.async_api import Browser, Page, ViewportSize

from carcassonne import DeployNobody, Move, Phase, PlaceTile, State, apply, column_row, legal_moves, legal_placements
from carcassonne.geometry import AROUND
from host.host import Host
from host.model.controllers import Person
from host.model.table import RunningTable, Venue
from host.model.table_options import TableOptions
from screens.pictures import Pictures, drawing_threads
from tests.fixtures.message_ids import ROOT
from tests.fixtures.positions import Policy, fast_forward
from tests.host.tables import Clock, open_host, player
from tests.sandbox.browser_user import browser
from tests.web.page_user import DESK, TELEPHONE
from tests.web.site import BotWithoutDiscord, Site, open_site

PEOPLE: Final = [
    Person(number, name) for number, name in enumerate(["Ann", "Björn", "Chloé", "Dmitri", "Eve", "Fay"], 101)
]
PATIENCE: Final = 120.0
"""Seconds that a drawing may take."""

Scene: TypeAlias = Callable[[Page], "asyncio.Future[None]"]


def neat_turns(seed: int) -> Policy:
    """A policy that places tiles as closely as people do."""
    dice = random.Random(seed)

    def value(state: State, position: int) -> float:
        column, row = column_row(position)
        return sum(position + step in state.cells for step in AROUND) - 0.3 * abs(column - 12) - 0.4 * abs(row - 12)

    def choose(state: State) -> Sequence[Move]:
        if state.phase is not Phase.PLACE:
            return legal_moves(state)[:1]
        found = max(legal_placements(state), key=lambda one: value(state, one[0]) + 3 * dice.random())
        place = PlaceTile(*found)
        return [place, dice.choice([*legal_moves(apply(state, place).state), DeployNobody()])]

    return choose


async def begin(host: Host, channel: int, people: int, options: TableOptions, turns: int | None) -> int:
    """Begin a game, and play some turns of it, or all."""
    venue = Venue(1, channel)
    table, _ = await host.lobby.join(venue, PEOPLE[0])
    await host.lobby.choose_options(venue, PEOPLE[0], table.number, options)
    for person in PEOPLE[1:people]:
        await host.lobby.join(venue, person, table.number)
    await host.lobby.start(venue, PEOPLE[0], table.number, options)
    await fast_forward(host, table.number, neat_turns(channel), turns)
    return table.number


class Camera:
    """Opens pages, and takes pictures of them."""

    def __init__(self, chromium: Browser, site: Site, folder: Path) -> None:
        self._chromium, self._site, self._folder = chromium, site, folder

    async def open(self, game: int, size: ViewportSize, theme: str, person: Person | None = None) -> Page:
        """Open a game's page for whoever is to move, or another person."""
        table = await self._site.bot.host.tables.load(game)
        if person is None:
            person = player(table.next_seat) if isinstance(table, RunningTable) else PEOPLE[0]
        is_telephone = size == TELEPHONE
        context = await self._chromium.new_context(
            viewport=size, color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce",
            device_scale_factor=2 if is_telephone else 1, has_touch=is_telephone, is_mobile=is_telephone,
        )  # fmt: skip
        page = await context.new_page()
        code = await self._site.bot.host.browsers.new_code(person, game)
        await page.goto(f"{self._site.url}/#code={code}&game={game}")
        await page.locator(".shadows > div").first.wait_for(timeout=1000 * PATIENCE)
        return page

    async def take(self, page: Page, name: str) -> None:
        """Take a picture when all is there."""
        await page.wait_for_load_state("networkidle") if False else await page.wait_for_timeout(700)
        await page.screenshot(path=self._folder / f"{name}.png")


async def look_at_all(camera: Camera, games: dict[str, int]) -> None:
    """Take pictures of many states."""
    for theme in ("dark", "light"):
        for wide, size in (("desk", DESK), ("phone", TELEPHONE)):
            for name, number in games.items():
                page = await camera.open(number, size, theme)
                await camera.take(page, f"{wide}-{theme}-{name}")
                if await page.locator("#question button").count() == 0 and await page.locator(".cell").count():
                    await page.locator(".cell:not(.turn)").or_(page.locator(".cell")).first.click()
                    await page.locator("#choices button").last.wait_for()
                    await camera.take(page, f"{wide}-{theme}-{name}-placed")
                    await page.locator("#choices button").first.click()
                    await camera.take(page, f"{wide}-{theme}-{name}-chosen")
                    await page.keyboard.press("Escape")
                    await page.keyboard.press("Escape")
                if wide == "phone":
                    await page.locator("button.fold").click()
                    await camera.take(page, f"{wide}-{theme}-{name}-open")
                    await page.locator("button.fold").click()
                await page.keyboard.press("h")
                await page.locator("#history .counted").wait_for(timeout=1000 * PATIENCE)
                await page.keyboard.press("ArrowLeft")
                await camera.take(page, f"{wide}-{theme}-{name}-past")
                await page.context.close()


async def take_pictures(folder: Path, *, is_all: bool) -> None:
    """Play games, serve their pages, and take the pictures."""
    async with AsyncExitStack() as stack:
        place = stack.enter_context(TemporaryDirectory())
        host = await open_host(Path(place) / "games.db", Clock())
        stack.push_async_callback(host.close)
        pictures = Pictures(PATIENCE, drawing_threads())
        await pictures.start()
        stack.push_async_callback(pictures.close)
        bot = BotWithoutDiscord(host, pictures, {1: {person.id for person in PEOPLE}})
        site = await stack.enter_async_context(open_site(bot))
        chromium = await stack.enter_async_context(browser())
        camera = Camera(chromium, site, folder)
        new = ("river", "abbot", "inns", "traders")
        games = {
            "six": await begin(host, 11, 6, TableOptions("new-edition", new, takeback=0), 85),
            "three": await begin(host, 12, 3, TableOptions("classic", takeback=0), 40),
            "castle": await begin(host, 13, 2, TableOptions("castle", takeback=0), 30),
            "over": await begin(host, 14, 4, TableOptions("classic", takeback=0), None),
            "first": await begin(host, 15, 2, TableOptions("classic", takeback=0), 0),
        }
        if is_all:
            await look_at_all(camera, games)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, default=None, metavar="FOLDER")
    given = parser.parse_args()
    asyncio.run(take_pictures(given.all or ROOT / "docs" / "pictures", is_all=given.all is not None))
