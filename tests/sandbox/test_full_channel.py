"""The page as a browser shows it: a channel full of pictures, a command on a phone, a person's direct messages."""

import asyncio
import contextlib
import io
import os
import re
import threading
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from PIL import Image
from playwright.async_api import Locator, expect

from sandbox.room import run
from tests.loopback.small_bot import SmallBot
from tests.loopback.world import BOT_PERMISSIONS
from tests.sandbox.browser_user import BROWSER, PATIENCE, BrowserUser, browser, newcomer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("CARCASSONNE_REQUIRE_BROWSER") != "1", reason="there is no browser here"
    ),
]


class Slow(discord.ui.Button[Any]):
    """A button that answers when the test says so."""

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self.pressed = asyncio.Event()
        self.may_answer = threading.Event()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        self.pressed.set()
        await interaction.response.defer(ephemeral=True)
        await asyncio.to_thread(self.may_answer.wait)  # as for a picture: SimCord waits for threads, not for events
        await interaction.followup.send(f"{self.label} is done", ephemeral=True)


class Private(discord.ui.Button[Any]):
    """A button that is answered in private. The answer becomes another one after a while."""

    def __init__(self) -> None:
        super().__init__(label="Private")
        self._tasks = set[asyncio.Task[Any]]()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("It takes some minutes.", ephemeral=True)
        self._tasks.add(asyncio.create_task(self._change(interaction)))

    async def _change(self, interaction: discord.Interaction[Any]) -> None:
        await asyncio.sleep(2)
        await interaction.edit_original_response(content="Here it is.")


def picture(number: int) -> discord.File:
    buffer = io.BytesIO()
    Image.new("RGB", (640, 480), (number, 90, 60)).save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "board.png")


def menu() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label=level) for level in ("Beginner", "Club", "Expert")]
    view.add_item(discord.ui.Select(placeholder="How well should it play?", options=options))
    return view


@contextlib.asynccontextmanager
async def room() -> AsyncIterator[tuple[SmallBot, discord.TextChannel, str]]:
    """A room in this process: its bot, its channel, and the page's address."""
    bot = SmallBot()
    opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(
        run(bot, port=0, greeting="Welcome!", bot_permissions=BOT_PERMISSIONS, on_open=opened.set_result)
    )
    try:
        address = await opened
        yield bot, bot.guilds[0].text_channels[0], address
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def fill(channel: discord.TextChannel, pictures: int) -> None:
    for number in range(pictures):
        await channel.send(f"Board {number}", file=picture(number))


async def loaded(person: BrowserUser) -> None:
    """Wait until every picture of the page is there."""
    await person.page.wait_for_function(
        "() => [...document.querySelectorAll('img.attachment-image')].every(image => image.naturalHeight)"
        " && window.simcordPreview.ready"
    )


async def scroll_to(element: Locator) -> None:
    """Scroll until the element is seen. The page scrolls back a little in the next frames, from under the mouse."""
    await element.scroll_into_view_if_needed()
    await element.evaluate(
        "async () => { for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); }"
    )


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
async def test_a_menu_in_a_full_channel_opens_and_stays_open(size: tuple[int, int]) -> None:
    async with browser() as chromium, room() as (_bot, channel, address):
        await fill(channel, 100)
        async with newcomer(chromium, address, *size) as person:
            await person.message("Board 99")
            await channel.send("The newest message", view=menu())
            trigger = (await person.message("The newest message")).locator(".select-trigger")
            await loaded(person)
            await scroll_to(trigger)
            await trigger.click()
            await expect(open_menus(person)).to_have_count(1)
            await loaded(person)
            await expect(open_menus(person)).to_have_count(1)

            await channel.send("Another picture", file=picture(200))
            await person.message("Another picture")
            await loaded(person)
            await expect(open_menus(person)).to_have_count(1)
            await person.page.get_by_role("option", name="Club").click()
            await expect(open_menus(person)).to_have_count(0)


def open_menus(person: BrowserUser) -> Locator:
    return person.page.locator(".preview-select.is-open")


async def test_a_message_that_loses_its_picture_becomes_shorter() -> None:
    async with browser() as chromium, room() as (_bot, channel, address), newcomer(chromium, address) as person:
        message = await channel.send("A board", file=picture(1))
        await person.message("A board")
        await loaded(person)
        await message.edit(content="No board", attachments=[])
        shown = await person.message("No board")
        await person.page.wait_for_function(
            "message => message.getBoundingClientRect().height < 300", arg=await shown.element_handle()
        )


async def test_on_a_phone_a_command_shows_what_is_typed_and_can_be_sent() -> None:
    async with browser() as chromium, room() as (_bot, _channel, address), newcomer(chromium, address, 390) as person:
        field = await person.begin("/place", at="M14")
        shown, needed = await field.evaluate("field => [field.clientWidth, field.scrollWidth]")
        assert shown >= needed
        await person.page.locator(".command-context-detail").evaluate(
            "one => { one.textContent = 'A cell '.repeat(20) }"
        )
        arrow = await person.page.locator("#send-message").bounding_box()
        assert arrow is not None
        assert arrow["x"] + arrow["width"] <= 390


async def test_what_saves_a_picture_does_not_lie_on_it() -> None:
    async with browser() as chromium, room() as (_bot, channel, address), newcomer(chromium, address) as person:
        await channel.send("A board", file=picture(1))
        shown = (await person.message("A board")).locator("img.attachment-image")
        await loaded(person)
        await shown.hover()
        assert not await person.page.locator(".attachment-media-actions").first.is_visible()
        await shown.click()
        await expect(person.page.locator(".media-lightbox-actions .file-download")).to_be_visible()


async def test_a_second_press_waits_for_the_first() -> None:
    first, second = Slow("First"), Slow("Second")
    async with browser() as chromium, room() as (_bot, channel, address), newcomer(chromium, address) as person:
        await channel.send("Two buttons", view=discord.ui.View(timeout=None).add_item(first).add_item(second))
        await person.message("Two buttons")
        buttons = person.page.locator(".component-button")
        await buttons.filter(has_text="First").click()
        await first.pressed.wait()
        second.may_answer.set()
        await buttons.filter(has_text="Second").click(force=True)  # it is dimmed, and people press all the same
        assert not second.pressed.is_set()
        first.may_answer.set()
        await person.message("First is done")
        await person.message("Second is done")
        assert await person.complaints() == 0


async def test_while_a_press_waits_the_page_says_that_work_goes_on() -> None:
    """As for a computer that thinks: SimCord answers when it's done."""
    first = Slow("First")
    async with browser() as chromium, room() as (_bot, channel, address), newcomer(chromium, address) as person:
        await channel.send("A button", view=discord.ui.View(timeout=None).add_item(first))
        await person.message("A button")
        note = person.page.locator("#working")
        await person.page.locator(".component-button").filter(has_text="First").click()
        await expect(note).to_have_text(re.compile(r"The bot is at work … [1-9]\d* s"), timeout=PATIENCE)
        await expect(note).to_be_visible()
        if folder := os.environ.get("SANDBOX_PICTURES"):
            await person.page.screenshot(path=f"{folder}/working.png")
        first.may_answer.set()
        await person.message("First is done")
        await expect(note).to_be_hidden()
        assert await person.complaints() == 0


async def test_what_becomes_of_a_private_answer_later_is_seen_without_another_press() -> None:
    """As when a computer has played, a review has come further, or a puzzle is there."""
    async with browser() as chromium, room() as (_bot, channel, address), newcomer(chromium, address) as person:
        await channel.send("A button", view=discord.ui.View(timeout=None).add_item(Private()))
        await person.message("A button")
        await person.page.locator(".component-button").filter(has_text="Private").click()
        await person.message("It takes some minutes.")
        await person.message("Here it is.")
        assert not await person.sees("It takes some minutes.")


@pytest.mark.parametrize("scrolls", [False, True])
async def test_the_page_goes_to_the_answer_of_a_press_unless_the_person_scrolls(*, scrolls: bool) -> None:
    first = Slow("First")
    async with browser() as chromium, room() as (_bot, channel, address), newcomer(chromium, address) as person:
        await channel.send("A button", view=discord.ui.View(timeout=None).add_item(first))
        await fill(channel, 3)
        await person.message("Board 2")
        await loaded(person)
        button = person.page.locator(".component-button").filter(has_text="First")
        await button.scroll_into_view_if_needed()
        await button.click()
        await first.pressed.wait()
        if scrolls:
            await person.page.mouse.wheel(0, -50)
        first.may_answer.set()
        answer = await person.message("First is done")
        await loaded(person)
        if scrolls:
            await expect(button).to_be_in_viewport()
            await expect(answer).not_to_be_in_viewport()
        else:
            await expect(answer).to_be_in_viewport()


async def test_a_page_that_opens_shows_the_end_of_the_channel() -> None:
    async with browser() as chromium, room() as (_bot, channel, address):
        await fill(channel, 9)
        async with newcomer(chromium, address) as person:
            newest = await person.message("Board 8")
            await loaded(person)
            await expect(newest.locator("img")).to_be_in_viewport()
            await person.page.reload()
            await loaded(person)
            await expect(newest.locator("img")).to_be_in_viewport()
            await person.page.locator("#channel-timeline").evaluate("timeline => timeline.scrollTop = 0")  # the bar
            await channel.send("What comes later")
            later = await person.message("What comes later")
            await loaded(person)
            await expect(person.page.locator(".channel-message").first).to_be_in_viewport()
            await expect(later).not_to_be_in_viewport()


async def test_a_press_waits_for_another_window() -> None:
    first, second = Slow("First"), Slow("Second")
    async with browser() as chromium, room() as (_bot, channel, address):
        await channel.send("Two buttons", view=discord.ui.View(timeout=None).add_item(first).add_item(second))
        async with newcomer(chromium, address) as ann, newcomer(chromium, address) as bob:
            await bob.become("Bob")
            await ann.page.locator(".component-button").filter(has_text="First").click()
            await first.pressed.wait()
            second.may_answer.set()
            await bob.page.locator(".component-button").filter(has_text="Second").click()
            first.may_answer.set()
            await ann.message("First is done")
            await bob.message("Second is done")
            assert not await bob.sees("First is done")


async def test_direct_messages_are_shown_to_whom_they_are_for() -> None:
    button = Slow("Place")
    button.may_answer.set()
    async with browser() as chromium, room() as (bot, channel, address), newcomer(chromium, address) as person:
        ann = next(member for member in await channel.guild.query_members("ann"))
        await ann.send("Your turn", view=discord.ui.View(timeout=None).add_item(button), file=picture(3))
        await person.become("Ann: direct messages (1)")
        assert await person.picture(await person.message("Your turn")) == (640, 480)
        assert not await person.sees("Welcome!")
        await person.press("Place")
        await person.message("Place is done")
        await person.run("/place", at="M14")
        await person.message("Ann on M14")
        assert await person.complaints() == 0

        await person.become("Bob")
        await person.message("Welcome!")
        assert not await person.sees("Your turn")
        assert await person.page.locator("#viewer-picker option", has_text="Ann: direct").count() == 0
        await person.become("Ann")
        await person.message("Welcome!")
        assert not await person.sees("Your turn")
        assert bot.ply == 1
