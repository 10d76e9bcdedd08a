"""PostgreSQL crashes in the middle of a game: people read a sentence, and no acknowledged turn is lost."""

from pathlib import Path

import pytest

from tests.fixtures import postgresql
from tests.loopback import LoopbackDiscord
from tests.whole.game import Game
from tests.whole.program import BLANK_PICTURES, Program

pytestmark = pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")

AWAY = "My database doesn't answer. Nothing is lost: try again in a minute."


async def test_people_are_told_and_no_turn_is_lost(server: LoopbackDiscord, tmp_path: Path) -> None:
    database = postgresql.server()
    program = Program(server, tmp_path, place=postgresql.migrated_database(), **BLANK_PICTURES)
    await program.start()
    game = Game(server, server.channel, "Ann", "Bob")
    await game.begin()
    await game.turn()
    for _ in range(2):
        mover = game.mover()
        choice = await game.choice(mover)
        database.crash()
        try:
            for name, options in (("place", choice), ("log", {}), ("games", {})):
                assert (await game.command(mover, name, **options)).content == AWAY, name
        finally:
            database.start()
        boards = len(game.boards())
        answer = await game.command(mover, "place", **choice)
        assert answer.content.startswith("You placed "), answer.content
        await game.shown(boards + 1)
        await game.check()
    await program.close()
    assert "Traceback" not in program.output
    assert program.problems() == []
