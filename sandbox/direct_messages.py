"""Showing a person's direct messages with the bot.

SimCord's page shows one channel, chosen before it opens. Here the list of viewers has one more entry, the direct
messages of the person who is chosen. Whoever chooses it sees that channel instead, and acts there.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import simcord
from simcord.backend.errors import SetupError
from simcord.builders import UserHandle
from simcord.preview._pages import _Page

_PREFIX: Final = "direct-"
"""Begins the id of such an entry; the person's id follows."""


class DirectMessages:
    """Lets the pages of a preview show direct messages, too. There is no public way.

    To SimCord a viewer is a member of the server, or a user without one, who sees only direct messages.
    """

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._env = env
        self._preview = preview
        self._server_channel = preview.channel
        self._find_viewer = preview._viewer  # noqa: SLF001
        self._describe = preview._page_payload  # noqa: SLF001
        self._act = preview._action  # noqa: SLF001
        preview._viewer = self._viewer  # type: ignore[method-assign] # noqa: SLF001
        preview._page_payload = self._payload  # type: ignore[method-assign] # noqa: SLF001
        preview._action = self._act_there  # type: ignore[method-assign] # noqa: SLF001

    def _viewer(self, viewer_id: Any) -> Any:
        if not isinstance(viewer_id, str) or not viewer_id.startswith(_PREFIX):
            return self._find_viewer(viewer_id)
        return self._find_viewer(viewer_id.removeprefix(_PREFIX)).user

    async def _act_there(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out an action in the channel of its page, which follows the viewer. Actions come one after another."""
        page = self._preview._pages.get(context_id or "")  # noqa: SLF001
        if page is None:
            return await self._act(context_id, body)
        self._preview.channel = self._channel(self._next_viewer(page, body))
        page.channel_id = self._preview.channel.id
        try:
            return await self._act(context_id, body)
        finally:
            page.channel_id = self._channel(page.viewer).id
            self._preview.channel = self._server_channel

    def _next_viewer(self, page: _Page, body: Mapping[str, Any]) -> Any:
        """Return the viewer of a page after an action that is allowed."""
        if isinstance(body, Mapping) and body.get("kind") == "viewer":
            with suppress(SetupError):
                return self._viewer(body.get("viewer_id"))
        return page.viewer

    def _channel(self, viewer: Any) -> simcord.ChannelHandle:
        return viewer.dm_channel if isinstance(viewer, UserHandle) else self._server_channel

    def _payload(self, page: _Page) -> dict[str, Any]:
        payload = self._describe(page)
        person = str(page.viewer.id)
        member = next(one for one in payload["viewers"] if one["id"] == person)
        entry = self._entry(member["name"], page.viewer.id)
        payload["viewers"].append({**member, "id": _PREFIX + person, "name": entry})
        if isinstance(page.viewer, UserHandle):
            payload["viewerId"] = _PREFIX + person
        return payload

    def _entry(self, name: str, person: int) -> str:
        channel = self._env.backend.dm_channels.get(person, 0)
        received = len(self._env.backend.messages.get(channel, ()))
        return f"{name}: direct messages ({received})"
