"""Shards: Discord divides a bot's servers among its connections. A process serves one group of them,
and its heartbeats tell when.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from host.errors import DatabaseName, HostError

_FORM: Final = re.compile(r"(?P<first>\d{1,5})(-(?P<last>\d{1,5}))?/(?P<total>\d{1,5})")
PRIVATE_SHARD: Final = 0


@dataclass(frozen=True, slots=True)
class ShardGroup:
    """The shards ``first`` to ``last`` of ``total``, counted from 0."""

    first: int
    last: int
    total: int

    def __post_init__(self) -> None:
        """Raise ValueError for shards that there cannot be."""
        if not 0 <= self.first <= self.last < self.total:
            raise ValueError(self)

    @classmethod
    def parse(cls, text: str) -> "ShardGroup":
        """Return the group that ``0-3/16`` names, or ``5/16``; raise ValueError."""
        match = _FORM.fullmatch(text.strip())
        if match is None:
            raise ValueError(text)
        first = int(match["first"])
        return cls(first, int(match["last"] or first), int(match["total"]))

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def has_private(self) -> bool:
        """Whether private messages come here. The process that has them also does what is done once for all servers."""
        return PRIVATE_SHARD in self.numbers

    @property
    def is_whole(self) -> bool:
        """Whether the group serves every server."""
        return len(self.numbers) == self.total

    @property
    def share(self) -> float:
        """The part of all shards that are in the group, from 0 to 1."""
        return len(self.numbers) / self.total

    def serves(self, guild: int | None) -> bool:
        """Return whether the games of a server are shown here (None: those played in private)."""
        return shard_of(guild, self.total) in self.numbers

    def meets(self, other: "ShardGroup") -> bool:
        """Return whether two processes can't serve these groups: they have a shard in common, or other totals."""
        return self.total != other.total or (self.first <= other.last and other.first <= self.last)

    def __str__(self) -> str:
        """Return the form that ``parse`` reads."""
        return f"{self.first}-{self.last}/{self.total}" if self.first != self.last else f"{self.first}/{self.total}"


def shard_of(guild: int | None, total: int) -> int:
    """Return the number of the shard of a server (None: of private messages), by Discord's rule."""
    return PRIVATE_SHARD if guild is None else (guild >> 22) % total


ALL_SHARDS: Final = ShardGroup(0, 0, 1)
"""The group of a process that serves every server, however many shards it connects with."""


class ShardsTakenError(HostError):
    """Another process serves a group of shards that this one's group meets."""

    path: DatabaseName
    own: ShardGroup
    other: ShardGroup


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A process was running at this time (UTC), and served these shards."""

    at: datetime
    shards: ShardGroup = ALL_SHARDS


@dataclass(frozen=True, slots=True)
class Heartbeats:
    """The last heartbeat of each shard, also of those that the servers were divided among before."""

    times: Mapping[tuple[int, int], datetime]
    """The times (UTC), by the number of the shard and the total of all shards."""
    sign_of_life: datetime | None = None
    """A later time at which somebody has played or voted. Perhaps another process has carried that out."""
    longest_pause: timedelta | None = None
    """The longest time from one heartbeat to the next. What happens later is no sign that the process was running."""

    def last_for(self, guild: int | None) -> datetime | None:
        """Return when a server was served last (None: the games in private); None if that is unknown."""
        totals = {total for _, total in self.times}
        found = [at for total in totals if (at := self.times.get((shard_of(guild, total), total)))]
        return self._with_sign_of_life(max(found, default=None))

    def last_of(self, shards: ShardGroup) -> datetime | None:
        """Return until when all servers of a group were served; None if that is unknown.

        Shards that have no heartbeat yet have servers that other shards served before.
        """
        own = [at for number in shards.numbers if (at := self.times.get((number, shards.total)))]
        if len(own) < len(shards.numbers):
            own += [at for (_, total), at in self.times.items() if total != shards.total]
        return self._with_sign_of_life(min(own, default=None))

    @property
    def is_of_one(self) -> bool:
        """Whether one process at a time has served everything."""
        return all(total == ALL_SHARDS.total for _, total in self.times)

    def _with_sign_of_life(self, at: datetime | None) -> datetime | None:
        sign, longest = self.sign_of_life, self.longest_pause
        if sign is None or at is None:
            return at if longest else sign or at
        return max(at, min(sign, at + longest) if longest else sign)
