"""What a turn costs: the presses, characters and messages that docs/decisions.md tells, and the bot's own work."""

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

import discord
import pytest
import simcord

from host.storage.games.repository import GameRepository
from tests.cogs.deadlines import boards
from tests.cogs.picker_buttons import place, tap
from tests.cogs.room import ON_SIMCORD, Room, labels

pytestmark = ON_SIMCORD

DOCS = Path(__file__).parent.parent.parent / "docs" / "decisions.md"
TAKEBACK = 300
"""Seconds. The default would run out while the test waits for the bot."""
NOT_READ = re.compile(r"\]\([^)]*\)|<[@#t/][^>]*>|[*\[`]")
"""Addresses of links, mentions, times and signs of formatting."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a turn costs whoever plays it, until the next player is pinged."""

    presses: int
    typed: int
    """Characters."""
    public: int
    """Messages that the bot has added to the channel."""
    private: int
    """Messages that only the player sees, and that stay."""
    read: int
    """Characters of these private messages."""


def documented(way: str) -> Cost:
    """The row of the table in the docs."""
    for line in DOCS.read_text("utf-8").splitlines():
        first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        if first == way:
            return Cost(*map(int, cells))
    raise AssertionError(f"docs/decisions.md has no row {way!r}")


class Counting:
    """Counts what Ann does, and what is there afterwards."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known = self._messages()
        self._first = len(self._room.messages())
        self.presses = 0
        self.typed = 0

    def _messages(self) -> dict[int, discord.Message]:
        return {one.id: one for one in self._room.channel.history(viewer=self._room.ann)}

    async def pick(self, *names: str) -> None:
        """Press Place, then buttons of the picker, given by the beginnings of their labels."""
        private = await place(self._room)
        for name in names:
            label = next(one for one in labels(private) if name in one)
            private = await tap(self._room.ann, private, label)
        assert labels(private) == ["Undo", "Done"]
        assert private.attachments == []
        self.presses += 1 + len(names)

    async def type(self, text: str) -> None:
        """Type ``/place`` with its values, or a line that mentions the bot."""
        self.typed += len(text)
        head, cell, rotation, *follower = text.split(maxsplit=3)
        if head == "@Bot":
            await self._room.ann.send(
                self._room.channel, text.replace("@Bot", f"<@{self._room.env.backend.bot_user.id}>")
            )
            return
        options = {"follower": follower[0]} if follower else {}
        answered = await self._room.ann.slash(self._room.channel, "place", at=cell, rotation=int(rotation), **options)
        if not follower:
            assert answered.response is not None
            await self._room.ann.click(answered.response, label="③ thief · road · 1 tile, 2 open ends")
            self.presses += 1

    def cost(self) -> Cost:
        """What it cost until now."""
        new = [one for number, one in self._messages().items() if number not in self._known]
        bot = self._room.env.backend.bot_user.id
        private = [one for one in new if one.flags.ephemeral]
        public = [one for one in new if not one.flags.ephemeral and one.author.id == bot]
        assert all(labels(one) == [] for one in private)
        read = sum(len(NOT_READ.sub("", one.content)) for one in private)
        return Cost(self.presses, self.typed, len(public), len(private), read)


@pytest.mark.parametrize(
    ("way", "names", "typed"),
    [
        ("**Place**, cell, follower, **Confirm**", ("M14", "thief", "Confirm"), ""),
        ("the same, if the tile fits in several ways", ("L13", "180°", "thief", "Confirm"), ""),
        ("`/place M14 180 3`", (), "/place M14 180 3"),
        ("`/place M14 180`, then a button", (), "/place M14 180"),
        ("`@Bot M14 180 3`", (), "@Bot M14 180 3"),
    ],
)
@pytest.mark.parametrize("is_done", [False, True])
async def test_a_turn_costs_what_the_docs_say(
    room: Room, way: str, names: tuple[str, ...], typed: str, is_done: bool
) -> None:
    """Either the countdown ends by itself, or one more press ends it. Nothing else is different."""
    await room.begin(takeback=TAKEBACK)
    counting = Counting(room)
    await (counting.pick(*names) if names else counting.type(typed))
    [pending] = [one for one in room.messages() if labels(one) == ["Undo", "Done"]]
    if is_done:
        await room.ann.click(pending, label="Done")
    else:
        await room.env.advance_time(TAKEBACK + 1)
    assert room.messages()[-1].content.startswith("**Bob**'s turn")
    assert [one.id for one in room.messages()[-1].mentions] == [room.bob.user.id]
    assert astuple(counting.cost()) == astuple(documented(way))


LastStep: TypeAlias = Callable[[], Awaitable[simcord.InteractionResult | discord.Message]]
"""What Ann does last in a turn."""


async def by_command(room: Room) -> LastStep:
    return lambda: room.play("M14 180 thief E")


async def by_button(room: Room) -> LastStep:
    private = await place(room)
    for name in ("M14", "thief"):
        private = await tap(room.ann, private, next(one for one in labels(private) if name in one))
    return lambda: room.ann.click(private, label="Confirm")


async def by_message(room: Room) -> LastStep:
    return lambda: room.ann.send(room.channel, f"<@{room.env.backend.bot_user.id}> M14 180 thief E")


@contextmanager
def counting_loads() -> Iterator[list[str]]:
    """Note each load of a whole game, or of its log, but for those that a command makes under the game's lock."""
    loads: list[str] = []

    def noting(name: str) -> Any:
        original: Callable[..., Any] = getattr(GameRepository, name)

        async def load(self: GameRepository, number: int) -> Any:
            loads.append(name)
            return await original(self, number)

        return patch.object(GameRepository, name, load)

    with noting("load"), noting("load_history"):
        yield loads


async def requests_of(room: Room, begin: Callable[[Room], Awaitable[LastStep]]) -> list[str]:
    """The requests to Discord for the last step of Ann's turn, until nothing is left to do."""
    await room.begin(pace="24h")
    act = await begin(room)
    known = len(room.env.http_requests)
    await act()
    assert boards(room)[-1].content.startswith("**Bob**'s turn")
    assert [labels(one)[:1] for one in boards(room)] == [[], ["Place"]]
    assert room.messages()[0].content.splitlines()[1].startswith("Bob's turn"), "the message of the game is up to date"
    return [f"{one.method} {one.path}" for one in room.env.http_requests[known:]]


@pytest.mark.parametrize(
    ("begin", "most"),
    [
        (by_command, 4),
        pytest.param(by_button, 6, id="by_button"),
        pytest.param(by_message, 3, id="by_message"),
    ],
)
async def test_a_turn_makes_few_requests(room: Room, begin: Callable[[Room], Awaitable[LastStep]], most: int) -> None:
    requests = await requests_of(room, begin)
    assert len(requests) <= most, requests


@pytest.mark.parametrize("begin", [by_command, by_button, by_message])
@pytest.mark.parametrize("takeback", [0, TAKEBACK])
async def test_a_turn_loads_its_game_twice(
    room: Room, begin: Callable[[Room], Awaitable[LastStep]], takeback: int
) -> None:
    await room.begin(pace="24h", takeback=takeback)
    act = await begin(room)
    with counting_loads() as loads:
        await act()
    assert 1 <= len(loads) <= 2, loads


@pytest.mark.parametrize("takeback", [0, TAKEBACK])
async def test_where_the_public_message_follows_a_command_has_no_answer_that_is_deleted_at_once(
    room: Room, takeback: int
) -> None:
    await room.begin(takeback=takeback)
    known = len(room.env.http_requests)
    answered = await room.play("M14 180 thief E")
    assert [one.path for one in room.env.http_requests[known:] if "/webhooks/" in one.path] == []
    assert answered.response is not None, "the one answer stays"
    assert answered.response.content == "You placed tile D at M14 (180°) with a thief."


async def test_elsewhere_a_command_is_answered(room: Room) -> None:
    await room.begin()
    other = room.guild.create_text_channel("other")
    answered = await room.ann.slash(other, "place", at="M14", rotation=180, follower="thief E", game="#1")
    assert answered.response is not None
    assert answered.response.content.startswith("You placed tile D at M14 (180°) with a thief.")
