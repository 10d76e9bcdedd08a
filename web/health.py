"""``/healthz``: whether all is well."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from math import inf
from typing import Any, Final, TypeAlias

from aiohttp import web

Problems: TypeAlias = Callable[[], Awaitable[Sequence[str]]]
"""Returns what is not well, in words."""
Facts: TypeAlias = Callable[[], dict[str, Any]]
LOOK_SECONDS: Final = 2.0


def health_route(problems: Problems, facts: Facts = dict) -> web.RouteDef:
    """Return the route that answers 200 while there are no problems, else 503. ``facts`` are told, too."""

    async def healthz(_: web.Request) -> web.Response:
        found = list(await problems())
        answer = {"healthy": not found, "problems": found, **facts()}
        return web.json_response(answer, status=503 if found else 200)

    return web.get("/healthz", healthz)


def public_health_route(problems: Problems) -> web.RouteDef:
    """Return the same route for everybody. It tells no problems, which may name files and addresses, and looks for them
    only now and then.
    """
    looked, is_healthy = -inf, True

    async def healthz(_: web.Request) -> web.Response:
        nonlocal looked, is_healthy
        now = asyncio.get_running_loop().time()
        if now - looked >= LOOK_SECONDS:
            looked = now
            is_healthy = not await problems()
        return web.json_response({"healthy": is_healthy}, status=200 if is_healthy else 503)

    return web.get("/healthz", healthz)
