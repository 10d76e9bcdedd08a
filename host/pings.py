"""What people are told about time: each ping is stored before it is sent, and once a round at most."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from host.clock import Told


class PingKind(StrEnum):
    """What a ping tells."""

    HALF = "half"
    NEARLY = "nearly"
    OUT = "out"
    """The time is out; where the table votes, the vote is open."""
    VOTE = "vote"
    """Somebody has opened a vote."""
    MORE_TIME = "time"
    """More time was given."""
    OPEN = "open"
    """The seat to move may be taken."""
    TAKEN = "taken"
    """The seat to move was taken."""


class Outcome(StrEnum):
    """What has become of a ping."""

    SENT = "sent"
    PRIVATE = "private"
    """Sent to the person alone, because the channel cannot be written to, or because the person wants it so."""
    VOID = "void"
    """Not sent any more: what it tells is over."""
    LOST = "lost"
    """Nobody could be reached."""


KINDS: Final = {Told.HALF: PingKind.HALF, Told.NEARLY: PingKind.NEARLY, Told.OUT: PingKind.OUT}
"""The pings of a clock."""

VOTING: Final = frozenset({PingKind.OUT, PingKind.VOTE})
"""Those that ask for votes."""


@dataclass(frozen=True, slots=True)
class Ping:
    """A ping in a game's round, about the ``person`` who is to move then, and a deadline."""

    game: int
    round: int
    kind: PingKind
    person_id: int
    at: datetime
    due: datetime | None
