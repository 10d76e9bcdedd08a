"""The spots where figures may be deployed: their numbers on a tile, and a legend."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from carcassonne import DeployOption, Phase, Role, State, TurnedTile, first_fitting_tile, legal_deployments, spot_number
from render.art.regions import regions_of
from render.look.words import Words


@dataclass(frozen=True, slots=True)
class SpotMark:
    """A spot by its middle, and its number."""

    x: float
    y: float
    number: int


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
    turned: TurnedTile, spots: Iterable[DeployOption], corner: tuple[float, float], side: float
) -> Iterator[SpotMark]:
    """Yield a mark for each segment with a spot, on a tile drawn at ``corner``."""
    figure_points = regions_of(turned).figure_points
    for segment in dict.fromkeys(spot.segment for spot in spots):
        x, y = figure_points[segment]
        yield SpotMark(corner[0] + round(x * side), corner[1] + round(y * side), spot_number(turned.tile, segment))


def legend(turned: TurnedTile, spots: Iterable[DeployOption], words: Words) -> list[str]:
    """Return a line for each role of each kind of figure, with the numbers of its spots: ``thief 2 4``.

    Where a figure has the spots of another one with that role, both have one line: ``(big) thief 2 4``.
    """
    moves = {(spot.move.figure.prefix, spot.move.role): spot.move for spot in spots}
    where: dict[tuple[str, Role], list[int]] = {one: [] for one in moves}
    for spot in spots:
        where[spot.move.figure.prefix, spot.move.role].append(spot_number(turned.tile, spot.segment))
    lines = []
    for (prefix, role), numbers in where.items():
        if prefix and sorted(where.get(("", role), ())) == sorted(numbers):
            continue
        same = [other for other, its in where.items() if other[1] is role and sorted(its) == sorted(numbers)]
        also = [f"({words.prefixes.get(other, other)})" for other, _ in same if other and not prefix]
        lines.append(" ".join([*also, words.figure(moves[prefix, role]), *map(str, sorted(numbers))]))
    return lines
