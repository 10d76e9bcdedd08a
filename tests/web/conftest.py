"""A host without Discord, its pages on a port of this machine, and a clock that tests move on."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot import Bot
from cogs.interaction.client import PageServer
from host.host import Host
from render.share import draw_live
from screens.pictures import Pictures, drawing_threads
from tests.cogs.room import Room, build_bot
from tests.fixtures.blank_pictures import blank_page_picture, draw_blank, is_for_pages, no_kept_page_picture
from tests.fixtures.shared_extensions import share_extensions
from tests.fixtures.simulated_clock import SimulatedClock
from tests.fixtures.tracing import draw_traced
from tests.host.tables import Clock, open_host
from tests.web.site import BotWithoutDiscord, Site, open_site
from web import LOOPBACK

share_extensions()


@pytest.fixture(autouse=True)
def blank_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no pictures, except where a test looks at them."""
    if request.node.get_closest_marker("pictures") is None:
        monkeypatch.setattr(draw_live, "_drawn", blank_page_picture)
        monkeypatch.setattr(draw_live, "kept_picture", no_kept_page_picture)


@pytest.fixture
def clock() -> Clock:
    """The clock of the host."""
    return Clock()


@pytest.fixture
async def host(tmp_path: Path, clock: Clock) -> AsyncIterator[Host]:
    """A host where the first who joined begins."""
    opened = await open_host(tmp_path / "games.db", clock)
    yield opened
    await opened.close()


@pytest.fixture
async def site(host: Host) -> AsyncIterator[Site]:
    """The pages of that host. All people of the tests are on the server of their tables."""
    pictures = Pictures()
    bot = BotWithoutDiscord(host, pictures, {1: set(range(101, 107))})
    async with open_site(bot) as opened:
        yield opened
    await pictures.close()
    assert bot.errors == []


def _run(job: Callable[[], Any]) -> Any:
    """Draw what pages show, with blank pictures, and a blank picture for all messages."""
    return draw_traced(job) if is_for_pages(job) else draw_blank(job)


@pytest.fixture
def simulated_clock() -> SimulatedClock:
    """The clock of the bot."""
    return SimulatedClock()


@pytest.fixture
async def simcord_bot(tmp_path: Path, simulated_clock: SimulatedClock) -> AsyncIterator[Bot]:
    """A bot with pages on any port of this machine."""
    pictures = Pictures(workers=drawing_threads(_run))
    bot = build_bot(tmp_path, pictures=pictures, page_server=PageServer(None, 0, LOOPBACK), now=simulated_clock)
    yield bot
    await bot.close()


@pytest.fixture
async def room(simcord_env: simcord.Env, tmp_path: Path, simulated_clock: SimulatedClock) -> AsyncIterator[Room]:
    """A server with one channel and five people. The test fails if there was an error that it did not expect."""
    room, simulated_clock.env = Room(simcord_env, tmp_path), simcord_env
    yield room
    await room.bot.close()
    assert room.unexpected_errors() == []
    assert room.problems() == []
