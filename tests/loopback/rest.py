"""The HTTP server: aiohttp in front of SimCord's routes."""

import asyncio
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Self

from aiohttp import BodyPartReader, web
from simcord.backend import Backend, serializers
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.http import RouteNotImplemented, UnsupportedField
from simcord.http import routes as _register_routes  # noqa: F401
from simcord.http.router import dispatch

from tests.loopback.faults import Faults
from tests.loopback.limits import Limits
from tests.loopback.recording import Request, Upload
from tests.loopback.sharding import SessionStarts

PREFIX = "/api/v10"
_WITHOUT_TOKEN = ("/interactions/", "/webhooks/")


class _Uncopied(dict[str, Any]):
    """A body that SimCord's record of requests keeps as it is. To copy the choices of one answer takes 0.1 ms."""

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self


@dataclass(slots=True)
class _File:
    """A file in the form that SimCord's routes take."""

    fp: BytesIO
    filename: str
    description: str | None


@dataclass(frozen=True, slots=True)
class _Body:
    json: Any = None
    files: tuple[Upload, ...] = ()

    def attachments(self) -> list[dict[str, Any]]:
        """The `attachments` of a message, or of the message inside an interaction's callback."""
        message = self.json if isinstance(self.json, dict) else {}
        message = message.get("data") or message
        return message.get("attachments") or [] if isinstance(message, dict) else []

    def for_simcord(self) -> list[_File]:
        described = {str(item.get("id")): item.get("description") for item in self.attachments()}
        return [
            _File(BytesIO(upload.data), upload.filename, described.get(upload.part.removeprefix("files[").rstrip("]")))
            for upload in self.files
        ]


@dataclass(slots=True)
class Rest:
    """`gaps` are requests that SimCord does not know, `errors` what went wrong in the server itself."""

    backend: Backend
    token: str
    faults: Faults
    starts: SessionStarts
    changed: Callable[[], None]
    requests: list[Request] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)
    origin: str = ""
    gateway_url: str | None = None
    limits: Limits = field(default_factory=Limits)
    owner: int | None = None
    """The person who owns the application; None for the bot itself."""
    budget: dict[str, str] = field(default_factory=dict)
    """Headers of all answers, in which Discord tells how many requests it takes."""
    _nonces: dict[tuple[str, str], Any] = field(default_factory=dict)

    def outward(self, text: str) -> str:
        """Replace the addresses of SimCord's CDN with this server's."""
        return text.replace(CDN_BASE, f"{self.origin}/cdn")

    def inward(self, text: str) -> str:
        return text.replace(f"{self.origin}/cdn", CDN_BASE)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        body = await self._read(request)
        fault = self.faults.take(request.method, path)
        self.changed()
        status, answer = 0, None
        if fault is None or fault.is_executed or fault.status is None:
            refusal = self.limits.refusal(request.method, path, body.json)
            status, answer = refusal or self._answer(request, path, body)
        headers: dict[str, str] = {}
        if fault is not None:
            await asyncio.sleep(fault.delay)
            if fault.status is not None:
                status, answer, headers = fault.status, fault.body(), fault.headers()
        self.requests.append(
            Request(request.method, path, dict(request.query), request.content_type, body.json, body.files, status)
        )
        self.changed()
        if status == 0 and request.transport is not None:
            request.transport.abort()
        return self._response(status or 500, answer, headers)

    def forget_nonces(self, channels: Collection[int] | None = None) -> None:
        """Forget all nonces, as Discord does after a few minutes; or only those of some channels."""
        paths = None if channels is None else {f"/channels/{channel}/messages" for channel in channels}
        self._nonces = {key: sent for key, sent in self._nonces.items() if paths is not None and key[0] not in paths}

    async def cdn(self, request: web.Request) -> web.Response:
        blob = self.backend.cdn.get(CDN_BASE + request.path.removeprefix("/cdn"))
        if blob is None:
            raise web.HTTPNotFound
        return web.Response(body=blob, content_type="application/octet-stream")

    async def _read(self, request: web.Request) -> _Body:
        if request.content_type != "multipart/form-data":
            text = self.inward(await request.text())
            return _Body(json.loads(text)) if text else _Body()
        payload: Any = None
        files: list[Upload] = []
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            data = bytes(await part.read())
            if part.name == "payload_json":
                payload = json.loads(self.inward(data.decode()))
            else:
                content_type = part.headers.get("Content-Type", "")
                files.append(Upload(part.name or "", part.filename or "", content_type, data))
        return _Body(payload, tuple(files))

    def _answer(self, request: web.Request, path: str, body: _Body) -> tuple[int, Any]:
        if not path.startswith(_WITHOUT_TOKEN) and request.headers.get("Authorization") != f"Bot {self.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}
        if path == "/gateway/bot":
            return 200, self.starts.answer(self.gateway_url or f"ws://{request.host}/gateway")
        try:
            answer = self._once_per_nonce(request, path, body)
        except (RouteNotImplemented, UnsupportedField) as gap:
            self.gaps.append(str(gap))
            return 501, {"message": str(gap), "code": 0}
        except BackendError as refusal:
            return refusal.status, refusal.to_json()
        except Exception as error:
            self.errors.append(error)
            return 501, {"message": repr(error), "code": 0}
        if path.endswith("/callback") and "with_response" not in request.query:
            return 204, None
        return (204, None) if answer is None else (200, answer)

    def _once_per_nonce(self, request: web.Request, path: str, body: _Body) -> Any:
        """Answer a repeated nonce with the message already sent, as Discord does. SimCord knows no nonces."""
        message = body.json if isinstance(body.json, dict) else {}
        nonce = message.get("nonce")
        if request.method != "POST" or nonce is None or not message.get("enforce_nonce"):
            return self._dispatch(request, path, body)
        if (path, nonce) not in self._nonces:
            self._nonces[path, nonce] = {**self._dispatch(request, path, body), "nonce": nonce}
        return self._nonces[path, nonce]

    def _dispatch(self, request: web.Request, path: str, body: _Body) -> Any:
        answer = dispatch(
            self.backend,
            request.method,
            path,
            json=_Uncopied(body.json) if isinstance(body.json, dict) else body.json,
            params=dict(request.query),
            files=body.for_simcord(),
            reason=request.headers.get("X-Audit-Log-Reason"),
            message_content_access=False,
        )
        if path == "/oauth2/applications/@me" and self.owner:
            return {**answer, "owner": serializers.user_payload(self.backend.get_user(self.owner))}
        return answer

    def _response(self, status: int, answer: Any, headers: dict[str, str]) -> web.Response:
        headers = {**self.budget, **headers}
        if answer is None:
            return web.Response(status=status, headers=headers)
        text = self.outward(json.dumps(answer))
        # Exactly this type: with a charset behind it discord.py would hand the text on unparsed.
        return web.Response(body=text.encode(), status=status, headers={**headers, "Content-Type": "application/json"})
