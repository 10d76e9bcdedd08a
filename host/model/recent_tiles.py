"""The tiles that were laid since somebody's own last one. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from carcassonne import PlaceTile
from host.model.game_history import LoggedMove
from host.model.game_log import effective_plies


@dataclass(frozen=True, slots=True)
class RecentTiles:
    """The last moves by which tiles were laid, in their order."""

    moves: Sequence[LoggedMove]
    is_since_own: bool
    """Whether they came after a tile of the person's own. If not, the person has laid no tile yet."""


def tiles_since_own(log: Sequence[LoggedMove], person_id: int, limit: int) -> RecentTiles:
    """Return the tiles laid after a person's last one, without those that were undone.

    For a person who has laid none, return the last tiles, ``limit`` of them at most.
    """
    plies = effective_plies([entry.move for entry in log])
    laid = [log[ply - 1] for ply in plies if isinstance(log[ply - 1].move, PlaceTile)]
    since = list(takewhile(lambda entry: entry.person_id != person_id, reversed(laid)))[::-1]
    is_since_own = len(since) < len(laid)
    return RecentTiles(since if is_since_own else since[-limit:], is_since_own)
