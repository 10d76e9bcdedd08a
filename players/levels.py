"""The levels of computer players, and the choice of a turn by one of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from typing import Final, TypeAlias

from carcassonne import Move, State
from carcassonne.projection import projected_scores
from players.dice import Dice
from players.evaluation import Weights, evaluate, margin
from players.prospects import Prospects
from players.turns import WholeTurn, whole_turns

Policy: TypeAlias = Callable[[State, Dice], tuple[Move, ...]]
"""Takes a state and dice; returns the moves that the seat to move makes now."""


def play_at_random(state: State, dice: Dice) -> tuple[Move, ...]:
    """Play any turn, each as likely."""
    turns = list(whole_turns(state))
    return turns[dice(len(turns))].moves


def play_greedily(state: State, dice: Dice) -> tuple[Move, ...]:
    """Play for the points if the game ended now, and 2.5 a figure in hand: the reference that anybody can write."""

    def value(turn: WholeTurn) -> float:
        after, seat = turn.after, state.seat
        scores = projected_scores(after) if not after.is_over else after.scores
        in_hand = sum(pieces[seat] for pieces in after.supply.values())
        return margin([float(score) for score in scores], seat, after) + 2.5 * in_hand

    return best(list(whole_turns(state)), value, dice).moves


def best(turns: Sequence[WholeTurn], value: Callable[[WholeTurn], float], dice: Dice) -> WholeTurn:
    """Return the turn of the highest value; of equal ones the dice choose."""
    values = [value(turn) for turn in turns]
    highest = [turn for turn, worth in zip(turns, values, strict=True) if worth >= max(values) - 1e-9]
    return highest[dice(len(highest))]


def one_ply(weights: Weights) -> Policy:
    numbers = astuple(weights)

    def play(state: State, dice: Dice) -> tuple[Move, ...]:
        prospects, seat = Prospects(state), state.seat
        def value(turn: WholeTurn) -> float:
            return margin(evaluate(turn.after, prospects, numbers), seat, turn.after)
        return best(list(whole_turns(state)), value, dice).moves

    return play


POLICIES: Final[Mapping[str, Policy]] = {"random": play_at_random, "reference": play_greedily, "club": one_ply(Weights())}
