"""The HTTP server: for health, metrics and pages, each on its own port."""

import asyncio
import logging
from contextlib import suppress
from contextvars import Context
from typing import Final

from aiohttp import web
from aiohttp.http import HttpProcessingError

from web import LOOPBACK

MOST_CONNECTIONS: Final = 3_000
"""How many connections there may be, if the system has room for so many and as many files besides."""
IDLE_SECONDS: Final = 150.0
"""How long a connection may be open without a whole question. A proxy hangs up before that, and never meets the end."""
LINGERING_SECONDS: Final = 0.0
"""How long the rest of a body is read that was refused. No page sends one, and what is read takes memory."""
_PORT_PAUSE: Final = 5.0
"""Seconds between two attempts to open a port that another program has, such as the process before this one."""

_log: Final = logging.getLogger("web.http")


class _Refusal(asyncio.Protocol):
    """What becomes of a connection too many. Else the bot could open no file any more, nor connect to Discord."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (the type checker learns it)
        transport.abort()


class HttpServer:
    """An application at a port of an address, open from ``start`` to ``close``."""

    def __init__(self, app: web.Application, port: int, address: str = LOOPBACK) -> None:
        self._runner = web.AppRunner(
            app,
            access_log=None,
            logger=_log,
            keepalive_timeout=IDLE_SECONDS,
            lingering_time=LINGERING_SECONDS,
            shutdown_timeout=1,
            auto_decompress=False,  # no page packs what it sends, and 30 kB may be packed 30 MB
        )
        self._address = address
        self._port = port
        self._most = most_connections()
        self._listening: asyncio.Server | None = None
        self._trying: asyncio.Task[None] | None = None

    async def start(self, port: int | None = None) -> None:
        """Open the port, or another one; raise OSError if another program has it.

        The context of whoever opens it isn't that of connections.
        """
        await Context().run(asyncio.create_task, self._open(self._port if port is None else port))

    def start_later(self) -> None:
        """Open the port as soon as the program ends that has it."""
        self._trying = asyncio.create_task(self._keep_trying())

    async def _keep_trying(self) -> None:
        while True:
            await asyncio.sleep(_PORT_PAUSE)
            with suppress(OSError):
                await self.start()
                return

    async def _open(self, port: int) -> None:
        if self._runner.server is None:
            await self._runner.setup()
        self._listening = await asyncio.get_running_loop().create_server(self._accept, self._address, port)

    async def close(self) -> None:
        """Close the port, and hang up on everybody."""
        if self._trying:
            self._trying.cancel()
        if self._listening:
            self._listening.close()
        await self._runner.cleanup()

    @property
    def port(self) -> int:
        """The port, once it is open: any that was free if it was 0."""
        assert self._listening  # noqa: S101 (the type checker learns it)
        return int(self._listening.sockets[0].getsockname()[1])

    def _accept(self) -> asyncio.BaseProtocol:
        server = self._runner.server
        return _Refusal() if server is None or len(server.connections) >= self._most else server()


class _NoBadRequests(logging.Filter):
    """Leaves out requests that are no HTTP: what strangers send is no news, and the line would name their address."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


_log.addFilter(_NoBadRequests())


def most_connections() -> int:
    """Return how many connections this process may have: half of the files that the system lets it open.

    It lets a process open more files if it asks for that.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return MOST_CONNECTIONS
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted, unlimited = 2 * MOST_CONNECTIONS, resource.RLIM_INFINITY
    if files == unlimited or files >= wanted:
        return MOST_CONNECTIONS
    with suppress(ValueError, OSError):  # the system may allow less than it says
        more = wanted if most == unlimited else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))
        files = more
    return files // 2
