"""The HTTP server: for health, metrics and pages, each on its own port."""

from aiohttp import web

from web import LOOPBACK


class HttpServer:
    """An application at a port of an address, open from ``start`` to ``close``."""

    def __init__(self, app: web.Application, port: int, address: str = LOOPBACK) -> None:
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        self._address = address
        self._port = port

    async def start(self, port: int | None = None) -> None:
        """Open the port, or another one; raise OSError if another program has it."""
        if self._runner.server is None:
            await self._runner.setup()
        await web.TCPSite(self._runner, self._address, self._port if port is None else port).start()

    async def close(self) -> None:
        await self._runner.cleanup()

    @property
    def port(self) -> int:
        """The port, once it is open: any that was free if it was 0."""
        return int(self._runner.addresses[0][1])
