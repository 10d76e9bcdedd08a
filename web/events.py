"""Telling open pages of changes, as server-sent events."""

import asyncio
import json
from functools import partial
from typing import Final

from aiohttp import web

from host.errors import HostError
from host.model.controllers import Person
from host.model.rate_limits import RateLimitError
from host.model.table import BaseTable, SeatedTable
from web.game_json import version_of
from web.hub import Subscription
from web.pages import ASK_LIMIT, MOST_PAGES, Pages, SignedOutError
from web.requests import PAGES, person_of, read_number

ALIVE_SECONDS: Final = 2.5
"""How often a page hears something, so that it knows that the connection is there, and is right again within five
seconds where it isn't. (Scripts don't see comments.)"""
BUSY_SECONDS: Final = 5
"""After how long a page may ask again that found too many open."""
CHECK_SECONDS: Final = 60.0
"""After how long it is looked again whether who reads may still do so."""
MOST_SECONDS_OF_A_WRITE: Final = 30.0
"""A page that takes nothing for so long is gone."""


_ALIVE: Final = "event: alive\ndata: {}\n\n"


async def listen(request: web.Request) -> web.StreamResponse:
    """Tell a page of each change of its ``game``, and of others of its reader that begin to wait."""
    pages, person = request.app[PAGES], person_of(request)
    pages.check_limit(ASK_LIMIT, person.id)
    game = read_number(request.query["game"]) if "game" in request.query else None
    version = _version(await pages.table(person, game)) if game is not None else ""
    if pages.hub.count_of(person.id) >= MOST_PAGES or pages.hub.count >= pages.most_open:
        raise web.HTTPTooManyRequests(headers={"Retry-After": str(BUSY_SECONDS)})
    response = web.StreamResponse(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    response.content_type = "text/event-stream"
    subscription = Subscription(person.id, game, partial(_is_gone, request), version=version)
    pages.hub.open(subscription)
    try:
        await response.prepare(request)
        await _write(response, "retry: 1000\n\n")
        await _tell(pages, request, response, subscription, person)
    except (ConnectionError, TimeoutError):
        pass  # the page is gone
    finally:
        pages.hub.close(subscription)
    return response


async def _tell(
    pages: Pages, request: web.Request, response: web.StreamResponse, subscription: Subscription, person: Person
) -> None:
    """Tell news until who reads may not do so any more. The caller ends it when the page is closed."""
    loop = asyncio.get_running_loop()
    checked = loop.time()
    while not pages.hub.is_closed:
        has_news = await subscription.wait(ALIVE_SECONDS)
        if loop.time() - checked >= CHECK_SECONDS:
            if not await _may_listen(pages, request, subscription, person):
                return
            checked = loop.time()
        events = await _events(pages, subscription) if has_news else []
        for text in events or [_ALIVE]:  # also where nothing is new after all: the page counts the seconds
            await _write(response, text)


async def _events(pages: Pages, subscription: Subscription) -> list[str]:
    """Return what a page is to be told now."""
    is_game_changed, are_games_changed = subscription.take()
    found = []
    if is_game_changed and subscription.game is not None:
        version = await _version_now(pages, subscription.game)
        if not version or subscription.is_new(version):
            found.append(_event("game", {"number": subscription.game, "version": version}))
    if are_games_changed:
        found.append(_event("games", {}))
    return found


async def _version_now(pages: Pages, number: int) -> str:
    """Return the version of a game; empty where it can't be read: then its page asks for it until it gets it."""
    try:
        return _version(await pages.host.tables.known(number))
    except HostError:
        return ""


def _version(table: BaseTable) -> str:
    return version_of(table) if isinstance(table, SeatedTable) else table.token


def _is_gone(request: web.Request) -> bool:
    return request.transport is None or request.transport.is_closing()


def _event(name: str, data: dict[str, object]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


async def _may_listen(pages: Pages, request: web.Request, subscription: Subscription, person: Person) -> bool:
    """Return whether the reader is still signed in, and may still see the game."""
    try:
        if await pages.person(request) != person:
            return False
        if subscription.game is not None:
            await pages.table(person, subscription.game)
    except (SignedOutError, HostError, RateLimitError):
        return False
    return True


async def _write(response: web.StreamResponse, text: str) -> None:
    async with asyncio.timeout(MOST_SECONDS_OF_A_WRITE):
        await response.write(text.encode())


async def end_all(app: web.Application) -> None:
    """Close all pages' connections: the program ends. The pages come back by themselves."""
    app[PAGES].hub.end()
    app[PAGES].games.end()


ROUTES: Final = (web.get("/api/events", listen),)
