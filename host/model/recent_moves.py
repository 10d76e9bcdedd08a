"""What has been laid on a board since somebody's own last tile. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from carcassonne import PlaceTile
from host.model.game_log import standing
from host.model.played import LoggedMove


@dataclass(frozen=True, slots=True)
class Laid:
    """The last moves by which tiles were laid: those after somebody's own one, if there ``is_own``."""

    moves: Sequence[LoggedMove]
    is_own: bool


def laid_since(log: Sequence[LoggedMove], person_id: int, most: int) -> Laid:
    """Return what was laid, and stands, after a person's last tile; where they have laid none, so many at most."""
    line = standing([entry.move for entry in log])
    laid = [log[ply - 1] for ply in line if isinstance(log[ply - 1].move, PlaceTile)]
    since = list(takewhile(lambda entry: entry.person_id != person_id, reversed(laid)))[::-1]
    is_own = len(since) < len(laid)
    return Laid(since if is_own else since[-most:], is_own)
