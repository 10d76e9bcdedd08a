"""The spots where figures may be deployed: marks on a tile, and a legend."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from carcassonne import DeployOption, Phase, State, TurnedTile, first_fitting_tile, legal_deployments
from carcassonne.geometry import PORTS
from render.art.regions import regions_of
from render.look.words import Words
from render.pieces.figures import lies_on

_ALONE: Final = "+"


@dataclass(frozen=True, slots=True)
class SpotMark:
    """A spot by its middle, with the compass point that names it, or a sign if it has none, as for a monastery."""

    x: float
    y: float
    text: str
    is_lying: bool


def shown_tile(state: State) -> TurnedTile | None:
    """Return the tile in hand at the first rotation that fits, or the tile just laid while a figure may go onto it."""
    if state.is_over:
        return None
    if state.tile is not None:
        return first_fitting_tile(state)
    if state.phase is Phase.DEPLOY and state.last is not None:
        return state.cells[state.last].turned
    return None


def spots_with_figures(state: State, turned: TurnedTile) -> tuple[DeployOption, ...]:
    """Return the spots of a tile where the figures of the edition may stand."""
    return turned.deploy_options[state.ruleset.figures]


def spots_to_show(state: State, turned: TurnedTile) -> tuple[DeployOption, ...]:
    """Return the spots to show: for a tile in hand, those of the figures that the player to move has left.

    For a tile just laid, return the legal ones.
    """
    if state.phase is not Phase.DEPLOY:
        return turned.deploy_options[state.figures_in_hand]
    legal = set(legal_deployments(state))
    return tuple(spot for spot in spots_with_figures(state, turned) if spot.move in legal)


def spot_marks(
    turned: TurnedTile, spots: Iterable[DeployOption], corner: tuple[float, float], side: float, words: Words
) -> Iterator[SpotMark]:
    """Yield a mark for each segment with a spot, on a tile drawn at ``corner``."""
    figure_points = regions_of(turned).figure_points
    for spot in {spot.segment: spot for spot in reversed(tuple(spots))}.values():
        x, y = figure_points[spot.segment]
        point = words.point(spot.move.point) if spot.move.point else _ALONE
        is_lying = lies_on(turned.segments[spot.segment].kind)
        yield SpotMark(corner[0] + round(x * side), corner[1] + round(y * side), point, is_lying)


def legend(spots: Iterable[DeployOption], words: Words) -> list[str]:
    """Return a line for each role of each kind of figure, with the points where it can be: ``thief E S``."""
    points: dict[str, list[str]] = {}
    for spot in spots:
        points.setdefault(words.figure(spot.move), []).append(spot.move.point or "")
    return [
        f"{name} {' '.join(map(words.point, sorted(where, key=_clockwise)))}".rstrip() for name, where in points.items()
    ]


def _clockwise(point: str) -> int:
    """Order points clockwise from north; a spot without a point, or in the tile's centre, comes first."""
    return (PORTS[point] - 1) % 12 if point in PORTS else -1
