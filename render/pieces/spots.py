"""The spots where figures may be deployed: their numbers on a tile, and a legend."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from carcassonne import (
    DeployOption,
    Figure,
    Phase,
    PlaceTile,
    Role,
    State,
    TurnedTile,
    apply,
    first_fitting_tile,
    legal_deployments,
    legal_placements,
    spot_number,
)
from render.art.regions import regions_of
from render.look.words import Words

FEW_KINDS: Final = 2
"""Of so many kinds of figures, cards have room for each one, and the panel for a line with the spots of each role."""


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
    """Return the spots to show: for a tile just laid, the legal ones; for a tile in hand, those of the figures that the
    player to move has left.

    With many kinds of figures, a tile in hand has only spots that are legal on one of its cells: a builder or a pig can
    go to few of its roads and fields. With few kinds, nearly all are.
    """
    if state.phase is Phase.DEPLOY:
        legal = set(legal_deployments(state))
        return tuple(spot for spot in spots_with_figures(state, turned) if spot.move in legal)
    spots = turned.deploy_options[state.figures_in_hand]
    if len(state.supply) <= FEW_KINDS:
        return spots
    possible = set(_possible_spots(state))
    return tuple(spot for spot in spots if _spot(spot) in possible)


_Spot: TypeAlias = tuple[int, Figure, Role]
"""A segment, which is the same in all rotations, and the figure that may stand there."""


def _spot(option: DeployOption) -> _Spot:
    return option.segment, option.figure, option.move.role


def _possible_spots(state: State) -> Iterator[_Spot]:
    """Yield the spots of the tile in hand that are legal on one of its cells."""
    for position, rotation in legal_placements(state):
        laid = apply(state, PlaceTile(position, rotation)).state
        yield from map(_spot, spots_to_show(laid, laid.cells[position].turned))


def spot_marks(
    turned: TurnedTile, spots: Iterable[DeployOption], corner: tuple[float, float], side: float
) -> Iterator[SpotMark]:
    """Yield a mark for each segment with a spot, on a tile drawn at ``corner``."""
    figure_points = regions_of(turned).figure_points
    for segment in dict.fromkeys(spot.segment for spot in spots):
        x, y = figure_points[segment]
        yield SpotMark(corner[0] + round(x * side), corner[1] + round(y * side), spot_number(turned.tile, segment))


def legend(turned: TurnedTile, spots: Iterable[DeployOption], words: Words, *, is_short: bool = False) -> list[str]:
    """Return a line for each role of each kind of figure, with the numbers of its spots: ``thief 2 4``.

    A short legend leaves out a figure with a prefix where a follower may stand too: a big thief has a thief's spots.
    """
    lines: dict[str, list[int]] = {}
    spots = tuple(spots)
    plain = {(spot.segment, spot.move.role) for spot in spots if not spot.move.figure.prefix}
    for spot in spots:
        if is_short and spot.move.figure.prefix and (spot.segment, spot.move.role) in plain:
            continue
        lines.setdefault(words.figure(spot.move), []).append(spot_number(turned.tile, spot.segment))
    return [f"{name} {' '.join(map(str, sorted(where)))}" for name, where in lines.items()]
