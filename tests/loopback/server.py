"""A Discord-like server on 127.0.0.1 for one bot, and the people who talk to it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from aiohttp import web
from simcord.backend.models import Interaction, Message
from simcord.enums import InteractionType

from tests.loopback import payloads
from tests.loopback.answers import Answer
from tests.loopback.faults import Fault, Faults
from tests.loopback.gateway import Gateway
from tests.loopback.recording import Request
from tests.loopback.rest import PREFIX, Rest
from tests.loopback.sharding import SessionStarts
from tests.loopback.world import MANAGER, Person, World

HOST = "127.0.0.1"
TOKEN = "loopback.token"
T = TypeVar("T")


@dataclass(slots=True)
class _Waiting(Generic[T]):
    """Somebody who waits until `holds()` is true. To ask here is much cheaper than to wake a task for every event."""

    holds: Callable[[], T]
    result: asyncio.Future[T]

    def ask(self) -> None:
        if self.result.done():
            return
        try:
            if value := self.holds():
                self.result.set_result(value)
        except Exception as error:
            self.result.set_exception(error)


class LoopbackDiscord:
    """`async with LoopbackDiscord() as server:`, then start a bot with `server.environment`.

    Everything a person does returns when the bot has answered in full (`TimeoutError` after `patience` seconds), and
    any number of people may do things at the same time. Leaving the block raises if the bot asked for something that
    this server does not know, or if the server itself failed.
    """

    def __init__(self) -> None:
        self.world = World()
        self.patience = 60.0
        self._faults = Faults()
        self.starts = SessionStarts()
        self.rest = Rest(self.world.backend, TOKEN, self._faults, self.starts, self._touch)
        self.rest.owner = self.world.people[MANAGER].id
        self.gateway = Gateway(self.world.backend, TOKEN, self.starts, self.rest.outward, self._touch)
        self._waiting: dict[int, _Waiting[Any]] = {}
        self._is_asking = False
        self._runner: web.AppRunner | None = None
        self._delivery: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/resume", self.gateway.handle)
        app.router.add_get("/cdn/{path:.*}", self.rest.cdn)
        app.router.add_route("*", PREFIX + "/{path:.*}", self.rest.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, 0).start()
        self.port: int = self._runner.addresses[0][1]
        self.rest.origin = f"http://{HOST}:{self.port}"
        self.world.backend.subscribers.append(self.gateway.notice)
        self._delivery = asyncio.create_task(self.gateway.deliver_forever())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        assert self._runner is not None
        assert self._delivery is not None
        self._delivery.cancel()
        await self.gateway.drop(code=1001)
        await self._runner.cleanup()
        if kind is None:
            self.raise_problems()

    @property
    def base(self) -> str:
        return self.rest.origin + PREFIX

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables that point a bot here."""
        return {"DISCORD_API_BASE": self.base, "DISCORD_TOKEN": TOKEN}

    @property
    def channel(self) -> int:
        return self.world.channel

    @property
    def people(self) -> Mapping[str, Person]:
        return self.world.people

    @property
    def requests(self) -> list[Request]:
        return self.rest.requests

    def raise_problems(self) -> None:
        """Raise an error if the bot made a request that this server does not know, or if the server itself failed."""
        if self.rest.gaps:
            raise AssertionError("Unknown to the server: " + "; ".join(self.rest.gaps))
        if self.rest.errors:
            raise ExceptionGroup("The server failed", self.rest.errors)

    def forget_requests(self) -> None:
        """Forget what the bot has sent so far, with all pictures, in a run that would fill the memory."""
        self.rest.requests.clear()
        self.world.backend.transcript.clear()
        self.world.backend.http_requests.clear()

    def fail(self, method: str, path: str, **how: Any) -> Fault:
        """Make the next matching requests fail. `how` are the other fields of `Fault`."""
        fault = Fault(method, path, **how)
        self._faults.add(fault)
        return fault

    def withdraw(self, fault: Fault) -> bool:
        """Take a fault back. Return False if it has met all its requests."""
        return self._faults.remove(fault)

    def clear_faults(self) -> None:
        """Forget the faults that have not met a request."""
        self._faults.clear()

    async def until_faulty(self, within: float | None = None) -> None:
        """Wait until every fault has met its last request. That request may still be delayed."""
        await self.until(lambda: not self._faults.left, within)

    async def until(self, holds: Callable[[], T], within: float | None = None) -> T:
        """Wait until `holds()` is true, and return its result. It is called again after every event."""
        if value := holds():
            return value
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(holds, result)
        self._waiting[id(waiting)] = waiting
        try:
            async with asyncio.timeout(self.patience if within is None else within):
                return await result
        finally:
            del self._waiting[id(waiting)]

    async def until_ready(self, within: float | None = None) -> None:
        """Wait until a bot is connected and has registered its commands."""
        await self.until(lambda: self.gateway.is_ready and self.world.backend.commands, within)

    async def message(
        self, channel: int, fits: Callable[[Message], bool] = bool, *, after: int = 0, within: float | None = None
    ) -> Message:
        """Wait for the first public message of a channel that fits and is newer than the id `after`."""

        def found() -> Message | None:
            public = self.world.messages(channel)
            return next((one for one in public if one.id > after and fits(one)), None)

        message = await self.until(found, within)
        assert message is not None
        return message

    async def say(self, person: Person, channel: int, text: str) -> Message:
        """Send an ordinary message. This does not wait for a reaction of the bot."""
        return self.world.backend.create_message(channel, person.id, text)

    async def command(self, person: Person, channel: int, name: str, /, **options: Any) -> Answer:
        """Run `/name`, `"admin pause"` for a subcommand. Options are texts, integers, booleans or people."""
        return await self.complete(self.send_command(person, channel, name, **options))

    def send_command(self, person: Person, channel: int, name: str, /, **options: Any) -> Answer:
        """As `command`, but do not wait. The answer is empty at first; `complete` waits for it."""
        data = payloads.command(self.world.backend, self.world.guild_of(channel), name, options)
        return self._send(person, channel, InteractionType.APPLICATION_COMMAND, data)

    async def autocomplete(
        self, person: Person, channel: int, name: str, option: str, typed: str | int = "", /, **given: Any
    ) -> list[dict[str, Any]]:
        """The suggestions while `option` is being typed and the other options are `given`."""
        return await self.prepare_autocomplete(person, channel, name, option, typed, **given)()

    def prepare_autocomplete(
        self, person: Person, channel: int, name: str, option: str, typed: str | int = "", /, **given: Any
    ) -> Callable[[], Awaitable[list[dict[str, Any]]]]:
        """As `autocomplete`, but return what asks the bot and waits for its suggestions. Call it once."""
        options = {**given, option: str(typed)}
        data = payloads.command(self.world.backend, self.world.guild_of(channel), name, options, focused=option)
        prepared = self._prepare(person, channel, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE, data)

        async def ask() -> list[dict[str, Any]]:
            return (await self.complete(self._emit(*prepared))).choices

        return ask

    async def press(self, person: Person, message: Message, custom_id: str) -> Answer:
        return await self.complete(self.send_press(person, message, custom_id))

    def send_press(self, person: Person, message: Message, custom_id: str) -> Answer:
        """As `press`, but do not wait. The answer is empty at first; `complete` waits for it."""
        data = payloads.component(person, message, custom_id)
        return self._send(person, message.channel_id, InteractionType.MESSAGE_COMPONENT, data, message)

    async def choose(self, person: Person, message: Message, custom_id: str, values: Sequence[str]) -> Answer:
        data = payloads.component(person, message, custom_id, values)
        return await self._interact(person, message.channel_id, InteractionType.MESSAGE_COMPONENT, data, message)

    async def submit(self, person: Person, shown: Answer, /, **values: Any) -> Answer:
        """Fill in and send the form that `shown` opened. Fields that are left out keep their values."""
        if shown.modal is None:
            raise payloads.CannotDoThisError("no form was shown")
        data = payloads.modal(shown.modal, values)
        source = shown.record.source_message_id
        message = self.world.backend.get_message(shown.record.channel_id, source) if source else None
        return await self._interact(person, shown.record.channel_id, InteractionType.MODAL_SUBMIT, data, message)

    async def complete(self, answer: Answer) -> Answer:
        """Wait until the bot has answered in full."""
        await self.until(lambda: answer.record.responded)
        answer.after = time.monotonic() - answer.sent
        await self.until(lambda: answer.is_complete)
        return answer

    async def _interact(
        self,
        person: Person,
        channel: int,
        kind: InteractionType,
        data: dict[str, Any],
        source: Message | None = None,
    ) -> Answer:
        return await self.complete(self._send(person, channel, kind, data, source))

    def _send(
        self,
        person: Person,
        channel: int,
        kind: InteractionType,
        data: dict[str, Any],
        source: Message | None = None,
    ) -> Answer:
        return self._emit(*self._prepare(person, channel, kind, data, source))

    def _prepare(
        self,
        person: Person,
        channel: int,
        kind: InteractionType,
        data: dict[str, Any],
        source: Message | None = None,
    ) -> tuple[Interaction, dict[str, Any]]:
        record, payload = payloads.interaction(self.world.backend, person, channel, kind, data)
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = payloads.message(self.world.backend, source)
        payload["guild_locale"] = self.world.locale
        return record, payload

    def _emit(self, record: Interaction, payload: dict[str, Any]) -> Answer:
        answer = Answer(self.world.backend, record, time.monotonic())
        self.world.backend.emit("INTERACTION_CREATE", payload)
        return answer

    def _touch(self) -> None:
        """Something has happened: ask all who wait, once for all that happens in the same turn of the event loop."""
        if not self._is_asking:
            self._is_asking = True
            asyncio.get_running_loop().call_soon(self._ask)

    def _ask(self) -> None:
        self._is_asking = False
        for waiting in list(self._waiting.values()):
            waiting.ask()
