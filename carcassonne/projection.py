"""A look at the end of the game: the points if it ended now, and the cells that no remaining tile can fill."""

from collections import Counter

from carcassonne.events import FeatureScored
from carcassonne.geometry import Position
from carcassonne.state import State


def projected_events(state: State) -> tuple[FeatureScored, ...]:
    """Return what the final scoring would pay if the game ended now; nothing if it is over."""
    if state.is_over:
        return ()
    copy = state.copy()
    return tuple(event for scorer in copy.ruleset.final for event in scorer(copy))


def projected_scores(state: State) -> tuple[int, ...]:
    """Return each seat's score if the game ended now."""
    scores = list(state.scores)
    for event in projected_events(state):
        for seat in event.seats:
            scores[seat] += event.points
    return tuple(scores)


def tiles_to_come(state: State) -> Counter[str]:
    """Return how many of each tile the bags still hold; 0 for those that are used up."""
    left = Counter({name: 0 for bag in state.ruleset.bags for name in bag})
    left.update(state.bag)
    for number in state.bags_left:
        left.update(state.ruleset.bags[number])
    return left


def dead_cells(state: State) -> tuple[Position, ...]:
    """Return the empty cells beside a tile where no tile still to be laid fits."""
    left = {name for name, count in tiles_to_come(state).items() if count}
    if state.tile is not None:
        left.add(state.tile.name)
    fits = state.ruleset.fits
    return tuple(
        cell for cell, constraint in state.frontier.items() if not any(fits[name][constraint] for name in left)
    )
