"""A user with the page open in a browser, who does what people do in Discord."""

import asyncio
import atexit
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, Request, Response, async_playwright, expect
from playwright.async_api import TimeoutError as OutOfPatienceError

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Browsers, the best first: the shell has the same engine without windows round its pages, which takes half as long."""
BROWSER = next(filter(None, map(shutil.which, _NAMES)), None)
"""The path of a browser on this machine; None if there is none but perhaps Playwright's own."""
PATIENCE = 60_000
"""Milliseconds in which something has to appear, even on a busy machine."""
PASSED_ON = 5.0
"""Seconds after a click in which the page passes it on, unless it is waiting for the end of what was clicked before."""

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # containers have little of that memory
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


class BrowserUser:
    def __init__(self, page: Page) -> None:
        self.page = page
        self._composer = page.locator("#channel-composer-input")

    async def open(self, address: str) -> None:
        await self.page.goto(address)
        await self._composer.wait_for()

    async def become(self, name: str) -> None:
        """Choose the person as whom to act. What that person may not see disappears."""
        async with self.page.expect_response(_is_change_of_eyes):
            await self.page.select_option("#viewer-picker", label=name)
        await self._composer.wait_for()

    async def begin(self, command: str, **options: str) -> Locator:
        """Type a command, choose it from the list, and fill in its options. Return the last field. Nothing is sent."""
        await self._begin(command)
        field = self._composer
        for name, value in options.items():
            field = await self._field(name)
            await field.fill(value)
        return field

    async def run(self, command: str, **options: str) -> None:
        """Type a command such as `/place`, choose it from the list, fill in its options, and send it.

        If an option has suggestions, choose the one for the value.
        """
        await self._begin(command)
        for name, value in options.items():
            await self._fill(name, value)
        await self._click(self.page.locator("#send-message"), "run_command")
        try:
            await self.page.locator(".command-row").wait_for(state="detached")
        except OutOfPatienceError as error:
            error.add_note(f"The page says: {await self.page.locator('#action-status').inner_text()}")
            raise

    async def suggestions(self, command: str, option: str, typed: str) -> list[str]:
        """The suggestions while an option is being typed. The command is not sent."""
        await self._begin(command)
        await (await self._field(option)).press_sequentially(typed)
        offered = self.page.locator(".command-popup-list [role=option]")
        await offered.first.wait_for()
        labels = await offered.all_inner_texts()
        await self.page.get_by_label("Exit command mode").click()
        return labels

    async def say(self, words: str) -> None:
        await self._composer.fill(words)
        await self._composer.press("Enter")

    async def press(self, label: str) -> None:
        """Press the last button with this label, which is visible at the end of the channel."""
        await self._click(self.page.locator(".component-button").filter(has_text=label).last, "click")

    async def press_first(self) -> bool:
        """Press the first button of the last private message and wait for its effect; False if it has none."""
        private = await self.message("Only you can see this")
        button = private.locator(".component-button").first
        if not await button.count():
            return False
        before = await private.inner_text()
        await self._click(button, "click")
        await expect(private).not_to_have_text(before, use_inner_text=True, timeout=PATIENCE)
        return True

    async def message(self, words: str | re.Pattern[str]) -> Locator:
        """Wait for a message with these words; return the last one."""
        message = self.page.locator(".channel-message").filter(has_text=words).last
        await message.wait_for()
        return message

    async def picture(self, message: Locator) -> tuple[int, int]:
        """Width and height of a message's picture, when the browser has loaded it."""
        image = message.locator("img.attachment-image")
        await image.wait_for()
        await self.page.wait_for_function("image => image.naturalWidth", arg=await image.element_handle())
        width, height = await image.evaluate("image => [image.naturalWidth, image.naturalHeight]")
        return width, height

    async def complaints(self) -> int:
        """The number of problems that the page itself reports."""
        counter = self.page.locator("#inspector-count")
        return int(await counter.inner_text()) if await counter.is_visible() else 0

    async def sees(self, words: str) -> bool:
        return await self.page.locator(".channel-message").filter(has_text=words).count() > 0

    async def _click(self, button: Locator, kind: str) -> None:
        """Click until the page passes it on, and wait until the room has done it.

        While the page waits for the end of an earlier action, it may show news already, but ignores clicks; and the
        room refuses an action while another one is carried out. People click again.
        """
        async with asyncio.timeout(PATIENCE / 1000):
            while True:
                request = await self._request_after(button, kind)
                response = await request.response() if request else None
                if response is None:
                    continue
                receipt = await response.json()
                if not receipt.get("rejected"):
                    return
                assert [one["code"] for one in receipt["diagnostics"]] == ["busy"], receipt

    async def _request_after(self, button: Locator, kind: str) -> Request | None:
        """Click once; return the request of the page, or None if there is none."""
        sent = asyncio.Queue[Request]()

        def note(request: Request) -> None:
            if _is_action(request, kind):
                sent.put_nowait(request)

        self.page.on("request", note)
        try:
            await button.click()
            with suppress(TimeoutError):
                return await asyncio.wait_for(sent.get(), PASSED_ON)
            return None
        finally:
            self.page.remove_listener("request", note)

    async def _begin(self, command: str) -> None:
        await self._composer.fill("")
        await self._composer.press_sequentially(command)
        await self.page.locator(".command-popup").get_by_text(command, exact=True).click()

    async def _fill(self, name: str, value: str) -> None:
        field = await self._field(name)
        await field.press_sequentially(value)
        if await field.get_attribute("role") == "combobox":
            await self.page.locator(f'.command-suggestion[data-value="{value}"]').click()

    async def _field(self, name: str) -> Locator:
        field = self.page.locator(f'.command-option-input[data-option="{name}"]')
        if not await field.count():
            await self.page.locator(".command-ghost").click()
            await self.page.locator(f'.command-suggestion[data-value="{name}"]').click()
        await field.click()
        return field


def _is_change_of_eyes(response: Response) -> bool:
    return _is_action(response.request, "viewer")


def _is_action(request: Request, kind: str) -> bool:
    return request.url.endswith("/api/action") and f'"kind":"{kind}"' in (request.post_data or "")


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Connect to the browser of this process; what was opened in it is closed after the block."""
    async with async_playwright() as playwright:
        connected = await playwright.chromium.connect_over_cdp(_running(BROWSER or playwright.chromium.executable_path))
        try:
            yield connected
        finally:
            for context in connected.contexts:
                await context.close()
            await connected.close()


@cache
def _running(path: str) -> str:
    """Start a browser, which ends with this process, and return its address. To start one for each test takes longer
    than most tests.
    """
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # parts of the browser may end a moment later
    process = subprocess.Popen(
        [path, *_FLAGS, "--headless", "--remote-debugging-port=0", f"--user-data-dir={folder.name}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    atexit.register(folder.cleanup)
    atexit.register(_end, process)
    port = Path(folder.name, "DevToolsActivePort")
    while not (port.exists() and len(port.read_text().split()) > 1):
        assert process.poll() is None, "the browser has ended"
        time.sleep(0.01)
    return f"http://127.0.0.1:{port.read_text().split()[0]}"


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a browser with all its processes; Debian starts it from a script, which would end alone."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@asynccontextmanager
async def newcomer(browser: Browser, address: str, width: int = 1280, height: int = 900) -> AsyncIterator[BrowserUser]:
    """Open the page in a browser. Raises `playwright.async_api.Error` if something does not appear in time."""
    page = await browser.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(PATIENCE)
    person = BrowserUser(page)
    await person.open(address)
    try:
        yield person
    finally:
        await page.close()
