"""Turns on the page: with a mouse, with the keyboard alone, with a finger; what can go wrong meanwhile."""

import asyncio
import os
import re

import pytest
from playwright.async_api import Request, Route, ViewportSize, expect

from carcassonne import (
    Deploy,
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    Position,
    Rotation,
    State,
    apply_all,
    legal_placements,
)
from carcassonne.figures import BUILDER
from carcassonne.lookahead import legal_turns
from host.host import Host
from tests.fixtures.positions import fast_forward, first_legal_turn, random_turns
from tests.host.tables import ANN, BOB, running
from tests.sandbox.browser_user import BROWSER, PATIENCE, browser
from tests.web.page_games import (
    ASKED_SOON,
    cells_of,
    is_anns_turn_with_a_choice,
    play_elsewhere,
    started,
    turnable_cells,
)
from tests.web.page_user import DESK, TELEPHONE, open_page
from tests.web.site import Site

pytestmark = [
    pytest.mark.pictures,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]


async def test_a_turn_with_a_mouse(host: Host, site: Site) -> None:
    """The document's five sentences: clicking, dragging, the arrow, the squares, the X."""
    number = await started(host, takeback=20)
    state = (await fast_forward(host, number, random_turns(1), until=is_anns_turn_with_a_choice)).state
    async with browser() as chromium:
        ann, bob = await open_page(chromium, site, ANN, number), await open_page(chromium, site, BOB, number)
        await ann.sees("Your turn.")
        assert "code" not in ann.page.url
        await expect(ann.page.locator("#players li[aria-current]")).to_contain_text("** Ann **")
        await expect(ann.page.locator(".tilesLeft")).to_have_text(re.compile(r"\d+ tiles left"))
        await expect(bob.page.locator("#players .name").first).to_have_text("** Ann **", timeout=PATIENCE)
        await expect(bob.cells).to_have_count(0)

        # Dragging from a lit cell moves the board, and places nothing.
        box = await ann.cells.first.bounding_box()
        assert box is not None
        before = await ann.view()
        await ann.page.mouse.move(box["x"] + 10, box["y"] + 10)
        await ann.page.mouse.down()
        await ann.page.mouse.move(box["x"] + 60, box["y"] + 40, steps=4)
        await ann.page.mouse.up()
        assert await ann.view() != before
        await expect(ann.laid).to_have_count(0)

        # A click places the tile; the arrow, and a second click, turn it among the rotations that fit.
        turnable = cells_of(state).index(next(iter(turnable_cells(state))))
        await ann.place(turnable)
        first = await ann.laid.get_attribute("src")
        await ann.page.get_by_label("Turn the tile", exact=True).click()
        await expect(ann.laid).not_to_have_attribute("src", first or "")
        turned = await ann.laid.get_attribute("src")
        await ann.cells.nth(turnable).click()
        await expect(ann.laid).not_to_have_attribute("src", turned or "")
        await expect(ann.confirm).to_be_disabled()

        # A square puts a figure there, the red X takes it away; Confirm plays.
        await ann.squares.first.click()
        await expect(ann.page.locator("#hand .figure")).to_be_visible()
        await expect(ann.page.locator("#prompt")).to_contain_text("Press Confirm.")
        await ann.page.locator(".nobody").click()
        await expect(ann.page.locator("#hand .figure")).to_have_count(0)
        await ann.squares.first.click()
        await ann.confirm.click()
        await bob.sees("Ann placed tile")
        tiles = len(state.cells)
        await expect(bob.tiles).to_have_count(tiles + 1)
        await bob.sees("Ann can still undo the turn.")

        # Undo, as everywhere; then the turn again, and Done.
        await ann.page.get_by_text(re.compile(r"^Undo \(\d+\)$")).click()
        await expect(bob.tiles).to_have_count(tiles, timeout=PATIENCE)
        await ann.play()
        await ann.page.locator(".done").click()
        await bob.sees("Your turn.")
        await expect(bob.cells.first).to_be_visible()
        assert [ann.problems, bob.problems] == [[], []]
    assert running(await host.tables.load(number)).state.turn == state.turn + 1


@pytest.mark.slow
async def test_what_a_figure_does_stands_below_the_choices(host: Host, site: Site) -> None:
    number = await started(host, "new-edition", ("inns",))
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        notes = ann.page.locator("#choices .note")
        await ann.place()
        await expect(notes).to_have_text("Big follower: counts as two where players compare who has more.")
        await ann.squares.first.click()
        await expect(notes).to_have_count(1)
        assert ann.problems == []


async def test_a_key_pressed_right_after_a_dialog_has_closed_counts(host: Host, site: Site) -> None:
    """Until the next frame, a button in the closed dialog has the focus."""
    number = await started(host)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.sees("Your turn.")
        await ann.press("?")
        await expect(ann.page.get_by_role("dialog")).to_be_visible()
        await ann.page.evaluate(
            """() => {
                document.getElementById("dialog").close();
                const inside = document.querySelector("#dialog button");
                inside.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
            }"""
        )
        await ann.heard("Choose a marked cell with the arrow keys, then press Enter.")


@pytest.mark.slow
async def test_the_cross_tells_of_a_feature_as_the_next_turn_leaves_it(host: Host, site: Site) -> None:
    """It told what had been so when it came there: that a road has one tile, and nobody on it."""
    number = await started(host)
    async with browser() as chromium:
        bob = await open_page(chromium, site, BOB, number)
        await bob.sees("Ann's turn.")
        await bob.press("f")
        hint = bob.page.locator("#hint")
        await expect(hint).to_have_text("Road, 1 tile, 2 open ends.", timeout=PATIENCE)
        await play_elsewhere(host, number)
        await expect(hint).to_contain_text("Ann holds it", timeout=PATIENCE)
        await bob.press("Escape")
        await expect(hint).to_be_hidden()
        assert bob.problems == []


@pytest.mark.slow
async def test_a_second_press_right_after_the_first_is_no_error(host: Host, site: Site) -> None:
    """Who pressed Undo twice read that the turn is over, although it was undone."""
    number = await started(host, takeback=30)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.play()
        refused: list[str] = []
        ann.page.on("response", lambda response: refused.append(response.url) if response.status == 409 else None)
        await ann.page.locator(".undo").dblclick(delay=5)
        await ann.sees("Your turn.")
        await ann.play()
        await ann.sees("You can still undo your turn.")
        assert refused == []
        await expect(ann.page.locator("#notice")).to_be_hidden()


@pytest.mark.slow
async def test_undo_counts_as_soon_as_it_is_there(host: Host, site: Site) -> None:
    """While the page asked once more for what is stored, a press counted as the second one on what was sent before."""
    number = await started(host, takeback=30)
    sending, asked = list[Request](), list[str]()
    is_sent, may_answer = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        if sending:
            asked.append(route.request.url)
            await (is_sent if len(asked) == 1 else may_answer).wait()  # the first one waits, so a second one follows
        await route.continue_()

    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await ann.page.route(f"**/api/games/{number}", hold)
        ann.page.on("request", lambda request: sending.append(request) if request.url.endswith("/turn") else None)
        ann.page.on("response", lambda response: is_sent.set() if response.url.endswith("/turn") else None)
        await ann.play()
        await expect(ann.page.locator(".undo")).to_be_visible(timeout=PATIENCE)
        async with ann.page.expect_request("**/takeback", timeout=PATIENCE):
            await ann.page.locator(".undo").click()
        may_answer.set()
        await ann.sees("Your turn.")
        assert ann.problems == []


@pytest.mark.slow
async def test_keys_count_on_the_slider_of_the_turns_so_far(host: Host, site: Site) -> None:
    """After a press on the slider, neither Escape nor H nor Space did anything."""
    number = await started(host)
    await play_elsewhere(host, number)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        history, slider = ann.page.locator("#history"), ann.page.get_by_role("slider")
        await ann.sees("Bob's turn.")
        for key in ("Escape", "h"):
            await ann.press("h")
            await slider.click(timeout=PATIENCE)
            await ann.press("Home")
            await expect(ann.page.locator(".counted")).to_have_text("Turn 0 of 1")
            await ann.press("ArrowRight")
            await expect(ann.page.locator(".counted")).to_have_text("Turn 1 of 1")
            await ann.press(key)
            await expect(history).to_be_hidden(timeout=PATIENCE)
        assert ann.problems == []


@pytest.mark.slow
async def test_space_presses_a_cell_after_the_board_was_dragged(host: Host, site: Site) -> None:
    """It did nothing until the mouse was pressed again: the board took it for the end of the drag."""
    number = await started(host)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number)
        await expect(ann.cells.first).to_be_visible(timeout=PATIENCE)
        box = await ann.page.locator("#board").bounding_box()
        assert box is not None
        before = await ann.view()
        await ann.page.mouse.move(box["x"] + 30, box["y"] + 30)
        await ann.page.mouse.down()
        await ann.page.mouse.move(box["x"] + 90, box["y"] + 60, steps=3)
        await ann.page.mouse.up()
        assert await ann.view() != before
        await ann.press("ArrowRight", " ")
        await expect(ann.laid).to_be_visible(timeout=PATIENCE)


@pytest.mark.slow
async def test_a_turn_with_the_keyboard_alone_on_a_telephone(host: Host, site: Site) -> None:
    number = await started(host)
    async with browser() as chromium:
        ann = await open_page(chromium, site, ANN, number, TELEPHONE)
        await ann.sees("Your turn.")
        await ann.press("?")
        await expect(ann.page.get_by_role("dialog")).to_contain_text("Turn the tile")
        await ann.press("Escape")
        await expect(ann.page.get_by_role("dialog")).to_be_hidden()
        await ann.press("Enter")
        await ann.heard("Choose a marked cell with the arrow keys, then press Enter.")
        await ann.press("ArrowRight")
        focused = ann.page.locator(".cell:focus")
        await expect(focused).to_have_attribute("aria-label", re.compile(r"^[A-Z]+\d+: fits"))
        cell = await focused.inner_text()
        await ann.press("ArrowLeft", "ArrowRight")
        await expect(focused).to_have_text(cell)
        await ann.press("Enter")
        await expect(ann.page.locator("#prompt")).to_contain_text("Choose a square for a follower")
        await ann.press("r")
        await ann.heard(re.compile(rf"^{cell}, turned \d+°$"))
        await expect(ann.page.locator("#choices button").last).to_be_visible()
        await ann.press("Enter")
        await ann.heard(re.compile("^Press a number or letter"))
        key = await ann.squares.first.inner_text()
        await ann.press(key)
        await expect(ann.page.locator("#choices [aria-pressed=true]")).to_contain_text(key)
        await ann.press("Escape")
        await expect(ann.page.locator("#choices [aria-pressed=true]")).to_have_count(0)
        await ann.press("Escape")
        await expect(ann.laid).to_have_count(0)
        await ann.press("Enter")
        await expect(ann.page.locator("#choices button").last).to_be_visible()
        await ann.press("x", "Enter")
        await ann.sees("Bob's turn.")
        await expect(ann.tiles).to_have_count(2)
        assert await ann.page.evaluate("document.documentElement.scrollWidth") == TELEPHONE["width"]
        assert ann.problems == []
    assert running(await host.tables.load(number)).state.turn == 1


@pytest.mark.slow
async def test_the_castle_asks_its_questions_on_the_page(host: Host, site: Site) -> None:
    number = await started(host, "castle")
    table = await fast_forward(host, number, random_turns(ASKED_SOON), until=lambda state: state.phase is Phase.ASK)
    asked = running(table)
    async with browser() as chromium:
        page = await open_page(chromium, site, ANN if asked.next_seat.person == ANN else BOB, number)
        question = page.page.locator("#question")
        await expect(question).to_be_visible(timeout=PATIENCE)
        assert await question.get_by_role("button").count() > 1
        await expect(page.cells).to_have_count(0)
        await page.press("1")
        await expect(question).to_be_hidden(timeout=PATIENCE)
        assert page.problems == []
    assert (await host.tables.load(number)).ply > asked.ply


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, TELEPHONE], ids=["desk", "telephone"])
async def test_an_answer_of_the_castle_is_pressed_with_the_mouse(host: Host, site: Site, size: ViewportSize) -> None:
    """Only keys answered on a large screen: the empty box of the choices for a tile lay above the answers."""
    number = await started(host, "castle")
    table = await fast_forward(host, number, random_turns(ASKED_SOON), until=lambda state: state.phase is Phase.ASK)
    asked = running(table)
    async with browser() as chromium:
        page = await open_page(chromium, site, ANN if asked.next_seat.person == ANN else BOB, number, size)
        question = page.page.locator("#question")
        await question.get_by_role("button").first.click()
        await expect(question).to_be_hidden(timeout=PATIENCE)
        assert page.problems == []
    assert (await host.tables.load(number)).ply > asked.ply


@pytest.mark.slow
async def test_after_a_turn_with_a_builder_the_same_person_plays_another(host: Host, site: Site) -> None:
    number = await started(host, options=("inns", "traders"))
    table = running(await fast_forward(host, number, building_turns, until=lambda state: bool(extending_turns(state))))
    cell, rotation = extending_turns(table.state)[0]
    async with browser() as chromium:
        page = await open_page(chromium, site, ANN if table.next_seat.person == ANN else BOB, number)
        await page.sees("Your turn.")
        await page.place(cells_of(table.state).index(cell))
        while await page.page.locator("#hand .tile img").first.get_attribute("data-rotation") != str(rotation):
            await page.press("r")
        await page.page.locator(".nobody").click()
        await page.confirm.click()
        await expect(page.tiles).to_have_count(len(table.state.cells) + 1, timeout=PATIENCE)
        await page.sees("Your turn.")
        await page.play()
        await page.sees("'s turn.")
        await expect(page.tiles).to_have_count(len(table.state.cells) + 2)
        assert page.problems == []


def extending_turns(state: State) -> list[tuple[Position, Rotation]]:
    """The placements after which, with nobody on the tile, its player plays again."""
    if state.phase is not Phase.PLACE:
        return []
    return [
        place
        for place in legal_placements(state)
        if apply_all(state, [PlaceTile(*place), DeployNobody()]).state.seat == state.seat
    ]


def building_turns(state: State) -> list[Move]:
    """A turn that places a builder if one can be placed, else the first legal turn."""
    for cell, rotation, move in legal_turns(state):
        if isinstance(move, Deploy) and move.figure is BUILDER:
            return [PlaceTile(cell, rotation), move]
    return first_legal_turn(state)
