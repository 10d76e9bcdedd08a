"""A table in a channel, played only through what the bot offers there. The fixture's makers and its test use it."""

import random
from collections.abc import Callable
from typing import Any

from simcord.backend.models import Message

from tests.loopback import Answer, LoopbackDiscord, Person

_OPTIONS = ("at", "rotation", "follower")


def custom_ids(message: Message | None) -> list[str]:
    """The ids of a message's buttons and menus that can be used."""
    rows = message.components if message else []
    return [str(item["custom_id"]) for row in rows for item in row["components"] if not item.get("disabled")]


def has(message: Message, action: str) -> bool:
    """Whether a message has a button for an action, such as `place`."""
    return any(one.startswith(f"carc:{action}:") for one in custom_ids(message))


class Table:
    """The only game of a channel or thread, and its players. Their choices depend on the seed."""

    def __init__(self, server: LoopbackDiscord, channel: int, people: list[Person], seed: str = "") -> None:
        self.server = server
        self.channel = channel
        self.people = people
        self.whim = random.Random(seed or channel)

    async def join(self, **options: Any) -> None:
        for person in self.people:
            answer = await self.command(person, "join", **options)
            assert "#" in answer.content, answer.content

    async def begin(self, **options: Any) -> None:
        await self.join()
        await self.start(**options)

    async def start(self, **options: Any) -> None:
        answer = await self.command(self.people[0], "start", **{"takeback": 0, "order": "joined", **options})
        assert "#" in answer.content, answer.content
        if options.get("thread"):
            [self.channel] = await self.server.until(lambda: self.server.world.threads(self.channel))
        await self.server.until(self.boards)

    async def command(self, person: Person, name: str, **options: Any) -> Answer:
        return await self.server.command(person, self.channel, name, **options)

    def messages(self) -> list[Message]:
        """The bot's messages for all."""
        bot = self.server.world.backend.bot_user.id
        return [one for one in self.server.world.messages(self.channel) if one.author_id == bot]

    def boards(self) -> list[Message]:
        return [one for one in self.messages() if one.attachments]

    @property
    def board(self) -> Message:
        """The newest."""
        return self.boards()[-1]

    @property
    def is_over(self) -> bool:
        return not any(has(self.board, action) for action in ("place", "answer", "done"))

    def mover(self) -> Person:
        """The player in the first line of the newest board, who is to move or can take a turn back."""
        first = self.board.content.splitlines()[0]
        if len(self.people) == 1:
            return self.people[0]
        return next(person for person in self.people if f"**{person.name}**" in first)

    async def said(self, fits: Callable[[Message], bool]) -> Message:
        """The newest public message that fits."""
        return (await self.server.until(lambda: [one for one in self.messages() if fits(one)]))[-1]

    async def offered(self, person: Person, option: str, /, **given: Any) -> list[dict[str, Any]]:
        return await self.server.autocomplete(person, self.channel, "place", option, "", **given)

    async def choice(self, person: Person) -> dict[str, Any]:
        """A turn made of suggestions of `/place`."""
        turn: dict[str, Any] = {}
        for option in _OPTIONS:
            turn[option] = self.whim.choice(await self.offered(person, option, **turn))["value"]
        return turn

    async def step(self) -> None:
        """Do what the newest board asks for: place a tile, answer, or finish the pending turn."""
        board = self.board
        if has(board, "answer"):
            await self.press(self.mover(), "answer")
        elif has(board, "done"):
            await self.press(self.mover(), "done")
        else:
            mover = self.mover()
            answer = await self.command(mover, "place", **await self.choice(mover))
            assert not answer.components, answer.content
            await self.server.until(lambda: self.board.id != board.id or has(self.board, "done"))
            return
        await self.server.until(lambda: self.board.id != board.id)

    async def press(self, person: Person, action: str) -> Answer:
        """Press one of the newest board's buttons of an action."""
        [*chosen] = (one for one in custom_ids(self.board) if one.startswith(f"carc:{action}:"))
        return await self.server.press(person, self.board, self.whim.choice(chosen))

    async def turn(self) -> None:
        """Take steps until the next tile is in hand, or the game is over."""
        await self.step()
        while not self.is_over and not has(self.board, "place"):
            await self.step()

    async def turns(self, number: int) -> None:
        for _ in range(number):
            if not self.is_over:
                await self.turn()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Take steps until a condition holds; AssertionError at the end of the game."""
        while not holds():
            assert not self.is_over
            await self.step()

    async def to_end(self) -> None:
        while not self.is_over:
            await self.step()
