"""Tables that last for days: people, seats, games, deadlines, results. It knows nothing of Discord.

``Host.open`` opens a database; others import from here what they use of the host.
"""

from host.errors import HostError, HostErrorCode
from host.host import Host
from host.model.audit_log import AuditAction, AuditEntry, Reseat, parse_choices
from host.model.clock import (
    MOST_PAUSED,
    NO_PACE,
    PATIENCE,
    Choice,
    Clock,
    ReminderStage,
    Timeout,
    Vacation,
    parse_pace,
)
from host.model.game_log import standing
from host.model.lobby_rules import capacity
from host.model.log_replay import QuarantinedGame
from host.model.notifications import (
    ASLEEP,
    AWAKE,
    CHANGES,
    VOTING,
    DeliveryOutcome,
    Notification,
    NotificationKind,
    is_current,
)
from host.model.played import EndedGame, GameHistory, LoggedMove, LogItem, Played, Undo
from host.model.preferences import (
    VACATION_DAYS,
    DmPreference,
    Preferences,
    Quiet,
    Size,
    Theme,
    format_hours,
    parse_hours,
    parse_zone,
    zones,
)
from host.model.recent_tiles import RecentTiles, tiles_since_own
from host.model.results import FeatureTotals
from host.model.server_settings import MOST_OWN, Server, wishing
from host.model.statistics import GameTotals, Standing, Stats
from host.model.substitution import Substitution
from host.model.table import (
    BaseTable,
    ClosedTable,
    Computer,
    Controller,
    EndRequest,
    FinishedTable,
    LiveTable,
    MessageRef,
    Pending,
    Person,
    RunningTable,
    Seat,
    StartedTable,
    Status,
    Table,
    TableT,
    UndoRequest,
    Venue,
    WaitingTable,
    is_nameless,
    table_at,
    table_before_start,
)
from host.model.table_lookup import Found
from host.model.table_options import DEFAULT_EDITION, NO_OPTIONS, Order, Settings, TableOptions
from host.model.turn_clock import TimedTurn, is_shown, timed_turn
from host.model.vote_rules import votes_at
from host.services.administration import Administration, Health
from host.services.consent import Asked
from host.services.deadlines import HEARTBEAT, Deadlines, Due
from host.services.people import People
from host.services.privacy import Privacy, Withdrawal
from host.services.voting import DecidedVote, OpenVote, Voted, Voting
from host.storage.personal_data import Rows, rows_by_game

__all__ = [
    "ASLEEP",
    "AWAKE",
    "CHANGES",
    "DEFAULT_EDITION",
    "HEARTBEAT",
    "MOST_OWN",
    "MOST_PAUSED",
    "NO_OPTIONS",
    "NO_PACE",
    "PATIENCE",
    "VACATION_DAYS",
    "VOTING",
    "Administration",
    "Asked",
    "AuditAction",
    "AuditEntry",
    "BaseTable",
    "Choice",
    "Clock",
    "ClosedTable",
    "Colour",
    "Computer",
    "Controller",
    "Deadlines",
    "DecidedVote",
    "DeliveryOutcome",
    "DmPreference",
    "Due",
    "EndRequest",
    "EndedGame",
    "FeatureTotals",
    "FinishedTable",
    "Found",
    "GameHistory",
    "GameTotals",
    "Health",
    "Host",
    "HostError",
    "HostErrorCode",
    "Laid",
    "LiveTable",
    "LogItem",
    "LoggedMove",
    "MessageRef",
    "Notification",
    "NotificationKind",
    "OpenVote",
    "Order",
    "Pending",
    "People",
    "Person",
    "Played",
    "Preferences",
    "Privacy",
    "QuarantinedGame",
    "Quiet",
    "RecentTiles",
    "ReminderStage",
    "Reseat",
    "Rows",
    "RunningTable",
    "Seat",
    "Server",
    "Settings",
    "Size",
    "Standing",
    "StartedTable",
    "Stats",
    "Status",
    "Substitution",
    "Table",
    "TableOptions",
    "TableT",
    "Theme",
    "TimedTurn",
    "Timeout",
    "Undo",
    "UndoRequest",
    "Vacation",
    "Venue",
    "Voted",
    "Voting",
    "WaitingTable",
    "Withdrawal",
    "capacity",
    "format_hours",
    "is_current",
    "is_nameless",
    "is_shown",
    "laid_since",
    "parse_choices",
    "parse_hours",
    "parse_pace",
    "parse_zone",
    "rows_by_game",
    "standing",
    "table_at",
    "table_before_start",
    "tiles_since_own",
    "timed_turn",
    "votes_at",
    "wishing",
    "zones",
]
