"""Shows in the page what the bot says of its own accord.

SimCord publishes the page after each thing a person does in it. A turn that starts because a timer ran out would stay
unseen until somebody does something, so the page is published then, too. What somebody does before the browser has
seen that is taken all the same.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import simcord

_log = logging.getLogger(__name__)

_VISIBLE = ("MESSAGE_", "THREAD_", "CHANNEL_")
_PAUSE = 0.1
"""Seconds in which what comes together is shown together."""


class Publisher:
    """Publishes between two things that somebody does, and never holds one up.

    ``Preview.refresh`` is the public way, but it first waits, for seconds perhaps, until the bot has come to rest,
    and the page refuses meanwhile, without a word, whatever is pressed or sent.
    """

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._env = env
        self._preview = preview
        self._changed = asyncio.Event()
        self._act = preview._action  # noqa: SLF001 (there is no public way to see an action first)
        preview._action = self._act_on_latest_page  # type: ignore[method-assign] # noqa: SLF001

    def notice(self, event: str, _payload: Mapping[str, Any]) -> None:
        """A listener of the server's events. The page's relative times ("in 5 minutes") count from the last one."""
        self._preview.capture_time = self._env.now()
        if event.startswith(_VISIBLE):
            self._changed.set()

    async def publish_forever(self) -> None:
        """Show what has happened, soon after it has."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(_PAUSE)
            if self._env._operation_task is not None:  # noqa: SLF001 (somebody does something: after that)
                continue
            self._changed.clear()
            try:
                self._publish()
            except Exception:
                _log.exception("The page could not be brought up to date")

    async def _act_on_latest_page(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Let somebody act who has not seen the latest news.

        SimCord refuses, without a word, what is done on a page that has been published anew since the browser last
        asked. Discord knows no such thing: a button is there or it is gone.
        """
        page = self._preview._pages.get(context_id or "")  # noqa: SLF001
        if page is not None and isinstance(body, Mapping) and body.get("sequence") == page.last_sequence + 1:
            body = {**body, "published_revision": page.revision}
        return await self._act(context_id, body)

    def _publish(self) -> None:
        preview = self._preview
        preview._advance_presentation_time()  # noqa: SLF001
        for page in list(preview._pages.values()):  # noqa: SLF001
            if page.id in preview._pages:  # noqa: SLF001 (publishing one may end others)
                preview._publish(page, reason="refresh")  # noqa: SLF001
