"""Measures how soon games go on after a start: ``python -m tests.whole.catch_up --games 20``.

Each game runs in a channel of its own, and its last turn was played but not announced when the bot stopped. The figures
are the seconds from the bot's connection (READY) to the message of each game, over sockets, with pictures.
"""

import argparse
import asyncio
import random
import statistics
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from discord.utils import utcnow

from host.model.controllers import Person
from host.model.table import Venue
from host.model.table_options import TableOptions
from tests.fixtures.databases import open_host
from tests.fixtures.positions import fast_forward, random_turns
from tests.loopback import LoopbackDiscord
from tests.whole.program import Program

EDITIONS: Final = ("chat-room", "classic", "new-edition")


async def prepare(program: Program, channels: Sequence[int], turns: int) -> None:
    """Store a running game in each channel, whose last turn was not announced."""
    dice = random.Random(1)
    ann, bob = (Person(one.id, one.name) for one in list(program.server.people.values())[:2])
    host = await open_host(program.database, now=utcnow, seed=lambda: dice.randbytes(32), random_below=lambda _: 0)
    try:
        for channel in channels:
            venue = Venue(program.server.world.guild, channel)
            table, _ = await host.lobby.join(venue, ann)
            await host.lobby.join(venue, bob, table.number)
            edition = EDITIONS[table.number % len(EDITIONS)]
            await host.lobby.start(venue, ann, table.number, TableOptions(edition, takeback=0))
            started = await fast_forward(host, table.number, random_turns(table.number), turns - 1)
            await host.message_log.mark_announced(table.number, started.ply, None)
            await fast_forward(host, table.number, random_turns(table.number), 1)
    finally:
        await host.close()


async def measure(games: int, turns: int, slow: float) -> list[float]:
    """Return the seconds to each game's message; where ``slow``, the first channel answers so many seconds late."""
    async with LoopbackDiscord() as server:
        channels = [server.world.add_channel(f"game-{number}") for number in range(games)]
        with TemporaryDirectory() as folder:
            program = Program(server, Path(folder))
            await prepare(program, channels, turns)
            if slow:
                server.fail("*", f"/channels/{channels[0]}/*", status=None, delay=slow, times=3)
            await program.start()
            connected = asyncio.get_running_loop().time()
            fast = channels[1:] if slow else channels

            async def shown(channel: int) -> float:
                await server.message(channel, lambda message: bool(message.attachments), within=300)
                return asyncio.get_running_loop().time() - connected

            try:
                return sorted(await asyncio.gather(*map(shown, fast)))
            finally:
                await program.close()


def main() -> None:
    """Measure once, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--slow", type=float, default=0.0, help="seconds by which one channel answers late")
    options = parser.parse_args()
    times = asyncio.run(measure(options.games, options.turns, options.slow))
    p99 = times[min(len(times) - 1, round(0.99 * len(times)))]
    print(f"{len(times)} games announced: p50 {statistics.median(times):.1f} s, p99 {p99:.1f} s, max {times[-1]:.1f} s")


if __name__ == "__main__":
    main()
