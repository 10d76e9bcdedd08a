"""Shows in the page what the bot says of its own accord.

SimCord publishes the page after each thing a person does in it. A turn that starts because a timer ran out would stay
unseen until somebody does something, so the page is published then, too.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import simcord

_VISIBLE = ("MESSAGE_", "THREAD_", "CHANNEL_")

_log = logging.getLogger(__name__)


class Publisher:
    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._env = env
        self._preview = preview
        self._news = asyncio.Event()

    def notice(self, event: str, _payload: Mapping[str, Any]) -> None:
        """A listener of the server's events. The page's relative times ("in 5 minutes") count from the last one."""
        self._preview.capture_time = self._env.now()
        if event.startswith(_VISIBLE):
            self._news.set()

    async def publish_forever(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self._preview.refresh()
            except simcord.SetupError:
                continue  # somebody in the page is doing something, and its end publishes everything so far
            except Exception:
                _log.exception("The page could not be brought up to date")
