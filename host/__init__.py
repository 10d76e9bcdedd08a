"""Tables that last for days: seats and people, the store, the clock, the draws. Nothing of Discord."""

from host.errors import HostError, Trouble
from host.host import Host
from host.results import Harvest
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
    "NO_WISHES",
    "Balance",
    "Colour",
    "Found",
    "Harvest",
    "Host",
    "HostError",
    "Logged",
    "LoggedMove",
    "Order",
    "Pending",
    "Person",
    "Played",
    "Posting",
    "Seat",
    "Settings",
    "Standing",
    "Stats",
    "Status",
    "Table",
    "Trouble",
    "Undo",
    "Venue",
    "Wishes",
    "capacity",
]
