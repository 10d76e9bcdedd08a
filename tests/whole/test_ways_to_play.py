"""Every edition with every way to play a turn, at the beginning and the end of a game, in all languages."""

import random
from typing import Any

import pytest
from simcord.backend.models import Message

from tests.fixtures.positions import random_turns
from tests.loopback import Person
from tests.whole.game import Board, Game
from tests.whole.program import Program

GAMES = [
    ("de", {"edition": "chat-room"}),
    ("fr", {"edition": "classic"}),
    ("es-ES", {"edition": "travel"}),
    ("de", {"edition": "new-edition", "options": "river abbot start-tile"}),
    ("en-US", {"edition": "castle"}),
]
MOST_TAPS = 40


class Player:
    """A player who uses another way to play for each turn."""

    def __init__(self, game: Game, program: Program, seed: int) -> None:
        self.game, self.server = game, program.server
        self._whim = random.Random(seed)
        self._ways = (self.command, self.picker, self.message, self.command_then_button)

    async def turn(self, number: int) -> Board:
        """Play a turn or answer a question; return the next board."""
        count, mover = len(self.game.boards()), self.game.mover()
        buttons = components(self.game.boards()[-1].message)
        if buttons and buttons[0]["custom_id"].startswith("carc:answer:"):
            await self.server.press(mover, self.game.boards()[-1].message, self._whim.choice(buttons)["custom_id"])
        else:
            await self._ways[number % len(self._ways)](mover)
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


@pytest.mark.parametrize(("locale", "options"), GAMES, ids=[f"{where}-{what['edition']}" for where, what in GAMES])
async def test_the_beginning_and_the_end_of_a_game(program: Program, locale: str, options: dict[str, str]) -> None:
    """When the program has ended, everything that it sent is checked against Discord's limits and API description."""
    program.server.world.locale = locale
    game = Game(program.server, program.server.channel, "Ann", "Bob")
    game.people = [person.speaking(locale) for person in game.people]
    for person in game.people:
        await game.command(person, "join")
    await game.command(game.people[0], "start", takeback=0, **options)
    board = await game.shown(1)
    player, turns = Player(game, program, seed=7), 0
    while components(board.message):
        board = await player.turn(turns)
        turns += 1
        if turns == 4:
            count = len(game.boards())
            await program.fast_forward(random_turns(7), until=lambda state: state.tiles_left <= 5)
            board = await game.shown(count + 1)
    assert turns > 4, "it went on after it was fast-forwarded"
    replayed = await game.replayed()
    assert replayed.is_finished
    assert "Traceback" not in program.output
