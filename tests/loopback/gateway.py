"""The gateway: websocket sessions that can be resumed, dropped and invalidated."""

import asyncio
import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal, TypeAlias

import discord
from aiohttp import WSMsgType, web
from simcord import intents as gating
from simcord.backend import Backend, serializers

from tests.loopback.sharding import SessionStarts, Shard

HEARTBEAT_MS = 41_250
AUTHENTICATION_FAILED = 4004
UNKNOWN_ERROR = 4000
STALLED_AFTER = 1.0
"""Seconds within which a connection has to take an event. One to a machine that has vanished fills up."""
RESUMABLE_SECONDS = 60.0
"""How long a session is kept without a connection."""

Purpose: TypeAlias = Literal["identify", "resume", "refused", "too early"]


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
    purpose: Purpose
    shard: Shard | None = None


@dataclass(slots=True)
class Session:
    id: str
    intents: discord.Intents
    socket: web.WebSocketResponse | None
    shard: Shard
    transport: asyncio.Transport | None
    sent: list[str] = field(default_factory=list)
    lost_at: float = math.inf

    @property
    def is_open(self) -> bool:
        """Whether the bot is connected."""
        return self.socket is not None and not self.socket.closed

    async def dispatch(self, event: str, text: str, outward: Callable[[str], str]) -> None:
        """Send an event with its payload as JSON, and keep it in case the bot misses it and resumes."""
        number = len(self.sent) + 1  # they start at 1
        self.sent.append(outward(f'{{"op": {Op.DISPATCH:d}, "s": {number}, "t": "{event}", "d": {text}}}'))
        await self.send(self.sent[-1])

    async def send(self, text: str) -> None:
        """Send a text, unless the connection is lost. If it takes nothing any more, lose it: others must not wait."""
        if self.socket is None or not self.is_open:
            return
        try:
            async with asyncio.timeout(STALLED_AFTER):
                await self.socket.send_str(text)
        except TimeoutError:
            self.abort()
        except ConnectionError:  # the bot may have been killed a moment ago
            pass

    def abort(self) -> None:
        """Lose the connection without a word, as when a machine has vanished."""
        self.socket, self.lost_at = None, time.monotonic()
        if self.transport:
            self.transport.abort()


class Gateway:
    """Events leave in the order in which they happened, through one queue, to the sessions of their shard.

    Several programs may be connected, each with its shards, or even with the same one.
    """

    def __init__(
        self,
        backend: Backend,
        token: str,
        starts: SessionStarts,
        outward: Callable[[str], str],
        changed: Callable[[], None],
    ) -> None:
        self.backend = backend
        self.starts = starts
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
        return any(session.is_open for session in self._sessions.values())

    @property
    def open_shards(self) -> list[Shard]:
        """The shards of all open connections. A shard that two programs serve is there twice."""
        return sorted(session.shard for session in self._sessions.values() if session.is_open)

    def notice(self, event: str, payload: Mapping[str, Any]) -> None:
        """Queue an event of SimCord's backend. The payload is copied now, because the backend changes it later."""
        self._queue.put_nowait((event, json.dumps(payload)))

    async def deliver_forever(self) -> None:
        while True:
            event, text = await self._queue.get()
            payload = json.loads(text)
            for session in list(self._sessions.values()):
                if session.shard.gets(event, payload):
                    await self._deliver(session, event, text)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if self.refusals:
            self.refusals -= 1
            self._connected(request.path, "refused")
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": Op.HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._received(request, socket, json.loads(message.data))
        for session in self._sessions.values():
            if session.socket is socket:
                session.lost_at = time.monotonic()
        self._changed()
        return socket

    async def drop(self, code: int = UNKNOWN_ERROR) -> None:
        """Close every connection, as a network does. The sessions stay, and the bot resumes them."""
        for session in self._sessions.values():
            if session.socket is not None:
                try:
                    async with asyncio.timeout(STALLED_AFTER):
                        await session.socket.close(code=code)
                except TimeoutError:
                    session.abort()

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
                await self._identify(request, socket, message["d"])
            case Op.RESUME:
                self._connected(request.path, "resume")
                await self._resume(request, socket, message["d"])

    async def _identify(self, request: web.Request, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        shard = Shard(*data.get("shard", (0, 1)))
        if not self.starts.allows(shard):
            self._connected(request.path, "too early", shard)
            await socket.send_json({"op": Op.INVALID_SESSION, "d": False})
            return
        self._connected(request.path, "identify", shard)
        self._forget_lost_sessions()
        intents = discord.Intents._from_value(data["intents"])
        session = Session(f"session-{len(self.connections)}", intents, socket, shard, request.transport)
        guilds = [guild for guild in self.backend.guilds.values() if shard.has_guild(guild.id)]
        ready = {
            "v": 10,
            "user": serializers.user_payload(self.backend.bot_user),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.resume_url or f"ws://{request.host}/resume",
            "shard": list(shard),
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }
        await session.dispatch("READY", json.dumps(ready), self._outward)
        self._sessions[session.id] = session
        for guild in guilds:
            created = json.dumps(serializers.guild_create_payload(self.backend, guild))
            await self._deliver(session, "GUILD_CREATE", created)
        self._changed()

    def _forget_lost_sessions(self) -> None:
        """Forget the sessions that nobody resumes any more, such as those of killed programs."""
        since = time.monotonic() - RESUMABLE_SECONDS
        self._sessions = {one.id: one for one in self._sessions.values() if one.is_open or one.lost_at > since}

    async def _resume(self, request: web.Request, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        session = self._sessions.get(data["session_id"])
        if session is None:
            await socket.send_json({"op": Op.INVALID_SESSION, "d": False})
            return
        seen = data["seq"]
        while seen < len(session.sent):
            await socket.send_str(session.sent[seen])
            seen += 1
        session.socket, session.transport = socket, request.transport
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

    def _connected(self, path: str, purpose: Purpose, shard: Shard | None = None) -> None:
        self.connections.append(Connection(path, purpose, shard))
        self._changed()
