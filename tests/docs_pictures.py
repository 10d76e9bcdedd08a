"""Draws the pictures of the README and of ``docs/``: ``make pictures``. They show the games in ``docs/games``.

Those of the live page show other games. They are taken in a browser, where there is one.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from render.__main__ import main
from tests.fixtures.message_ids import ROOT
from tests.review_pictures import draw_review_pictures
from tests.sandbox.browser_user import BROWSER
from tests.web.page_pictures import take_pictures

GAMES: Final = ROOT / "docs" / "games"
PICTURES: Final[Mapping[str, tuple[str, ...]]] = {
    "board.png": ("chat-room-running",),
    "end.png": ("chat-room",),
    "river-and-abbot.png": ("river-and-abbot-running",),
    "inns-and-traders.png": ("inns-and-traders-running",),
    "inns-and-traders-end.png": ("inns-and-traders",),
    "castle.png": ("castle-running",),
    "castle-end.png": ("castle",),
    "light-and-large.png": ("travel", "--turn", "30", "--theme", "day", "--size", "large"),
    "fields.png": ("old-scoring", "--turn", "60", "--view", "fields"),
    "claims.png": ("classic", "--turn", "55", "--view", "claims"),
    "score.png": ("classic", "--turn", "55", "--view", "score"),
    "replay.gif": ("classic",),
}
"""By file: the game's name, and the options of ``python -m render``."""


def draw_pictures(folder: Path) -> None:
    """Draw all pictures into a folder, and print their sizes; raise RuntimeError where one can't be drawn."""
    for name, (game, *options) in PICTURES.items():
        if main([str(GAMES / f"{game}.carc"), "-o", str(folder / name), *options]):
            raise RuntimeError(name)
        print(f"{name}: {(folder / name).stat().st_size / 1024:.0f} KiB")
    draw_review_pictures(folder)
    if BROWSER:
        asyncio.run(take_pictures(folder))


if __name__ == "__main__":
    draw_pictures(ROOT / "docs" / "pictures")
