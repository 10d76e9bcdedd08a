"""A host without Discord, its pages on a port of this machine, and a clock that tests move on."""

import hashlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from PIL import Image

from host.host import Host
from render.share import draw_live
from render.share.live_values import DrawnPicture
from screens.pictures import Pictures
from tests.fixtures.postgresql import why_not
from tests.host.tables import Clock, open_host
from tests.web.site import BotWithoutDiscord, Site, open_site

ON_POSTGRESQL = pytest.mark.skipif(why_not() is not None, reason=why_not() or "")


@pytest.fixture(autouse=True)
def blank_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no pictures, except where a test looks at them."""
    if request.node.get_closest_marker("pictures") is None:
        monkeypatch.setattr(draw_live, "_drawn", _blank)


def _blank(key: str, _draw: Callable[[], Image.Image], *, is_exact: bool) -> DrawnPicture:
    return DrawnPicture(hashlib.sha256(key.encode()).hexdigest()[:24], 8, 8, key.encode())


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
