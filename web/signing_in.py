"""Signing a browser in and out, the list of one's games, and the words of the page."""

from typing import Any, Final

from aiohttp import web

from host.model.browsers import SESSION_LIFETIME
from host.model.table import LiveSummary, RunningSummary
from screens.text.games import listed_games
from screens.text.i18n import current_language
from screens.text.live import game_status_text
from screens.text.markup import isolated_name
from screens.text.names import game_name, table_names
from screens.text.web import page_texts
from web.pages import ASK_LIMIT, CODE_LIMIT, COOKIE, Pages, address_of
from web.requests import PAGES, body_of, field_of, person_of

_NO_STORE: Final = {"Cache-Control": "no-store"}


async def sign_in(request: web.Request) -> web.Response:
    """Take the code of a link, and give the browser its cookie."""
    pages = request.app[PAGES]
    pages.check_limit(CODE_LIMIT, address_of(request))
    code = field_of(await body_of(request), "code", str)
    opened = await pages.host.browsers.open_session(code, request.cookies.get(COOKIE, ""))
    response = web.json_response({"game": opened.game}, headers=_NO_STORE)
    response.set_cookie(
        COOKIE,
        opened.token,
        max_age=int(SESSION_LIFETIME.total_seconds()),
        path="/",
        secure=pages.is_secure,
        httponly=True,
        samesite="Strict",
    )
    return response


async def own_games(request: web.Request) -> web.Response:
    """Return the games of who asks, on all servers, those that wait first."""
    pages, person = request.app[PAGES], person_of(request)
    pages.check_limit(ASK_LIMIT, person.id)
    tables = [pages.host.deadlines.with_expected_deadline(one) for one in pages.host.tables.of_person(person.id)]
    games = [
        _game(pages, table, person.id)
        for table in listed_games(tables, person.id)
        if await pages.bot.can_see(person.id, table)
    ]
    return web.json_response({"name": person.name, "games": games}, headers=_NO_STORE)


def _game(pages: Pages, table: LiveSummary, person_id: int) -> dict[str, Any]:
    clock = table.clock if isinstance(table, RunningSummary) and not table.pending else None
    return {
        "number": table.number,
        "title": game_name(table),
        "players": [isolated_name(name) for name in table_names(table)],
        "server": pages.bot.server_name(table.venue.guild),
        "status": game_status_text(table, person_id),
        "isOpen": isinstance(table, RunningSummary),
        "repeats": table.rematch.previous if table.rematch else None,
        "isYours": table.has_player(person_id),
        "waitsForYou": table.is_to_move(person_id),
        "due": clock.due.isoformat() if clock and clock.due else None,
    }


async def words(request: web.Request) -> web.Response:
    """Return the words of the page itself."""
    return web.json_response({"language": current_language(), **page_texts()}, headers=_NO_STORE)


ROUTES: Final = (
    web.post("/api/session", sign_in),
    web.get("/api/games", own_games),
    web.get("/api/texts", words),
)
