"""Shards: Discord divides a bot's servers among its connections. A process serves one group of them."""

import re
from dataclasses import dataclass
from typing import Final

from host.errors import DatabaseName, HostError

_FORM: Final = re.compile(r"(?P<first>\d{1,5})(-(?P<last>\d{1,5}))?/(?P<total>\d{1,5})")
PRIVATE_SHARD: Final = 0
"""The shard of all private messages."""


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
        """The numbers of the shards."""
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


@dataclass(eq=False)
class ShardsTakenError(HostError):
    """Another process serves a group of shards that this one's group meets."""

    path: DatabaseName
    own: ShardGroup
    other: ShardGroup
