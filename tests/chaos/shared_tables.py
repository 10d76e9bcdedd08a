"""The tables of a bot in several processes: which of these show a table, and answer its players."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from host.model.shards import PRIVATE_SHARD, ShardGroup
from tests.chaos.asking_table import new_asking_table
from tests.chaos.computer_table import new_computer_table
from tests.chaos.direct_table import DirectTable, new_direct_table
from tests.chaos.doors import Doors
from tests.chaos.feed import Feed
from tests.chaos.page_table import PageTable, new_page_table
from tests.chaos.table import Table, new_table
from tests.loopback import LoopbackDiscord, Shard

MakeTable: TypeAlias = Callable[[LoopbackDiscord, Feed, str, int, int | None], Table]
KINDS: Final[Sequence[MakeTable]] = (new_table, new_asking_table)
MOST_TRIES: Final = 50
UNANSWERED: Final = 180.0
"""Seconds for which people wait: a process that doesn't hear them gives up after a minute."""
ALL_KINDS: Final[Sequence[MakeTable]] = (*KINDS, new_direct_table, new_computer_table)


def with_pages(kinds: Sequence[MakeTable], doors: Doors) -> Sequence[MakeTable]:
    """Return kinds of tables, and those whose players have pages open."""
    return (*kinds, partial(new_page_table, doors=doors))


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table on a server of a shard."""

    table: Table
    shard: Shard

    def concerns(self, group: ShardGroup) -> bool:
        """Whether the process of a group shows the table, or answers its players."""
        return self.shard.number in group.numbers or self.answered_by(group)

    def answered_by(self, group: ShardGroup) -> bool:
        """Whether the process of a group answers the players' turns. A page may be at any process."""
        if isinstance(self.table, PageTable):
            return True
        is_private = isinstance(self.table, DirectTable)
        return (PRIVATE_SHARD if is_private else self.shard.number) in group.numbers


class SharedTables:
    """Makes tables of all kinds in turn, on a server of each shard in turn."""

    def __init__(self, server: LoopbackDiscord, feed: Feed, total: int, kinds: Sequence[MakeTable], seed: int) -> None:
        self.guilds = {
            shard: server.world.add_guild(f"server-{shard.number}", shard)
            for shard in (Shard(number, total) for number in range(total))
        }
        self.made = 0
        self._server = server
        self._feed = feed
        self._kinds = kinds
        self._whim = random.Random(seed)

    def new(self, shard: Shard, kind: int) -> SharedTable:
        """Another table on the server of a shard, of the kind with this number."""
        make = self._kinds[kind % len(self._kinds)]
        self.made += 1
        name = f"shared-{self.made}"
        table = make(self._server, self._feed, name, self._whim.getrandbits(32), self.guilds[shard])
        table.tries, table.patience = MOST_TRIES, UNANSWERED
        return SharedTable(table, shard)
