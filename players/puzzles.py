"""Puzzles: positions from games of experts in which one turn is clearly best, and isn't the one that looks best.

A puzzle follows from its seed alone. The search for it goes in small steps, so that whoever has it made can stop
between two of them. Each step is a pure function of the one before.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from carcassonne import Move, Phase, State, apply, apply_all, draws, find_ruleset, new_game
from players.baselines import greediest
from players.endgame import Breadth
from players.halving import MASTER, Depth, compare_by_playing_on
from players.levels import LEVELS, choose
from players.policy import Dice, ValuedTurn
from players.reasons import Reason, best_reasons
from players.review import searched
from players.search import EXPERT, Effort, compare
from players.valuations import LEARNT

EDITION: Final = "chat-room"
"""The rules of all puzzles: those of the game that most people play."""
LEAD: Final = 3.0
"""By how many points the best turn is better than every other one."""
_PROMISING: Final = 2.0
"""By how many points the search has to see that, before a position is looked at more closely."""
_FIRST: Final = 8
"""How many tiles are on the board at least."""
_LEFT: Final = 6
"""How many tiles are left at least: at the very end, the best turn is only counted."""
_FEWEST: Final = 12
"""From how many turns one chooses at least."""
_EASY: Final = 3
"""Of this many puzzles, one may be solved by club."""
STEPS: Final = 5
"""How many turns of experts are played in a step, which then takes less than a second."""

_EVERY: Final = 1_000
"""As many turns as no position has."""


class Looks(NamedTuple):
    """How closely a position that is promising is looked at."""

    first: Depth
    """Leaves out what it doesn't see. It's the master's, so the master solves what is found."""
    second: Depth
    """Gives the worth of the best turns. No position is so near the end that all that follows is looked through."""


DEEP: Final = Looks(
    MASTER["classic"],
    Depth(
        search=Effort(candidates=8, tiles=24),
        turns=6,
        rounds=((8, 16), (4, 48), (2, 96)),
        most=1_000_000,
        end=Breadth(tiles=0, first=1, answers=1),
    ),
)


class Choice(NamedTuple):
    """A turn that one can choose, and what it's worth."""

    moves: tuple[Move, ...]
    value: float
    """The lead that the seat to move can expect at the end, in points."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with the tile in hand, and all turns that one can choose, the best first."""

    seed: int
    state: State
    choices: tuple[Choice, ...]
    tempting: tuple[Move, ...]
    """What looks best: the turn of the greedy reference, which is not the best one."""
    reasons: tuple[Reason, ...]
    """Why the best turn is better than that one."""
    moves: tuple[Move, ...] = ()
    """All that was played before, with the draw of the tile. Empty if it's not known any more."""

    def find(self, moves: Sequence[Move]) -> Choice | None:
        """Return the choice with these moves; None if the position has no such turn."""
        return next((one for one in self.choices if _is_same(one.moves, moves)), None)

    def lost(self, choice: Choice) -> float:
        """Return how many points a choice is worth less than the best one."""
        return self.choices[0].value - choice.value


@dataclass(frozen=True, slots=True)
class Hunt:
    """How far the search for a puzzle is: in which game of experts, and after which moves."""

    seed: int
    game: int = 0
    moves: tuple[Move, ...] = ()
    state: State | None = None
    """The state after the moves; None before the first one."""
    puzzle: Puzzle | None = None
    """What was found."""


def find_puzzle(seed: int) -> Puzzle:
    """Return the puzzle of a seed: the same one on every machine. This takes a minute or so."""
    hunt = Hunt(seed)
    while hunt.puzzle is None:
        hunt = hunt_on(hunt)
    return hunt.puzzle


def hunt_on(hunt: Hunt, looks: Looks = DEEP) -> Hunt:
    """Take a step: play some turns, or look closely at one position that is promising."""
    for _ in range(STEPS):
        hunt = _drawn(hunt)
        assert hunt.state is not None  # noqa: S101 (a tile was drawn)
        if hunt.state.is_over:
            return Hunt(hunt.seed, hunt.game + 1)
        found = compare(hunt.state, EXPERT, _dice(hunt, "turn").randrange)
        is_promising = _is_promising(hunt.state, found)
        puzzle = _checked(hunt, looks) if is_promising else None
        if puzzle:
            return replace(hunt, puzzle=puzzle)
        hunt = _after(hunt, found[0].moves)
        if is_promising:
            break
    return hunt


def _drawn(hunt: Hunt) -> Hunt:
    """Return the hunt after the moves of chance that come next."""
    state = hunt.state or new_game(find_ruleset(EDITION), seats=2)
    dice = _dice(hunt, "draw")
    while possible := draws(state):
        move = dice.choice(possible)
        hunt = replace(hunt, moves=(*hunt.moves, move), state=(state := apply(state, move).state))
    return hunt


def _after(hunt: Hunt, moves: tuple[Move, ...]) -> Hunt:
    assert hunt.state is not None  # noqa: S101 (a tile was drawn)
    return replace(hunt, moves=hunt.moves + moves, state=apply_all(hunt.state, moves).state)


def _dice(hunt: Hunt, why: str) -> random.Random:
    return random.Random(f"{hunt.seed} {hunt.game} {len(hunt.moves)} {why}")  # noqa: S311 (whoever knows the seed may)


def _is_promising(state: State, found: Sequence[ValuedTurn]) -> bool:
    """Return whether a position may be a puzzle, as far as that is seen soon."""
    if state.phase is not Phase.PLACE or state.turn < _FIRST or state.tiles_left < _LEFT or len(found) < 2:
        return False
    return found[0].value - found[1].value >= _PROMISING and not _is_seen_by_reference(state, found[0])


def _is_seen_by_reference(state: State, turn: ValuedTurn) -> bool:
    return any(_is_same(moves, turn.moves) for moves in greediest(state))


def _checked(hunt: Hunt, looks: Looks) -> Puzzle | None:
    """Return the puzzle that a position makes; None if it makes none."""
    state, dice = hunt.state, _dice(hunt, "check").randrange
    assert state is not None  # noqa: S101 (a tile was drawn)
    first, second, *_ = compare_by_playing_on(state, looks.first, dice, LEARNT)
    if first.value - second.value < LEAD or _is_seen_by_reference(state, first):
        return None
    if not _is_easy(hunt.seed) and _is_same(first.moves, choose(state, LEVELS["club"], dice)):
        return None
    choices = _choices(state, looks.second, dice)
    is_clear = len(choices) >= _FEWEST and choices[0].value - choices[1].value >= LEAD
    if not is_clear or not _is_same(first.moves, choices[0].moves):
        return None
    tempting = _tempting(state, choices)
    search = searched(state)
    reasons = best_reasons(state, search.weighed(choices[0].moves), search.weighed(tempting))
    return Puzzle(hunt.seed, state, choices, tempting, reasons, hunt.moves)


def _tempting(state: State, choices: Sequence[Choice]) -> tuple[Move, ...]:
    """Return the best of the turns that the reference may take."""
    greedy = greediest(state)
    return next(one.moves for one in choices if any(_is_same(one.moves, moves) for moves in greedy))


def _is_easy(seed: int) -> bool:
    return random.Random(f"{seed} easy").randrange(_EASY) == 0  # noqa: S311 (nobody gains by guessing)


def _choices(state: State, depth: Depth, dice: Dice) -> tuple[Choice, ...]:
    """Return all turns with their worth, the best first.

    The best ones are played on. The others are worth what the search says, and what playing on has added to those on
    average; but never more than the worst of those.
    """
    played = compare_by_playing_on(state, depth, dice, LEARNT)
    searched = {one.moves: one.value for one in compare(state, Effort(candidates=_EVERY, tiles=24), dice)}
    added = sum([one.value - searched[one.moves] for one in played]) / len(played)
    values = {moves: value + added for moves, value in searched.items()} | {one.moves: one.value for one in played}
    choices: list[Choice] = []
    for moves in dict.fromkeys([*(one.moves for one in played), *searched]):
        choices.append(Choice(moves, min(values[moves], choices[-1].value if choices else values[moves])))
    return tuple(choices)


def _is_same(moves: Sequence[Move], others: Sequence[Move]) -> bool:
    return tuple(moves[:2]) == tuple(others[:2])
