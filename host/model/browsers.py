"""Browsers in which a person is signed in, as values."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

CODE_LIFETIME: Final = timedelta(minutes=10)
"""How long a code of a link works, if nobody uses it."""
SESSION_LIFETIME: Final = timedelta(days=30)
"""How long a browser stays signed in after it has used a code."""
MOST_BROWSERS: Final = 10
"""In how many browsers a person can be signed in. One more ends the session that was used longest ago."""


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """A browser in which a person is signed in."""

    number: int
    """Tells it from all others, also from those of other people."""
    since: datetime
    used_on: datetime
    """The day on which it was last used, as ``day_of`` gives it."""
    until: datetime


class OpenedSession(NamedTuple):
    """What a browser gets for a code."""

    token: str
    person_id: int
    game: int | None
    """The number of the game that the link was made for, if it was made for one."""


def day_of(time: datetime) -> datetime:
    """Return noon (UTC) of a time's day, which is the same date nearly everywhere. Nobody needs to know the hour."""
    return time.replace(hour=12, minute=0, second=0, microsecond=0)
