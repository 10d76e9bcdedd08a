"""Times how soon the bot answers over real sockets while eight computers think: ten games of people run meanwhile.

At each of eight more tables, a person plays against four computers that search. So a computer thinks there nearly all
the time, and more of them wait than there are processes for it.
"""

import argparse
import asyncio
import logging
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from simcord.backend.models import Message

from benchmarks.answers import GAMES, LIMITS, TURNS, TimedGame, percentile
from players import LEVELS
from tests.frozen.table import custom_ids
from tests.loopback import LoopbackDiscord
from tests.loopback.process import running
from tests.whole.game import Game

COMPUTERS: Final = 8
"""How many computers think side by side, each at a table of its own."""
SEATS: Final = 4
"""The computers at each of these tables."""


class ComputerGame(Game):
    """A person against computers. The person plays whenever they are to move."""

    def __init__(self, server: LoopbackDiscord, name: str, level: str) -> None:
        super().__init__(server, server.world.add_channel(name))
        self._level = str([*LEVELS].index(level) + 1)  # as the menu has it
        self.person = server.world.add_person(f"{name}-alone")
        self.people = [self.person]
        self._answered = 0

    async def begin_with_computers(self) -> None:
        """Sit down, add the computers, and start the game."""
        person = self.person
        await self.command(person, "join")
        lobby = await self.server.message(self.channel, lambda message: bool(custom_ids(message)))
        asked = await self.server.press(person, lobby, _id(lobby, "carc:computers:"))
        for _ in range(SEATS):
            await self.server.until(lambda: asked.followups)
            [menus] = asked.followups
            await self.server.choose(person, menus, _id(menus, "carc:computer-add:"), [self._level])
        await self.command(person, "start", takeback=0)

    async def play_on(self) -> None:
        """Play whenever the person is to move, until this is cancelled."""
        while True:
            await self.server.until(self._asks_the_person)
            self._answered = len(self.boards())
            await self.place(self.person)

    def _asks_the_person(self) -> bool:
        boards = self.boards()
        return len(boards) > self._answered and self.person.mention in boards[-1].text


def _id(message: Message, beginning: str) -> str:
    return next(one for one in custom_ids(message) if one.startswith(beginning))


async def play(folder: Path, computers: int, level: str) -> dict[str, list[float]]:
    """Play ten games of people, while computers of a level think; return the seconds of answers, by kind."""
    async with LoopbackDiscord() as server:
        server.patience = 120.0
        environment = {**server.environment, "DATABASE_URL": f"sqlite:///{folder / 'thinking.db'}"}
        async with running("bot.py", environment=environment):
            await server.until_ready()
            dice, people = random.Random(1), list(server.people)  # noqa: S311 (no secret)
            tables = [ComputerGame(server, f"computer-{number}", level) for number in range(computers)]
            await asyncio.gather(*(table.begin_with_computers() for table in tables))
            thinking = [asyncio.create_task(table.play_on()) for table in tables]
            channels = [server.world.add_channel(f"table-{number}") for number in range(GAMES)]
            games = [TimedGame(server, channel, *dice.sample(people, 2)) for channel in channels]
            await asyncio.gather(*(game.begin() for game in games))
            await asyncio.gather(*(game.turns(TURNS) for game in games))
            for task in thinking:
                task.cancel()
            for result in await asyncio.gather(*thinking, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result
            print(f"{sum(len(table.boards()) - 1 for table in tables)} turns were played against computers meanwhile")
    return {kind: [one for game in games for one in game.seconds[kind]] for kind in LIMITS}


def lines(seconds: dict[str, list[float]]) -> Sequence[str]:
    """Return a line of figures for each kind of answer, in milliseconds."""
    figures = {kind: [1000 * percentile(values, share) for share in (0.5, 0.99, 1)] for kind, values in seconds.items()}
    return [
        f"{kind:<30}{len(seconds[kind]):>6}{median:>9.1f}{p99:>9.1f}{most:>9.1f}{LIMITS[kind]:>9}"
        for kind, (median, p99, most) in figures.items()
    ]


def main(level: str = "strong") -> int:
    """Print the results; return 1 if a limit is exceeded."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        seconds = asyncio.run(play(Path(folder), COMPUTERS, level))
    print(f"answers while {COMPUTERS} {level} computers think: {GAMES} games of people at once, {TURNS} turns each")
    print(f"{'milliseconds':<30}{'n':>6}{'median':>9}{'p99':>9}{'most':>9}{'limit':>9}")
    print("\n".join(lines(seconds)))
    return int(any(1000 * percentile(values, 0.99) > LIMITS[kind] for kind, values in seconds.items()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thinking", description=__doc__)
    parser.add_argument("--level", choices=[*LEVELS], default="strong")
    sys.exit(main(parser.parse_args().level))
