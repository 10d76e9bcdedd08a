"""A game in a channel of its own: its players move, and keep what was confirmed to them."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from simcord.backend.models import Message

from carcassonne import Replay, parse_record, replay
from tests.chaos.feed import Feed, Posted
from tests.frozen.table import custom_ids
from tests.loopback import Answer, LoopbackDiscord, Person

PLACED = "You placed "
"""The beginning of the private answer that confirms a turn."""

TRIED_AGAIN_AFTER = 0.2
"""Seconds until somebody types again who got no suggestions."""

DIRECT_MESSAGES = "carc:settings:letters:on"


class RefusedError(Exception):
    """The bot has not confirmed a turn; its answer is the argument."""


class TurnAnswer(Protocol):
    """What somebody was answered about a turn: by a message, or on a page. ``sent`` and ``after`` are seconds."""

    sent: float
    after: float

    @property
    def content(self) -> str: ...

    @property
    def is_complete(self) -> bool: ...

    @property
    def followups(self) -> Sequence[Message]: ...


@dataclass(slots=True)
class Attempt:
    """A turn that somebody tried to play: the number of turns after it, the cell, and the answer so far."""

    turns: int
    cell: str
    answer: TurnAnswer
    is_press: bool = False
    is_hopeless: bool = False
    """Whether the process that was to answer has ended."""

    @property
    def is_confirmed(self) -> bool:
        return self.answer.content.startswith(PLACED)

    @property
    def is_answered(self) -> bool:
        """Whether it is confirmed or refused. A press is refused in another message."""
        if self.is_press:
            return self.is_confirmed or bool(self.answer.followups)
        return self.answer.is_complete and bool(self.answer.content)


@dataclass(slots=True)
class Latencies:
    """Seconds that people waited."""

    first_answers: list[float] = field(default_factory=list)
    autocompletes: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)


class Table:
    """``whim`` makes the players' choices. ``patience`` is how many seconds they wait for a board.

    ``tries`` is how often they type again where nothing is suggested: the bot may be slow, or not have heard of a turn.
    """

    def __init__(
        self, server: LoopbackDiscord, feed: Feed, channel: int, people: Sequence[Person], whim: random.Random
    ) -> None:
        self.server = server
        self.feed = feed
        self.channel = channel
        self.people = people
        self.patience = 60.0
        self.tries = 1
        self.is_resigned = False
        self.attempts: list[Attempt] = []
        self.latencies = Latencies()
        self._whim = whim

    def __str__(self) -> str:
        return f"channel {self.channel}"

    @property
    def boards(self) -> list[Posted]:
        return self.feed.boards(self.channel)

    @property
    def is_over(self) -> bool:
        return bool(self.boards) and " is over. " in self.boards[-1].first_line

    @property
    def mover(self) -> Person:
        """The player whom the newest board asks to move."""
        line = self.boards[-1].first_line
        return next(person for person in self.people if person.mention in line)

    def asked_in(self, person: Person) -> int:
        """The channel where somebody gives the commands of their turns."""
        return self.channel

    @property
    def naming(self) -> dict[str, Any]:
        """The options that say which game is meant."""
        return {}

    def asks_a_person(self, turns: int) -> bool:
        """Return whether a person is to move after this number of turns."""
        return True

    async def close(self) -> None:
        """Go away, and look at nothing any more."""

    async def settled(self) -> None:
        """Wait until nobody but a person can move on."""

    async def until_answered(self, within: float) -> None:
        """Wait until the last turn is answered, if it can be; raise TimeoutError after ``within`` seconds."""
        if self.attempts and not self.attempts[-1].is_hopeless:
            await self.server.until(lambda: self.attempts[-1].is_answered, within)

    def give_up(self) -> None:
        """Know that an answer that has not come yet never will."""
        if self.attempts and not self.attempts[-1].is_answered:
            self.attempts[-1].is_hopeless = True

    def confirmed(self) -> list[Attempt]:
        """The turns that were confirmed to the player."""
        return [attempt for attempt in self.attempts if attempt.is_confirmed]

    async def begin(self, **options: Any) -> None:
        """Take the seats, start the game, and wait for its first board."""
        for person in self.people:
            await self.server.command(person, self.channel, "join")
        await self.server.command(self.people[0], self.channel, "start", **{"takeback": 0, **options})
        await self.feed.board_after(self.channel, 0, self.patience)

    async def ask_for_direct_messages(self, people: Sequence[Person]) -> None:
        """Let people choose in ``/settings`` to get their turns in private, too, unless they have done so."""
        for person in people:
            shown = await self.server.command(person, self.channel, "settings")
            assert shown.message is not None
            if DIRECT_MESSAGES in custom_ids(shown.message):
                await self.server.press(person, shown.message, DIRECT_MESSAGES)

    async def move(self) -> None:
        """Play a turn and wait for its board; raise RefusedError if it was not confirmed."""
        begun = time.monotonic()
        attempt = await self.play()
        board = await self.feed.board_after(self.channel, attempt.turns, self.patience)
        self.latencies.pictures.append(board.at - begun)

    async def play(self) -> Attempt:
        """Play a turn, and wait only for the private answer."""
        attempt = await self.send_turn()
        assert isinstance(attempt.answer, Answer)
        await self.server.complete(attempt.answer)
        self.latencies.first_answers.append(attempt.answer.after)
        if not attempt.is_confirmed:
            raise RefusedError(attempt.answer.content)
        return attempt

    async def send_turn(self) -> Attempt:
        """Send the command of a turn, and wait for nothing."""
        turns, mover = self.boards[-1].turns + 1, self.mover
        choice = await self.choice(mover)
        answer = self.server.send_command(mover, self.asked_in(mover), "place", **choice, **self.naming)
        self.attempts.append(Attempt(turns, choice["at"], answer))
        return self.attempts[-1]

    async def resign(self) -> None:
        """Let the player to move resign: in a game of two, it is over then."""
        mover = self.mover
        asked = await self.server.command(mover, self.channel, "resign", **self.naming)
        assert asked.message is not None
        [confirm] = [one for one in custom_ids(asked.message) if one.startswith("carc:resign:")]
        await self.server.press(mover, asked.message, confirm)
        self.is_resigned = True

    async def choice(self, mover: Person) -> dict[str, Any]:
        """The options of ``/place``, each chosen among the suggestions; raise RefusedError if there are none."""
        chosen: dict[str, Any] = {}
        for option in ("at", "rotation", "follower"):
            offered = await self._offered(mover, option, **chosen, **self.naming)
            if not offered:
                raise RefusedError(f"{self.channel}: nothing is suggested for {option}")
            chosen[option] = self._whim.choice(offered)["value"]
        return chosen

    async def _offered(self, mover: Person, option: str, /, **given: Any) -> list[dict[str, Any]]:
        for _ in range(self.tries - 1):
            if offered := await self.suggestions(mover, option, **given):
                return offered
            await asyncio.sleep(TRIED_AGAIN_AFTER)
        return await self.suggestions(mover, option, **given)

    async def suggestions(self, person: Person, option: str, /, **given: Any) -> list[dict[str, Any]]:
        begun = time.monotonic()
        offered = await self.server.autocomplete(person, self.asked_in(person), "place", option, "", **given)
        self.latencies.autocompletes.append(time.monotonic() - begun)
        return offered

    async def replayed(self) -> Replay:
        """The record that ``/log`` gives, replayed by the rules."""
        answer = await self.server.command(self.people[0], self.channel, "log")
        if answer.message is None or not answer.message.attachments:
            raise RefusedError(answer.content)
        return replay(parse_record(self.server.world.file(answer.message).decode()))


async def open_tables(
    server: LoopbackDiscord, number: int, seed: int, name: str = "chaos", **options: Any
) -> list[Table]:
    """Begin this number of games of two, each in a channel of its own, ten at a time."""
    feed, some = Feed(server), asyncio.Semaphore(10)
    tables = [new_table(server, feed, f"{name}-{index}", seed * 10_007 + index) for index in range(number)]

    async def begin(table: Table) -> None:
        async with some:
            await table.begin(**options)

    await asyncio.gather(*map(begin, tables))
    return tables


def new_table(server: LoopbackDiscord, feed: Feed, name: str, seed: int, guild: int | None = None) -> Table:
    """A table of two people whom no other table knows, in a channel of its own, on the first server or another one."""
    return Table(server, feed, *new_channel(server, name, guild), random.Random(seed))


def new_channel(server: LoopbackDiscord, name: str, guild: int | None = None) -> tuple[int, list[Person]]:
    """A channel of its own, and two people whom no other table knows."""
    world = server.world
    people = [world.add_person(f"{name}-{which}", guilds=[guild] if guild else []) for which in ("left", "right")]
    return world.add_channel(name, guild), people
