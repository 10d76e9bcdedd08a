"""Where a follower may go, marked on a tile and told in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from carcassonne import DeployOption, Phase, Role, State, TurnedTile, legal_deployments, legal_placements
from carcassonne.geometry import PORTS
from render.art.regions import regions_of
from render.words import Words

_ALONE: Final = "+"


@dataclass(frozen=True, slots=True)
class SpotMark:
    """A spot by its middle and the compass point by which it is named, or a sign where it needs none: a monastery."""

    x: float
    y: float
    text: str
    role: Role


def shown_tile(state: State) -> TurnedTile | None:
    """Return the tile in hand as it first fits, or the one just laid while a follower may still go onto it."""
    if state.is_over:
        return None
    if state.tile is not None:
        max_size = (rotation for _, rotation in legal_placements(state))
        return state.tile.turned[min(max_size, default=0)]
    if state.phase is Phase.DEPLOY and state.last is not None:
        return state.cells[state.last].turned
    return None


def spots_with_figures(state: State, turned: TurnedTile) -> tuple[DeployOption, ...]:
    """Return the spots of a tile for which the edition has figures."""
    return turned.deploy_options[state.ruleset.figures]


def spots_to_show(state: State, turned: TurnedTile) -> tuple[DeployOption, ...]:
    """Return the spots to show: all that are known for a tile in hand, the legal ones for a tile just laid."""
    if state.phase is not Phase.DEPLOY:
        return spots_with_figures(state, turned)
    legal = set(legal_deployments(state))
    return tuple(spot for spot in spots_with_figures(state, turned) if spot.move in legal)


def spot_marks(
    turned: TurnedTile, spots: Iterable[DeployOption], corner: tuple[float, float], side: float, words: Words
) -> Iterator[SpotMark]:
    """Yield the marks on a tile drawn at ``corner``, one a segment."""
    figure_points = regions_of(turned).figure_points
    for spot in {spot.segment: spot for spot in reversed(tuple(spots))}.values():
        x, y = figure_points[spot.segment]
        point = words.point(spot.move.point) if spot.move.point else _ALONE
        yield SpotMark(corner[0] + round(x * side), corner[1] + round(y * side), point, spot.move.role)


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
