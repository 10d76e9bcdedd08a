"""Times how soon the bot answers over real sockets, while ten games run side by side.

The bot is a process of its own, and talks to a small Discord on loopback. The time is the one that a person waits: from
the interaction leaving the server to the bot's first reaction.
"""

import asyncio
import logging
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.loopback import Answer, LoopbackDiscord, Person
from tests.loopback.process import running
from tests.whole.game import Game

GAMES: Final = 10
TURNS: Final = 12
LIMITS: Final = {"first answer": 100, "autocomplete": 50}
"""The most milliseconds for 99 of 100 answers."""


class TimedGame(Game):
    """A game that records the seconds of every answer, by kind."""

    def __init__(self, server: LoopbackDiscord, channel: int, *names: str) -> None:
        super().__init__(server, channel, *names)
        self.seconds: dict[str, list[float]] = {kind: [] for kind in LIMITS}

    async def command(self, person: Person, name: str, **options: Any) -> Answer:
        """Run a command, and record the time to the first answer."""
        answer = await super().command(person, name, **options)
        self.seconds["first answer"].append(answer.after)
        return answer

    async def offered(self, person: Person, option: str, /, **given: Any) -> list[dict[str, Any]]:
        """Ask for suggestions, and record how long they took."""
        began = time.perf_counter()
        choices = await super().offered(person, option, **given)
        self.seconds["autocomplete"].append(time.perf_counter() - began)
        return choices


async def play(folder: Path) -> dict[str, list[float]]:
    """Play ten games side by side; return the seconds of all answers, by kind."""
    async with LoopbackDiscord() as server:
        server.patience = 60.0
        database = f"sqlite:///{folder / 'answers.db'}"
        async with running("bot.py", environment={**server.environment, "DATABASE_URL": database}):
            await server.until_ready()
            dice, people = random.Random(1), list(server.people)  # noqa: S311 (no secret)
            channels = [server.world.add_channel(f"table-{number}") for number in range(GAMES)]
            games = [TimedGame(server, channel, *dice.sample(people, 2)) for channel in channels]
            await asyncio.gather(*(game.begin() for game in games))
            await asyncio.gather(*(game.turns(TURNS) for game in games))
    return {kind: [one for game in games for one in game.seconds[kind]] for kind in LIMITS}


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this fraction of the values does not exceed."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def main() -> int:
    """Print the results; return 1 if a limit is exceeded."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        seconds = asyncio.run(play(Path(folder)))
    print(f"answers over sockets: {GAMES} games at once, {TURNS} turns each")
    print(f"{'milliseconds':<30}{'n':>6}{'median':>9}{'p99':>9}{'most':>9}{'limit':>9}")
    for kind, values in seconds.items():
        shown = [1000 * percentile(values, share) for share in (0.5, 0.99, 1)]
        print(f"{kind:<30}{len(values):>6}{shown[0]:>9.1f}{shown[1]:>9.1f}{shown[2]:>9.1f}{LIMITS[kind]:>9}")
    return int(any(1000 * percentile(values, 0.99) > LIMITS[kind] for kind, values in seconds.items()))


if __name__ == "__main__":
    sys.exit(main())
