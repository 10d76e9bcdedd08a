"""A game that goes on, for a page that shows it: boards, spots and features as values, with pictures by their keys.

A length is a pixel of a board whose tiles have the side ``TILE``. The upper left corner of the first tile is (0, 0), so
nothing moves when the board grows.

Each picture has a key, which is the same for every game. The caller says of which keys the pictures are ``known``. Of
the others some are drawn: whoever lacks more asks again. As in ``render``, what draws is loaded when a function is
called.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from carcassonne import Colour, Deployment, Position, State
from render.look.views import View
from render.share.live_values import Drawn, LiveBoard, LiveFeature, LiveHistory, LiveSpots
from render.share.steps import Step


def draw_board(
    state: State,
    colours: tuple[Colour, ...],
    *,
    known: AbstractSet[str],
    recent: int = 1,
    winners: frozenset[int] | None = None,
) -> Drawn[LiveBoard]:
    """Return the board of a state, each seat's follower and the tile in hand. ``colours`` are by seat.

    See ``render.draw`` for the options.
    """
    from render.share import draw_live  # late: see above

    return draw_live.draw_board(state, colours, known, recent, winners)


def draw_view(
    state: State,
    colours: tuple[Colour, ...],
    view: View,
    theme: str,
    *,
    known: AbstractSet[str],
    winners: frozenset[int] | None = None,
) -> Drawn[LiveBoard]:
    """Return the board of a state in a view and a theme, with tiles that show what the view says of them."""
    from render.share import draw_live  # late: see above

    return draw_live.draw_view(state, colours, view, theme, known, winners)


def draw_spots(
    after_placement: State, colours: tuple[Colour, ...], deployments: Sequence[Deployment], *, known: AbstractSet[str]
) -> Drawn[LiveSpots]:
    """Return where each of these legal deployments would put a figure on the tile just placed."""
    from render.share import draw_live  # late: see above

    return draw_live.draw_spots(after_placement, colours, deployments, known)


def draw_feature(
    state: State, position: Position, point: tuple[float, float], *, known: AbstractSet[str]
) -> Drawn[LiveFeature]:
    """Return the feature under a point of a tile, from (0, 0) at its upper left corner to (1, 1)."""
    from render.share import draw_live  # late: see above

    return draw_live.draw_feature(state, position, point, known)


def draw_history(steps: Sequence[Step], *, known: AbstractSet[str]) -> Drawn[LiveHistory]:
    """Return a whole game turn by turn. Raise NothingToShowError."""
    from render.share import draw_live  # late: see above

    return draw_live.draw_history(steps, known)
