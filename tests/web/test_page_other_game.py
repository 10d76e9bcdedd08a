"""Going from one game to another, whatever is open on the page; and its history, which hides what can be done now."""

import asyncio
import os
import re

import pytest
from playwright.async_api import Route, expect

from carcassonne import DeployNobody, Move, Phase, PlaceTile, Position, State, column_row, format_cell, legal_placements
from host.host import Host
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN, BOB, CID, OTHER_CHANNEL, begin, running
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


async def test_another_game_opens_from_the_history_of_one(host: Host, site: Site) -> None:
    """The page stayed on the first game, whose history it had closed, and heard of neither."""
    first = (await begin(host, ANN, BOB, edition="classic")).number
    second = (await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")).number
    await play_elsewhere(host, first)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, first)
        await expect(ann.tiles).to_have_count(2, timeout=PATIENCE)
        await ann.press("h")
        await expect(ann.page.locator("#history")).to_be_visible(timeout=PATIENCE)
        await ann.press("g")
        await ann.page.locator(".games li").filter(has_text=f"#{second}").get_by_role("link").click()
        await expect(ann.page.locator("#title")).to_have_text(f"Carcassonne #{second}", timeout=PATIENCE)
        await expect(ann.tiles).to_have_count(1)
        await expect(ann.page.locator("#history")).to_be_hidden()
        await ann.play()
        await ann.sees("Bob's turn.")
        assert ann.problems == []


async def test_in_turns_before_somebody_resigned_their_card_is_like_others(host: Host, site: Site) -> None:
    """It was faded in all turns, and had all followers left after the resignation."""
    number = (await begin(host, ANN, BOB, CID, edition="classic")).number
    await play_elsewhere(host, number)
    await host.turns.resign(number, ANN)
    await play_elsewhere(host, number)
    async with browser() as chromium:
        bob = await open_page(chromium, site, BOB, number)
        await expect(bob.tiles).to_have_count(3, timeout=PATIENCE)
        card = bob.page.locator("#players li").first
        await bob.press("h")
        # The card is the same before the history is there.
        await expect(bob.page.locator("#history")).to_be_visible(timeout=PATIENCE)
        await expect(card.locator(".left")).to_have_text("resigned")
        await expect(card).to_have_class("gone")
        await bob.press("Home")
        await expect(card.locator(".left")).to_have_text("Followers left: 7")
        await expect(card).not_to_have_class("gone")
        assert bob.problems == []


async def test_nothing_is_played_before_the_other_game_is_there(host: Host, site: Site) -> None:
    """Confirm sent the turn that was chosen in the first game to the second one, and keys were errors of the page."""
    first = (await begin(host, ANN, BOB, edition="classic")).number
    second = (await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, first)
        await ann.place()
        await ann.page.locator(".nobody").click()
        sent: list[str] = []
        ann.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        may_come = asyncio.Event()

        async def hold(route: Route) -> None:
            await may_come.wait()
            await route.continue_()

        await ann.page.route(f"**/api/games/{second}", hold)
        async with ann.page.expect_request(f"**/api/games/{second}"):
            await ann.page.evaluate(f"location.hash = 'game={second}'")
        await ann.press("f", "s", "u", "Enter")
        await ann.confirm.click(force=True)
        may_come.set()
        await expect(ann.page.locator("#title")).to_have_text(f"Carcassonne #{second}", timeout=PATIENCE)
        await ann.play()
        await ann.sees("Bob's turn.")
        assert [url.rpartition("/games/")[2] for url in sent] == [f"{second}/turn"]
        assert ann.problems == []
    assert running(await host.tables.load(first)).state.turn == 0


async def test_a_turn_that_arrives_after_going_on_leaves_the_other_game_alone(host: Host, site: Site) -> None:
    """The other game had as many turns, and nothing could be chosen there any more."""
    first = (await begin(host, ANN, BOB, edition="classic")).number
    second = (await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, first)
        may_come = asyncio.Event()

        async def hold(route: Route) -> None:
            answer = await route.fetch()
            await may_come.wait()
            await route.fulfill(response=answer)

        await ann.page.route(f"**/api/games/{first}/turn", hold)
        await ann.play()
        await ann.page.evaluate(f"location.hash = 'game={second}'")
        await expect(ann.page.locator("#title")).to_have_text(f"Carcassonne #{second}", timeout=PATIENCE)
        async with (
            ann.page.expect_response(f"**/api/games/{first}/turn"),
            ann.page.expect_response(f"**/api/games/{second}"),
        ):
            may_come.set()
        await ann.play()
        await ann.sees("Bob's turn.")
    assert running(await host.tables.load(second)).state.turn == 1


async def test_another_game_opens_without_the_view_of_the_first(host: Host, site: Site) -> None:
    first = (await begin(host, ANN, BOB, edition="classic")).number
    second = (await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, first)
        switch = ann.page.get_by_role("button", name="Who holds what")
        await switch.click(timeout=PATIENCE)
        await ann.sees("means they hold it")
        await ann.press("g")
        await ann.page.locator(".games li").filter(has_text=f"#{second}").get_by_role("link").click()
        await expect(ann.page.locator("#title")).to_have_text(f"Carcassonne #{second}", timeout=PATIENCE)
        await expect(switch).to_have_attribute("aria-pressed", "false")
        assert ann.problems == []


async def test_another_game_opens_with_its_whole_board(host: Host, site: Site) -> None:
    """It opened as large and in the same place as the first one was looked at, where it had no tile at all."""
    first = (await begin(host, ANN, BOB, edition="classic")).number
    second = (await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")).number
    await fast_forward(host, first, random_turns(1), 40)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, first)
        await expect(ann.tiles).to_have_count(41, timeout=PATIENCE)
        await ann.press("Escape", "5", *["+"] * 4)
        await expect(ann.page.get_by_role("button", name="Show the whole board")).to_have_attribute(
            "aria-pressed", "false"
        )
        await ann.page.evaluate(f"location.hash = 'game={second}'")
        await expect(ann.tiles).to_have_count(1, timeout=PATIENCE)
        await expect(ann.page.get_by_role("button", name="Show the whole board")).to_have_attribute(
            "aria-pressed", "true"
        )
        await expect(ann.tiles.first).to_be_in_viewport()
        assert ann.problems == []


async def test_a_page_of_my_games_alone_tells_of_a_game_that_begins_to_wait(host: Host, site: Site) -> None:
    """It was told, and showed what had been so when it was opened."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        bob = await open_page(chromium, site, BOB, None)
        await expect(bob.page.locator(".games li")).to_contain_text("Ann's turn.", timeout=PATIENCE)
        await play_elsewhere(host, number)
        await expect(bob.page.locator(".games .waits")).to_contain_text("Your turn.", timeout=PATIENCE)
        assert bob.problems == []


async def test_my_games_say_that_there_is_no_connection(host: Host, site: Site) -> None:
    """Whoever pressed the switch saw nothing, and the browser told of an error."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.page.context.set_offline(True)
        await ann.page.get_by_role("button", name="My games").click()
        await expect(ann.page.locator("#notice")).to_have_text("No connection. Trying again …", timeout=PATIENCE)
        assert ann.problems == []


async def test_a_game_that_the_browser_goes_back_to_is_not_covered(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, None)
        await ann.page.locator(".games li").get_by_role("link").click(timeout=PATIENCE)
        await ann.sees("Your turn.")
        await ann.page.go_back()
        await expect(ann.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
        await ann.page.go_forward()
        await ann.sees("Your turn.")
        await expect(ann.page.get_by_role("dialog")).to_be_hidden()
        await ann.play()
        await ann.sees("Bob's turn.")
        assert ann.problems == []
    assert (await host.tables.load(number)).ply > 1


async def test_what_lies_above_nothing_stays(host: Host, site: Site) -> None:
    """A second Escape closed the list of games, and nothing but the sign that a board comes was there any more."""
    await begin(host, ANN, BOB, edition="classic")
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, None)
        await expect(ann.page.locator(".games li")).to_be_visible(timeout=PATIENCE)
        await ann.press("Escape", "Escape", "Escape")
        await ann.page.locator(".games li").get_by_role("link").click()
        await ann.sees("Your turn.")
        await ann.press("g")
        await expect(ann.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
        await ann.press("Escape")
        await expect(ann.page.get_by_role("dialog")).to_be_hidden()


async def test_no_key_answers_a_question_that_history_hides(host: Host, site: Site) -> None:
    number = await started(host, "castle")
    table = await fast_forward(host, number, random_turns(ASKED_SOON), until=lambda state: state.phase is Phase.ASK)
    asked = running(table)
    async with browser() as chromium:
        page = await open_page(chromium, site, ANN if asked.next_seat.person == ANN else BOB, number)
        await expect(page.page.locator("#question")).to_be_visible(timeout=PATIENCE)
        await page.press("h")
        await expect(page.page.locator("#history")).to_be_visible(timeout=PATIENCE)
        await expect(page.page.locator("#question")).to_be_hidden()
        await page.press("1")
        await page.page.wait_for_timeout(1000)
        assert (await host.tables.load(number)).ply == asked.ply


async def test_history_tells_nothing_of_tiles_that_are_not_there_yet(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    table = running(await fast_forward(host, number, random_turns(1), 6))
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await expect(ann.tiles).to_have_count(len(table.state.cells), timeout=PATIENCE)
        box = await ann.tiles.last.bounding_box()
        assert box is not None
        await ann.press("h")
        await expect(ann.page.locator(".counted")).to_have_text("Turn 6 of 6", timeout=PATIENCE)
        await ann.press("Home")
        await expect(ann.tiles).to_have_count(1)
        await ann.page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.2)
        await ann.page.wait_for_timeout(1500)
        await expect(ann.page.locator("#hint")).to_be_hidden()
        await expect(ann.page.locator(".tints img")).to_have_count(0)


async def test_the_last_tile_of_who_has_resigned_has_its_number(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, CID, edition="classic")).number
    await play_elsewhere(host, number)
    async with browser() as chromium:
        bob = await open_page(chromium, site, BOB, number)
        frames = bob.page.locator(".frames .frame")
        await expect(frames.last).to_have_text("1", timeout=PATIENCE)
        await host.turns.resign(number, ANN)
        await expect(bob.page.locator("#players .gone")).to_have_count(1, timeout=5000)
        await expect(frames.last).to_have_text("1")


async def test_rows_north_of_the_first_are_rows(host: Host, site: Site) -> None:
    """Their names begin with a minus, as those of columns west of A do: they stood above the board, and nothing was
    told of the tiles there.
    """
    number = (await begin(host, ANN, BOB, edition="classic")).number
    table = running(await fast_forward(host, number, northward, until=lambda state: row_of(min(state.cells)) < 0))
    cell = min(table.state.cells)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await expect(ann.tiles).to_have_count(len(table.state.cells), timeout=PATIENCE)
        names = await ann.page.locator(".ruler.rows span").all_text_contents()
        assert "-1" in names
        assert all(name.isalpha() for name in await ann.page.locator(".ruler.columns span").all_text_contents())
        asked = ann.page.expect_request(re.compile(r"/feature\?"))
        async with asked as request:
            top = await ann.page.locator(".shadows > div").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect()).map(one => [one.x, one.y, one.width])"
                ".reduce((one, other) => other[1] < one[1] ? other : one)"
            )
            await ann.page.mouse.move(top[0] + top[2] * 0.4, top[1] + top[2] * 0.4)
        assert f"at={format_cell(cell)}&" in (await request.value).url
        assert ann.problems == []


def row_of(position: Position) -> int:
    return column_row(position)[1]


def northward(state: State) -> list[Move]:
    """The turn that goes farthest north, without a figure."""
    return [PlaceTile(*min(legal_placements(state))), DeployNobody()]
