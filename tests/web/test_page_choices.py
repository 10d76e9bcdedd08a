"""The list of figures for a tile: it takes what height is free, and where that isn't enough, one sees that."""

import os
from typing import Any, Final

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from carcassonne import Phase, State
from host.host import Host
from host.model.table import RunningTable
from host.model.table_options import TableOptions
from screens.text.tile_notes import tile_notes
from tests.fixtures.positions import fast_forward
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, EVE, FRED, player, running
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_pictures import EVERYTHING, neat_turns
from tests.web.page_user import DESK, TELEPHONE, PageUser, open_page
from tests.web.site import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]

LARGE: Final[ViewportSize] = {"width": 1280, "height": 900}
LOW: Final[ViewportSize] = {"width": 1280, "height": 560}
MANY: Final = 5
"""So many choices were cut off at the largest size."""
LITTLE: Final = 20
"""Pixels between the parts of the panel."""
IS_FADED: Final = "box => getComputedStyle(box).maskImage !== 'none'"


async def large_game(host: Host, people: int) -> RunningTable:
    """Begin a game with six kinds of figures, and play a third of it."""
    table, _ = await host.lobby.join(CHANNEL, ANN)
    options = TableOptions("new-edition", EVERYTHING, takeback=0)
    await host.lobby.choose_options(CHANNEL, ANN, table.number, options)
    for person in (BOB, CID, DORA, EVE, FRED)[: people - 1]:
        await host.lobby.join(CHANNEL, person, table.number)
    await host.lobby.start(CHANNEL, ANN, table.number, options)
    return running(await fast_forward(host, table.number, neat_turns(12), 42))


def is_plain(state: State) -> bool:
    """Whether nothing has to be said of the tile in hand."""
    return state.phase is Phase.PLACE and state.tile is not None and not [*tile_notes(state.tile)]


async def place_with_choices(user: PageUser) -> None:
    """Place the tile where there are many choices."""
    await expect(user.cells.first).to_be_visible(timeout=PATIENCE)
    for cell in range(await user.cells.count()):
        await user.place(cell)
        if await user.page.locator("#choices button").count() >= MANY:
            return
        await user.press("Escape", "Escape")
    pytest.fail("there is no cell with many choices")


async def hidden_height(box: Locator) -> int:
    """How many pixels of a box have to be scrolled to."""
    height: int = await box.evaluate("box => box.scrollHeight - box.clientHeight")
    return height


@pytest.mark.parametrize("people", [3, 4])
async def test_choices_are_all_seen_where_there_is_room(host: Host, site: Site, people: int) -> None:
    table = await large_game(host, people)
    async with browser() as chromium:
        user = await open_page(chromium, site, player(table.next_seat), table.number, LARGE)
        await place_with_choices(user)
        choices, seats = user.page.locator("#choices"), user.page.locator("#seats")
        end, last = await bottom(choices), await bottom(user.page.locator("#choices button").last)
        assert last <= end
        assert await hidden_height(seats) == 0
        assert await bottom(user.page.locator("#hand")) <= LARGE["height"]
        assert user.problems == []


async def top(element: Locator) -> float:
    """Where an element begins on the screen."""
    box: Any = await element.bounding_box()
    return float(box["y"])


async def bottom(element: Locator) -> float:
    """Where an element ends on the screen."""
    box: Any = await element.bounding_box()
    return float(box["y"] + box["height"])


@pytest.mark.parametrize(("people", "size"), [(6, LARGE), (3, LOW), (3, TELEPHONE)], ids=["many", "low", "telephone"])
async def test_choices_that_are_cut_off_fade_until_their_end_is_seen(
    host: Host, site: Site, people: int, size: ViewportSize
) -> None:
    table = await large_game(host, people)
    async with browser() as chromium:
        user = await open_page(chromium, site, player(table.next_seat), table.number, size)
        choices = user.page.locator("#choices")
        await place_with_choices(user)
        assert await hidden_height(choices) > 0
        await expect(choices).to_have_class("cut", timeout=PATIENCE)
        assert await choices.evaluate(IS_FADED)
        await choices.evaluate("box => box.scrollTo(0, box.scrollHeight)")
        await expect(choices).not_to_have_class("cut", timeout=PATIENCE)
        assert not await choices.evaluate(IS_FADED)
        await user.press("Escape", "Escape")
        await expect(choices).not_to_have_class("cut", timeout=PATIENCE)
        assert user.problems == []


@pytest.mark.parametrize("size", [DESK, TELEPHONE], ids=["desk", "telephone"])
async def test_what_others_have_played_takes_the_room_until_there_is_a_choice(
    host: Host, site: Site, size: ViewportSize
) -> None:
    table = await large_game(host, 6)
    table = running(await fast_forward(host, table.number, neat_turns(12), until=is_plain))
    async with browser() as chromium:
        user = await open_page(chromium, site, player(table.next_seat), table.number, size)
        said, prompt = user.page.locator("#said"), user.page.locator("#prompt")
        await expect(said).to_contain_text("Your turn.", timeout=PATIENCE)
        if await hidden_height(said):
            await expect(said).to_have_class("cut", timeout=PATIENCE)
            free = await top(user.page.locator("#acts")) - await bottom(prompt)
            assert free < LITTLE
        assert await bottom(said) <= await top(prompt)
        assert user.problems == []
