"""A game in a channel as its players see it: through commands and messages."""

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
    """The only game of a channel. The players choose among the bot's suggestions, the same way in every run."""

    def __init__(self, server: LoopbackDiscord, channel: int, *names: str) -> None:
        self.server = server
        self.channel = channel
        self.people = [server.people[name] for name in names]
        self._whim = random.Random(channel)

    async def begin(self, **options: Any) -> Board:
        """Join, start the game, and return the first board."""
        await self.sit_down()
        await self.command(self.people[0], "start", **{"takeback": 0, **options})
        return await self.shown(1)

    async def sit_down(self) -> None:
        for person in self.people:
            await self.command(person, "join")
            await self.said(person.name)

    async def said(self, words: str) -> Message:
        """Wait for the first public message with these words."""
        return await self.server.message(self.channel, lambda message: words in message.content)

    async def command(self, person: Person, name: str, **options: Any) -> Answer:
        return await self.server.command(person, self.channel, name, **options)

    def name(self) -> str:
        """The name of the game in its messages, such as `Carcassonne #1`."""
        return self.boards()[0].text.splitlines()[0].split(" · ")[1]

    def boards(self) -> list[Board]:
        return [Board(message) for message in self.server.world.messages(self.channel) if message.attachments]

    def mover(self) -> Person:
        """The player whom the last board asks to move."""
        first = self.boards()[-1].text.splitlines()[0]
        return next(person for person in self.people if person.mention in first)

    async def choice(self, person: Person) -> dict[str, Any]:
        """Options of `/place` for the player to move, each chosen from the suggestions."""
        turn: dict[str, Any] = {}
        for option in ("at", "rotation", "follower"):
            turn[option] = self._whim.choice(await self.offered(person, option, **turn))["value"]
        return turn

    async def offered(self, person: Person, option: str, /, **given: Any) -> list[dict[str, Any]]:
        """The suggestions of `/place` for an option when the others are given."""
        return await self.server.autocomplete(person, self.channel, "place", option, "", **given)

    async def place(self, person: Person) -> Answer:
        """Play a turn for the player to move; return the private answer."""
        answer = await self.command(person, "place", **await self.choice(person))
        assert answer.content.startswith("You placed "), answer.content
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
        """Wait until there are `count` boards, and return the newest; more is an error."""
        await self.server.until(lambda: len(self.boards()) >= count)
        *_, last = boards = self.boards()
        assert len(boards) == count
        return last

    async def settled(self) -> None:
        """Wait until only the newest board has buttons, so that no older message is still being edited."""
        await self.server.until(lambda: self._with_buttons() == [self.boards()[-1].message.id])

    def _with_buttons(self) -> list[int]:
        return [message.id for message in self.server.world.messages(self.channel) if message.components]

    async def record(self) -> str:
        """The record that `/log` gives as a file."""
        answer = await self.command(self.people[0], "log")
        assert answer.message
        return self.server.world.file(answer.message).decode()

    async def replayed(self) -> Replay:
        """Replay the record, which must be legal from the first line to the last."""
        replayed = replay(parse_record(await self.record()))
        assert replayed.error is None
        return replayed

    async def check(self) -> None:
        """Check that the start and every turn of the record have exactly one board, in their order."""
        shown = [int(board.alt.partition(" after ")[2].split()[0]) for board in self.boards()]
        assert shown == list(range(len((await self.replayed()).turns) + 1))
