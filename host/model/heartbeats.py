"""When the bot was running, shard by shard. The time from the last heartbeat to the next may be an outage."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from host.model.shards import ALL_SHARDS, ShardGroup, shard_of


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
