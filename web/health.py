"""``/healthz``: whether all is well."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from aiohttp import web

Problems: TypeAlias = Callable[[], Awaitable[Sequence[str]]]
"""Returns what is not well, in words."""
Facts: TypeAlias = Callable[[], dict[str, Any]]


def health_route(problems: Problems, facts: Facts = dict) -> web.RouteDef:
    """Return the route that answers 200 while there are no problems, else 503. ``facts`` are told, too."""

    async def healthz(_: web.Request) -> web.Response:
        found = list(await problems())
        answer = {"healthy": not found, "problems": found, **facts()}
        return web.json_response(answer, status=503 if found else 200)

    return web.get("/healthz", healthz)
