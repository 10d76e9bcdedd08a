"""What all requests work with: who asks, what they may see, and how often."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from aiohttp import web

from host.errors import NoSuchTableError, QuarantinedError
from host.model.controllers import Person
from host.model.locks import Locks
from host.model.rate_limits import RateLimit, RateLimits
from host.model.table import BaseTable, StartedTable, Table
from host.model.table_lookup import require_started
from screens.text.i18n import language_of_locale
from web.http_server import most_connections
from web.hub import Hub
from web.live_games import LiveGames
from web.picture_store import Drawing, PictureStore
from web.ports import Bot
from web.reviews_under_way import ReviewsUnderWay

COOKIE: Final = "carcassonne"

ASK_LIMIT: Final = RateLimit("asked", 600, 60)
"""What one person asks for: each change of a game leads to a question."""
DRAWING_LIMIT: Final = RateLimit("drawn", 240, 60)
"""Spots and features that one person looks at."""
VIEW_LIMIT: Final = RateLimit("views", 30, 60)
"""A view of a late game takes about a second of a processor, and the pictures of turns have to wait for it."""
HISTORY_LIMIT: Final = RateLimit("histories", 20, 60)
PLAY_LIMIT: Final = RateLimit("played", 240, 60)
"""What one person plays. Nobody who plays is that quick, so playing has no limit that anybody meets."""
CODE_LIMIT: Final = RateLimit("codes", 20, 60)
"""Codes that come from one address."""
STRANGER_LIMIT: Final = RateLimit("strangers", 120, 60)
"""Questions from one address by whom nobody knows."""
MOST_PAGES: Final = 12
"""How many pages one person may have open in a process."""
MOST_PAGES_OF_ALL: Final = 2000


class SignedOutError(Exception):
    """Nobody is signed in in this browser."""


class Pages:
    """The pages of a bot. ``url`` is their public address, without a slash at its end."""

    def __init__(self, bot: Bot, url: str) -> None:
        self.bot = bot
        self.host = bot.host
        self.url = url
        self.is_secure = url.startswith("https:")
        self.drawing = Drawing(bot.pictures, PictureStore())
        self.games = LiveGames(bot.host, self.drawing)
        self.reviews = ReviewsUnderWay(bot.host)
        self.hub = Hub(bot.host)
        self.most_open = min(MOST_PAGES_OF_ALL, most_connections() * 3 // 4)
        """How many pages may be open in this process. There stay connections to ask on."""
        self.limits = RateLimits()
        self.redrawing = Locks()
        """By person: held while what this process lacks is drawn again for them."""

    async def person(self, request: web.Request) -> Person:
        """Return who asks. Raise SignedOutError, and RateLimitError for who asks too often."""
        token = request.cookies.get(COOKIE, "")
        person = await self.host.browsers.person_of(token) if token else None
        if person is None:
            self.check_limit(STRANGER_LIMIT, address_of(request))
            raise SignedOutError
        return person

    def check_limit(self, limit: RateLimit, key: int | str) -> None:
        """Count one more use; raise RateLimitError."""
        self.limits.check(limit, key, self.host.now())

    async def table(self, person: Person, number: int) -> Table:
        """Return a table that a person may see. Raise NoSuchTableError, also for one that they may not see, and
        QuarantinedError.
        """
        try:
            table = await self.host.tables.load(number)
        except QuarantinedError:
            held = self.host.tables.find_quarantined(number)
            await self._check_can_see(person, number, held.table if held else None)
            raise
        await self._check_can_see(person, number, table)
        return table

    async def _check_can_see(self, person: Person, number: int, table: BaseTable | None) -> None:
        """Raise NoSuchTableError unless there is such a table, and a person may see it."""
        if table is None or not await self.bot.can_see(person.id, table):
            raise NoSuchTableError(number)

    async def started(self, person: Person, number: int) -> StartedTable:
        """Return a table that a person may see and whose game has begun. Raise HostError."""
        return require_started(await self.table(person, number))


def address_of(request: web.Request) -> str:
    """Return from where somebody asks: behind a proxy on this machine or network, what the proxy says.

    Of an IPv6 address, it is the network, in which one machine can have any address.
    """
    peer = _address(request.remote or "")
    said = _address(",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2].strip())
    found = said if said and (peer is None or peer.is_private) else peer
    if isinstance(found, IPv6Address):
        return str(ip_network((found, 64), strict=False))
    return str(found)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def language_of(pages: Pages, request: web.Request, person_id: int | None) -> str:
    """Return the language of a reader: the one that is known of them, else that of their browser."""
    known = pages.bot.language_of(person_id) if person_id is not None else None
    wanted = request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0].strip()
    return known or language_of_locale(wanted.lower())
