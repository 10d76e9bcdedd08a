"""A process that plays games without end, until it is killed: ``python -m tests.host.endless_games FILE``.

It writes a line ``number ply`` after every turn that the host has confirmed.
"""

import asyncio
import random
import sys
from pathlib import Path

from host.model.table import StartedTable
from tests.host.tables import ANN, BOB, begin, open_host, take_turn


async def play_on(path: Path) -> None:
    """Play games for two, one after the other, for ever."""
    host, dice = await open_host(path), random.Random(1)
    while True:
        table: StartedTable = await begin(host, ANN, BOB)
        while not table.status.is_over:
            table = (await take_turn(host, table, dice)).after
            print(table.number, table.ply, flush=True)


if __name__ == "__main__":
    asyncio.run(play_on(Path(sys.argv[1])))
