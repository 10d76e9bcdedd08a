"""Following a game without playing in it: what a watcher is sent, and when. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from host.model.table import FinishedTable, StartedTable

MOST_FOLLOWED: Final = 10
"""How many games a person may follow at once."""
_MOST_TILES: Final = 2
"""The most tiles that a player lays before the next one plays. Somebody who lays more follows who is skipped."""


class Followed(StrEnum):
    """What a watcher is sent of a game."""

    END = "end"
    ROUND = "round"
    """The position whenever everybody has had another turn, and the end."""


@dataclass(frozen=True, slots=True)
class Follow:
    """Somebody follows a game."""

    person_id: int
    game: int
    """The number of the table."""
    what: Followed
    turn: int
    """How many turns the game had when something was last sent, or when the person began to follow it."""


def is_due(follow: Follow, table: StartedTable) -> bool:
    """Return whether a watcher has to be sent how a game stands. The tile of an extra turn is nobody else's turn."""
    if isinstance(table, FinishedTable):
        return True
    if follow.what is not Followed.ROUND or table.pending:
        return False
    tiles, players = table.state.turn - follow.turn, sum(not seat.resigned for seat in table.seats)
    again = sum(one == other for one, other in pairwise(table.state.history.movers[max(follow.turn, 0) :]))
    return tiles - again >= players or tiles >= _MOST_TILES * players
