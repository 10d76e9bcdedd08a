"""The page while things happen elsewhere: others play, the bot starts anew, the network is away, another tab plays."""

import asyncio
import os
import re
from collections.abc import Mapping
from datetime import timedelta

import pytest
from playwright.async_api import Route, expect

from host.host import Host
from screens.pictures import Pictures
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN, BOB, CID, OTHER_CHANNEL, Clock, begin, running
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_games import SLACK, play_elsewhere
from tests.web.page_turns import started
from tests.web.page_user import TELEPHONE, PageUser, open_page
from tests.web.site import BotWithoutDiscord, Site, open_site

pytestmark = [
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]


@pytest.mark.slow
async def test_two_tabs_of_one_person_show_the_same(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        one = await open_page(chromium, site, ANN, number)
        await one.sees("Your turn.")
        other = PageUser(await one.page.context.new_page())
        await other.page.goto(one.page.url)
        await other.sees("Your turn.")

        # What one tab plays is in the other.
        await other.place()
        await one.play()
        await expect(other.tiles).to_have_count(2, timeout=PATIENCE)
        await other.sees("Bob's turn.")
        await expect(other.laid).to_have_count(0)
        assert [one.problems, other.problems] == [[], []]

        # So is what is played elsewhere: a tile that was placed but not played goes back.
        await play_elsewhere(host, number)
        await other.sees("Your turn.")
        await other.place()
        await play_elsewhere(host, number)
        await other.sees("Bob's turn.")
        await expect(other.laid).to_have_count(0)


@pytest.mark.slow
async def test_what_was_chosen_on_an_old_position_is_refused(host: Host, site: Site) -> None:
    """The news of the other turn are held back, so that the page believes that it may still play."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.place()
        await ann.page.locator(".nobody").click()
        await ann.page.route(re.compile(rf"/api/(events|games/{number}$)"), hold)
        await play_elsewhere(host, number)
        await ann.confirm.click()
        await expect(ann.page.locator("#notice")).to_be_visible(timeout=PATIENCE)
        await ann.page.unroute(re.compile(rf"/api/(events|games/{number}$)"), hold)
        await ann.sees("Bob's turn.")
        await expect(ann.tiles).to_have_count(2)
    assert running(await host.tables.load(number)).state.turn == 1


async def hold(route: Route) -> None:
    """Let a request fail, as without a network."""
    await route.abort()


async def test_the_page_is_right_again_after_a_restart(host: Host) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    pictures = Pictures()
    bot = BotWithoutDiscord(host, pictures, {1: {ANN.id, BOB.id}})
    async with browser() as chromium:
        async with open_site(bot) as site:
            port = int(site.url.rpartition(":")[2])
            ann = await open_page(chromium, site, ANN, number)
            await ann.sees("Your turn.")
        await expect(ann.page.locator("#offline")).to_be_visible(timeout=PATIENCE)
        await play_elsewhere(host, number)
        async with open_site(bot, port):
            await expect(ann.tiles).to_have_count(2, timeout=5_000 * SLACK)
            await ann.sees("Bob's turn.")
            await expect(ann.page.locator("#offline")).to_be_hidden()
            assert ann.problems == []
    await pictures.close()


@pytest.mark.slow
async def test_the_page_is_right_again_after_the_network_was_away(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.page.context.set_offline(True)
        await expect(ann.page.locator("#offline")).to_be_visible(timeout=PATIENCE)
        await play_elsewhere(host, number)
        await ann.page.context.set_offline(False)
        await expect(ann.tiles).to_have_count(2, timeout=5_000 * SLACK)
        await expect(ann.page.locator("#offline")).to_be_hidden()
        await play_elsewhere(host, number)
        await ann.sees("Your turn.")
        await expect(ann.cells.first).to_be_visible()


@pytest.mark.slow
async def test_after_a_gap_a_page_has_the_deadline_that_a_vacation_put_off(
    host: Host, site: Site, clock: Clock
) -> None:
    """It was sent, and the page took the game for the one that it showed already."""
    number = await started(host, pace="24h")
    async with browser() as chromium:
        bob = await open_page(chromium, site, BOB, number)
        await bob.sees("Until")
        before = await bob.page.locator("#said").inner_text()
        await bob.page.context.set_offline(True)
        await expect(bob.page.locator("#offline")).to_be_visible(timeout=PATIENCE)
        today = clock()
        await host.people.plan_vacation(ANN, f"{today:%Y-%m-%d}", f"{today + timedelta(days=5):%Y-%m-%d}")
        await bob.page.context.set_offline(False)
        await expect(bob.page.locator("#said")).not_to_have_text(before, timeout=PATIENCE)
        await bob.sees("Until")
        assert bob.problems == []


@pytest.mark.slow
async def test_pictures_that_a_gap_has_cost_are_there_after_it(host: Host, site: Site) -> None:
    """Where the bot ended between a turn and its pictures, the tile stayed an empty frame."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.page.route("**/pictures/**", hold)
        async with ann.page.expect_event("requestfailed", lambda request: "?game=" in request.url):
            await play_elsewhere(host, number)
        await ann.page.context.set_offline(True)
        await expect(ann.page.locator("#offline")).to_be_visible(timeout=PATIENCE)
        await ann.page.unroute("**/pictures/**", hold)
        async with ann.page.expect_response("**/pictures/**"):
            await ann.page.context.set_offline(False)
        await ann.page.evaluate("Promise.all([...document.images].map((one) => one.decode()))")


@pytest.mark.slow
async def test_whose_turn_it_becomes_is_called_unless_they_don_t_want_that(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        bob = await open_page(chromium, site, BOB, number)
        await bob.sees("Ann's turn.")
        await bob.page.evaluate(
            "() => { window.sounds = 0; AudioContext.prototype.resume = async () => { window.sounds += 1 } }"
        )
        await expect(bob.page).to_have_title(f"Carcassonne #{number}")
        await bob.press("Shift")
        await play_elsewhere(host, number)
        await expect(bob.page).to_have_title(f"● Your turn – Carcassonne #{number}", timeout=PATIENCE)
        assert await bob.page.evaluate("window.sounds") == 1
        await bob.press("s")
        await bob.heard("Sound off")
        await expect(bob.page).to_have_title(f"Carcassonne #{number}")
        await bob.page.reload()
        await bob.sees("Your turn.")
        await expect(bob.page).to_have_title(f"Carcassonne #{number}")
        await expect(bob.page.get_by_label("Sound when it's my turn")).to_have_attribute("aria-pressed", "false")


async def test_who_only_watches_has_nothing_to_press(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        cid = await open_page(chromium, site, CID, number)
        await cid.sees("Ann's turn.")
        await expect(cid.page.locator("#prompt")).to_have_text("You're watching.")
        await expect(cid.page.locator("#hand .tile img").first).to_be_visible()
        for control in (".confirm", ".nobody", ".arrow", ".undo", ".done"):
            await expect(cid.page.locator(control)).to_be_hidden()
        await expect(cid.cells).to_have_count(0)
        await play_elsewhere(host, number)
        await expect(cid.tiles).to_have_count(2, timeout=PATIENCE)
        assert cid.problems == []


@pytest.mark.slow
async def test_my_games_lead_to_the_next_one_that_waits(host: Host, site: Site) -> None:
    first = (await begin(host, ANN, BOB, edition="classic")).number
    second = (await begin(host, ANN, BOB, venue=OTHER_CHANNEL, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, None)
        games = ann.page.locator(".games li")
        await expect(games).to_have_count(2, timeout=PATIENCE)
        await games.filter(has_text=f"#{first}").get_by_role("link").click()
        await ann.sees("Your turn.")
        await ann.play()
        await ann.page.get_by_text(f"Next: Carcassonne #{second}").click()
        await expect(ann.page.locator("#title")).to_have_text(f"Carcassonne #{second}", timeout=PATIENCE)
        await expect(ann.tiles).to_have_count(1)
        await ann.play()
        await ann.sees("Bob's turn.")
        await expect(ann.page.locator(".next")).to_be_hidden()
        await play_elsewhere(host, first)
        await expect(ann.page.locator(".next")).to_have_text(f"Next: Carcassonne #{first}", timeout=PATIENCE)
        assert ann.problems == []


@pytest.mark.slow
async def test_the_switch_of_a_view_that_did_not_come_is_not_pressed(host: Host, site: Site) -> None:
    """It stayed pressed above a board without the view, also when the connection was there again."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        switch = ann.page.get_by_role("button", name="Who holds what")
        await ann.page.context.set_offline(True)
        await switch.click()
        await expect(ann.page.locator("#notice")).to_be_visible(timeout=PATIENCE)
        await expect(switch).to_have_attribute("aria-pressed", "false")
        await ann.page.context.set_offline(False)
        await switch.click()
        await ann.sees("means they hold it")
        assert ann.problems == []


@pytest.mark.slow
async def test_a_rematch_leads_to_the_next_game(host: Host, site: Site) -> None:
    """Who asks first hears that others are waited for; who asks last is led there."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann, bob = await open_page(chromium, site, ANN, number), await open_page(chromium, site, BOB, number)
        await ann.sees("Your turn.")
        await expect(ann.page.locator(".again")).to_be_hidden()
        await host.turns.resign(number, BOB)
        await ann.page.get_by_role("button", name="Rematch").click(timeout=PATIENCE)
        await expect(ann.page.locator("#notice")).to_contain_text("once everybody is there", timeout=PATIENCE)
        await bob.page.get_by_role("button", name="Rematch").click(timeout=PATIENCE)
        await expect(bob.page.locator("#title")).to_have_text(f"Carcassonne #{number + 1}", timeout=PATIENCE)
        await expect(bob.page.locator(".again")).to_be_hidden()
        await ann.page.get_by_role("button", name="Rematch").click()
        await expect(ann.page.locator("#title")).to_have_text(f"Carcassonne #{number + 1}", timeout=PATIENCE)
        assert [ann.problems, bob.problems] == [[], []]


@pytest.mark.slow
async def test_after_a_resignation_the_page_says_once_who_won_and_leads_on_by_one_button(
    host: Host, site: Site
) -> None:
    number = (await begin(host, BOB, ANN, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await play_elsewhere(host, number)
        await ann.sees("Your turn.")
        await ann.play()
        heard = ann.page.locator("#heard")
        await expect(heard).to_contain_text("You placed tile", timeout=PATIENCE)
        await host.turns.resign(number, BOB)
        await ann.sees("Bob resigned, so Ann wins!")
        assert (await ann.page.locator("#said").inner_text()).count("Ann wins") == 1
        for person in (ANN, BOB):
            table = await site.bot.rematch(person, number)
        assert table.number == number + 1
        await expect(ann.page.locator(".next")).to_have_text(f"Next: Carcassonne #{table.number}", timeout=PATIENCE)
        await expect(ann.page.locator(".again")).to_be_hidden()
        await ann.page.locator(".next").click()
        await expect(ann.page.locator("#title")).to_have_text(f"Carcassonne #{table.number}", timeout=PATIENCE)
        await expect(heard).to_have_text("")
        assert ann.problems == []


@pytest.mark.slow
async def test_a_link_works_once_and_says_so(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    async with browser() as chromium:
        page = PageUser(await chromium.new_page())
        await page.page.goto(f"{site.url}/#code=nonsense&game={number}")
        await expect(page.page.get_by_role("dialog")).to_contain_text("link", timeout=PATIENCE)
        await expect(page.page.locator("#app")).to_be_hidden()
        await expect(page.page.locator("#wait")).to_be_hidden()


@pytest.mark.slow
async def test_a_link_signs_in_where_another_page_was(host: Host, site: Site) -> None:
    """Pasted into the tab that asked for it, a link opened nothing, and its code stayed in the address."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.page.context.clear_cookies()
        await ann.page.reload()
        await expect(ann.page.get_by_role("dialog")).to_contain_text("isn't signed in", timeout=PATIENCE)
        code = await host.browsers.new_code(ANN, number)
        await ann.page.goto(f"{site.url}/#code={code}&game={number}")
        await ann.sees("Your turn.")
        assert ann.page.url == f"{site.url}/#game={number}"


@pytest.mark.slow
async def test_a_sign_says_that_the_board_comes(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    code, may_go_on = await host.browsers.new_code(ANN, number), asyncio.Event()

    async def wait(route: Route) -> None:
        await may_go_on.wait()
        await route.continue_()

    async with browser() as chromium:
        page = PageUser(await chromium.new_page())
        await page.page.route(re.compile(rf"/api/games/{number}$"), wait)
        await page.page.goto(f"{site.url}/#code={code}&game={number}")
        sign = page.page.get_by_role("img", name="Carcassonne …")
        await expect(sign).to_be_visible(timeout=PATIENCE)
        may_go_on.set()
        await page.sees("Your turn.")
        await expect(sign).to_be_hidden()


WORDS: Mapping[str, tuple[str, str]] = {"de": ("Du bist am Zug.", "Bestätigen")}


@pytest.mark.translations
@pytest.mark.parametrize("language", ["de"])
async def test_the_page_speaks_the_reader_s_language(host: Host, site: Site, language: str) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    site.bot.languages[ANN.id] = language
    turn, button = WORDS[language]
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, TELEPHONE)
        await ann.sees(turn)
        await expect(ann.confirm).to_have_text(button)
        assert await ann.page.evaluate("document.documentElement.lang") == language
        assert "undefined" not in await ann.page.locator("body").inner_text()


@pytest.mark.slow
@pytest.mark.translations
async def test_an_open_page_speaks_another_language_once_its_reader_does(host: Host, site: Site) -> None:
    """All of it does. What was chosen for a turn stays until the turn is played."""
    number = (await begin(host, ANN, BOB, edition="classic")).number
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await expect(ann.confirm).to_have_text("Confirm", timeout=PATIENCE)
        await ann.place()
        site.bot.languages[ANN.id] = "de"
        async with ann.page.expect_response(re.compile(rf"/api/games/{number}$")) as asked:
            await ann.page.evaluate("dispatchEvent(new Event('online'))")
        assert (await (await asked.value).json())["language"] == "de"
        await expect(ann.laid).to_be_visible()
        await ann.page.locator(".nobody").click()
        await ann.confirm.click()
        await expect(ann.confirm).to_have_text("Bestätigen", timeout=PATIENCE)
        assert await ann.page.evaluate("document.documentElement.lang") == "de"
        await ann.sees("Bob ist dran.")

        # Nothing is chosen now, so it is at once.
        site.bot.languages[ANN.id] = "fr"
        await ann.page.evaluate("dispatchEvent(new Event('online'))")
        await expect(ann.confirm).to_have_text("Confirmer", timeout=PATIENCE)
        assert await ann.page.evaluate("document.documentElement.lang") == "fr"
        assert ann.problems == []


@pytest.mark.slow
async def test_history_views_and_features(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    table = running(await fast_forward(host, number, random_turns(1), 6))
    tiles = len(table.state.cells)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await expect(ann.tiles).to_have_count(tiles, timeout=PATIENCE)

        # The turns so far, one by one; then back to the game, which has gone on.
        await ann.press("h")
        await expect(ann.page.locator(".counted")).to_have_text("Turn 6 of 6", timeout=PATIENCE)
        await ann.press("ArrowLeft", "ArrowLeft")
        await expect(ann.page.locator(".counted")).to_have_text("Turn 4 of 6")
        await expect(ann.tiles).to_have_count(tiles - 2)
        await expect(ann.cells).to_have_count(0)
        await play_elsewhere(host, number)
        await ann.press("Escape")
        await expect(ann.tiles).to_have_count(tiles + 1, timeout=PATIENCE)

        # A view, by its switch.
        switch = ann.page.get_by_role("button", name="Who holds what")
        before = await ann.page.locator(".layer img").first.get_attribute("src")
        await switch.click()
        await ann.sees("means they hold it")
        await expect(switch).to_have_attribute("aria-pressed", "true")
        await expect(ann.page.locator(".layer img").first).not_to_have_attribute("src", before or "")
        await switch.click()
        await ann.sees("turn.")

        # What lies below the mouse, and below the cross that the arrow keys move.
        hint = ann.page.locator("#hint")
        box = await ann.tiles.first.bounding_box()
        assert box is not None
        await ann.page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.2)
        await expect(hint).to_have_text(re.compile(r"^(City|Road|Field|Monastery)"), timeout=PATIENCE)
        await expect(ann.page.locator(".tints img").first).to_be_visible()
        await ann.press("f")
        await ann.press("ArrowLeft", "ArrowUp")
        await ann.heard(re.compile(r"^(City|Road|Field|Monastery)"))
        await ann.press("Escape")
        await expect(hint).to_be_hidden()
        assert ann.problems == []


@pytest.mark.slow
async def test_sizes_drag_and_zoom(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, edition="classic")).number
    await fast_forward(host, number, random_turns(1), 12)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await expect(ann.tiles).to_have_count(13, timeout=PATIENCE)
        whole = await ann.view()
        seen = {whole}
        for number_of_size in range(5):
            await ann.page.locator("#sizes button").nth(number_of_size).click()
            seen.add(await ann.view())
        assert len(seen) == 6
        await ann.press("a")
        assert await ann.view() == whole
        await ann.page.mouse.move(500, 400)
        await ann.page.mouse.wheel(0, -300)
        await expect(ann.page.locator("#sizes [aria-pressed=true]")).to_have_count(0)
        zoomed = await ann.view()
        await ann.page.mouse.down()
        await ann.page.mouse.move(560, 430, steps=3)
        await ann.page.mouse.up()
        assert await ann.view() not in (whole, zoomed)
        assert await ann.page.locator(".laid > img").count() == 0
