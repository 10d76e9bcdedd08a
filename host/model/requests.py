"""What somebody asks the players of a game: to undo a turn, to end it, to let them have a seat. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from host.model.controllers import Person

ANSWER_TIME: Final = timedelta(minutes=10)
"""How long the players have to answer who asks for a seat. After that, it is theirs."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player asks the others to undo a turn."""

    seat: int
    ply: int
    """The ply to go back to: where the seat's last turn began."""
    agreed: frozenset[int]
    """The ids of those who consent."""
    number: int = 0
    """The number of the request in its game, from 1; 0 for requests stored by old versions."""


@dataclass(frozen=True, slots=True)
class EndRequest:
    """A player asks the others to end the game without scoring."""

    seat: int
    agreed: frozenset[int]
    """The ids of those who consent."""
    number: int = 0
    """The number of the request in its game, from 1; 0 for requests stored by old versions."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Somebody asks those who play for the seat of a computer."""

    seat: int
    person: Person
    """Who asks. They don't play at the table."""
    number: int
    """The number of the request in its game, from 1."""
    due: datetime
    """When the seat is theirs if nobody has answered."""

    def after_outage(self, last_seen: datetime, now: datetime) -> "SeatRequest":
        """Return the request with its time moved by an outage of the bot from ``last_seen`` to ``now``: nobody could
        answer meanwhile.
        """
        asked_at = self.due - ANSWER_TIME  # or later, if an outage has moved it before
        return replace(self, due=self.due + max(now - max(last_seen, asked_at), timedelta(0)))
