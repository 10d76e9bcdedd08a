"""Reading requests. What cannot be read was not made by a page."""

import asyncio
import json
from typing import Any, Final, TypeVar

from aiohttp import web

from host.model.controllers import Person
from screens.text.move_errors import ActionContext
from web.pages import Pages, SignedOutError

PAGES: Final = web.AppKey("pages", Pages)
PERSON: Final = web.RequestKey("person", Person)
"""Who asks; missing where nobody is signed in."""
CONTEXT: Final = web.RequestKey("context", ActionContext)
"""What somebody wants to do, for the texts of errors."""

T = TypeVar("T")

MOST_SECONDS_OF_A_BODY: Final = 10.0
"""How long a page may take to send what somebody plays: a few hundred bytes."""
_LONGEST_NUMBER: Final = 9


class BadRequestError(Exception):
    """A request that no page makes."""


class ForeignOriginError(Exception):
    """A page of another site wants to do something here."""


def check_origin(request: web.Request, url: str) -> None:
    """Raise ForeignOriginError unless a request only asks, or was made by a page of this address."""
    if request.method not in ("GET", "HEAD") and request.headers.get("Origin") != url:
        raise ForeignOriginError


async def person_or_none(request: web.Request) -> Person | None:
    """Find out who asks, and note it in the request."""
    try:
        request[PERSON] = await request.app[PAGES].person(request)
    except SignedOutError:
        return None
    return request[PERSON]


def person_of(request: web.Request) -> Person:
    """Return who asks; raise SignedOutError."""
    if PERSON not in request:
        raise SignedOutError
    return request[PERSON]


def number_of(request: web.Request) -> int:
    """Return the number of the game in the address."""
    return read_number(request.match_info["number"])


def read_number(text: str | None) -> int:
    """Read a number; raise BadRequestError."""
    if text is None or len(text) > _LONGEST_NUMBER or not (text.isascii() and text.isdecimal()):
        raise BadRequestError
    return int(text)


def read_share(text: str | None) -> float:
    """Read a number from 0 to 1; raise BadRequestError."""
    try:
        share = float(text or "")
    except ValueError:
        raise BadRequestError from None
    if not 0 <= share <= 1:
        raise BadRequestError
    return share


async def body_of(request: web.Request) -> dict[str, Any]:
    """Return the JSON object that was sent; raise BadRequestError, and HTTPRequestEntityTooLarge."""
    if request.content_type != "application/json" or "Content-Encoding" in request.headers:
        raise BadRequestError
    announced = request.content_length or 0
    if announced > request.client_max_size:  # nobody waits for it
        raise web.HTTPRequestEntityTooLarge(request.client_max_size, announced)
    try:
        async with asyncio.timeout(MOST_SECONDS_OF_A_BODY):
            text = await request.text()
        found = json.loads(text)
    except (ValueError, RecursionError, LookupError, TimeoutError, web.RequestPayloadError):
        raise BadRequestError from None
    if not isinstance(found, dict):
        raise BadRequestError
    return found


def field_of(body: dict[str, Any], name: str, kind: type[T]) -> T:
    """Return a field of what was sent; raise BadRequestError if it is of another kind."""
    value = body.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadRequestError
    return value
