"""What the bot posts in the channels, noted at the moment when it appears."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcord.backend.errors import BackendError
from simcord.backend.models import Message

from tests.frozen.table import custom_ids
from tests.loopback import LoopbackDiscord


@dataclass(frozen=True, slots=True)
class Posted:
    """A public message of the bot: whom it pinged, and when it came, in seconds of the monotonic clock."""

    message: Message
    pinged: tuple[int, ...]
    at: float
    placing: tuple[str, ...] = ()
    """The ids of the buttons with which its tile is placed, until another turn is shown."""
    asking: tuple[str, ...] = ()
    """The ids of the buttons that answer its question, if it asks whether a turn may be taken back."""

    @property
    def is_board(self) -> bool:
        return bool(self.message.attachments)

    @property
    def turns(self) -> int:
        """The number of turns after which this board stands, as the picture's description tells it."""
        return int(str(self.message.attachments[0]["description"]).partition(" after ")[2].split()[0])

    @property
    def first_line(self) -> str:
        return self.message.content.partition("\n")[0]


class Feed:
    """Keeps the public messages of each channel, in the order in which they came."""

    def __init__(self, server: LoopbackDiscord) -> None:
        self._backend = server.world.backend
        self._posted: defaultdict[int, list[Posted]] = defaultdict(list)
        self._boards: defaultdict[int, list[Posted]] = defaultdict(list)
        self._came: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        self._backend.subscribers.append(self._notice)

    def posted(self, channel: int) -> list[Posted]:
        return self._posted[channel]

    def boards(self, channel: int) -> list[Posted]:
        return self._boards[channel]

    async def board_after(self, channel: int, turns: int, within: float) -> Posted:
        """Wait for the board after this number of turns; return the newest. Raise TimeoutError after ``within`` s."""
        async with asyncio.timeout(within):
            while not self._boards[channel] or self._boards[channel][-1].turns < turns:
                self._came[channel].clear()
                await self._came[channel].wait()
        return self._boards[channel][-1]

    def _notice(self, event: str, payload: Mapping[str, Any]) -> None:
        if event != "MESSAGE_CREATE" or int(payload["author"]["id"]) != self._backend.bot_user.id:
            return
        channel = int(payload["channel_id"])
        try:
            message = self._backend.get_message(channel, int(payload["id"]))
        except BackendError:
            return
        if not message.visible_to(None):
            return
        placing, asking = (
            tuple(one for one in custom_ids(message) if one.startswith(kind)) for kind in ("carc:place:", "carc:undo-")
        )
        posted = Posted(message, tuple(message.ping_user_ids), time.monotonic(), placing, asking)
        self._posted[channel].append(posted)
        if posted.is_board:
            self._boards[channel].append(posted)
            self._came[channel].set()
