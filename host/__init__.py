"""Tables that last for days: seats and people, the store, the clock, the draws. Nothing of Discord."""

from host.acts import Act, ActKind
from host.administration import Administration, Health
from host.errors import HostError, Trouble
from host.host import Host
from host.letters import Letters
from host.privacy import Privacy, Withdrawal
from host.results import Harvest
from host.servers import MOST_OWN, Server, wishing
from host.shelf import Held
from host.stats import Balance, Standing, Stats
from host.tables import (
    DEFAULT_EDITION,
    NO_WISHES,
    Colour,
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
    Venue,
    Wishes,
)
from host.waiting import capacity

__all__ = [
    "DEFAULT_EDITION",
    "MOST_OWN",
    "NO_WISHES",
    "Act",
    "ActKind",
    "Administration",
    "Balance",
    "Colour",
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
    "Pending",
    "Person",
    "Played",
    "Posting",
    "Privacy",
    "Seat",
    "Server",
    "Settings",
    "Standing",
    "Stats",
    "Status",
    "Table",
    "Trouble",
    "Undo",
    "Venue",
    "Wishes",
    "Withdrawal",
    "capacity",
    "wishing",
]
