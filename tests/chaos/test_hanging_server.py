"""PostgreSQL hangs in the middle of a game: it neither answers nor ends its connections, as if its machine was gone."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.fixtures import postgresql
from tests.loopback import LoopbackDiscord
from tests.whole.game import Game
from tests.whole.program import BLANK_PICTURES, Program

pytestmark = [
    pytest.mark.chaos,
    pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or ""),
]

AWAY = "My database doesn't answer. Nothing is lost: try again in a minute."
LONGEST_STOP = 10.0
"""Seconds, on a busy machine. The program promises five."""


async def test_neither_people_nor_the_end_of_the_program_wait_for_it(tmp_path: Path) -> None:
    async with LoopbackDiscord() as server:
        program = Program(server, tmp_path, place=postgresql.migrated_database(), **BLANK_PICTURES)
        await program.start()
        game = Game(server, server.channel, "Ann", "Bob")
        await game.begin()
        mover = game.mover()
        with postgresql.server().hanging():
            assert (await game.command(mover, "log")).content == AWAY
            asked = asyncio.create_task(game.command(mover, "log"))
            await asyncio.sleep(0.1)
            begun = time.monotonic()
            assert await program.stop() == 0
            assert time.monotonic() - begun < LONGEST_STOP
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
        assert "Traceback" not in program.output
        await program.start()
        await game.turn()
        await game.check()
        await program.close()
