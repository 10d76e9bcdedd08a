"""Tables that last for days: seats and people, the store, the clock, the draws. Nothing of Discord."""

from host.acts import Act, ActKind, parse_choices
from host.administration import Administration, Health
from host.clock import (
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
from host.consent import Asked
from host.course import standing
from host.errors import HostError, Trouble
from host.host import Host
from host.letters import Letters
from host.people import People
from host.pings import ASLEEP, AWAKE, CHANGES, VOTING, Outcome, Ping, PingKind, is_current
from host.preferences import (
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
from host.privacy import Privacy, Withdrawal
from host.results import Harvest
from host.servers import MOST_OWN, Server, wishing
from host.shelf import Held
from host.stats import Balance, Standing, Stats
from host.substitution import Substitution
from host.tables import (
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
from host.timekeeper import BEAT, Due, Timekeeper
from host.timing import is_shown
from host.traces import Rows, rows_by_game
from host.votes import votes_at
from host.voting import Voted, Voting
from host.waiting import capacity

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
