"""What is stored together with a change of a game, in the same transaction."""

from collections.abc import Callable
from typing import TypeAlias

from host.model.audit_log import AuditEntry
from host.model.clock import DueClaim, Vote
from host.model.notifications import Decision, Notification, OutdatedMessage, PersonalNotification
from host.model.shards import Heartbeat
from host.storage.engine.statements import Statement

Addition: TypeAlias = (
    AuditEntry | Notification | PersonalNotification | OutdatedMessage | Vote | Heartbeat | DueClaim | Decision
)
WriteAddition: TypeAlias = Callable[[Addition], list[Statement]]
"""Returns the statements that store an addition. The people named in it have to be stored already."""
