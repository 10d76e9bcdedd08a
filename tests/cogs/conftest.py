from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
import simcord

from bot import Bot
from cogs import recovery
from screens.pictures import Pictures, RunDrawing, drawing_threads
from screens.text.markup import set_command_ids
from tests.cogs.room import RARE_HEARTBEATS, WITH_PICTURES, Press, Room, build_bot
from tests.fixtures.blank_pictures import draw_blank
from tests.fixtures.drawn_pictures import draw_once
from tests.fixtures.held_requests import INTERLEAVINGS, Interleaving, press_together
from tests.fixtures.shared_extensions import share_extensions
from tests.fixtures.sqlite_in_loop import sqlite_in_loop  # noqa: F401 (a fixture)

share_extensions()


@pytest.fixture(autouse=True)
def unknown_command_ids() -> None:
    """Forget the ids of commands that the bot of an earlier test has set for the whole process."""
    set_command_ids({})


@pytest.fixture(autouse=True)
def rare_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot search rarely for what nobody has sent: it is most of what a test does while it lets days pass.

    The tests of these searches set the real pause again.
    """
    monkeypatch.setattr(recovery, "SEARCH_PAUSE", RARE_HEARTBEATS.total_seconds())


@pytest.fixture
def seed() -> int:
    """The seed of all games' draws. A test that needs another one is parametrized with it."""
    return 0


@pytest.fixture
def run_drawing(request: pytest.FixtureRequest) -> RunDrawing:
    """How pictures are drawn: only where the test looks at them."""
    return draw_once if request.node.get_closest_marker(WITH_PICTURES.name) else draw_blank


@pytest.fixture
def heartbeat_interval() -> timedelta:
    """How often the bot stores that it runs. The tests of outages take the real time."""
    return RARE_HEARTBEATS


@pytest.fixture
async def simcord_bot(
    tmp_path: Path, seed: int, run_drawing: RunDrawing, heartbeat_interval: timedelta
) -> AsyncIterator[Bot]:
    pictures = Pictures(workers=drawing_threads(run_drawing))
    bot = build_bot(tmp_path, seed=seed, pictures=pictures, heartbeat_interval=heartbeat_interval)
    yield bot
    await bot.close()  # even if the test failed to start: an open database would keep the process alive


@pytest.fixture
async def room(simcord_env: simcord.Env, tmp_path: Path) -> AsyncIterator[Room]:
    """A server with one channel and five people. The test fails if there was an error that it did not expect."""
    room = Room(simcord_env, tmp_path)
    yield room
    forgotten = set[int]() if room.bot.is_closed() else await room.forgotten_tournaments()
    await room.bot.close()
    assert forgotten == set()
    assert room.unexpected_errors() == []
    assert room.problems() == []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test where people press in the same moment for several orders in which things may arrive."""
    if "press" in metafunc.fixturenames:
        metafunc.parametrize("press", INTERLEAVINGS, ids=lambda how: how.name, indirect=True)


@pytest.fixture
def press(request: pytest.FixtureRequest, room: Room) -> Press:
    """Lets several people press in the same moment."""
    how: Interleaving = request.param
    return partial(press_together, room.env, how)
