"""A game of one person against a computer."""

import random
from typing import Any, Final

from tests.chaos.feed import Feed
from tests.chaos.table import Table
from tests.frozen.table import custom_ids
from tests.loopback import LoopbackDiscord

LEVEL: Final = "2"
"""The computer's level, as the menu of levels has it: club."""


class ComputerTable(Table):
    """The person begins it. The computer is never pinged, and confirms nothing."""

    async def begin(self, **options: Any) -> None:
        """Sit down, let a computer sit down, start the game, and wait for the first board."""
        [person] = self.people
        await self.server.command(person, self.channel, "join")
        lobby = await self.server.message(self.channel, lambda message: bool(_component(message, "computers")))
        opened = await self.server.press(person, lobby, _component(lobby, "computers"))
        [menu] = await self.server.until(lambda: opened.followups)
        if not _component(menu, "computer-remove"):  # one may sit there since before a kill
            await self.server.choose(person, menu, _component(menu, "computer-add"), [LEVEL])
        await self.server.command(person, self.channel, "start", **{"takeback": 0, **options})
        await self.feed.board_after(self.channel, 0, self.patience)

    def asks_a_person(self, turns: int) -> bool:
        """Return whether a person is to move after this number of turns: every other time."""
        begins = self.people[0].mention in self.boards[0].first_line  # a board that was missed pings nobody
        return begins == (turns % 2 == 0)

    async def move(self) -> None:
        """Play a turn and wait for its board. If the computer is to move, wait for that first."""
        await self.settled()
        if not self.is_over:
            await super().move()

    async def settled(self) -> None:
        """Wait until a person is to move, or the game is over."""
        while self.boards and not (self.is_over or self.asks_a_person(self.boards[-1].turns)):
            await self.feed.board_after(self.channel, self.boards[-1].turns + 1, self.patience)


def _component(message: Any, action: str) -> str:
    """The custom id of a button or menu that does something; empty if there is none."""
    return next((one for one in custom_ids(message) if one.startswith(f"carc:{action}:")), "")


def new_computer_table(
    server: LoopbackDiscord, feed: Feed, name: str, seed: int, guild: int | None = None
) -> ComputerTable:
    """A table of a person whom no other table knows and a computer, in a channel of its own."""
    world = server.world
    people = [world.add_person(f"{name}-alone", guilds=[guild] if guild else [])]
    return ComputerTable(server, feed, world.add_channel(name, guild), people, random.Random(seed))
