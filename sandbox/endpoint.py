"""Points discord.py at a Discord-like server of this machine instead of at Discord.

The bot's token goes wherever these addresses lead, so nothing but the loopback interface is accepted: not for the
API's base, not for the gateway that it names, and not for the one that a session is to be resumed at.
"""

import ipaddress

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

_HTTP = ("http", "https")
_WEBSOCKET = ("ws", "wss")


class NotLoopbackError(Exception):
    """An address that is not a `schemes` address of this machine's loopback interface."""

    def __init__(self, url: str, schemes: tuple[str, ...]) -> None:
        super().__init__(url, schemes)
        self.url = url
        self.schemes = schemes


def is_loopback(url: yarl.URL) -> bool:
    """Whether the host is `localhost` or an address of the loopback interface."""
    if url.host == "localhost":
        return True
    try:
        return ipaddress.ip_address(url.host or "").is_loopback
    except ValueError:
        return False


class _LoopbackGateway:
    """Stands in for the attribute that holds a connection's gateway, and checks every value it gets.

    discord.py fills it when it connects and again from READY, and resumes at whatever it holds. An error raised here
    ends the connection's task, and with it the bot, before anything is sent.
    """

    def __get__(self, socket: DiscordWebSocket, owner: type[DiscordWebSocket]) -> yarl.URL:
        gateway: yarl.URL = socket.__dict__["gateway"]
        return gateway

    def __set__(self, socket: DiscordWebSocket, url: yarl.URL) -> None:
        socket.__dict__["gateway"] = _checked(str(url), _WEBSOCKET)


def point_at(base: str) -> None:
    """Send every request of discord.py to `base`, such as `http://127.0.0.1:8400/api/v10`. For the whole process.

    Call it before login, and `adopt_gateway` between login and connecting. Raises `NotLoopbackError`.
    """
    _checked(base, _HTTP)
    Route.BASE = base.rstrip("/")
    DiscordWebSocket.gateway = _LoopbackGateway()  # type: ignore[assignment]


async def adopt_gateway(client: discord.AutoShardedClient) -> None:
    """Ask the server for its gateway, once, and make it the one for every connection.

    Left alone, discord.py would take a cold reconnect and an invalid session, with the token, to Discord's own
    gateway. Raises `NotLoopbackError`, and `discord.GatewayNotFound` where the server does not answer.
    """
    client.shard_count, url, _limits = await client.http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = _checked(url, _WEBSOCKET)


def _checked(text: str, schemes: tuple[str, ...]) -> yarl.URL:
    try:
        url = yarl.URL(text)
    except ValueError as error:
        raise NotLoopbackError(text, schemes) from error
    if url.scheme not in schemes or not is_loopback(url):
        raise NotLoopbackError(text, schemes)
    return url
