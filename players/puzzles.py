"""Puzzles: positions from games of experts in which one turn is clearly best, and isn't the one that looks best.

A puzzle follows from its seed alone. The search for it goes in small steps, so that whoever has it made can stop
between two of them. Each step is a pure function of the one before.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from carcassonne import Move, Phase, State, draws, find_ruleset, new_game
from carcassonne.rules import step
from players.baselines import greediest
from players.endgame import Breadth
from players.halving import Depth, compare_by_playing_on
from players.levels import LEVELS, choose
from players.policy import Dice, ValuedTurn
from players.search import Effort, compare
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
STEPS: Final = 8
"""How many turns of experts are played in a step, which then takes about a second at most."""

_EXPERT: Final = Effort(candidates=8, tiles=24)
_EVERY: Final = 1_000
"""As many turns as no position has."""
DEEP: Final = Depth(
    search=Effort(candidates=_EVERY, tiles=24),
    turns=6,
    rounds=((_EVERY, 6), (16, 24), (6, 64), (2, 128)),
    most=1_000_000,
    end=Breadth(tiles=0, first=1, answers=1),
)
"""How all turns of a position are compared. No position of a puzzle is so near the end that it's looked through."""


class Choice(NamedTuple):
    """A turn that one can choose, and what it's worth."""

    moves: tuple[Move, ...]
    value: float
    """The lead at the end that it leads to on average, in points. One that fell behind early counts for no more than
    the one before it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with the tile in hand, and all turns that one can choose, the best first."""

    seed: int
    state: State
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """How far the search for a puzzle is: in which game of experts, and at which position."""

    seed: int
    game: int = 0
    state: State | None = None
    """None before the first tile."""
    puzzle: Puzzle | None = None
    """What was found."""


def find_puzzle(seed: int) -> Puzzle:
    """Return the puzzle of a seed: the same one on every machine. This takes a minute or so."""
    search = Search(seed)
    while search.puzzle is None:
        search = search_on(search)
    return search.puzzle


def search_on(search: Search) -> Search:
    """Take a step: play some turns, or look closely at one position that is promising."""
    state = _begun(search).copy()
    for _ in range(STEPS):
        _draw(state, _dice(search, state, "draw"))
        if state.is_over:
            return Search(search.seed, search.game + 1)
        dice = _dice(search, state, "turn").randrange
        found = compare(state, _EXPERT, dice)
        looks = _is_promising(search, state, found)
        puzzle = _checked(search, state) if looks else None
        for move in found[0].moves:
            step(state, move)
        if looks:
            return replace(search, state=state, puzzle=puzzle)
    return replace(search, state=state)


def _begun(search: Search) -> State:
    return search.state or new_game(find_ruleset(EDITION), seats=2)


def _draw(state: State, dice: random.Random) -> None:
    while possible := draws(state):
        step(state, dice.choice(possible))


def _dice(search: Search, state: State, why: str) -> random.Random:
    return random.Random(f"{search.seed} {search.game} {state.turn} {why}")  # noqa: S311 (whoever knows the seed may)


def _is_promising(search: Search, state: State, found: Sequence[ValuedTurn]) -> bool:
    """Return whether a position may be a puzzle, as far as that is seen soon."""
    if state.phase is not Phase.PLACE or state.turn < _FIRST or state.tiles_left < _LEFT or len(found) < 2:
        return False
    return found[0].value - found[1].value >= _PROMISING and not _is_seen_by_reference(state, found[0])


def _is_seen_by_reference(state: State, turn: ValuedTurn) -> bool:
    return any(_is_same(moves, turn.moves) for moves in greediest(state))


def _checked(search: Search, state: State) -> Puzzle | None:
    """Return the puzzle that a position makes; None if it makes none."""
    dice = _dice(search, state, "check").randrange
    best = choose(state, LEVELS["master"], dice)
    if not _is_easy(search.seed) and _is_same(best, choose(state, LEVELS["club"], dice)):
        return None
    choices = _choices(state, dice)
    is_clear = len(choices) >= _FEWEST and choices[0].value - choices[1].value >= LEAD
    is_hidden = not any(_is_same(moves, choices[0].moves) for moves in greediest(state))
    return Puzzle(search.seed, state.copy(), choices) if is_clear and is_hidden and _is_same(best, choices[0].moves) else None


def _is_easy(seed: int) -> bool:
    return random.Random(f"{seed} easy").randrange(_EASY) == 0  # noqa: S311 (nobody gains by guessing)


def _choices(state: State, dice: Dice) -> tuple[Choice, ...]:
    choices: list[Choice] = []
    for turn in compare_by_playing_on(state, DEEP, dice, LEARNT):
        most = choices[-1].value if choices else turn.value
        choices.append(Choice(turn.moves, min(turn.value, most)))
    return tuple(choices)


def _is_same(moves: Sequence[Move], others: Sequence[Move]) -> bool:
    return tuple(moves[:2]) == tuple(others[:2])
