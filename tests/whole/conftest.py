from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback import LoopbackDiscord
from tests.loopback.server import TOKEN
from tests.whole.game import Game
from tests.whole.program import BLANK_PICTURES, Program


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord() as running:
        yield running


@pytest.fixture
async def program(request: pytest.FixtureRequest, server: LoopbackDiscord, tmp_path: Path) -> AsyncIterator[Program]:
    """The running bot. In the end it must have leaked no token and sent nothing that Discord would refuse.

    It draws pictures only where the test has the mark ``pictures``.
    """
    is_drawing = request.node.get_closest_marker("pictures")
    program = Program(server, tmp_path, **({} if is_drawing else BLANK_PICTURES))
    await program.start()
    yield program
    await program.close()
    assert TOKEN not in program.output
    assert program.problems() == []


@pytest.fixture
def game(program: Program) -> Game:
    """A game of Ann and Bob, who have not joined yet."""
    return Game(program.server, program.server.channel, "Ann", "Bob")
