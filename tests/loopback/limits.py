"""Limits of Discord that its headers do not tell, as other bots report them. A server has none before it is given one.

Discord publishes neither the figures nor how it counts.
"""

import re
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from discord.utils import snowflake_time, utcnow

Refusal: TypeAlias = tuple[int, dict[str, Any]]
"""A status and a body."""

_EDIT: Final = re.compile(r"/channels/(\d+)/messages/(\d+)")
_TOO_MANY_EDITS: Final[Refusal] = (
    429,
    {"message": "Maximum number of edits to messages older than 1 hour reached. Try again later", "code": 30046},
)
_TOO_MANY_CHANNELS: Final[Refusal] = (403, {"message": "You are opening direct messages too fast.", "code": 40003})


@dataclass(slots=True)
class Window:
    """Lets `most` requests through in any `seconds`. `refused` counts the others."""

    most: int
    seconds: float
    refused: int = 0
    _times: deque[float] = field(default_factory=deque)

    def takes(self) -> bool:
        now = time.monotonic()
        while self._times and self._times[0] <= now - self.seconds:
            self._times.popleft()
        if len(self._times) >= self.most:
            self.refused += 1
            return False
        self._times.append(now)
        return True


@dataclass(slots=True)
class OldEdits:
    """At most `most` edits of messages older than `age` seconds in any `seconds`, in each channel."""

    most: int = 3
    seconds: float = 6.0
    age: float = 3600.0
    _channels: dict[str, Window] = field(default_factory=dict)

    @property
    def refused(self) -> int:
        return sum(window.refused for window in self._channels.values())

    def refusal(self, method: str, path: str) -> Refusal | None:
        """The answer is without the header and the time for which discord.py waits by itself, as reported."""
        edit = _EDIT.fullmatch(path) if method == "PATCH" else None
        if edit is None or (utcnow() - snowflake_time(int(edit[2]))).total_seconds() < self.age:
            return None
        window = self._channels.setdefault(edit[1], Window(self.most, self.seconds))
        return None if window.takes() else _TOO_MANY_EDITS


@dataclass(slots=True)
class DirectMessages:
    """At most `most` people in any `seconds` with whom the bot opens a channel. To open it again costs nothing."""

    most: int = 29
    seconds: float = 3600.0
    opened: set[str] = field(default_factory=set)
    window: Window = field(init=False)

    def __post_init__(self) -> None:
        self.window = Window(self.most, self.seconds)

    def refusal(self, method: str, path: str, body: Any) -> Refusal | None:
        if (method, path) != ("POST", "/users/@me/channels") or body["recipient_id"] in self.opened:
            return None
        if not self.window.takes():
            return _TOO_MANY_CHANNELS
        self.opened.add(body["recipient_id"])
        return None


@dataclass(slots=True)
class Limits:
    old_edits: OldEdits | None = None
    direct_messages: DirectMessages | None = None

    def refusal(self, method: str, path: str, body: Any) -> Refusal | None:
        """The answer to a request that exceeds a limit; None for all others, which count from now on."""
        edits, channels = self.old_edits, self.direct_messages
        return (edits and edits.refusal(method, path)) or (channels and channels.refusal(method, path, body)) or None
