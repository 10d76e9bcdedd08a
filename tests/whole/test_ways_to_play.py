"""Every edition and every way to play a turn, at the beginning and the end of a game, in all languages."""

import random
from itertools import cycle
from typing import Any

from simcord.backend.models import Message

from tests.fixtures.positions import random_turns
from tests.loopback import LoopbackDiscord, Person
from tests.whole.game import Board, Game
from tests.whole.program import Program

GAMES = [
    ("de", {"edition": "chat-room"}),
    ("fr", {"edition": "classic"}),
    ("es-ES", {"edition": "travel"}),
    ("de", {"edition": "new-edition", "options": "river abbot start-tile"}),
    ("en-US", {"edition": "castle"}),
]
BEGINNING = 2
"""The number of turns before the game is fast-forwarded. Each game begins with another way to take them."""
MOST_TAPS = 40


class Table:
    """Ann and Bob in a channel of their own. They speak a language, and use another way to play for each turn."""

    def __init__(self, server: LoopbackDiscord, locale: str, first_way: int) -> None:
        self.server, self.locale = server, locale
        self.game = Game(server, server.world.add_channel(f"table-{locale}"), "Ann", "Bob")
        self.game.people = [person.speaking(locale) for person in self.game.people]
        self._whim = random.Random(7)
        ways = (self.command, self.picker, self.message, self.command_then_button)
        self._ways = cycle((*ways[first_way:], *ways[:first_way]))

    async def begin(self, options: dict[str, str]) -> None:
        """Sit down and start, on a server of this language."""
        self.server.world.locale = self.locale
        for person in self.game.people:
            await self.game.command(person, "join")
        await self.game.command(self.game.people[0], "start", takeback=0, **options)
        await self.game.shown(1)

    async def play_to_the_end(self) -> None:
        """Take turns until the buttons lead to a rematch."""
        self.server.world.locale = self.locale
        while not str(components(self.game.boards()[-1].message)[0]["custom_id"]).startswith("carc:rematch:"):
            await self.turn()

    async def turn(self) -> Board:
        """Play a turn or answer a question; return the next board."""
        count, mover = len(self.game.boards()), self.game.mover()
        buttons = components(self.game.boards()[-1].message)
        if buttons and buttons[0]["custom_id"].startswith("carc:answer:"):
            await self.server.press(mover, self.game.boards()[-1].message, self._whim.choice(buttons)["custom_id"])
        else:
            await next(self._ways)(mover)
        return await self.game.shown(count + 1)

    async def command(self, mover: Person) -> None:
        await self.game.command(mover, "place", **await self.game.choice(mover))

    async def message(self, mover: Person) -> None:
        turn = await self.game.choice(mover)
        bot = self.server.world.backend.bot_user.id
        await self.server.say(mover, self.game.channel, f"<@{bot}> {turn['at']} {turn['rotation']} {turn['follower']}")

    async def command_then_button(self, mover: Person) -> None:
        turn = await self.game.choice(mover)
        answer = await self.game.command(mover, "place", at=turn["at"], rotation=turn["rotation"])
        if answer.components:
            assert answer.message is not None
            await self._tap(mover, answer.message)

    async def picker(self, mover: Person) -> None:
        """Press random buttons of the private picker until the turn is played."""
        pressed = await self.server.press(mover, self.game.boards()[-1].message, self._place_button())
        [private] = await self.server.until(lambda: pressed.followups)
        for _ in range(MOST_TAPS):
            if not components(private):
                return
            await self._tap(mover, private)
        raise AssertionError(f"no turn after {MOST_TAPS} taps")

    def _place_button(self) -> str:
        ids = [str(button["custom_id"]) for button in components(self.game.boards()[-1].message)]
        return next(one for one in ids if one.startswith("carc:place:"))

    async def _tap(self, mover: Person, message: Message) -> None:
        """Press a random button of a private message, and wait until its buttons have changed."""
        shown = components(message)
        await self.server.press(mover, message, self._whim.choice(shown)["custom_id"])
        await self.server.until(lambda: components(message) != shown)


def components(message: Message) -> list[dict[str, Any]]:
    return [button for row in message.components for button in row["components"] if not button.get("disabled")]


async def test_the_beginning_and_the_end_of_a_game_of_every_edition(program: Program) -> None:
    """When the program has ended, everything that it sent is checked against Discord's limits and API description."""
    tables = []
    for (locale, options), first_way in zip(GAMES, cycle(range(4))):
        table = Table(program.server, locale, first_way)
        await table.begin(options)
        for _ in range(BEGINNING):
            await table.turn()
        tables.append(table)
    counts = [len(table.game.boards()) for table in tables]
    await program.fast_forward(random_turns(7), lambda state: state.tiles_left <= 3, range(1, len(GAMES) + 1))
    for table, count in zip(tables, counts, strict=True):
        await table.game.shown(count + 1)
        await table.play_to_the_end()
        replayed = await table.game.replayed()
        assert replayed.is_finished, table.locale
    assert "Traceback" not in program.output
