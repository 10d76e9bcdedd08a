"""What is stored together with a change of a game, in the same transaction."""

from typing import TypeAlias, assert_never

from host.model.audit_log import AuditEntry
from host.model.clock import Heartbeat, Vote
from host.model.notifications import Notification
from host.storage.audit_log import added_entry
from host.storage.clocks import saved_heartbeat, saved_vote
from host.storage.database import Statement
from host.storage.notifications import added_notification

Addition: TypeAlias = AuditEntry | Notification | Vote | Heartbeat


def saved_addition(addition: Addition) -> list[Statement]:
    """Return the statements that store an addition. The people named in it have to be stored already."""
    match addition:
        case AuditEntry():
            return [added_entry(addition)]
        case Notification():
            return [added_notification(addition)]
        case Vote():
            return [saved_vote(addition)]
        case Heartbeat():
            return saved_heartbeat(addition)
        case _:
            assert_never(addition)
