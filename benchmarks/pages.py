"""What open pages cost the bot: 500 of them, idle, and while 60 tables play. ``python -m benchmarks.pages``.

The browsers are another process. Each page hears of its game's changes, and asks for the game each time.
"""

import asyncio
import random
import resource
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import aiohttp

from host.host import Host
from host.model.controllers import Person
from host.model.table import RunningTable, Venue
from host.model.table_options import TableOptions
from screens.pictures import Pictures, drawing_processes
from tests.fixtures.databases import open_host
from tests.fixtures.positions import fast_forward, first_legal_turn, random_turns
from tests.web.site import BotWithoutDiscord, Site, open_site

PAGES: Final = 500
TABLES: Final = 60
TURNS: Final = 30
"""How many turns the games have when it begins."""
SECONDS: Final = 20.0
"""How long is measured, and how long a table takes for a turn."""
GUILD: Final = 1
AT_ONCE: Final = 20
"""How many pages are opened at a time."""


def memory() -> float:
    """Return the megabytes that this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


async def begin(host: Host, number: int) -> int:
    """Begin a game of two people, and play some turns of it."""
    venue, first = Venue(GUILD, 1000 + number), Person(2 * number, "Ann")
    table, _ = await host.lobby.join(venue, first)
    await host.lobby.join(venue, Person(2 * number + 1, "Bob"), table.number)
    await host.lobby.start(venue, first, table.number, TableOptions(takeback=0))
    await fast_forward(host, table.number, random_turns(number), TURNS)
    return table.number


async def play(site: Site, number: int) -> None:
    """Play a game on, a turn from time to time."""
    host, turns = site.bot.host, site.pages.games
    while isinstance(table := await host.tables.load(number), RunningTable) and table.next_seat.person:
        await asyncio.sleep(SECONDS * random.uniform(0.5, 1.5))  # noqa: S311 (no secret)
        moves = first_legal_turn(table.state)
        turns.note_played(await host.turns.play(number, table.next_seat.person, moves, table.ply))


@asynccontextmanager
async def playing(site: Site) -> AsyncIterator[None]:
    """Let all tables play."""
    tasks = [asyncio.create_task(play(site, number + 1)) for number in range(TABLES)]
    yield
    for task in tasks:
        task.cancel()


async def measure(what: str, site: Site) -> None:
    """Print what this process takes in some seconds."""
    start, began = time.process_time(), time.perf_counter()
    await asyncio.sleep(SECONDS)
    share = (time.process_time() - start) / (time.perf_counter() - began)
    print(f"{what}: {site.pages.hub.count} pages, {100 * share:.1f} % of a core, {memory():.0f} MB", flush=True)


@asynccontextmanager
async def site_with_games(folder: Path) -> AsyncIterator[Site]:
    """Serve the pages of some games without Discord."""
    async with AsyncExitStack() as stack:
        dice = random.Random(1)  # noqa: S311 (no secret)
        host = await open_host(
            folder / "games.db",
            now=lambda: datetime.now(UTC),
            seed=lambda: dice.randbytes(32),
            random_below=lambda _: 0,
        )
        stack.push_async_callback(host.close)
        for number in range(TABLES):
            await begin(host, number)
        pictures = Pictures(120, drawing_processes(1))
        await pictures.start()
        stack.push_async_callback(pictures.close)
        watching = {GUILD: {watcher(page).id for page in range(PAGES)}}
        yield await stack.enter_async_context(open_site(BotWithoutDiscord(host, pictures, watching)))


def watcher(page: int) -> Person:
    """Return who looks at a page."""
    return Person(1_000_000 + page, f"Watcher {page}")


@asynccontextmanager
async def open_pages(site: Site) -> AsyncIterator[None]:
    """Open all pages in browsers."""
    new_code = site.bot.host.browsers.new_code
    codes = [f"{page % TABLES + 1} {await new_code(watcher(page))}" for page in range(PAGES)]
    program = (sys.executable, "-m", "benchmarks.pages", site.url)
    browsers = await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE)
    if browsers.stdin and browsers.stdout:
        browsers.stdin.write("\n".join(codes).encode())
        browsers.stdin.close()
        await browsers.stdout.readline()
    yield
    browsers.kill()
    await browsers.wait()


async def main() -> None:
    """Measure a bot at whose games nobody looks, with pages on which nothing happens, and while all tables play."""
    with TemporaryDirectory() as folder:
        async with site_with_games(Path(folder)) as site:
            async with playing(site):
                await measure("60 tables play", site)
            before = memory()
            async with open_pages(site):
                await measure("nothing happens", site)
                async with playing(site):
                    await measure("60 tables play", site)
                print(f"the pages take {memory() - before:.0f} MB")


async def browse(url: str) -> None:
    """Open a page for each line of a game and a code, and ask for each game whenever it changes."""
    limit, tasks = asyncio.Semaphore(AT_ONCE), list[asyncio.Task[None]]()
    for page, line in enumerate(sys.stdin.read().splitlines()):
        await limit.acquire()
        number, code = line.split()
        address = f"10.0.{page // 256}.{page % 256}"
        tasks.append(asyncio.create_task(browse_page(url, number, code, limit, address)))
    for _ in range(AT_ONCE):
        await limit.acquire()
    print("open", flush=True)
    await asyncio.gather(*tasks)


async def browse_page(url: str, number: str, code: str, limit: asyncio.Semaphore, address: str) -> None:
    """Open a page, and release the limit once it is open."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        headers = {"Origin": url, "X-Forwarded-For": address}
        await session.post(f"{url}/api/session", json={"code": code}, headers=headers)
        async with session.get(f"{url}/api/events?game={number}", timeout=aiohttp.ClientTimeout()) as events:
            await (await session.get(f"{url}/api/games/{number}")).read()
            limit.release()
            async for line in events.content:
                if line == b"event: game\n":
                    await (await session.get(f"{url}/api/games/{number}")).read()


if __name__ == "__main__":
    asyncio.run(browse(sys.argv[1]) if len(sys.argv) > 1 else main())
