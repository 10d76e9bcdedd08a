"""Connecting discord.py to a server of this machine that behaves like Discord.

The bot's token is sent to these addresses. So all of them have to be on the loopback interface: the base of the
API, the gateway that the API names, and the gateway at which a session is resumed.
"""

import ipaddress

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

_HTTP = ("http", "https")
_WEBSOCKET = ("ws", "wss")


class NotLoopbackError(Exception):
    """The address does not have one of these schemes, or it is not on this machine's loopback interface."""

    def __init__(self, url: str, schemes: tuple[str, ...]) -> None:
        super().__init__(url, schemes)
        self.url = url
        self.schemes = schemes


def is_loopback(url: yarl.URL) -> bool:
    """Return whether the host is `localhost` or an address of the loopback interface."""
    if url.host == "localhost":
        return True
    try:
        return ipaddress.ip_address(url.host or "").is_loopback
    except ValueError:
        return False


class _LoopbackGateway:
    """Replaces the attribute with a connection's gateway, and checks every value that it gets.

    discord.py sets it when it connects and at READY, and resumes sessions there. An error that is raised here ends the
    connection's task, and with it the bot, before anything is sent.
    """

    def __get__(self, socket: DiscordWebSocket, owner: type[DiscordWebSocket]) -> yarl.URL:
        gateway: yarl.URL = socket.__dict__["gateway"]
        return gateway

    def __set__(self, socket: DiscordWebSocket, url: yarl.URL) -> None:
        socket.__dict__["gateway"] = _checked(str(url), _WEBSOCKET)


def point_at(base: str) -> None:
    """Send every request of discord.py in this process to `base`, such as `http://127.0.0.1:8400/api/v10`.

    Call it before login, and `adopt_gateway` or `use_gateway` between login and connecting. Raise NotLoopbackError.
    """
    _checked(base, _HTTP)
    Route.BASE = base.rstrip("/")
    DiscordWebSocket.gateway = _LoopbackGateway()  # type: ignore[assignment]


async def adopt_gateway(client: discord.AutoShardedClient) -> None:
    """Ask the server for its gateway once, and use it for every connection.

    A client that was not told how many shards there are connects with as many as the server recommends. Raise
    NotLoopbackError; discord.GatewayNotFound if the server does not answer.
    """
    recommended, url, _limits = await client.http.get_bot_gateway()
    use_gateway(url)
    known: int | None = client.shard_count
    client.shard_count = recommended if known is None else known


def use_gateway(url: str) -> None:
    """Use a gateway for every connection of this process. Raise NotLoopbackError.

    Otherwise discord.py would send the token to Discord's own gateway after a lost connection or an invalid session.
    """
    DiscordWebSocket.DEFAULT_GATEWAY = _checked(url, _WEBSOCKET)


def _checked(text: str, schemes: tuple[str, ...]) -> yarl.URL:
    try:
        url = yarl.URL(text)
    except ValueError as error:
        raise NotLoopbackError(text, schemes) from error
    if url.scheme not in schemes or not is_loopback(url):
        raise NotLoopbackError(text, schemes)
    return url
