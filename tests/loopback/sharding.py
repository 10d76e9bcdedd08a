"""Discord's rules for shards: how many there are, who may begin a session when, and which of them gets an event."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

PRIVATE_SHARD = 0
"""The shard of private messages."""
_ABOUT_GUILDS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")
"""The events whose own id is that of the guild."""
_FOR_ALL = ("USER_UPDATE",)


class Shard(NamedTuple):
    """A shard: its number, and how many there are. A session says both when it identifies."""

    number: int
    total: int

    def has_guild(self, guild: int) -> bool:
        return (guild >> 22) % self.total == self.number

    def gets(self, event: str, payload: Mapping[str, Any]) -> bool:
        """Whether an event goes to this shard."""
        guild = payload.get("id" if event in _ABOUT_GUILDS else "guild_id")
        if guild is None:
            return event in _FOR_ALL or self.number == PRIVATE_SHARD
        return self.has_guild(int(guild))


@dataclass(slots=True)
class SessionStarts:
    """What the bot is told before it connects, and the limit that it has to keep to.

    In each bucket (`shard % max_concurrency`) one session may begin in `pause` seconds, in Discord's case five. Others
    are told that their session is invalid, and `refused` counts them. Without a pause, all may begin together.
    """

    recommended: int = 1
    max_concurrency: int = 1
    pause: float = 0.0
    early: set[Shard] = field(default_factory=set)
    """Shards whose next session comes too early, however slow the machine is."""
    refused: int = 0
    _begun: dict[int, float] = field(default_factory=dict)

    def allows(self, shard: Shard) -> bool:
        now, bucket = time.monotonic(), shard.number % self.max_concurrency
        if shard in self.early or (self.pause and now - self._begun.get(bucket, -self.pause) < self.pause):
            self.early.discard(shard)
            self.refused += 1
            return False
        self._begun[bucket] = now
        return True

    def answer(self, url: str) -> dict[str, Any]:
        """The answer to `/gateway/bot`."""
        limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.max_concurrency}
        return {"url": url, "shards": self.recommended, "session_start_limit": limits}
