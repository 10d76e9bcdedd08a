"""The gateway: websocket sessions that can be resumed, dropped and invalidated."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal

import discord
from aiohttp import WSMsgType, web
from simcord import intents as gating
from simcord.backend import Backend, serializers

HEARTBEAT_MS = 41_250
AUTHENTICATION_FAILED = 4004
UNKNOWN_ERROR = 4000


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


@dataclass(frozen=True, slots=True)
class Connection:
    """One attempt of the bot to connect: the path that it used, and its purpose."""

    path: str
    purpose: Literal["identify", "resume", "refused"]


@dataclass(slots=True)
class Session:
    id: str
    intents: discord.Intents
    socket: web.WebSocketResponse | None
    shard: list[int]
    sent: list[str] = field(default_factory=list)

    async def dispatch(self, event: str, text: str, outward: Callable[[str], str]) -> None:
        """Send an event with its payload as JSON, and keep it in case the bot misses it and resumes."""
        number = len(self.sent) + 1  # they start at 1
        self.sent.append(outward(f'{{"op": {Op.DISPATCH:d}, "s": {number}, "t": "{event}", "d": {text}}}'))
        await self.send(self.sent[-1])

    async def send(self, text: str) -> None:
        if self.socket is not None and not self.socket.closed:
            with contextlib.suppress(ConnectionError):  # the bot may have been killed a moment ago
                await self.socket.send_str(text)


class Gateway:
    """Events leave in the order in which they happened, through one queue."""

    def __init__(
        self, backend: Backend, token: str, outward: Callable[[str], str], changed: Callable[[], None]
    ) -> None:
        self.backend = backend
        self.origin = ""
        self.connections: list[Connection] = []
        self.refusals = 0
        self.resume_url: str | None = None
        self._token = token
        self._outward = outward
        self._changed = changed
        self._sessions: dict[str, Session] = {}
        self._queue: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    @property
    def is_ready(self) -> bool:
        """Whether some session has an open connection."""
        return any(session.socket is not None and not session.socket.closed for session in self._sessions.values())

    def notice(self, event: str, payload: Mapping[str, Any]) -> None:
        """Queue an event of SimCord's backend. The payload is copied now, because the backend changes it later."""
        self._queue.put_nowait((event, json.dumps(payload)))

    async def deliver_forever(self) -> None:
        while True:
            event, text = await self._queue.get()
            for session in list(self._sessions.values()):
                await self._deliver(session, event, text)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if self.refusals:
            self.refusals -= 1
            self._connected(request, "refused")
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": Op.HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._received(request, socket, json.loads(message.data))
        self._changed()
        return socket

    async def drop(self, code: int = UNKNOWN_ERROR) -> None:
        """Close every connection, as a network does. The sessions stay, and the bot resumes them."""
        for session in self._sessions.values():
            if session.socket is not None:
                await session.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        for session in self._sessions.values():
            await session.send(json.dumps({"op": Op.RECONNECT, "d": None}))

    async def invalidate(self) -> None:
        """End every session. The bot has to identify anew."""
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            await session.send(json.dumps({"op": Op.INVALID_SESSION, "d": False}))

    async def _received(self, request: web.Request, socket: web.WebSocketResponse, message: dict[str, Any]) -> None:
        match message["op"]:
            case Op.HEARTBEAT:
                await socket.send_json({"op": Op.HEARTBEAT_ACK})
            case Op.IDENTIFY | Op.RESUME if message["d"]["token"] != self._token:
                await socket.close(code=AUTHENTICATION_FAILED)
            case Op.IDENTIFY:
                self._connected(request, "identify")
                await self._identify(socket, message["d"])
            case Op.RESUME:
                self._connected(request, "resume")
                await self._resume(socket, message["d"])

    async def _identify(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        intents = discord.Intents._from_value(data["intents"])
        session = Session(f"session-{len(self.connections)}", intents, socket, data.get("shard", [0, 1]))
        guilds = list(self.backend.guilds.values())
        ready = {
            "v": 10,
            "user": serializers.user_payload(self.backend.bot_user),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.resume_url or f"{self.origin}/resume",
            "shard": session.shard,
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }
        await session.dispatch("READY", json.dumps(ready), self._outward)
        self._sessions[session.id] = session
        for guild in guilds:
            created = json.dumps(serializers.guild_create_payload(self.backend, guild))
            await self._deliver(session, "GUILD_CREATE", created)
        self._changed()

    async def _resume(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        session = self._sessions.get(data["session_id"])
        if session is None:
            await socket.send_json({"op": Op.INVALID_SESSION, "d": False})
            return
        seen = data["seq"]
        while seen < len(session.sent):
            await socket.send_str(session.sent[seen])
            seen += 1
        session.socket = socket
        await session.dispatch("RESUMED", "{}", self._outward)
        self._changed()

    async def _deliver(self, session: Session, event: str, text: str) -> None:
        if event in gating.EVENT_INTENTS:
            allowed = self._allowed(session, event, json.loads(text))
            if allowed is None:
                return
            text = json.dumps(allowed)
        await session.dispatch(event, text, self._outward)

    def _allowed(self, session: Session, event: str, payload: dict[str, Any]) -> dict[str, Any] | None:
        """What the bot's intents let it see of an event; None for nothing."""
        intent = gating.required_intent(event, payload)
        if intent is not None and not getattr(session.intents, intent):
            return None
        if event == "GUILD_CREATE":
            gating.prune_guild_create(payload, session.intents, self.backend.bot_user.id)
        if event.startswith("MESSAGE_") and not session.intents.message_content:
            gating.censor_message(payload, self.backend.bot_user.id, backend=self.backend)
        return payload

    def _connected(self, request: web.Request, purpose: Literal["identify", "resume", "refused"]) -> None:
        self.connections.append(Connection(request.path, purpose))
        self._changed()
