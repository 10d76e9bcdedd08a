"""Claims: which process sends a notification, and until when the others leave it alone."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from sqlalchemy import Column, Connection, Table, bindparam, or_, select

from host.model.notifications import Notification, PersonalNotification
from host.model.shards import ShardGroup
from host.model.table_index import TableIndex
from host.storage.engine.database import Database
from host.storage.engine.statements import AnySelect, Query, Row, Statement, Value, execute, fetch

LEASE: Final = timedelta(seconds=60)
"""How long a claim holds. After that, another process may send what is still unsent: the first one may have died."""
_ENOUGH: Final = LEASE / 2
"""What must be left of a claim when an attempt to send begins. With less, the claim is made anew."""
Claimed: TypeAlias = Notification | PersonalNotification
ClaimedT = TypeVar("ClaimedT", Notification, PersonalNotification)
_UNCLAIMED: Final[Mapping[str, Value]] = MappingProxyType({"claimed_by": None, "claimed_until": None})


def claimable(notifications: Table, *order: Column[int]) -> AnySelect:
    """Return a query for the rows that may be unsent and that no other process has claimed, the oldest first.

    It passes over those that somebody else claims at this very moment.
    """
    stored = notifications.c
    is_free = or_(
        stored.claimed_by.is_(None),
        stored.claimed_by == bindparam("process"),
        stored.claimed_until < bindparam("now", type_=stored.claimed_until.type),
    )
    unsent = select(notifications).where(stored.outcome.is_(None), is_free)
    return unsent.order_by(stored.at, *order).with_for_update(skip_locked=True, of=notifications)


class Claims:
    """The notifications that this process has claimed, with the ends of their leases.

    ``shards`` are those that the process serves. Only the games of their servers are its own.
    """

    def __init__(self, process: str, shards: ShardGroup, tables: TableIndex) -> None:
        self.process = process
        self.shards = shards
        self._tables = tables
        self._leases: dict[tuple[object, ...], datetime] = {}

    def is_own(self, number: int) -> bool:
        """Return at once whether this process sends the messages of a game that waits or runs."""
        table = self._tables.find(number)
        return table is not None and self.shards.serves(table.venue.guild)

    def begin(self, notification: Claimed) -> Mapping[str, Value]:
        """Claim a notification that is about to be stored, and return its values: none if another process sends it."""
        is_own = self.is_own(notification.game) if isinstance(notification, Notification) else self.shards.has_private
        if not is_own:
            return _UNCLAIMED
        self.note(notification, notification.at)
        return self.values(notification.at)

    def values(self, now: datetime) -> Mapping[str, Value]:
        """Return the values of a row that this process claims now."""
        return {"claimed_by": self.process, "claimed_until": now + LEASE}

    def note(self, notification: Claimed, now: datetime) -> None:
        """Note that a claim of this process is stored."""
        self._leases[notification.key] = now + LEASE

    async def take(
        self,
        database: Database,
        unsent: Query,
        now: datetime,
        read: Callable[[Row], ClaimedT],
        store: Callable[[ClaimedT, Mapping[str, Value]], Statement],
    ) -> list[ClaimedT]:
        """Claim the notifications that a query for claimable rows finds, and return them.

        ``read`` returns the notification of a row, and ``store`` the statement that stores the values of its claim.
        """
        query, values = unsent

        def take(connection: Connection) -> list[ClaimedT]:
            [rows] = fetch(connection, [(query, {**values, "process": self.process, "now": now})])
            found = [read(row) for row in rows]
            execute(connection, [store(one, self.values(now)) for one in found])
            return found

        taken = await database.run_in_transaction(take)
        for one in taken:
            self.note(one, now)
        return taken

    def is_held(self, notification: Claimed, now: datetime) -> bool:
        """Return whether a claim of this process holds for long enough to send a notification."""
        until = self._leases.get(notification.key)
        return until is not None and until - now >= _ENOUGH

    def forget(self) -> None:
        """Forget all claims: the database may have lost them. They are made anew."""
        self._leases.clear()

    def end(self, notification: Claimed) -> None:
        """Forget the claim of a notification that was delivered."""
        self._leases.pop(notification.key, None)
