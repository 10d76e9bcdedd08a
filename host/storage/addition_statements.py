"""How what is stored together with a change of a game becomes statements."""

from typing import assert_never

from host.model.audit_log import AuditEntry
from host.model.clock import DueClaim, Vote
from host.model.notifications import Decision, Notification, OutdatedMessage, PersonalNotification
from host.model.shards import Heartbeat
from host.storage.audit_log import audit_entry_statement
from host.storage.claims import Claims
from host.storage.engine.statements import Statement
from host.storage.games.additions import Addition
from host.storage.games.clocks import due_claim_statement, vote_statement
from host.storage.heartbeats import heartbeat_statements
from host.storage.notifications import buttons_statement, decision_statements, notification_statement
from host.storage.personal_notifications import personal_notification_statement


def addition_statements(addition: Addition, claims: Claims) -> list[Statement]:
    """Return the statements that store an addition. The people named in it have to be stored already."""
    match addition:
        case AuditEntry():
            return [audit_entry_statement(addition)]
        case Notification():
            return [notification_statement(addition, claims)]
        case PersonalNotification():
            return [personal_notification_statement(addition, claims)]
        case Decision():
            return decision_statements(addition)
        case OutdatedMessage(notification, message):
            return [buttons_statement(notification, message, "")]
        case Vote():
            return [vote_statement(addition)]
        case Heartbeat():
            return heartbeat_statements(addition)
        case DueClaim():
            return [due_claim_statement(addition)]
        case _:
            assert_never(addition)
