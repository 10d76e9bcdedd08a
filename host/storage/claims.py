"""Claims: which process sends a notification, and until when the others leave it alone."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from host.model.notifications import Notification, NotificationKind
from host.model.shards import ShardGroup
from host.model.table_index import TableIndex
from host.storage.engine.statements import Value

LEASE: Final = timedelta(seconds=60)
"""How long a claim holds. After that, another process may send what is still unsent: the first one may have died."""
_ENOUGH: Final = LEASE / 2
"""What must be left of a claim when an attempt to send begins. With less, the claim is made anew."""
_UNCLAIMED: Final[Mapping[str, Value]] = MappingProxyType({"claimed_by": None, "claimed_until": None})


class Claims:
    """The notifications that this process has claimed, with the ends of their leases.

    ``shards`` are those that the process serves. Only the games of their servers are its own.
    """

    def __init__(self, process: str, shards: ShardGroup, tables: TableIndex) -> None:
        self.process = process
        self.shards = shards
        self._tables = tables
        self._leases: dict[tuple[int, int, NotificationKind], datetime] = {}

    def is_own(self, number: int) -> bool:
        """Return at once whether this process sends the messages of a game that waits or runs."""
        table = self._tables.find(number)
        return table is not None and self.shards.serves(table.venue.guild)

    def begin(self, notification: Notification) -> Mapping[str, Value]:
        """Claim a notification that is about to be stored, and return its values: none if another process sends it."""
        if not self.is_own(notification.game):
            return _UNCLAIMED
        self.note(notification, notification.at)
        return self.values(notification.at)

    def values(self, now: datetime) -> Mapping[str, Value]:
        """Return the values of a row that this process claims now."""
        return {"claimed_by": self.process, "claimed_until": now + LEASE}

    def note(self, notification: Notification, now: datetime) -> None:
        """Note that a claim of this process is stored."""
        self._leases[notification.key] = now + LEASE

    def is_held(self, notification: Notification, now: datetime) -> bool:
        """Return whether a claim of this process holds for long enough to send a notification."""
        until = self._leases.get(notification.key)
        return until is not None and until - now >= _ENOUGH

    def forget(self) -> None:
        """Forget all claims: the database may have lost them. They are made anew."""
        self._leases.clear()

    def end(self, notification: Notification) -> None:
        """Forget the claim of a notification that was delivered."""
        self._leases.pop(notification.key, None)
