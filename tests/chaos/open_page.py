"""A page that somebody has open, as its script keeps it.

``web/static/server.js`` does the same in a browser: it listens, asks for the game after each change and each gap, and
begins anew where it hears nothing.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp

from tests.chaos.doors import Doors
from tests.chaos.page_world import COOKIE
from tests.fixtures.raw_http import HOST

SILENCE: Final = 4.5
"""Seconds after which a page that hears nothing connects anew: the bot says every 2.5 that it's there."""
AGAIN, SLOWER, RAREST = 1.0, 1.4, 4.0
"""Seconds before the first new try, by what each further one comes later, and the most seconds."""
PATIENCE: Final = 30.0
"""Seconds within which an answer has to come."""
PAGES_GOAL: Final = "below 5 s"
"""Within what a page is to be right again, once there is a bot that serves. On a busy machine, drawing takes longer."""
OK: Final = 200
REFUSALS: Final = (400, 401, 403, 404, 409)
"""What a page is answered whose reader may not see the game. With any other trouble, it tries again."""


@dataclass(slots=True)
class Said:
    """What the bot has answered; ``status`` is 0 if the connection broke before it did, or nothing came in time."""

    status: int = 0
    text: str = ""
    json: Any = None


class OpenPage:
    """A page of a game, with somebody's cookie. Where it may choose, it takes the door with this number."""

    def __init__(self, doors: Doors, cookie: str, game: int, number: int) -> None:
        self.refused: Said | None = None
        """Why it shows nothing any more, if the bot has said that its reader may not see the game."""
        self.game: Any = None
        """The game as it was answered last."""
        self.showed: dict[int, float] = {}
        """By number of turns: when it showed the game after so many first, in seconds of the monotonic clock."""
        self._doors, self._game, self._number, self._address = doors, game, number, ""
        self._news, self._stale = asyncio.Condition(), asyncio.Event()
        self._is_connected = False
        headers = {"Cookie": f"{COOKIE}={cookie}", "Origin": doors.url}
        timeout = aiohttp.ClientTimeout(PATIENCE)
        self._session = aiohttp.ClientSession(headers=headers, cookie_jar=aiohttp.DummyCookieJar(), timeout=timeout)
        self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Close the page."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._session.close()

    async def until(self, shows: Callable[[Any], bool], within: float) -> Any:
        """Wait until the page is connected and shows something; return the game. Raise TimeoutError."""

        def holds() -> bool:
            return self._is_connected and self.game is not None and shows(self.game)

        async with asyncio.timeout(within), self._news:
            await self._news.wait_for(holds)
        return self.game

    async def until_turn(self, turns: int, within: float) -> float:
        """Wait until the page shows at least so many turns; return when it did so first. Raise TimeoutError."""
        await self.until(lambda game: bool(game["turn"]["number"] >= turns), within)
        return min(at for number, at in self.showed.items() if number >= turns)

    async def ask(self, method: str, path: str, value: Any = None) -> Said:
        """Ask for something of the game, at the door where the page is connected."""
        url = f"{self._address}/api/games/{self._game}{path}"
        try:
            async with self._session.request(method, url, json=value) as answer:
                text = await answer.text()
                is_json = answer.content_type == "application/json"
                return Said(answer.status, text, await answer.json() if is_json else None)
        except (aiohttp.ClientError, TimeoutError):
            return Said()

    async def _keep(self) -> None:
        """Be connected, wherever somebody answers."""
        timeout, pause = aiohttp.ClientTimeout(total=None, sock_connect=SILENCE, sock_read=SILENCE), AGAIN
        while self.refused is None:
            self._address = f"http://{HOST}:{self._doors.choose(self._number)}"
            is_silent = False
            try:
                url = f"{self._address}/api/events?game={self._game}"
                async with self._session.get(url, timeout=timeout) as events:
                    if events.status == OK:
                        pause = AGAIN
                        await self._listen(events.content)
            except* (aiohttp.ServerTimeoutError, TimeoutError):
                is_silent = True  # it has waited long enough
            except* (aiohttp.ClientError, ConnectionError):
                pass
            await self._tell(is_connected=False)
            if not is_silent:
                await asyncio.sleep(pause)
                pause = min(pause * SLOWER, RAREST)

    async def _listen(self, lines: aiohttp.StreamReader) -> None:
        """Ask for the game, and again after each change. Raise ConnectionError once nothing is heard any more."""
        self._stale.set()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._refresh())
            async for line in lines:
                if line == b"event: game\n":
                    self._stale.set()
            raise ConnectionError

    async def _refresh(self) -> None:
        while True:
            await self._stale.wait()
            self._stale.clear()
            said = await self.ask("GET", "")
            if said.status == OK:
                self.game = said.json
                self.showed.setdefault(self.game["turn"]["number"], time.monotonic())
                await self._tell(is_connected=True)
            else:
                self.refused = said if said.status in REFUSALS else None
                raise ConnectionError

    async def _tell(self, *, is_connected: bool) -> None:
        async with self._news:
            self._is_connected = is_connected
            self._news.notify_all()
