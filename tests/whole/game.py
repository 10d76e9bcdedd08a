"""A game in a channel, as its players see it: by commands, and by what is written there."""

import random
from dataclasses import dataclass
from typing import Any

from simcord.backend.models import Message

from carcassonne import Replay, parse_record, replay
from tests.loopback import Answer, LoopbackDiscord, Person


@dataclass(frozen=True, slots=True)
class Board:
    """A public message with a picture."""

    message: Message

    @property
    def text(self) -> str:
        return self.message.content

    @property
    def alt(self) -> str:
        [picture] = self.message.attachments
        return str(picture["description"])

    @property
    def pinged(self) -> list[int]:
        return self.message.ping_user_ids

    @property
    def is_end(self) -> bool:
        return " is over. " in self.text.splitlines()[0]


class Game:
    """The one game of a channel. Its people choose among what the bot offers them, each run of a test alike."""

    def __init__(self, server: LoopbackDiscord, channel: int, *names: str) -> None:
        self.server = server
        self.channel = channel
        self.people = [server.people[name] for name in names]
        self._whim = random.Random(channel)

    async def begin(self, **options: Any) -> Board:
        """Sit down, start, and return the first board."""
        await self.sit_down()
        await self.command(self.people[0], "start", **{"takeback": 0, **options})
        return await self.shown(1)

    async def sit_down(self) -> None:
        for person in self.people:
            await self.command(person, "join")
            await self.said(person.name)

    async def said(self, words: str) -> Message:
        """The first public message with these words."""
        return await self.server.message(self.channel, lambda message: words in message.content)

    async def command(self, person: Person, name: str, **options: Any) -> Answer:
        return await self.server.command(person, self.channel, name, **options)

    def name(self) -> str:
        """What the game is called in its messages, such as `Carcassonne #1`."""
        return self.boards()[0].text.splitlines()[0].split(" · ")[1]

    def boards(self) -> list[Board]:
        return [Board(message) for message in self.server.world.messages(self.channel) if message.attachments]

    def mover(self) -> Person:
        """Whom the last board asks to move."""
        first = self.boards()[-1].text.splitlines()[0]
        return next(person for person in self.people if person.mention in first)

    async def choice(self, person: Person) -> dict[str, Any]:
        """A turn for the person to move, each option one of those offered for it."""
        turn: dict[str, Any] = {}
        for option in ("at", "rotation", "follower"):
            turn[option] = self._whim.choice(await self.offered(person, option, **turn))["value"]
        return turn

    async def offered(self, person: Person, option: str, /, **given: Any) -> list[dict[str, Any]]:
        """What `/place` offers for an option, with the others given."""
        return await self.server.autocomplete(person, self.channel, "place", option, "", **given)

    async def place(self, person: Person) -> Answer:
        """Play a turn for the person to move; return the private answer."""
        answer = await self.command(person, "place", **await self.choice(person))
        assert answer.content.startswith("You put "), answer.content
        return answer

    async def turn(self) -> Board:
        """Play a turn; return the board that follows."""
        count = len(self.boards())
        await self.place(self.mover())
        return await self.shown(count + 1)

    async def turns(self, number: int) -> None:
        for _ in range(number):
            await self.turn()

    async def shown(self, count: int) -> Board:
        """The newest board as soon as there are `count` of them; more is an error."""
        await self.server.until(lambda: len(self.boards()) >= count)
        *_, last = boards = self.boards()
        assert len(boards) == count
        return last

    async def settled(self) -> None:
        """Wait until only the newest board has buttons: nothing of the turn before is being edited any more."""
        await self.server.until(lambda: self._with_buttons() == [self.boards()[-1].message.id])

    def _with_buttons(self) -> list[int]:
        return [message.id for message in self.server.world.messages(self.channel) if message.components]

    async def record(self) -> str:
        """The file that `/log` gives."""
        answer = await self.command(self.people[0], "log")
        assert answer.message
        return self.server.world.file(answer.message).decode()

    async def replayed(self) -> Replay:
        """What the record says; it is legal from the first line to the last."""
        replayed = replay(parse_record(await self.record()))
        assert replayed.error is None
        return replayed

    async def check(self) -> None:
        """Every turn of the record has its board, in their order, and none has two; the start has one, too."""
        shown = [int(board.alt.partition(" after ")[2].split()[0]) for board in self.boards()]
        assert shown == list(range(len((await self.replayed()).turns) + 1))
