"""The turns that a seat can take now, each whole: placing, deploying, and the answers to what the game then asks."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from carcassonne import DeployNobody, Move, Phase, PlaceTile, Position, Rotation, State, Tile, legal_moves
from carcassonne.moves import Deployment
from carcassonne.placing import placements
from carcassonne.rules import legal_deployments, step
from carcassonne.tiles import visual_key


class WholeTurn(NamedTuple):
    """The moves that a seat makes now, and the state after them: another seat's turn, a draw, or the end."""

    moves: tuple[Move, ...]
    after: State


def whole_turns(state: State) -> Iterator[WholeTurn]:
    """Yield the turns of the seat to move, from wherever it stands: none if chance is to move or the game is over.

    Of rotations that look alike only the first is tried. Neither skipping nor resigning is among the moves.
    """
    match state.phase:
        case Phase.PLACE:
            for position, rotation in distinct_placements(state):
                laid = state.copy()
                step(laid, place := PlaceTile(position, rotation))
                yield from _deployed(laid, (place,))
        case Phase.DEPLOY:
            yield from _deployed(state, ())
        case Phase.ASK:
            yield from _answered((), state)
        case Phase.DRAW | Phase.REVEAL | Phase.OVER:
            return


def distinct_placements(state: State) -> list[tuple[Position, Rotation]]:
    """Return the placements of the tile in hand, without rotations that look like an earlier one."""
    assert state.tile is not None  # noqa: S101 (the type checker learns it)
    distinct = _distinct_rotations(state.tile, tuple(state.tile.turned))
    return [there for there in placements(state, state.tile) if there[1] in distinct]


@cache
def _distinct_rotations(tile: Tile, rotations: Sequence[Rotation]) -> frozenset[Rotation]:
    looks = {visual_key(tile.turned[rotation]): rotation for rotation in reversed(rotations)}
    return frozenset(looks.values())


def turns_after_placing(state: State, place: PlaceTile, deployments: Iterable[Deployment]) -> Iterator[WholeTurn]:
    """Yield the turns that begin with this placement, with these deployments, in their order."""
    laid = state.copy()
    step(laid, place)
    yield from _deployed(laid, (place,), deployments)


def _deployed(
    laid: State, before: tuple[Move, ...], deployments: Iterable[Deployment] | None = None
) -> Iterator[WholeTurn]:
    for deployment in (DeployNobody(), *legal_deployments(laid)) if deployments is None else deployments:
        after = laid.copy()
        step(after, deployment)
        yield from _answered((*before, deployment), after)


def _answered(moves: tuple[Move, ...], state: State) -> Iterator[WholeTurn]:
    """Yield the turn with every way to answer what the game asks."""
    if state.phase is not Phase.ASK:
        yield WholeTurn(moves, state)
        return
    for answer in legal_moves(state):
        after = state.copy()
        step(after, answer)
        yield from _answered((*moves, answer), after)
