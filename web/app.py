"""The application that serves the pages: what holds for each answer, and which function answers what."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from math import ceil
from typing import Final, TypeAlias

from aiohttp import web

from carcassonne import CarcassonneError, NotationError
from host.errors import BadCodeError, HostError, NoTableError, StorageError
from host.model.rate_limits import RateLimitError
from screens.pictures import QueueFullError
from screens.text.host_errors import host_error_text, rate_limit_text, unexpected_error_text
from screens.text.i18n import use_language
from screens.text.live import bad_request_text, no_picture_now_text, signed_out_text
from screens.text.markup import plain_text
from screens.text.move_errors import ActionContext, rejection_text
from web import again, events, looking, playing, reviewing, signing_in, static_files
from web.pages import Pages, SignedOutError, language_of
from web.requests import CONTEXT, PAGES, BadRequestError, ForeignOriginError, check_origin, person_or_none

log = logging.getLogger(__name__)

MOST_BODY: Final = 4096
MOST_SECONDS_TO_TAKE: Final = 60.0
"""How long it may take to send an answer. Even a slow phone has the longest one by then."""

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""With each answer: nothing comes from elsewhere, no script stands in the page, and nobody learns where a link was."""

PART_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""With each picture, script and style: a board has a hundred of them, so what is only about pages is left out."""
_PARTS: Final = ("image/", "text/javascript", "text/css")

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


def make_app(pages: Pages) -> web.Application:
    """Return the application. It has no state of its own: any process serves any page."""
    app = web.Application(client_max_size=MOST_BODY, middlewares=[_taken_in_time, _answered])
    app[PAGES] = pages
    for routes in (
        static_files.routes(),
        signing_in.ROUTES,
        looking.ROUTES,
        reviewing.ROUTES,
        playing.ROUTES,
        again.ROUTES,
        events.ROUTES,
    ):
        app.add_routes(routes)
    app.on_response_prepare.append(_add_headers)
    app.on_shutdown.append(events.end_all)
    return app


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers that answers have, also one that no function has made."""
    response.headers.update(PART_HEADERS if response.content_type.startswith(_PARTS) else HEADERS)
    response.headers.pop("Server", None)  # which versions run here is nobody's business, and each picture would say it
    if request.path.startswith("/api/"):
        response.headers.setdefault("Cache-Control", "no-store")


@web.middleware
async def _taken_in_time(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Hang up on who takes too long to read an answer: it would be kept in memory, and the connection open."""
    if request.transport is not None:
        request.transport.set_write_buffer_limits(high=0)  # so an answer counts as taken once the system has all of it
    response = await handler(request)
    try:
        async with asyncio.timeout(MOST_SECONDS_TO_TAKE):
            await response.prepare(request)
            await response.write_eof()
    except TimeoutError:
        if request.transport is not None:
            request.transport.abort()
    except ConnectionError:
        pass  # who asked is gone; aiohttp finds that out, too
    return response


@web.middleware
async def _answered(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer questions in the reader's language, and errors as one sentence of it."""
    pages = request.app[PAGES]
    with use_language(language_of(pages, request, None)):
        try:
            check_origin(request, pages.url)
            if not request.path.startswith("/api/"):
                return await handler(request)
            person = await person_or_none(request)
            with use_language(language_of(pages, request, person.id if person else None)):
                try:
                    return await handler(request)
                except Exception as error:
                    return _refusal(request, error)
        except Exception as error:
            return _refusal(request, error)


def _refusal(request: web.Request, error: Exception) -> web.Response:
    """Return the answer to a question that has failed. Raise what aiohttp answers by itself."""
    headers = {"Cache-Control": "no-store"}
    match error:
        case web.HTTPException():
            raise error
        case SignedOutError():
            status, text = HTTPStatus.UNAUTHORIZED, signed_out_text()
        case BadCodeError():
            status, text = HTTPStatus.UNAUTHORIZED, host_error_text(error)
        case ForeignOriginError():
            status, text = HTTPStatus.FORBIDDEN, bad_request_text()
        case NoTableError():
            status, text = HTTPStatus.NOT_FOUND, host_error_text(error)
        case RateLimitError(until=until):
            wait = (until - request.app[PAGES].host.now()).total_seconds()
            headers["Retry-After"] = str(max(1, ceil(wait)))
            status, text = HTTPStatus.TOO_MANY_REQUESTS, rate_limit_text(until)
        case BadRequestError() | NotationError() | ConnectionError():  # who is gone reads no answer
            status, text = HTTPStatus.BAD_REQUEST, bad_request_text()
        case StorageError():
            log.error("%s: %s for a page", error.path, type(error).__name__)
            status, text = HTTPStatus.SERVICE_UNAVAILABLE, host_error_text(error)
        case CarcassonneError() | HostError():
            status, text = HTTPStatus.CONFLICT, rejection_text(error, request.get(CONTEXT, ActionContext()))
        case QueueFullError() | TimeoutError():
            status, text = HTTPStatus.SERVICE_UNAVAILABLE, no_picture_now_text()
        case _:
            number = request.app[PAGES].bot.note_error(error, f"a page: {request.method} {request.path}")
            status, text = HTTPStatus.INTERNAL_SERVER_ERROR, unexpected_error_text(number)
    return web.json_response({"error": plain_text(text)}, status=status, headers=headers)
