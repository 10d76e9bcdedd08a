"""Pages on a real port of this machine, for a host without Discord; and a browser that asks them."""

import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import aiohttp
from multidict import CIMultiDictProxy

from host.host import Host
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.lobby_rules import missing_people
from host.model.table import BaseTable, Venue
from host.model.table_lookup import is_visible
from screens.pictures import Pictures
from web.app import make_app
from web.http_server import HttpServer
from web.pages import Pages

T = TypeVar("T")


@dataclass(eq=False)
class BotWithoutDiscord:
    """What the pages need of a bot. ``servers`` has the people of each server."""

    host: Host
    pictures: Pictures
    servers: dict[int, set[int]] = field(default_factory=dict)
    languages: dict[int, str] = field(default_factory=dict)
    published: list[PlayResult] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)

    async def can_see(self, person_id: int, table: BaseTable) -> bool:
        """Return whether a person sees a table: on its server, or if they sit at it."""
        guild = table.venue.guild
        here = Venue(guild, 0) if guild is not None and person_id in self.servers.get(guild, ()) else Venue(None, 0)
        return is_visible(table, here, person_id)

    def language_of(self, person_id: int) -> str | None:
        """Return the language that a person has chosen."""
        return self.languages.get(person_id)

    def server_name(self, guild: int | None) -> str:
        """Return the name of a server."""
        return f"Server {guild}"

    async def carry_out(self, command: Coroutine[Any, Any, T]) -> T:
        """Carry out a command."""
        return await command

    def publish(self, person: Person, played: PlayResult) -> None:
        """Note what was played."""
        self.published.append(played)

    async def rematch(self, person: Person, number: int) -> BaseTable:
        """Give a person a seat at the rematch of a game, and begin when everybody is there."""
        table = await self.host.rematches.join(number, person, absent=())
        if not missing_people(table):
            await self.host.lobby.start(table.venue, person, table.number)
        return await self.host.tables.known(table.number)

    def note_error(self, error: BaseException, place: str) -> int:
        """Note an error, which fails the test."""
        self.errors.append(error)
        return len(self.errors)


@dataclass(eq=False)
class Site:
    """Pages on a port of this machine."""

    bot: BotWithoutDiscord
    pages: Pages
    url: str

    @asynccontextmanager
    async def browser(self, person: Person | None = None, game: int | None = None) -> AsyncIterator["Browser"]:
        """Open a browser, signed in for a person."""
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            browser = Browser(self, session)
            if person:
                await browser.sign_in(await self.bot.host.browsers.new_code(person, game))
            yield browser


@asynccontextmanager
async def open_site(bot: BotWithoutDiscord, port: int = 0) -> AsyncIterator[Site]:
    """Serve the pages of a bot on a port of this machine; 0 is any that is free."""
    pages = Pages(bot, "http://127.0.0.1")
    server = HttpServer(make_app(pages), port)
    await server.start()
    pages.url = f"http://127.0.0.1:{server.port}"
    try:
        yield Site(bot, pages, pages.url)
    finally:
        await server.close()


@dataclass
class Answer:
    """What the server has answered. ``json`` is the value that it has sent."""

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Address(Protocol):
    """Where pages are."""

    url: str


@dataclass(eq=False)
class Browser:
    """A browser, with its cookies."""

    site: Address
    session: aiohttp.ClientSession

    async def get(self, path: str, **headers: str) -> Answer:
        """Ask for something."""
        return await self._ask("GET", path, None, headers)

    async def post(self, path: str, body: Any, **headers: str) -> Answer:
        """Send something, as a page does."""
        return await self._ask("POST", path, body, {"Origin": self.site.url, **headers})

    async def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        async with self.session.request(method, self.site.url + path, json=body, headers=named) as response:
            return Answer(response.status, response.headers, await response.read())

    async def sign_in(self, code: str) -> Answer:
        """Use the code of a link."""
        return await self.post("/api/session", {"code": code})

    async def game(self, number: int) -> Any:
        """Return a game as its page shows it."""
        answer = await self.get(f"/api/games/{number}")
        assert answer.status == 200, answer.body
        return answer.json

    @asynccontextmanager
    async def events(self, game: int | None = None) -> AsyncIterator["Events"]:
        """Listen to what the server tells a page."""
        asked = "" if game is None else f"?game={game}"
        async with self.session.get(f"{self.site.url}/api/events{asked}") as response:
            yield Events(response)


@dataclass(eq=False)
class Events:
    """What a page is told."""

    response: aiohttp.ClientResponse

    async def next(self) -> tuple[str, Any]:
        """Return the next event that is not a sign of life: its name, and its data."""
        lines: list[str] = []
        async for line in self.response.content:
            text = line.decode().rstrip("\n")
            if text:
                lines.append(text)
                continue
            found = dict(one.split(": ", 1) for one in lines)
            lines.clear()
            if found.get("event") not in (None, "alive"):
                return found["event"], json.loads(found["data"])
        raise EOFError
