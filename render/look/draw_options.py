"""The options of a picture."""

from dataclasses import dataclass

from render.look.look import DEFAULT_LOOK, Look
from render.look.views import Area, View


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What a picture shows of a state, and how. ``recent`` is how many of the last moves are framed.

    ``winners`` are given for a game that is over, even if its state could be played on; None leaves it to the state.
    """

    view: View = View.NORMAL
    zoom: int | None = None
    area: Area | None = None
    tile: int | None = None
    recent: int = 1
    winners: frozenset[int] | None = None
    look: Look = DEFAULT_LOOK
