"""Showing messages that the bot sends on its own.

SimCord publishes the page after each action of a person. A turn that starts because a timer ran out would not be seen
until somebody acts, so the page is published then, too. An action is accepted even if the browser has not yet shown the
latest page, and even while another window's action is carried out.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import simcord

_log = logging.getLogger(__name__)

_VISIBLE = ("MESSAGE_", "THREAD_", "CHANNEL_")
_CHANGES = ("commit_message", "edit_message", "delete_message")
"""What of the server changes messages, also those that only one person sees. There is no event for these."""
_PAUSE = 0.1
"""Seconds from a change to its publication. Changes within this time are shown together."""


class Publisher:
    """Publishes the page between two actions of people, and never delays an action.

    ``Preview.refresh`` is the public way. But it first waits until the bot has nothing to do, which may take seconds.
    Meanwhile the page ignores every action.
    """

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._env = env
        self._preview = preview
        self._changed = asyncio.Event()
        self._turn = asyncio.Lock()
        for name in _CHANGES:
            self._watch(name)
        self._act = preview._action  # noqa: SLF001 (there is no public way to see an action first)
        preview._action = self._act_in_turn  # type: ignore[method-assign] # noqa: SLF001

    def notice(self, event: str, _payload: Mapping[str, Any]) -> None:
        """Receive an event of the server. The page's relative times ("in 5 minutes") count from the last event."""
        self._preview.capture_time = self._env.now()
        if event.startswith(_VISIBLE):
            self._changed.set()

    def _watch(self, name: str) -> None:
        """Publish the page after each call of a function of the server."""
        change = getattr(self._env.backend, name)

        def noticed(*args: Any, **given: Any) -> Any:
            result = change(*args, **given)
            self._changed.set()
            return result

        setattr(self._env.backend, name, noticed)

    async def publish_forever(self) -> None:
        """Publish the page soon after every change."""
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

    async def _act_in_turn(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Accept an action from a browser that has not yet shown the latest page.

        SimCord ignores an action if the page was published again since the browser last asked, or while another one is
        carried out. Discord has no such rules: a button works as long as it is there. So they come one after another.
        """
        async with self._turn:
            return await self._act(context_id, self._on_latest_page(context_id, body))

    def _on_latest_page(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        page = self._preview._pages.get(context_id or "")  # noqa: SLF001
        if page is not None and isinstance(body, Mapping) and body.get("sequence") == page.last_sequence + 1:
            return {**body, "published_revision": page.revision}
        return body

    def _publish(self) -> None:
        preview = self._preview
        preview._advance_presentation_time()  # noqa: SLF001
        for page in list(preview._pages.values()):  # noqa: SLF001
            if page.id in preview._pages:  # noqa: SLF001 (publishing one may end others)
                preview._publish(page, reason="refresh")  # noqa: SLF001
