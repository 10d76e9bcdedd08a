"""Tables that last for days: seats and people, the store, the clock, the draws. Nothing of Discord."""

from host.errors import HostError, Trouble
from host.host import Host
from host.tables import Found, LoggedMove, Person, Played, Seat, Settings, Status, Table, Venue

__all__ = [
    "Found",
    "Host",
    "HostError",
    "LoggedMove",
    "Person",
    "Played",
    "Seat",
    "Settings",
    "Status",
    "Table",
    "Trouble",
    "Venue",
]
