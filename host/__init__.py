"""Tables that last for days: seats and people, the store, the clock, the draws. Nothing of Discord."""

from host.errors import HostError, Trouble
from host.host import Host
from host.model.audit_log import Act, ActKind, parse_choices
from host.model.clock import (
    MOST_PAUSED,
    NO_PACE,
    PATIENCE,
    Away,
    Choice,
    Clock,
    Timeout,
    Told,
    parse_pace,
)
from host.model.game_log import standing
from host.model.lobby_rules import capacity
from host.model.notifications import ASLEEP, AWAKE, CHANGES, VOTING, Outcome, Ping, PingKind, is_current
from host.model.preferences import (
    VACATION_DAYS,
    Preferences,
    Quiet,
    Size,
    Theme,
    format_hours,
    parse_hours,
    parse_zone,
    zones,
)
from host.model.results import Harvest
from host.model.server_settings import MOST_OWN, Server, wishing
from host.model.statistics import Balance, Standing, Stats
from host.model.substitution import Substitution
from host.model.table import (
    DEFAULT_EDITION,
    NO_WISHES,
    Chronicle,
    Colour,
    EndedGame,
    EndRequest,
    Found,
    Logged,
    LoggedMove,
    Order,
    Pending,
    Person,
    Played,
    Posting,
    Seat,
    Settings,
    Status,
    Table,
    Undo,
    UndoRequest,
    Venue,
    Wishes,
    is_nameless,
)
from host.model.turn_clock import is_shown
from host.model.vote_rules import votes_at
from host.services.administration import Administration, Health
from host.services.consent import Asked
from host.services.deadlines import BEAT, Due, Timekeeper
from host.services.people import People
from host.services.privacy import Privacy, Withdrawal
from host.services.voting import Voted, Voting
from host.storage.dm_preferences import Letters
from host.storage.game_repository import Held
from host.storage.personal_data import Rows, rows_by_game

__all__ = [
    "ASLEEP",
    "AWAKE",
    "BEAT",
    "CHANGES",
    "DEFAULT_EDITION",
    "MOST_OWN",
    "MOST_PAUSED",
    "NO_PACE",
    "NO_WISHES",
    "PATIENCE",
    "VACATION_DAYS",
    "VOTING",
    "Act",
    "ActKind",
    "Administration",
    "Asked",
    "Away",
    "Balance",
    "Choice",
    "Chronicle",
    "Clock",
    "Colour",
    "Due",
    "EndRequest",
    "EndedGame",
    "Found",
    "Harvest",
    "Health",
    "Held",
    "Host",
    "HostError",
    "Letters",
    "Logged",
    "LoggedMove",
    "Order",
    "Outcome",
    "Pending",
    "People",
    "Person",
    "Ping",
    "PingKind",
    "Played",
    "Posting",
    "Preferences",
    "Privacy",
    "Quiet",
    "Rows",
    "Seat",
    "Server",
    "Settings",
    "Size",
    "Standing",
    "Stats",
    "Status",
    "Substitution",
    "Table",
    "Theme",
    "Timekeeper",
    "Timeout",
    "Told",
    "Trouble",
    "Undo",
    "UndoRequest",
    "Venue",
    "Voted",
    "Voting",
    "Wishes",
    "Withdrawal",
    "capacity",
    "format_hours",
    "is_current",
    "is_nameless",
    "is_shown",
    "parse_choices",
    "parse_hours",
    "parse_pace",
    "parse_zone",
    "rows_by_game",
    "standing",
    "votes_at",
    "wishing",
    "zones",
]
