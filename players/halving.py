"""Playing on from fewer and fewer turns: those that the search finds best, over the same orders of the tiles.

After each round the turns that have fallen behind are left out. The others are played on over more orders.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from carcassonne import Move, State
from players.endgame import Breadth, compare_to_the_end, is_end
from players.policy import Dice, ValuedTurn
from players.prospects import Prospects
from players.rollouts import Branch, Order, Players, shuffled_orders
from players.search import Effort, compare
from players.valuations import Valuations, valuation_of


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is looked at and played on before a turn is chosen; the same on every machine."""

    search: Effort
    """What finds the turns that are played on."""
    turns: int
    """How many turns are played after each."""
    rounds: tuple[tuple[int, int], ...]
    """By round: from how many turns the game is played on, and over how many orders of the tiles in all."""
    most: int
    """When the players have looked at this many turns, the game is played on no more."""
    end: Breadth
    """How the end of the game is looked through."""


TRUST: Final = 0.8
"""How much of what is gained by playing on is believed."""

Depths: TypeAlias = Mapping[str, Depth]
"""A depth by the edition's name. An edition that is not there takes that of ``classic``."""

MASTER: Final[Depths] = {
    "classic": Depth(
        search=Effort(candidates=8, tiles=24),
        turns=6,
        rounds=((6, 12), (4, 24), (2, 64)),
        most=45_000,
        end=Breadth(tiles=3, first=16, answers=8),
    ),
    "castle": Depth(
        search=Effort(candidates=6, tiles=12),
        turns=4,
        rounds=((4, 8), (2, 24)),
        most=45_000,
        end=Breadth(tiles=3, first=8, answers=4),
    ),
}
"""The master's. What is looked at takes five times as long in The Castle."""


def compare_by_playing_on(state: State, depth: Depth, dice: Dice, valuations: Valuations) -> list[ValuedTurn]:
    """Return the most promising turns of the seat to move, the best first, valued by what comes of them."""
    if is_end(state, depth.end):
        return compare_to_the_end(state, depth.end, valuations)
    return _raced(state, depth, dice, valuations)


class _Runner:
    """A turn in the race, and what was gained after its first answer each time that it was played on."""

    def __init__(self, turn: ValuedTurn, branch: Branch) -> None:
        self._turn, self._branch = turn, branch
        self._expected = branch.expected()
        self._gained: list[float] = []

    @property
    def times(self) -> int:
        """How often it was played on."""
        return len(self._gained)

    def run(self, order: Order, turns: int) -> None:
        """Play on once more, with the tiles in this order."""
        self._gained.append(self._branch.gained(order, turns))

    def valued(self) -> ValuedTurn:
        gained = sum(self._gained) / max(1, len(self._gained))
        return self._turn._replace(value=self._expected + TRUST * gained)


def _raced(state: State, depth: Depth, dice: Dice, valuations: Valuations) -> list[ValuedTurn]:
    """Return the turns that were played on, the best first; those that fell behind come after the others."""
    found = compare(state, depth.search, dice, valuations)[: depth.rounds[0][0]]
    if len(found) == 1:
        return found
    prospects = Prospects(state)
    players = Players(state, prospects, valuation_of(valuations, state).at(prospects.left))
    orders = shuffled_orders(state, depth.rounds[-1][1], dice)
    running = [_Runner(turn, Branch(players, state, turn.moves)) for turn in found]
    behind: list[_Runner] = []
    for turns, number in depth.rounds:
        running, behind = running[:turns], running[turns:] + behind
        while running[0].times < number and players.looked < depth.most:
            for one in running:
                one.run(orders[one.times], depth.turns)
        running.sort(key=lambda one: -one.valued().value)
    return [one.valued() for one in running + behind]


def play_on(valuations: Valuations, depths: Depths, state: State, dice: Dice) -> tuple[Move, ...]:
    """Return the moves of the best turn found. With valuations and depths bound to it, this is a policy."""
    depth = depths.get(state.ruleset.edition, depths["classic"])
    return compare_by_playing_on(state, depth, dice, valuations)[0].moves
