"""What the page of a late game takes of a browser: bytes and time until its first board, and frames while it is dragged
and zoomed. ``python -m benchmarks.page``. It needs a browser that Playwright can drive.

Other programs take time away, so each is done several times, and the best is told beside the median. A frame's work is
what the browser's main thread needed for it; at 60 frames a second it has 16.7 ms.
"""

import asyncio
import statistics
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.async_api import Browser, CDPSession, Page, ViewportSize

from host.model.table_options import TableOptions
from screens.pictures import Pictures, drawing_processes
from tests.host.tables import Clock, open_host
from tests.sandbox.browser_user import browser
from tests.web.page_pictures import EVERYTHING, PEOPLE, begin
from tests.web.page_user import DESK, TELEPHONE
from tests.web.site import BotWithoutDiscord, Site, open_site

TURNS: Final = 122
"""How many turns of the game of six were played: of its 130 tiles, some are still to come."""
ROUNDS: Final = 5
STEPS: Final = 120
"""How many movements a drag or a zoom has, one in each frame."""
PATIENCE: Final = 180_000
FRAME: Final = 1000 / 60

_FIRST_BOARD: Final = """() => {
  const look = () => {
    const shown = [...document.querySelectorAll(".world img")].filter((one) => one.offsetParent !== null || one.width);
    if (shown.length > 20 && shown.every((one) => one.complete)) window.firstBoard = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
_FRAMES: Final = """() => {
  window.frames_ = [];
  const note = (at) => { window.frames_.push(at); window.isNoting = requestAnimationFrame(note); };
  window.isNoting = requestAnimationFrame(note);
}"""
_END: Final = "() => { cancelAnimationFrame(window.isNoting); return window.frames_; }"


@dataclass(frozen=True)
class Smoothness:
    """How smoothly something went: frames a second, the share of frames in time, and milliseconds of work a frame."""

    rate: float
    in_time: float
    work: float

    def __str__(self) -> str:
        late = 100 - 100 * self.in_time
        return f"{self.rate:.1f} frames a second, {late:.0f} % late, {self.work:.1f} ms of work a frame"


@dataclass
class Sent:
    """How many bytes came from the bot, with their headers, by what they are."""

    bytes: Counter[str] = field(default_factory=Counter)
    _urls: dict[str, str] = field(default_factory=dict)

    async def watch(self, page: Page) -> None:
        """Count what a page gets."""
        session = await page.context.new_cdp_session(page)
        session.on("Network.responseReceived", self._note)
        session.on("Network.loadingFinished", self._count)
        await session.send("Network.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["response"]["url"]

    def _count(self, event: dict[str, Any]) -> None:
        url = self._urls.get(event["requestId"], "")
        kind = "pictures" if "/pictures/" in url else "data" if "/api/" in url else "the page itself"
        self.bytes[kind] += int(event["encodedDataLength"])


async def open_late_game(
    chromium: Browser, site: Site, game: int, size: ViewportSize, person: int
) -> tuple[Page, Sent]:
    """Open the game for one of its players."""
    is_small = size == TELEPHONE
    context = await chromium.new_context(viewport=size, has_touch=is_small, device_scale_factor=2 if is_small else 1)
    page, sent = await context.new_page(), Sent()
    await sent.watch(page)
    await page.add_init_script(f"addEventListener('DOMContentLoaded', {_FIRST_BOARD})")
    code = await site.bot.host.browsers.new_code(PEOPLE[person], game)
    await page.goto(f"{site.url}/#code={code}&game={game}")
    await page.wait_for_function("() => window.firstBoard", timeout=PATIENCE)
    return page, sent


async def work_of(session: CDPSession) -> float:
    """Return how many milliseconds the browser's main thread has worked for the page so far."""
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


async def smoothness(page: Page, session: CDPSession, act: Callable[[Page, CDPSession], Awaitable[None]]) -> Smoothness:
    """Do something, and return how smoothly it went."""
    await page.evaluate(_FRAMES)
    before = await work_of(session)
    await act(page, session)
    work = await work_of(session) - before
    at: list[float] = await page.evaluate(_END)
    gaps = [later - earlier for earlier, later in pairwise(at)]
    in_time = sum(gap < 1.5 * FRAME for gap in gaps) / len(gaps)
    return Smoothness(1000 * len(gaps) / (at[-1] - at[0]), in_time, work / len(gaps))


async def drag(page: Page, session: CDPSession) -> None:
    """Drag the board to and fro."""
    box = await page.locator("#board").bounding_box()
    assert box  # noqa: S101 (the board is there)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = {"button": "left", "buttons": 1, "clickCount": 1}
    await session.send("Input.dispatchMouseEvent", {"type": "mousePressed", "x": x, "y": y, **mouse})
    for step in range(STEPS):
        far = 80 * (1 - abs(step % 40 - 20) / 10)
        event = {"type": "mouseMoved", "x": x + far, "y": y + far / 2, **mouse}
        await session.send("Input.dispatchMouseEvent", event)
    await session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", "x": x, "y": y, **mouse})


async def zoom(page: Page, session: CDPSession) -> None:
    """Turn the wheel to and fro."""
    box = await page.locator("#board").bounding_box()
    assert box  # noqa: S101 (the board is there)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for step in range(STEPS):
        turned = {"deltaX": 0, "deltaY": -30 if step % 40 < 20 else 30}
        await session.send("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": x, "y": y, **turned})


async def measure_frames(page: Page, name: str) -> None:
    """Print how smoothly the board is dragged and zoomed, as a whole and larger."""
    session = await page.context.new_cdp_session(page)
    await session.send("Performance.enable")
    for shown, size in (("whole", "A"), ("five cells across", "4")):
        await page.locator("#sizes").get_by_text(size, exact=True).click()
        for what, act in (("dragged", drag), ("zoomed", zoom)):
            rounds = [await smoothness(page, session, act) for _ in range(ROUNDS)]
            best = max(rounds, key=lambda one: one.rate)
            middle = statistics.median(one.rate for one in rounds)
            print(f"{name}, {shown}, {what}: best {best}; median {middle:.1f}", flush=True)


async def main() -> None:
    """Measure a late game with everything, on a desk and on a telephone."""
    with TemporaryDirectory() as folder:
        host, pictures = await open_host(Path(folder) / "games.db", Clock()), Pictures(120, drawing_processes(1))
        await pictures.start()
        bot = BotWithoutDiscord(host, pictures, {1: {person.id for person in PEOPLE}})
        game = await begin(host, 11, 6, TableOptions("new-edition", EVERYTHING, takeback=0), TURNS)
        async with open_site(bot) as site, browser() as chromium:
            for name, size in (("desk", DESK), ("telephone", TELEPHONE)):
                for person, kind in enumerate(("drawn for the first time", "pictures are there", "pictures are there")):
                    page, sent = await open_late_game(chromium, site, game, size, person)
                    took: float = await page.evaluate("window.firstBoard")
                    parts = ", ".join(f"{what} {number / 1000:.0f}" for what, number in sorted(sent.bytes.items()))
                    total = sent.bytes.total() / 1000
                    print(f"{name}, {kind}: first board after {took:.0f} ms, {total:.0f} kB ({parts})", flush=True)
                    if person:
                        await measure_frames(page, name)
                    await page.context.close()
        await pictures.close()
        await host.close()


if __name__ == "__main__":
    asyncio.run(main())
