"""The page after a gap, and where the bot refuses something or can't be understood."""

import os

import pytest
from playwright.async_api import Route, expect

from host.host import Host
from tests.host.tables import ANN, BOB, OTHER_CHANNEL, begin
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_games import play_elsewhere
from tests.web.page_user import PageUser, open_page
from tests.web.site import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]


async def go_offline(user: PageUser) -> None:
    """Take the network away, and wait until the page says so."""
    await user.page.context.set_offline(True)
    await expect(user.page.locator("#offline")).to_be_visible(timeout=PATIENCE)


async def test_a_page_that_was_signed_out_elsewhere_says_so(host: Host, site: Site) -> None:
    """It tried for ever, and said that there is no connection."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await go_offline(ann)
        await host.browsers.end_all(ANN.id)
        await ann.page.context.set_offline(False)
        await expect(ann.page.get_by_role("dialog")).to_contain_text("isn't signed in", timeout=PATIENCE)
        assert ann.problems == []


async def test_after_a_gap_a_page_leads_to_a_game_that_waits_since(host: Host, site: Site) -> None:
    """Only its own game was asked for, and whoever watches it wasn't led on."""
    first = (await begin(host, BOB, ANN, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, first)
        await ann.sees("Bob's turn.")
        await go_offline(ann)
        second = (await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")).number
        await ann.page.context.set_offline(False)
        await expect(ann.page.locator(".next")).to_have_text(f"Next: Carcassonne #{second}", timeout=PATIENCE)
        assert ann.problems == []


async def test_beside_confirm_nothing_leads_on_where_my_games_did_not_come(host: Host, site: Site) -> None:
    """The link of the turn before stayed there, until the next change."""
    first = (await begin(host, BOB, ANN, edition="classic")).number
    await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, first)
        await expect(ann.page.locator(".next")).to_be_visible(timeout=PATIENCE)
        await ann.page.route("**/api/games", lambda route: route.abort())
        await play_elsewhere(host, first)
        await expect(ann.confirm).to_be_visible(timeout=PATIENCE)
        await expect(ann.page.locator(".next")).to_be_hidden(timeout=PATIENCE)


async def test_a_page_opens_after_the_bot_was_asked_too_often(host: Host, site: Site) -> None:
    """It stayed a sign that a board comes."""
    number = (await begin(host, ANN, BOB, edition="classic")).number

    async def refuse(route: Route) -> None:
        await route.fulfill(status=429, json={"error": "Slow down."})

    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.page.route("**/api/texts", refuse, times=1)
        await ann.page.reload()
        await ann.sees("Your turn.")
        assert ann.problems == []


async def test_who_opened_a_link_twice_reads_why_another_game_is_not_there(host: Host, site: Site) -> None:
    """They read that the link doesn't work, as long as the page was open."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.page.goto("about:blank")
        await ann.page.goto(f"{site.url}/#code=used&game={number}")
        await ann.sees("Your turn.")
        await ann.page.goto(f"{site.url}/#game={number + 1}")
        await expect(ann.page.get_by_role("dialog")).to_contain_text("no game", ignore_case=True, timeout=PATIENCE)
        await expect(ann.page.get_by_role("dialog")).not_to_contain_text("link")
        assert ann.problems == []


async def test_a_game_that_does_not_come_is_asked_for_again(host: Host, site: Site) -> None:
    """Where one answer got lost while events came, the page stayed as it was, and so did each press."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    held: list[Route] = []

    async def shorten(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(
            response=answer, body=(await answer.text()).replace("PATIENCE = 30_000", "PATIENCE = 5_000")
        )

    async def hold(route: Route) -> None:
        held.append(route)

    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.page.route("**/static/server.js", shorten)
        await ann.page.reload()
        await ann.sees("Your turn.")
        await ann.page.route(f"**/api/games/{number}", hold, times=1)
        async with ann.page.expect_request(f"**/api/games/{number}"):
            await play_elsewhere(host, number)
        await ann.sees("Bob's turn.")
        assert len(held) == 1
        assert ann.problems == []
