"""Two policies to measure the levels by: one plays at random, one is the reference that anybody can write again."""

from collections.abc import Iterator
from typing import Final

from carcassonne import Move, State
from carcassonne.projection import projected_scores
from players.evaluation import margin
from players.policy import ALIKE, Dice, ValuedTurn, best
from players.turns import whole_turns

FIGURE_POINTS: Final = 2.5
"""What the reference gives for a figure in hand."""


def play_at_random(state: State, dice: Dice) -> tuple[Move, ...]:
    """Take any turn, each as likely."""
    turns = list(whole_turns(state))
    return turns[dice(len(turns))].moves


def play_greedily(state: State, dice: Dice) -> tuple[Move, ...]:
    """Take the turn with the most points if the game ended then, less the best other's, and 2.5 a figure in hand."""
    return best(_valued(state), dice)


def greediest(state: State) -> list[tuple[Move, ...]]:
    """Return the turns that the reference may take: all that are worth most to it."""
    turns = list(_valued(state))
    most = max(one.value for one in turns) - ALIKE
    return [one.moves for one in turns if one.value >= most]


def _valued(state: State) -> Iterator[ValuedTurn]:
    for turn in whole_turns(state):
        after = turn.after
        points = after.scores if after.is_over else projected_scores(after)
        in_hand = sum(pieces[state.seat] for pieces in after.supply.values())
        yield ValuedTurn(margin(points, state.seat, after) + FIGURE_POINTS * in_hand, turn.moves, [*points])
